"""Matches from the command line that cannot be played."""

from __future__ import annotations

import sys

import pytest

SMALL = ("--board", "4x4", "--stock", "6", "--opening-plies", "1", "--games", "2", "--workers", "1")
DIES = f"ugi:{sys.executable} -c pass"


@pytest.mark.parametrize(
    ("players", "reason"),
    [
        (("ugi:/no/such/engine", "random"), "cannot be started: No such file or directory"),
        (("random", "ugi:/no/such/engine"), "cannot be started: No such file or directory"),
        ((DIES, "random"), "ended with status 0"),
        ((DIES, DIES), "ended with status 0"),
    ],
)
def test_a_match_with_an_engine_that_does_not_play_fails_and_says_why(command, tmp_path, players, reason):
    results = tmp_path / "results.jsonl"
    said = command("match", *players, *SMALL, "--results", str(results))
    assert said.code == 1
    assert "Elo" not in said.out
    (line,) = said.err.splitlines()
    engine = next(player for player in players if player != "random")
    assert line.startswith(f"stonefield: `{engine}` makes no decision: ")
    assert reason in line
    # Nothing was played, so the same command can be tried again once the engine is there.
    assert len(results.read_text().splitlines()) == 1
