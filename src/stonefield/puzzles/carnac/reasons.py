"""Why a solution in Carnac works, and what there is to enjoy in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stonefield.games.carnac import Position
from stonefield.games.carnac.moves import COLOURS
from stonefield.puzzles.carnac.themes import gives_up_a_dolmen, themes_of_decision
from stonefield.puzzles.proving import Ending, Proof, Unproven, Why
from stonefield.puzzles.puzzle import own_decisions
from stonefield.study.explain.lines import trail

IDEAS = ("join", "dolmen", "leave", "cut", "block", "give", "show", "threat", "quiet")
"""Themes of a decision that make a sentence; the first that it has is what it is said to do."""
CHARMS = {
    "join": 20,
    "cut": 12,
    "leave": 12,
    "give": 10,
    "threat": 6,
    "save": 6,
    "dolmen": 4,
    "last": 4,
    "size": -4,
    "tempo": -4,
    "quiet": -4,
}
SACRIFICE, QUIET_AND_FORCING, FEW_LEFT, COUNT_EVERYTHING = 24, 14, 6, -30
COUNTED = frozenset({"tempo", "size", "quiet"})
"""Together they mark puzzles in which everything has to be counted, with no reason to give afterwards."""
FEW = 2
"""With this many megaliths to go there is little to work out."""


def near_misses(position: Position, move: str) -> list[str]:
    """What else can be done with the same megalith: another answer, or another way on the same square.

    Of decisions that lead to the same position, one.
    """
    seen, found = {position.play(move).continuation_key}, []
    for other in map(str, position.legal_moves()):
        if other[:-2] == move[:-2]:
            key = position.play(other).continuation_key
            if key not in seen:
                seen.add(key)
                found.append(other)
    return found


def why(
    position: Position, line: Sequence[str], themes: Sequence[str], refute: Callable[[str], Proof]
) -> Why:
    """How best play ends after the right decision, and after a near miss; Unproven if there is none."""
    misses = near_misses(position, line[0])
    if not misses:
        raise Unproven
    return explain(position, line[0], misses, refute)


def idea_of(position: Position, move: str) -> str:
    """What a decision does, in one word."""
    if gives_up_a_dolmen(position, move):
        return "sacrifice"
    found = set(themes_of_decision(position, move))
    return next((idea for idea in IDEAS if idea in found), "last")


def explain(position: Position, move: str, misses: Sequence[str], refute: Callable[[str], Proof]) -> Why:
    """The idea of the right decision, and the near miss that is refuted in the fewest decisions."""
    proofs = {miss: refute(miss).line for miss in misses}
    miss = min(proofs, key=lambda one: len(proofs[one]))
    return Why(
        idea_of(position, move),
        _ending(position, move, refute(move).line),
        _ending(position, miss, proofs[miss]),
        miss,
        proofs[miss],
    )


def charm(start: Position, line: Sequence[str], themes: Sequence[str]) -> int:
    """Points for what is to be enjoyed."""
    points = sum(CHARMS.get(theme, 0) for theme in themes)
    if any(gives_up_a_dolmen(position, move) for position, move in own_decisions(start, line)):
        points += SACRIFICE
    if len(line) >= 3 and "quiet" in set(themes_of_decision(start, line[0])):
        points += QUIET_AND_FORCING
    if start.stock <= FEW:
        points += FEW_LEFT
    return points + COUNT_EVERYTHING * COUNTED.issubset(themes)


def _ending(start: Position, move: str, line: Sequence[str]) -> Ending:
    """The dolmens of both sides where a line ends, the solver's first."""
    position = trail(start, (move, *line))[-1]
    own, theirs = (position.dolmens(colour) for colour in _sides(start))
    if len(own) != len(theirs):
        how = "dolmens" if own else "no_dolmens"
    elif own == theirs:
        how = "even"
    else:
        how = "larger" if own > theirs else "smaller"
    return Ending(how, len(own), len(theirs))


def _sides(position: Position) -> tuple[str, str]:
    return position.turn, COLOURS[1 - COLOURS.index(position.turn)]
