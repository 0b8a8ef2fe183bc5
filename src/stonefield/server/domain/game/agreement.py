"""What is fixed before a game begins: the rules, who sits where, the clock, where it begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypedDict

from stonefield.games.game import OptionValue, Position, StonefieldError, find_game, parse
from stonefield.locales.names import clean_name as clean_name
from stonefield.server.protocol.problems import Refusal

if TYPE_CHECKING:
    from stonefield.server.protocol.requests import (
        EngineSeat,
        NewGame,
        OpenSeat,
        PersonSeat,
    )
    from stonefield.server.protocol.views import CoachKind, OfferKind, SeatKind


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there: a person by the number of their holder, an engine by its level, or no one yet."""

    kind: SeatKind
    name: str = ""
    level: float | None = None
    holder: int | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended, on the board or otherwise."""

    winner: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class Offer:
    """Something proposed by a seat, and the holders who agree to it."""

    kind: OfferKind
    seat: int
    holders: frozenset[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """What was agreed on; the row of a game in the database."""

    id: str
    created: int
    """Milliseconds since 1970."""
    rules: str
    """The name of the game that is played."""
    options: Mapping[str, OptionValue]
    seats: tuple[Seat, ...]
    """The seats at the beginning."""
    clock_seconds: int | None = None
    clock_increment: int | None = None
    correspondence: bool = False
    """Whether the clock is one of days, for people who are never there at the same time."""
    weekends_free: bool = False
    """Whether the correspondence clock stands at weekends."""
    invite_hash: str | None = None
    start: str = ""
    """The position a set-up game begins from, as text; else empty."""
    prelude: tuple[str, ...] = ()
    """Moves of an imported record, played before anybody here decides."""
    result: Ending | None = None
    """How an imported record ended, if not on the board."""
    imported: bool = False
    """Whether it comes from a record, whose text is kept in the database."""
    coach: CoachKind = "off"
    """Which decisions of the person who plays against engines are pointed out."""
    rated: bool = False
    """Whether its result changes ratings; then no engine helps, and nothing is taken back."""

    @property
    def start_position(self) -> Position:
        """The position the game begins from; only a set-up one needs its text."""
        if self.start:
            return parse(self.start)
        return find_game(self.rules).start(**self.options)

    def rematch(self, seats: Sequence[Seat], *, id: str, created: int) -> Agreement:
        """The same people once more, everybody one seat on: colours and the first move change sides."""
        return replace(
            self,
            id=id,
            created=created,
            seats=(*seats[1:], seats[0]),
            invite_hash=None,
            prelude=(),
            result=None,
            imported=False,
        )


class SetUp(TypedDict):
    """A position to begin from, its game and its options, and how many play it."""

    position: str
    rules: str
    options: Mapping[str, OptionValue]
    players: int


def agree(
    wishes: NewGame, *, id: str, created: int, invite_hash: str, set_up: SetUp | None = None
) -> Agreement:
    """What a new game is about; Refusal if it cannot be. The invitation counts only if a seat is open."""
    try:
        game = find_game(wishes.game)
        for name, value in wishes.options.items():
            game.option(name).check(value)
        start = game.start(**wishes.options)
    except StonefieldError as error:
        raise Refusal("invalid_option", str(error)) from None
    if set_up and (set_up["rules"] != game.name or wishes.options):
        raise Refusal("invalid_option", "a position brings its game and its options along")
    players = set_up["players"] if set_up else len(start.players)
    if len(wishes.seats) != players:
        raise Refusal("wrong_seats", f"{players} play this, not {len(wishes.seats)}")
    if wishes.coach != "off" and sorted({seat.kind for seat in wishes.seats}) != ["engine", "person"]:
        raise Refusal("not_between_people", "the coach is for one person against engines")
    clock = wishes.clock
    slow = clock is not None and clock.is_slow
    if slow and {seat.kind for seat in wishes.seats} != {"person", "open"}:
        raise Refusal("invalid_option", "a correspondence clock is for people who follow the invitation")
    return Agreement(
        id=id,
        created=created,
        rules=wishes.game,
        options=set_up["options"] if set_up else dict(start.options),
        start=set_up["position"] if set_up else "",
        seats=tuple(_seat(seat) for seat in wishes.seats),
        clock_seconds=clock.seconds if clock else None,
        clock_increment=clock.increment if clock else None,
        correspondence=slow,
        weekends_free=clock is not None and clock.weekends_free,
        coach=wishes.coach,
        rated=wishes.rated,
        invite_hash=invite_hash if any(seat.kind == "open" for seat in wishes.seats) else None,
    )


def _seat(seat: PersonSeat | EngineSeat | OpenSeat) -> Seat:
    if seat.kind == "engine":
        return Seat("engine", level=seat.level)
    if seat.kind == "open":
        return Seat("open")
    return Seat("person", name=clean_name(seat.name), holder=0)
