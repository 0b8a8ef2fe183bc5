"""Why a solution in Caminos works, and what there is to enjoy in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stonefield.games.caminos import Position
from stonefield.puzzles.proving import Ending, Proof, Unproven, Why

MOST_MISSES = 16
"""This many near misses are refuted to find the plainest."""
ENDINGS = {"loss": "at_once", "open": "answered", "win": "slower"}
"""What is said of a refutation, the plainest first"""
CHARMS = {
    "win-in-three": 16,
    "win-in-two": 6,
    "win-in-one": -8,
    "only-block": 0,
    "fork": 10,
    "counter": 10,
    "cover": 8,
    "tower": 5,
}
WITH_A_FORK = 8
"""For a fork that covers, or that is under threat as well"""


def alike(position: Position, move: str) -> tuple[int, list[tuple[int, str]]]:
    """How many squares a placement covers, and how many of them each other one does, the most first."""
    squares = frozenset(position.read(move).squares)
    others = [
        (len(squares.intersection(other.squares)), str(other))
        for other in position.legal_moves()
        if str(other) != move
    ]
    return len(squares), sorted(others, key=lambda one: -one[0])


def why(
    position: Position, line: Sequence[str], themes: Sequence[str], refute: Callable[[str], Proof]
) -> Why:
    """What the right placement does, and how the plainest of the near misses is refuted."""
    misses = [other for _, other in alike(position, line[0])[1][:MOST_MISSES]]
    return explain(themes, misses, refute)


def idea_of(themes: Sequence[str]) -> str:
    """What the first placement does, in one word."""
    if "only-block" in themes:
        return "hold"
    if "win-in-one" in themes:
        return "path"
    if "counter" in themes:
        return "counter"
    return "fork" if {"win-in-two", "fork"} <= set(themes) else "forced"


def explain(themes: Sequence[str], misses: Sequence[str], refute: Callable[[str], Proof]) -> Why:
    """The idea of the right placement, and the near miss with the plainest and shortest refutation."""
    found: list[tuple[int, int, str, Proof]] = []
    plain = list(ENDINGS)
    for miss in misses:
        try:
            proof = refute(miss)
        except Unproven:
            continue
        if proof.result in ENDINGS:
            found.append((plain.index(proof.result), len(proof.line), miss, proof))
            if found[-1][:2] == (0, 1):
                break
    if not found:
        raise Unproven
    _, _, miss, proof = min(found, key=lambda one: one[:2])
    return Why(idea_of(themes), None, Ending(ENDINGS[proof.result]), miss, proof.line)


def charm(themes: Sequence[str]) -> int:
    """Points for what is to be enjoyed."""
    points = sum(CHARMS.get(theme, 0) for theme in themes)
    return points + WITH_A_FORK * ("fork" in themes and not {"cover", "counter"}.isdisjoint(themes))


def walls(position: Position) -> int:
    """How many pairs of neighbouring squares are of different height: there a path has to climb."""
    heights = [len(column) for column in position.stacks]
    around = position.board.neighbours
    return sum(
        heights[square] != heights[other]
        for square in position.board.squares
        for other in around[square]
        if other > square
    )
