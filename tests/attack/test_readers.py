"""Whatever a stranger writes is read or refused: a corpus found by fuzzing, in long runs a million inputs."""

from __future__ import annotations

import pytest

from attack import costly
from attack.fuzz import corpus, fuzz
from attack.targets import TARGETS, attacked
from records.counting import work

RUNS = {
    "own_text": 60_000,
    "position": 50_000,
    "move": 30_000,
    "boardspace": 70_000,
    "anything": 40_000,
    "toml": 60_000,
}
"""How many inputs of the costlier targets in the long run; the others share what is left of a million."""
MANY = -(-(1_000_000 - sum(RUNS.values())) // (len(TARGETS) - len(RUNS)))


@pytest.mark.parametrize("target", TARGETS)
def test_what_was_found_by_fuzzing_is_read_or_refused(target):
    assert corpus(target)
    for given in corpus(target):
        attacked(target, given)


def test_a_fault_would_be_found(monkeypatch):
    monkeypatch.setitem(TARGETS, "board", lambda given: int(given))
    with pytest.raises(ValueError, match="invalid literal"):
        attacked("board", b"x")


@pytest.mark.parametrize("found", costly.kept(), ids=lambda found: found.family)
def test_the_costliest_texts_cost_no_more_than_their_length(found):
    read = costly.READERS[found.family]
    work(read, found.text(60))
    short, long = (work(read, found.text(length)) for length in (3_000, 12_000))
    assert long <= 4.5 * short + 2_000
    assert long <= 400 * len(found.text(12_000))


@pytest.mark.full
@pytest.mark.parametrize("target", TARGETS)
def test_no_input_of_very_many_makes_a_reader_fail(target):
    assert not fuzz(target, RUNS.get(target, MANY))


@pytest.mark.full
def test_a_search_finds_no_text_that_costs_more_than_its_length():
    for found in costly.searched(30, seed=2)[:20]:
        read = costly.READERS[found.family]
        short, long = (work(read, found.text(length)) for length in (6_000, 24_000))
        assert long <= 4.5 * short + 2_000, found
