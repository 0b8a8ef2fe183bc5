"""Leaf counts of the game tree, stored as golden numbers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stonefield import caminos

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "perft-caminos.json").read_text())
CASES = [(case["start"], depth, leaves) for case in GOLDEN for depth, leaves in enumerate(case["leaves"], 1)]


def perft(position: caminos.Position, depth: int) -> int:
    """The positions after that many plies; a game that ended earlier is one leaf."""
    moves = position.legal_moves()
    if depth == 0 or not moves:
        return 1
    if depth == 1:
        return len(moves)
    return sum(perft(position.play(move), depth - 1) for move in moves)


def weight(leaves: int):
    return [pytest.mark.full] if leaves > 60_000 else []


@pytest.mark.parametrize(
    ("start", "depth", "leaves"), [pytest.param(*case, marks=weight(case[2])) for case in CASES]
)
def test_perft(start, depth, leaves):
    assert perft(caminos.parse(start), depth) == leaves
