"""Games between levels, reviewed shorter and longer: what marks and accuracy are measured by.

`benchmarks/review.py --marks` runs this and prints the figures of `review_figures.py`. Each game is played by
two levels (0 is random play) and reviewed as deep as the page does it, look by look, each with chance of its
own. Decisions that the last look calls small losses are searched once more, three times as long. Games are
measured in as many processes as wanted, each with one thread; what is measured is the same on any machine.
"""

from __future__ import annotations

import json
import math
import multiprocessing
import os
import threading
import time
from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from stonefield.engine import Limits, Settings, Thinker, thinker_for
from stonefield.engine.game_engine import levelled_thinker_for
from stonefield.engine.plain import RandomThinker
from stonefield.games.game import find_game
from stonefield.records import Record
from stonefield.study.decision import Decision
from stonefield.study.review import ReviewBuilder, within
from stonefield.study.scales import Scale

BOARDS = {"carnac": ("medium", "small"), "caminos": ("square", "diamond", "octagon", "torus")}
PAIRS = ((0, 0), (10, 10), (1, 3), (5, 7), (2, 4), (8, 10), (3, 5), (6, 8), (4, 6), (7, 9), (0, 2), (9, 1))
"""The levels of both sides, one pair per game; 0 plays at random."""
LOOKS = (300, 1200, 3000)
"""Simulations per position in a review on the page, one look after the other."""
LONGEST = 3 * LOOKS[-1]
"""Simulations for decisions of which the last look is not sure."""
SMALL = (0.03, 0.15)
"""What the last look calls a small loss: such decisions are searched longer."""


@dataclass(frozen=True)
class Judged:
    """A decision in one look; `Decision` has the meaning of each."""

    ply: int
    side: int
    win_rate: float
    after: float
    loss: float
    simulations: int | None
    """None: exact."""
    visits: tuple[int, int | None]
    """Of the best move before the decision and after it; None at the end of the game."""

    def decision(self, scale: Scale) -> Decision:
        """The same as a review has it, as far as marks and accuracy are concerned."""
        best = ("best",) if self.loss else ("played",)
        simulations = math.inf if self.simulations is None else self.simulations
        return Decision(
            self.ply, "played", self.side, "", self.win_rate, self.after, 0.0, best, None,
            simulations=simulations, scale=scale,
        )  # fmt: skip


@dataclass(frozen=True)
class Measured:
    """One game and every look at it, by the simulations per position."""

    game: str
    board: str
    number: int
    levels: tuple[int, int]
    processor: float
    """Seconds it took."""
    looks: dict[int, list[Judged]]


def play(game: str, board: str, levels: Sequence[int], seed: int) -> Record:
    """A game between two levels."""
    position = start = find_game(game).start(board=board)
    thinkers = [levelled_thinker_for(game) if level else RandomThinker() for level in levels]
    moves: list[str] = []
    while not position.is_over:
        side = position.players.index(position.player) % 2
        settings = Settings(threads=1, level=levels[side] or None, seed=seed)
        thought = thinkers[side].think(position, Limits(nodes=10**9), settings, stop=threading.Event())
        moves.append(thought.best)
        position = position.play(thought.best)
    return Record.of(start, moves)


def measure(game: str, number: int) -> Measured:
    """Play a game and look at it again and again."""
    board = BOARDS[game][(number + number // len(PAIRS)) % len(BOARDS[game])]
    levels = PAIRS[number % len(PAIRS)]
    if number // len(PAIRS) % 2:
        levels = (levels[1], levels[0])
    began = time.process_time()
    record = play(game, board, levels, number)
    every = range(1, len(record.moves) + 1)
    found = {simulations: look(record, every, simulations, number) for simulations in LOOKS}
    small = [one.ply for one in found[LOOKS[-1]] if SMALL[0] <= one.loss < SMALL[1]]
    found[LONGEST] = look(record, small, LONGEST, number)
    return Measured(game, board, number, levels, time.process_time() - began, found)


def look(record: Record, plies: Iterable[int], simulations: int, number: int) -> list[Judged]:
    """Some decisions of a game, judged by searches of so many simulations; the last first, as in a review."""
    builder, thinker = ReviewBuilder(record), _thinker(record.start.game.name)
    settings = Settings(threads=1, seed=100_000 * number + simulations)
    thinker.forget()
    visits: dict[int, int] = {}
    wanted = set(plies)
    for ply in sorted(wanted | {one - 1 for one in wanted}, reverse=True):
        if not record.positions[ply].is_over:
            limits = Limits(nodes=simulations)
            thought = thinker.think(record.positions[ply], limits, settings, stop=threading.Event())
            visits[ply] = thought.lines[0].visits
            builder.add(ply, within(thought, limits))
    return [judged(one, visits) for one in builder.review.decisions if one.ply in wanted]


def judged(decision: Decision, visits: Mapping[int, int]) -> Judged:
    """What is kept of a decision."""
    exact = decision.simulations == math.inf
    return Judged(
        decision.ply,
        decision.side,
        round(decision.win_rate, 4),
        round(decision.after, 4),
        round(decision.loss, 4),
        None if exact else int(decision.simulations),
        (visits[decision.ply - 1], visits.get(decision.ply)),
    )


@cache
def _thinker(game: str) -> Thinker:
    return thinker_for(game)


# What is kept


def read(file: Path | None) -> dict[tuple[str, int], Measured]:
    """What was measured before, by game and number."""
    lines = file.read_text().splitlines() if file and file.exists() else ()
    found = {}
    for line in lines:
        one = json.loads(line)
        looks = {
            int(look): [Judged(**judged) for judged in decisions] for look, decisions in one["looks"].items()
        }
        levels = tuple(one["levels"])
        found[one["game"], one["number"]] = Measured(**{**one, "levels": levels, "looks": looks})
    return found


def measure_all(options: Namespace) -> Iterator[Measured]:
    """Every game that is not in the file yet, as soon as it is measured."""
    known = read(options.json)
    games = [options.game] if options.game else list(BOARDS)
    jobs = [
        (game, number)
        for number in range(options.games * len(PAIRS))
        for game in games
        if (game, number) not in known
    ]
    yield from (one for one in known.values() if one.game in games)
    if not jobs:
        return
    # One thread each: the engine's, and those of the libraries that multiply matrices.
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[name] = "1"
    for game in games:
        # Compiled once, not by every process.
        for network in (False, True):
            _thinker(game).warm_up(find_game(game).start(), Settings(threads=1, network=network))
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(options.processes, mp_context=context) as pool:
        waiting = {pool.submit(measure, game, number) for game, number in jobs}
        for done in as_completed(waiting):
            one = done.result()
            if options.json:
                with options.json.open("a") as file:
                    file.write(json.dumps(asdict(one)) + "\n")
            yield one
