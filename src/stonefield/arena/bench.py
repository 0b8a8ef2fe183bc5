"""The engine as a yardstick for others: proven positions that any player can be set, scored by time."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from stonefield import __version__
from stonefield.arena.player import Player
from stonefield.arena.players import Spec, make_player
from stonefield.games.game import IllegalMove, InvalidMove, parse

LIMITED = ("full", "plain", "ugi")
"""The kinds of players that think as long as they are told."""


@dataclass(frozen=True, slots=True)
class Proven:
    """A puzzle: a position in which one decision is proven right, and all the moves that come to it."""

    position: str
    kind: str
    value: str
    """What right moves do: "win" (in Caminos soonest), keep the "draw", or "hold": not lose at once."""
    right: tuple[str, ...]

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.position.split(maxsplit=1)[0]


@dataclass(frozen=True, slots=True)
class Answered:
    """What a player chose in one position."""

    number: int
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

    def by_kind(self) -> dict[str, tuple[int, int]]:
        """For each kind of position how many were answered rightly, and how many there are."""
        counted: dict[str, tuple[int, int]] = {}
        for answer in self.answers:
            kind = positions()[answer.number].kind
            right, of = counted.get(kind, (0, 0))
            counted[kind] = right + answer.is_right, of + 1
        return counted


@cache
def positions() -> tuple[Proven, ...]:
    """The set, always the same in one version of Stonefield."""
    listed = json.loads(files(__package__).joinpath("proven.json").read_text("utf-8"))
    return tuple(Proven(**entry | {"right": tuple(entry["right"])}) for entry in listed)


def fingerprint() -> str:
    """Tells one set of positions from another: scores compare only within one."""
    return hashlib.sha256(repr(positions()).encode()).hexdigest()[:12]


def run_bench(
    spec: Spec,
    seconds: Sequence[float],
    *,
    game: str | None = None,
    report: Callable[[], None] = lambda: None,
) -> Iterator[Score]:
    """Set a player all positions (of one game) for each of these times; at its own pace if it has one.

    ``report`` is called after each answer.
    """
    paces = [replace(spec, limits=replace(spec.limits, movetime=given)) for given in seconds]
    if spec.kind not in LIMITED or not seconds:
        paces, seconds = [spec], []
    for number, pace in enumerate(paces):
        answers = _answers(pace, game, report)
        yield Score(spec.text, seconds[number] if seconds else None, tuple(answers))


def _answers(spec: Spec, game: str | None, report: Callable[[], None]) -> Iterator[Answered]:
    players: dict[str, Player] = {}
    try:
        for number, proven in enumerate(positions()):
            if game in (None, proven.game):
                if proven.game not in players:
                    players[proven.game] = make_player(spec, proven.game)
                yield _answer(players[proven.game], number, proven)
                report()
    finally:
        for player in players.values():
            player.close()


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
    return Answered(number, text, text in proven.right, round(spent, 4))


def to_json(scores: Sequence[Score]) -> dict[str, Any]:
    """Everything, to be kept or compared."""
    return {
        "stonefield": __version__,
        "positions": fingerprint(),
        "scores": [
            asdict(score) | {"right": score.right, "of": len(score.answers), "by_kind": score.by_kind()}
            for score in scores
        ],
    }
