"""Whether a position is a puzzle, how its solution continues, and how hard it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from stonefield.games.game import Position
from stonefield.puzzles.measuring import Measurer
from stonefield.puzzles.proving import Prover, only_solution
from stonefield.puzzles.puzzle import Puzzle

FEWEST_DECISIONS = 3
"""With two to choose from, a guess is right half of the time."""
LONGEST = 9
"""A line ends after this many decisions of both sides."""
OBVIOUS_TRIES = 6
"""What the game's beginner finds in half of this many tries or more is no puzzle."""


class Finder:
    """Finds puzzles of one game."""

    def __init__(self, game: str, prover: Prover) -> None:
        self._prover = prover
        self._measurer = Measurer(game, prover)

    def puzzle_at(self, position: Position, others: Sequence[Puzzle] = ()) -> Puzzle | None:
        """The puzzle that a position is, or None; Unproven if that takes too long.

        ``others``: puzzles of the same game that it must not be like.
        """
        prover = self._prover
        if position.is_over or not prover.is_near(position):
            return None
        task = prover.task(position)
        move = only_solution(prover, position, task) if task is not None else None
        if task is None or move is None or any(other.line[0] == move for other in others):
            return None
        if len(prover.decisions(position)) < FEWEST_DECISIONS:
            return None
        puzzle = Puzzle(str(position), task, (move,), (), 0)
        if self._is_obvious(puzzle):
            return None
        line = (move, *self._goes_on(position.play(move), position.turn, task, LONGEST - 1))
        puzzle = replace(puzzle, line=line, themes=prover.themes(position, line))
        if any(other.themes == puzzle.themes for other in others):
            return None
        return self._measurer.with_facts(self._measurer.with_difficulty(puzzle))

    def _goes_on(self, position: Position, side: str, task: str, longest: int) -> tuple[str, ...]:
        """The rest of a line: as long as a defence leaves one right decision, the longest of these."""
        if position.is_over or longest <= 0:
            return ()
        if position.turn == side:
            move = only_solution(self._prover, position, task)
            if move is None:
                return ()
            return (move, *self._goes_on(position.play(move), side, task, longest - 1))
        best: tuple[str, ...] = ()
        for defence in self._prover.defences(position, task):
            rest = self._goes_on(position.play(defence), side, task, longest - 1)
            if rest and len(rest) + 1 > len(best):
                best = (defence, *rest)
        return best

    def _is_obvious(self, puzzle: Puzzle) -> bool:
        solver, is_found = self._prover.beginner, self._measurer.is_found
        finds = (seed for seed in range(OBVIOUS_TRIES) if is_found(puzzle, solver, seed))
        return len(list(islice(finds, OBVIOUS_TRIES // 2))) == OBVIOUS_TRIES // 2
