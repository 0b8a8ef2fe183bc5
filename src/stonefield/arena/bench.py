"""The engine as a yardstick for others: proven positions that any player can be set, scored by time.

There are two sets: puzzles, in which one decision is right, and positions of ordinary play, in which every
decision is proven to keep what the position is worth or not.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from dataclasses import asdict, dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from stonefield import __version__
from stonefield.arena.player import Player
from stonefield.arena.players import Spec, make_player
from stonefield.arena.truth import judged
from stonefield.arena.workers import local_workers
from stonefield.games.game import IllegalMove, InvalidMove, parse

LIMITED = ("full", "plain", "ugi")
"""The kinds of players that think as long as they are told."""


PUZZLES, PLAY = SETS = ("puzzles", "play")
CHUNK = 8
"""A worker answers this many positions at a time."""


@dataclass(frozen=True, slots=True)
class Proven:
    """A position in which it is proven what is right, and all the moves that are."""

    position: str
    kind: str
    value: str
    """What right moves do: "win" (in puzzles: soonest), keep the "draw", or "hold": not lose at once."""
    right: tuple[str, ...]

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.position.split(maxsplit=1)[0]


Questions: TypeAlias = Mapping[int, Proven]
"""Positions by their numbers in the set."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What a player chose in one position."""

    number: int
    kind: str
    move: str
    is_right: bool
    seconds: float


@dataclass(frozen=True, slots=True)
class Score:
    """What a player knew within some time a position."""

    player: str
    seconds: float | None
    """What it was given; None: as long as it thinks by itself."""
    answers: tuple[Answered, ...]

    @property
    def right(self) -> int:
        """How many answers were right."""
        return sum(answer.is_right for answer in self.answers)

    def by_kind(self, name: Callable[[str], str] = str) -> dict[str, tuple[int, int]]:
        """For each kind of position how many were answered rightly, and how many there are.

        Kinds to which ``name`` gives the same name are counted together.
        """
        counted: dict[str, tuple[int, int]] = {}
        for answer in self.answers:
            kind = name(answer.kind)
            right, of = counted.get(kind, (0, 0))
            counted[kind] = right + answer.is_right, of + 1
        return counted


@cache
def positions() -> tuple[Proven, ...]:
    """The puzzles, always the same in one version of Stonefield."""
    listed = json.loads(files(__package__).joinpath("proven.json").read_text("utf-8"))
    return tuple(Proven(**entry | {"right": tuple(entry["right"])}) for entry in listed)


def questions(
    of: str = PUZZLES, *, game: str | None = None, board: str | None = None, every: int = 1
) -> dict[int, Proven]:
    """The positions of a set: of one game, one board, or only each so-manieth of a board."""
    found: Sequence[Proven | judged.Judged] = positions() if of == PUZZLES else judged.shipped()
    chosen: dict[int, Proven] = {}
    seen: dict[tuple[str, str], int] = {}
    for number, one in enumerate(found):
        place = one.game, one.position.split(maxsplit=2)[1]
        if game in (None, place[0]) and board in (None, place[1]):
            seen[place] = seen.get(place, 0) + 1
            if seen[place] % every == 0:
                chosen[number] = one if isinstance(one, Proven) else _in_play(one)
    return chosen


def _in_play(one: judged.Judged) -> Proven:
    return Proven(one.position, f"{one.game} {one.board}, {one.kind}", one.value, one.keeping())


def fingerprint(of: str = PUZZLES) -> str:
    """Tells one set of positions from another: scores compare only within one."""
    return hashlib.sha256(repr(positions() if of == PUZZLES else judged.shipped()).encode()).hexdigest()[:12]


def run_bench(
    spec: Spec,
    seconds: Sequence[float],
    asked: Questions,
    *,
    workers: int = 1,
    report: Callable[[int], None] = lambda _: None,
) -> Iterator[Score]:
    """Set a player these positions for each of these times; at its own pace if it has one.

    ``report`` is called after answers with their number; ``workers`` processes answer at once.
    """
    paces = [replace(spec, limits=replace(spec.limits, movetime=given)) for given in seconds]
    if spec.kind not in LIMITED or not seconds:
        paces, seconds = [spec], []
    for number, pace in enumerate(paces):
        answers = _alone(pace, asked, report) if workers == 1 else _together(pace, asked, workers, report)
        yield Score(spec.text, seconds[number] if seconds else None, tuple(answers))


def _alone(spec: Spec, asked: Questions, report: Callable[[int], None]) -> Iterator[Answered]:
    players: dict[str, Player] = {}
    try:
        for number, proven in asked.items():
            if proven.game not in players:
                players[proven.game] = make_player(spec, proven.game)
            yield _answer(players[proven.game], number, proven)
            report(1)
    finally:
        for player in players.values():
            player.close()


def _together(spec: Spec, asked: Questions, workers: int, report: Callable[[int], None]) -> list[Answered]:
    numbers = list(asked)
    chunks = [numbers[nth : nth + CHUNK] for nth in range(0, len(numbers), CHUNK)]
    found: list[Answered] = []
    with local_workers(workers) as pool:
        running = [
            pool.executor.submit(_answer_all, spec, {number: asked[number] for number in chunk})
            for chunk in chunks
        ]
        for done in as_completed(running):
            found += done.result()
            report(len(done.result()))
    return sorted(found, key=lambda answer: answer.number)


def _answer_all(spec: Spec, asked: Questions) -> list[Answered]:
    return list(_alone(spec, asked, lambda _: None))


def _answer(player: Player, number: int, proven: Proven) -> Answered:
    position = parse(proven.position)
    player.begin(position, number)
    began = time.perf_counter()
    move = player.choose(position, (), position, None)
    spent = time.perf_counter() - began
    try:
        text = str(position.read(move))
    except (InvalidMove, IllegalMove):
        text = move
    return Answered(number, proven.kind, text, text in proven.right, round(spent, 4))


def to_json(scores: Sequence[Score], of: str = PUZZLES) -> dict[str, Any]:
    """Everything, to be kept or compared."""
    return {
        "stonefield": __version__,
        "set": of,
        "positions": fingerprint(of),
        "scores": [
            asdict(score) | {"right": score.right, "of": len(score.answers), "by_kind": score.by_kind()}
            for score in scores
        ],
    }
