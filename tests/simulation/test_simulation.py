"""A simulated service keeps its promises whatever goes wrong, and a planted mistake is found."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from simulation.faults import FAULTS, planted
from simulation.world import simulate

pytestmark = pytest.mark.full
TESTS = Path(__file__).parents[1]
PARTS = 8
QUICK, FULL = 200, 10_000
"""How many seeds are run, in parts."""
SEARCHED = 40
"""A planted mistake is found within so many seeds."""


def seeds(part: int, most: int) -> range:
    return range(part * most // PARTS, (part + 1) * most // PARTS)


def problems(some: range) -> list[str]:
    """What goes wrong; each says how to see it again."""
    return [
        f"python -m simulation --seed {seed} --trace: {problem}"
        for seed in some
        for problem in simulate(seed).problems
    ]


@pytest.mark.parametrize("part", range(PARTS))
def test_no_seed_breaks_a_promise(part):
    assert problems(seeds(part, QUICK)) == []


@pytest.mark.full
@pytest.mark.parametrize("part", range(PARTS))
def test_ten_thousand_seeds_break_no_promise(part):
    assert problems(seeds(part, FULL)) == []


def test_a_seed_replays_exactly():
    again = [simulate(7).trace for _ in range(2)]
    assert again[0] == again[1]
    assert simulate(8).trace != again[0]


def test_a_seed_replays_in_another_process():
    here = "\n".join(simulate(9).trace)
    for hash_seed in ("1", "2"):
        environment = {**os.environ, "PYTHONPATH": str(TESTS), "PYTHONHASHSEED": hash_seed}
        command = [sys.executable, "-m", "simulation", "--seed", "9", "--trace"]
        there = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
        assert there.startswith(here)


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_mistake_is_found(name):
    _, said = FAULTS[name]
    with planted(name):
        assert any(said in problem for seed in range(SEARCHED) for problem in simulate(seed).problems)
