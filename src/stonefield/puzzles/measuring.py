"""What is measured of a puzzle: how often six players find its solution, how much there is to choose from,
and how much there is to enjoy."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace

from stonefield.engine.careless import decide
from stonefield.engine.game_engine import levelled_thinker_for, thinker_for
from stonefield.engine.thinker import Limits, Settings
from stonefield.games.game import Position
from stonefield.puzzles.beauty import beauty_of
from stonefield.puzzles.proving import Prover, prover_for
from stonefield.puzzles.puzzle import Puzzle
from stonefield.puzzles.sameness import is_same

HASH_MB = 16
TRIES = {3: 4, 4: 6, 5: 4, 6: 2}
"""Which solvers try the puzzle to tell how hard it is, and how often each: the higher ones take longer, and
change their minds less."""
NOVICES = {1: 12, 2: 12}
"""How often solvers 1 and 2 try, where their tries are quick."""
OBSERVER = 5
"""What this solver does not find is hidden well."""
OBSERVED = 4
"""How often it tries."""


class Measurer:
    """Measures puzzles of one game."""

    def __init__(self, game: str, prover: Prover | None = None) -> None:
        self._prover = prover or prover_for(game)
        self._levelled, self._thinker = levelled_thinker_for(game), thinker_for(game)

    def solves(self, puzzle: Puzzle, level: int, seed: int) -> bool:
        """Whether a level finds every decision of a puzzle."""
        settings = Settings(threads=1, hash_mb=HASH_MB, level=level, seed=seed)

        def chosen(position: Position) -> str:
            return self._levelled.think(position, Limits(), settings, stop=threading.Event()).best

        return _is_solved(puzzle, chosen)

    def is_found(self, puzzle: Puzzle, solver: int, seed: int) -> bool:
        """Whether one of the game's solvers, of whom the first has number 1, finds every decision."""
        settings = Settings(threads=1, hash_mb=HASH_MB, seed=seed, network=False)
        recipe = self._prover.solvers[solver - 1]
        return _is_solved(puzzle, lambda position: decide(self._thinker, position, recipe, settings))

    def failed(self, puzzle: Puzzle, tries: Mapping[int, int]) -> float:
        """The share of tries that failed; ``tries`` has the solvers, and how often each tries."""
        seeds = [(solver, seed) for solver, count in tries.items() for seed in range(count)]
        return sum(not self.is_found(puzzle, solver, seed) for solver, seed in seeds) / len(seeds)

    def with_difficulty(self, puzzle: Puzzle) -> Puzzle:
        """The puzzle with what solvers 3 to 6 make of it."""
        return replace(puzzle, difficulty=round(100 * self.failed(puzzle, TRIES)))

    def with_facts(self, puzzle: Puzzle) -> Puzzle:
        """The puzzle with everything else that is measured: that is quick, and needs no proof."""
        prover, start = self._prover, puzzle.start
        right = puzzle.line[0]
        found = replace(
            puzzle,
            novices=round(100 * self.failed(puzzle, self._fewer(NOVICES))),
            choices=tuple(len(prover.decisions(position)) for position, _ in puzzle.decisions(start)),
            near=len(prover.near_misses(start, right)),
            obstacles=prover.obstacles(start),
        )
        charm = prover.charm(start, puzzle.line, puzzle.themes)
        overlooked = self.failed(puzzle, self._fewer({OBSERVER: OBSERVED}))
        return replace(found, beauty=beauty_of(found, charm, overlooked))

    def _fewer(self, tries: Mapping[int, int]) -> dict[int, int]:
        """Fewer tries where each takes long."""
        return {solver: count // self._prover.slowness for solver, count in tries.items()}


def _is_solved(puzzle: Puzzle, choose: Callable[[Position], str]) -> bool:
    return all(is_same(position, choose(position), right) for position, right in puzzle.decisions())


_measurers: dict[str, Measurer] = {}


def measure(puzzle: Puzzle) -> Puzzle:
    """The same, with one measurer per game and process."""
    if puzzle.game not in _measurers:
        _measurers[puzzle.game] = Measurer(puzzle.game)
    return _measurers[puzzle.game].with_facts(puzzle)
