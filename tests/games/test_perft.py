"""Leaf counts of the game trees: of Carnac those that RULES and an independent program agree with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stonefield.games import Position, parse

GOLDEN = Path(__file__).parents[1] / "golden"
QUICKLY_COUNTED = {"carnac": 400_000, "caminos": 60_000}


def cases(game: str):
    for case in json.loads((GOLDEN / f"perft-{game}.json").read_text()):
        for depth, leaves in enumerate(case["leaves"], 1):
            marks = [pytest.mark.full] if leaves > QUICKLY_COUNTED[game] else []
            yield pytest.param(case["start"], depth, leaves, marks=marks)


def perft(position: Position, depth: int) -> int:
    """The positions after that many plies; a game that ended earlier is one leaf."""
    moves = position.legal_moves()
    if depth == 0 or not moves:
        return 1
    if depth == 1:
        return len(moves)
    return sum(perft(position.play(move), depth - 1) for move in moves)


@pytest.mark.unwatched
@pytest.mark.parametrize(("start", "depth", "leaves"), [*cases("carnac"), *cases("caminos")])
def test_perft(start, depth, leaves):
    assert perft(parse(start), depth) == leaves
