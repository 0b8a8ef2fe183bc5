"""Whether marks hold and what accuracy means: games between levels, reviewed shorter and longer.

`benchmarks/review.py --marks` runs this. Each game is played by two levels (0 is random play) and reviewed as
deep as the page does it, look by look, every look with chance of its own. Decisions that the last look calls
small losses are searched once more, three times as long. Games are measured in as many processes as wanted,
each with one thread; what is measured is the same on any machine.
"""

from __future__ import annotations

import json
import math
import multiprocessing
import os
import statistics
import threading
from argparse import Namespace
from collections import defaultdict
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
from stonefield.study.decision import Decision, accuracy_of
from stonefield.study.review import ReviewBuilder
from stonefield.study.scales import DEEPER_LOOK, MARKS, Scale, scale_for

BOARDS = {"carnac": ("medium", "small"), "caminos": ("square", "diamond", "octagon", "torus")}
PAIRS = ((0, 0), (10, 10), (1, 3), (5, 7), (2, 4), (8, 10), (3, 5), (6, 8), (4, 6), (7, 9), (0, 2), (9, 1))
"""The levels of both sides, one pair per game; 0 plays at random."""
LOOKS = (300, 1200, 3000)
"""Simulations per position in a review on the page, one look after the other."""
SMALL = (0.03, 0.15)
"""What the last look calls a small loss: such decisions are searched longer."""
GRAVEST_FIRST = tuple(reversed(MARKS))
AIMS = {"blunder": 0.90, "mistake": 0.80, "inaccuracy": 0.70}


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


def measure(game: str, number: int, looks: Sequence[int]) -> Measured:
    """Play a game and look at it again and again."""
    board = BOARDS[game][(number + number // len(PAIRS)) % len(BOARDS[game])]
    levels = PAIRS[number % len(PAIRS)]
    if number // len(PAIRS) % 2:
        levels = (levels[1], levels[0])
    record = play(game, board, levels, number)
    every = range(1, len(record.moves) + 1)
    found = {simulations: look(record, every, simulations, number) for simulations in looks}
    small = [one.ply for one in found[looks[-1]] if SMALL[0] <= one.loss < SMALL[1]]
    longest = 3 * looks[-1]
    found[longest] = look(record, small, longest, number)
    return Measured(game, board, number, levels, found)


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
            builder.add(ply, thought)
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
        found[one["game"], one["number"]] = Measured(
            one["game"], one["board"], one["number"], tuple(one["levels"]), looks
        )
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
        waiting = {pool.submit(measure, game, number, LOOKS) for game, number in jobs}
        for done in as_completed(waiting):
            one = done.result()
            if options.json:
                with options.json.open("a") as file:
                    file.write(json.dumps(asdict(one)) + "\n")
            yield one


# What is printed


def at_least(kind: str, verdict: str | None) -> bool:
    """Whether a verdict is of this kind or graver."""
    return verdict is not None and GRAVEST_FIRST.index(verdict) <= GRAVEST_FIRST.index(kind)


def pairs(
    games: Iterable[Measured], first: int, then: int, scale: Scale
) -> Iterator[tuple[Decision, Decision]]:
    """Every decision as two looks see it."""
    for one in games:
        later = {judged.ply: judged for judged in one.looks[then]}
        for judged in one.looks[first]:
            if judged.ply in later:
                yield judged.decision(scale), later[judged.ply].decision(scale)


def tell_marks(game: str, games: Sequence[Measured]) -> None:
    """How many marks of a look a longer one confirms."""
    scale = scale_for(game)
    longest = 3 * LOOKS[-1]
    print(f"\n{game}: {len(games)} games, {sum(len(one.looks[LOOKS[0]]) for one in games)} decisions")
    for look in LOOKS:
        found = [judged.decision(scale) for one in games for judged in one.looks[look]]
        shares = (f"{mark} {_share(found, kind)}" for kind, mark in MARKS.items())
        print(f"  marked at {look}: {', '.join(shares)}")
    for kind in GRAVEST_FIRST:
        for first, then in ((LOOKS[0], LOOKS[-1]), (LOOKS[1], LOOKS[-1]), (LOOKS[-1], longest)):
            is_small = kind == "inaccuracy"
            if (is_small and first < DEEPER_LOOK) or (not is_small and then == longest):
                continue
            marked = [later for now, later in pairs(games, first, then, scale) if now.verdict == kind]
            held = _counted(at_least(kind, later.verdict) for later in marked)
            print(f"  {MARKS[kind]} at {first} that hold at {then}: {held}, aim {AIMS[kind]:.0%}")
    looks = pairs(games, LOOKS[0], LOOKS[-1], scale)
    seen = _counted(now.verdict is not None for now, later in looks if later.verdict == "blunder")
    print(f"  ?? at {LOOKS[-1]} that have a mark at {LOOKS[0]}: {seen}")


def tell_margins(game: str, games: Sequence[Measured]) -> None:
    """How much a shorter look has to find for a longer one to find what a mark stands for."""
    scale = scale_for(game)
    for kind, first, then in (
        ("blunder", LOOKS[0], LOOKS[-1]),
        ("mistake", LOOKS[0], LOOKS[-1]),
        ("inaccuracy", LOOKS[1], LOOKS[-1]),
        ("inaccuracy", LOOKS[-1], 3 * LOOKS[-1]),
    ):
        found = [(a.loss, b.loss) for a, b in pairs(games, first, then, scale)]
        print(
            f"  {game} {kind}: loss at {first}, and how often {then} finds {scale.threshold(kind, then):.3f}"
        )
        for step in range(13):
            least = scale.least[kind] + step * 0.02
            held = (later >= scale.threshold(kind, then) for loss, later in found if loss >= least)
            print(f"    {least:.2f}: {_counted(held)}")


def by_level(games: Iterable[Measured], look: int, scale: Scale) -> dict[int, list[float]]:
    """The accuracy of each side, by its level."""
    found = defaultdict(list)
    for one in games:
        decisions = [judged.decision(scale) for judged in one.looks[look]]
        for side, level in enumerate(one.levels):
            accuracy = accuracy_of([each for each in decisions if each.side == side])
            if accuracy is not None:
                found[level].append(accuracy)
    return dict(sorted(found.items()))


def tell_accuracy(game: str, games: Sequence[Measured]) -> None:
    """The accuracy of random play and of each level."""
    scale = scale_for(game)
    print(f"  accuracy by level (0: random play), at {LOOKS[0]} and {LOOKS[-1]} simulations")
    first, last = (by_level(games, look, scale) for look in (LOOKS[0], LOOKS[-1]))
    for level, values in last.items():
        spread = f", {min(values):.0f} to {max(values):.0f}"
        means = f"{statistics.mean(first[level]):3.0f} {statistics.mean(values):3.0f}"
        print(f"    {level:2}: {means} ({len(values)} sides{spread})")


def _share(found: Sequence[Decision], kind: str) -> str:
    return f"{sum(one.verdict == kind for one in found) / max(1, len(found)):.1%}"


def _counted(held: Iterable[bool]) -> str:
    every = list(held)
    return f"{sum(every)} of {len(every)}" + (f" ({sum(every) / len(every):.0%})" if every else "")


def main(options: Namespace) -> None:
    """Measure what is missing, and print all."""
    games = defaultdict(list)
    for one in measure_all(options):
        games[one.game].append(one)
        if options.games:
            print(f"{one.game} {one.board} {one.number}: levels {one.levels}", flush=True)
    for game, found in sorted(games.items()):
        tell_marks(game, found)
        tell_accuracy(game, found)
        if options.fit:
            tell_margins(game, found)
