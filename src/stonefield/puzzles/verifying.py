"""Puzzles proven again, from nothing but their positions."""

from __future__ import annotations

from stonefield.games.game import StonefieldError
from stonefield.puzzles.proving import Prover, Unproven, only_solution, prover_for
from stonefield.puzzles.puzzle import Puzzle
from stonefield.puzzles.sameness import is_same
from stonefield.study.explain.lines import trail


def verify(puzzle: Puzzle, prover: Prover | None = None) -> str | None:
    """What is wrong with a puzzle: it has another result, or a second solution; None if it is right."""
    prover = prover or prover_for(puzzle.game)
    try:
        return _wrong(puzzle, prover)
    except Unproven:
        return "is not proven within the nodes allowed"
    except StonefieldError as error:
        return str(error)


def _wrong(puzzle: Puzzle, prover: Prover) -> str | None:
    task = prover.task(puzzle.start)
    if task != puzzle.result:
        return f"asks for {puzzle.result} where {task or 'nothing'} can be kept"
    for position, right in puzzle.decisions():
        found = only_solution(prover, position, puzzle.result)
        if found is None:
            return f"{right} is not the only decision that keeps the {puzzle.result}"
        if not is_same(position, found, right):
            return f"{found} keeps the {puzzle.result}, not {right}"
    if trail(puzzle.start, puzzle.line[:-1])[-1].turn != puzzle.start.turn:
        return "the line does not end with a decision to be found"
    if prover.themes(puzzle.start, puzzle.line) != puzzle.themes:
        return "its themes are not those of its line"
    return None
