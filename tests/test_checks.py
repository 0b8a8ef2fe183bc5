"""The parts of `./test`: side by side, in the order they need, and none fails unseen."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))

from checks import Part, all_checks, run


def does(code: str) -> list[tuple[str, ...]]:
    return [(sys.executable, "-c", code)]


def test_a_part_that_fails_is_named_and_stops_no_other(capfd):
    bad = Part("bad", does("print('what is wrong'); raise SystemExit(3)"))
    good = Part("good", does("print('all is well')"), after=["bad"])
    assert run([bad, good]) == 1
    said = capfd.readouterr()
    assert "what is wrong" in said.out
    assert said.out.endswith("== good\nall is well\n")
    assert said.err.splitlines()[-1] == "test: failed: bad"


def test_what_cannot_be_started_has_failed(capfd):
    assert run([Part("none", [("/no/such/program",)])]) == 1
    said = capfd.readouterr().err
    assert "/no/such/program" in said
    assert said.splitlines()[-1] == "test: failed: none"


def test_all_goes_well(capfd, tmp_path):
    file = tmp_path / "written"
    first = Part("first", does(f"import time; time.sleep(0.3); open({str(file)!r}, 'w').close()"))
    second = Part("second", does(f"open({str(file)!r})"), after=["first", "a part that is not run today"])
    assert run([second, first]) == 0
    assert "FAILED" not in capfd.readouterr().out


@pytest.mark.parametrize("full", [False, True])
def test_every_part_waits_for_parts_there_are_and_browsers_speak_last(full):
    parts = all_checks(full=full)
    names = [part.name for part in parts]
    assert {name for part in parts for name in part.after} <= set(names)
    assert names[-1] == "tests in a browser"
