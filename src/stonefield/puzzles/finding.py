"""Whether a position is a puzzle, how its solution goes on, and how hard it is."""

from __future__ import annotations

import threading
from dataclasses import replace

from stonefield.engine.levels import Levelled
from stonefield.engine.registry import levelled_thinker_for
from stonefield.engine.thinker import Limits, Settings
from stonefield.games.game import Position
from stonefield.puzzles.proving import Prover, only_decision
from stonefield.puzzles.puzzle import RESULTS, Puzzle

FEWEST_DECISIONS = 3
"""With two to choose from, a guess is right half of the time."""
LONGEST = 9
"""A line ends after so many decisions of both sides."""
OBVIOUS_LEVEL, OBVIOUS_TRIES = 2, 6
"""What this level finds in half of its tries or more is no puzzle."""
LEVELS, TRIES = (3, 4, 5, 6, 7), 4
"""Who tries the puzzle to tell how hard it is, and how often each."""
HASH_MB = 16


class Finder:
    """Finds puzzles of one game."""

    def __init__(self, game: str, prover: Prover) -> None:
        self._prover = prover
        self._thinker: Levelled = levelled_thinker_for(game)

    def puzzle_at(self, position: Position) -> Puzzle | None:
        """The puzzle that a position is, or None; Unproven if that takes too long."""
        prover = self._prover
        if position.is_over or not prover.is_near(position):
            return None
        if len(prover.decisions(position)) < FEWEST_DECISIONS:
            return None
        result = prover.result(position)
        move = only_decision(prover, position, result) if result >= 0 else None
        if move is None:
            return None
        puzzle = Puzzle(str(position), RESULTS[result], (move,), (), 0)
        found = sum(self._solves(puzzle, OBVIOUS_LEVEL, seed) for seed in range(OBVIOUS_TRIES))
        if 2 * found >= OBVIOUS_TRIES:
            return None
        line = (move, *self._goes_on(position.play(move), position.turn, result, LONGEST - 1))
        puzzle = replace(puzzle, line=line, themes=prover.themes(position, line))
        return replace(puzzle, difficulty=self._difficulty(puzzle))

    def _goes_on(self, position: Position, side: str, result: int, longest: int) -> tuple[str, ...]:
        """The rest of a line: as long as a defence leaves one right decision, the longest of these."""
        if position.is_over or longest <= 0:
            return ()
        if position.turn == side:
            move = only_decision(self._prover, position, result)
            if move is None:
                return ()
            return (move, *self._goes_on(position.play(move), side, result, longest - 1))
        best: tuple[str, ...] = ()
        for defence in self._prover.defences(position):
            rest = self._goes_on(position.play(defence), side, result, longest - 1)
            if rest and len(rest) + 1 > len(best):
                best = (defence, *rest)
        return best

    def _difficulty(self, puzzle: Puzzle) -> int:
        solved = sum(self._solves(puzzle, level, seed) for level in LEVELS for seed in range(TRIES))
        tries = len(LEVELS) * TRIES
        return round(100 * (tries - solved) / tries)

    def _solves(self, puzzle: Puzzle, level: int, seed: int) -> bool:
        return solves(self._thinker, self._prover, puzzle, level, seed)


def solves(thinker: Levelled, prover: Prover, puzzle: Puzzle, level: int, seed: int) -> bool:
    """Whether a level finds every decision of a puzzle."""
    settings = Settings(threads=1, hash_mb=HASH_MB, level=level, seed=seed)
    for position, right in puzzle.decisions():
        thought = thinker.think(position, Limits(), settings, stop=threading.Event())
        if not prover.is_same(position, thought.best, right):
            return False
    return True
