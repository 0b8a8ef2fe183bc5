"""What is measured of a puzzle: how often levels find its solution, how much there is to choose from, and how
much there is to enjoy."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import replace

from stonefield.engine.game_engine import levelled_thinker_for
from stonefield.engine.levels import Levelled
from stonefield.engine.thinker import Limits, Settings
from stonefield.puzzles.beauty import beauty_of
from stonefield.puzzles.proving import Prover, prover_for
from stonefield.puzzles.puzzle import Puzzle
from stonefield.puzzles.sameness import is_same

HASH_MB = 16
TRIES = {3: 4, 4: 6, 5: 4, 6: 2}
"""Which levels try the puzzle to tell how hard it is, and how often each: the higher ones take longer, and
change their minds less."""
NOVICES = {1: 12, 2: 12}
"""How often levels 1 and 2 try, where their tries are quick."""
OBSERVER = 5
"""What this level does not find is hidden well."""
OBSERVED = 4
"""How often it tries."""


class Measurer:
    """Measures puzzles of one game."""

    def __init__(self, game: str, prover: Prover | None = None) -> None:
        self._prover = prover or prover_for(game)
        self._thinker: Levelled = levelled_thinker_for(game)

    def solves(self, puzzle: Puzzle, level: int, seed: int) -> bool:
        """Whether a level finds every decision of a puzzle."""
        settings = Settings(threads=1, hash_mb=HASH_MB, level=level, seed=seed)
        for position, right in puzzle.decisions():
            thought = self._thinker.think(position, Limits(), settings, stop=threading.Event())
            if not is_same(position, thought.best, right):
                return False
        return True

    def failed(self, puzzle: Puzzle, tries: Mapping[int, int]) -> float:
        """The share of tries that failed; ``tries`` has the levels, and how often each tries."""
        seeds = [(level, seed) for level, count in tries.items() for seed in range(count)]
        return sum(not self.solves(puzzle, level, seed) for level, seed in seeds) / len(seeds)

    def with_difficulty(self, puzzle: Puzzle) -> Puzzle:
        """The puzzle with what levels 3 to 6 make of it."""
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
        return {level: count // self._prover.slowness for level, count in tries.items()}


_measurers: dict[str, Measurer] = {}


def measure(puzzle: Puzzle) -> Puzzle:
    """The same, with one measurer per game and process."""
    if puzzle.game not in _measurers:
        _measurers[puzzle.game] = Measurer(puzzle.game)
    return _measurers[puzzle.game].with_facts(puzzle)
