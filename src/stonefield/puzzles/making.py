"""Puzzles found in games: those of records, or those that a level plays against itself."""

from __future__ import annotations

import hashlib
import os
import random
import threading
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from itertools import chain, count, islice
from pathlib import Path

from stonefield.engine.game_engine import levelled_thinker_for
from stonefield.engine.thinker import Limits, Settings
from stonefield.games.game import Position, parse
from stonefield.puzzles.finding import Finder
from stonefield.puzzles.measuring import HASH_MB
from stonefield.puzzles.proving import Prover, Unproven, prover_for
from stonefield.puzzles.puzzle import Puzzle, read_puzzles

OPENING_PLIES = 6
"""A level begins its game against itself after this many random plies."""
MOST_A_GAME = 4
"""More puzzles of one game would be too much alike."""


@dataclass(frozen=True, slots=True)
class SourceGame:
    """A game to search: its moves, or the level and the seed that play it.

    ``alternatives``: how many other decisions are looked at in each of its positions.
    """

    start: str
    moves: tuple[str, ...] = ()
    level: int | None = None
    seed: int = 0
    alternatives: int = 0

    @property
    def name(self) -> str:
        """Short, and the same for the same game."""
        what = self.start, self.moves, self.level, self.seed, self.alternatives
        return hashlib.sha256(repr(what).encode()).hexdigest()[:16]

    def positions(self) -> Iterator[Position]:
        """Every position of the game."""
        position = parse(self.start)
        yield position
        for move in self.moves or self._played(position):
            position = position.play(move)
            yield position

    def _played(self, position: Position) -> Iterator[str]:
        rng = random.Random(self.seed)
        thinker = levelled_thinker_for(position.game.name)
        settings = Settings(threads=1, hash_mb=HASH_MB, level=self.level, seed=self.seed)
        for ply in count():
            if position.is_over:
                return
            if ply < OPENING_PLIES:
                move = str(rng.choice(position.legal_moves()))
            else:
                move = thinker.think(position, Limits(), settings, stop=threading.Event()).best
            yield move
            position = position.play(move)

    def alternatives_to(self, position: Position) -> Iterator[Position]:
        """Positions that other decisions lead to from here; the same ones each time."""
        moves = position.legal_moves()
        rng = random.Random(f"{self.seed} {position}")
        for move in rng.sample(moves, min(self.alternatives, len(moves))):
            yield position.play(move)


def search(source: SourceGame) -> tuple[Puzzle, ...]:
    """The puzzles of one game: at most one at each position or an alternative to it, and no two alike."""
    game = parse(source.start).game.name
    prover = prover_for(game)
    finder = Finder(game, prover)
    found: list[Puzzle] = []
    for position in source.positions():
        if len(found) == MOST_A_GAME:
            break
        if prover.is_near(position):
            others = (other for other in source.alternatives_to(position) if _is_promising(prover, other))
            puzzles = (_look(finder, one, found) for one in chain([position], others))
            found += islice(filter(None, puzzles), 1)
    return tuple(found)


def _is_promising(prover: Prover, position: Position) -> bool:
    return prover.is_near(position) and prover.is_cheap(position)


def _look(finder: Finder, position: Position, found: Sequence[Puzzle]) -> Puzzle | None:
    try:
        return finder.puzzle_at(position, found)
    except Unproven:
        return None


class PuzzleFile:
    """Puzzles as JSON lines, and next to them the names of the games that were searched."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._searched_path = path.with_name(path.name + ".searched")
        self.puzzles = _whole_lines(path)
        self.names = {puzzle.name for puzzle in read_puzzles("\n".join(self.puzzles), str(path))}
        self.searched = set(_whole_lines(self._searched_path))

    def write(self, source: SourceGame, puzzles: Iterable[Puzzle]) -> int:
        """Keep what was found in a game; how many puzzles are new. On disk when this returns."""
        new = [puzzle for puzzle in puzzles if puzzle.name not in self.names]
        _append(self.path, (puzzle.to_json() for puzzle in new))
        self.names |= {puzzle.name for puzzle in new}
        _append(self._searched_path, [source.name])
        self.searched.add(source.name)
        return len(new)


def _whole_lines(path: Path) -> list[str]:
    """The lines of a file; one cut short by a crash is dropped."""
    if not path.exists():
        return []
    whole = path.read_bytes().split(b"\n")[:-1]
    os.truncate(path, sum(len(line) + 1 for line in whole))
    return [line.decode("utf-8") for line in whole]


def _append(path: Path, lines: Iterable[str]) -> None:
    with path.open("a", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in lines)
        file.flush()
        os.fsync(file.fileno())


def make(sources: Iterable[SourceGame], out: PuzzleFile, executor: Executor, at_once: int) -> Iterator[int]:
    """Search games that were not searched before; yields the number of new puzzles of each."""
    left = (source for source in sources if source.name not in out.searched)
    running: dict[Future[tuple[Puzzle, ...]], SourceGame] = {}
    for source in left:
        running[executor.submit(search, source)] = source
        if len(running) >= at_once:
            yield from _finished(running, out)
    while running:
        yield from _finished(running, out)


def _finished(running: dict[Future[tuple[Puzzle, ...]], SourceGame], out: PuzzleFile) -> Iterator[int]:
    done, _ = wait(running, return_when=FIRST_COMPLETED)
    for future in done:
        yield out.write(running.pop(future), future.result())
