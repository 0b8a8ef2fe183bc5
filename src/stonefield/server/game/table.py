"""A game on the table: the fold of its events. No clock is read and nothing is written here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from stonefield.games.game import Position, find_game, parse
from stonefield.server.game.agreement import Charter, Event
from stonefield.server.game.clock import Clock
from stonefield.server.presenting.scenes import describe_move


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there: a person by the number of their holder, an engine by its level, or nobody yet."""

    kind: str
    name: str = ""
    level: int | None = None
    holder: int | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """Something proposed by a seat, and the holders who agree to it."""

    kind: str
    seat: int
    holders: frozenset[int]


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended, on the board or otherwise."""

    winner: str | None
    reason: str


class Table:
    """Everything known about a game after its last event."""

    def __init__(self, charter: Charter) -> None:
        self.charter = charter
        start = start_of(charter)
        self.players = start.players
        self.seats = [Seat(**seat) for seat in charter.seats]
        self.positions: list[Position] = [start]
        self.moves: list[dict[str, Any]] = []
        self.undone: list[str] = []
        self.offers: dict[str, Offer] = {}
        self.paused = False
        self.ending: Ending | None = None
        self.rematch: str | None = None
        self.events: list[Event] = []
        self.lengths: list[int] = []
        """The number of moves after each version."""
        self.position_version = 0
        self.requests: dict[str, int] = {}
        self.clock: Clock | None = None
        if charter.clock_seconds is not None:
            increment = 1000 * (charter.clock_increment or 0)
            self.clock = Clock(1000 * charter.clock_seconds, increment, len(self.seats))
        self._last_at = charter.created
        for text in charter.prelude:
            self._play(text, charter.created, None)
        if charter.result is not None and self.ending is None:
            self.ending = Ending(**charter.result)
        self.lengths.append(len(self.moves))
        self._settle()

    @property
    def version(self) -> int:
        """The number of accepted changes."""
        return len(self.events)

    @property
    def position(self) -> Position:
        return self.positions[-1]

    def _settle(self) -> None:
        """Work out what every view asks for, once for each version."""
        is_open = any(seat.kind == "open" for seat in self.seats)
        self.status = "over" if self.ending else "waiting" if is_open else "playing"
        """`waiting` for an open seat to be taken, `playing` or `over`."""
        self.decider = self.seat_of(self.position.player) if self.status == "playing" else None
        """The seat that decides now."""
        self._held: dict[int, tuple[int, ...]] = {}
        for number, seat in enumerate(self.seats):
            if seat.holder is not None:
                self._held[seat.holder] = (*self._held.get(seat.holder, ()), number)
        self.people = frozenset(self._held)
        """The holders who have a seat."""
        self.between_people = is_open or len(self.people) > 1
        """Whether somebody else than one person plays, or will play."""
        self.between_engines = all(seat.kind == "engine" for seat in self.seats)

    def seats_of(self, holder: int | None) -> tuple[int, ...]:
        """The seats somebody holds."""
        return () if holder is None else self._held.get(holder, ())

    def seat_of(self, player: int) -> int:
        return self.players.index(player)

    def colour_of(self, seat: int) -> str:
        """The colour a seat owns at this moment."""
        return self.position.colour_of(self.players[seat])

    def keep(self, since: int) -> int:
        """How many of the moves known at version ``since`` still hold."""
        return min(self.lengths[since:])

    def apply(self, event: Event, position: Position | None = None) -> None:
        """Carry out an event; ``position`` is the one after a move, where it is known already."""
        assert event.seq == self.version + 1, f"event {event.seq} after {self.version}"
        self._carry_out(event, position)
        self.events.append(event)
        self.lengths.append(len(self.moves))
        self._last_at = event.at
        self._settle()
        if event.request is not None:
            self.requests[event.request] = event.seq

    def _carry_out(self, event: Event, position: Position | None) -> None:
        match event.kind:
            case "move":
                self._lapse(event.seat)
                self.undone.clear()
                self._play(event.detail, event.at, position)
                self.position_version = event.seq
            case "undo" | "takeback":
                self._go_back(int(event.detail), event.at)
                self.position_version = event.seq
            case "redo":
                for _ in range(int(event.detail)):
                    self._play(self.undone.pop(0), event.at, None)
                self.offers.clear()
                self.position_version = event.seq
            case "join":
                assert event.seat is not None
                holder, _, name = event.detail.partition(" ")
                self.seats[event.seat] = Seat("person", name=name, holder=int(holder))
            case "offer" | "accept":
                self._agree(event)
            case "decline":
                self.offers.pop(event.detail, None)
            case "rematch":
                self.rematch = event.detail
                self.offers.clear()
            case "restart":
                if self.clock is not None:
                    self.clock.slept(int(event.detail), event.at)
            case "resign" | "time":
                assert event.seat is not None
                winner = self.position.game.other(self.colour_of(event.seat))
                self._end(Ending(winner, event.kind), event.at)
            case "pause" | "resume":
                self._rest(event.kind == "pause", event.at)
                # What an engine has been thinking about until now is not played.
                self.position_version = event.seq
            case "stop":
                self._end(Ending(None, "stopped"), event.at)
            case "draw":
                self._end(Ending(None, "agreement"), event.at)
            case unknown:
                raise ValueError(f"`{unknown}`: no event of a game")

    def _play(self, text: str, at: int, position: Position | None) -> None:
        before = self.position
        seat = self.seat_of(before.player)
        after = position if position is not None else before.play(text)
        self.positions.append(after)
        clock = self.clock
        spent = max(0, at - (clock.since if clock and clock.running is not None else self._last_at))
        outcome = after.outcome
        if outcome is not None:
            self.ending = Ending(outcome.winner, outcome.reason)
            self.offers.clear()
        left = None
        if clock is not None:
            clock.decided(seat, None if outcome else self.seat_of(after.player), at)
            left = clock.remaining[seat]
        self.moves.append(
            {
                "text": text,
                "seat": seat,
                "colour": before.turn,
                **describe_move(before, text, after),
                "spent_ms": spent,
                "clock_ms": left,
            }
        )

    def _go_back(self, length: int, at: int) -> None:
        self.undone[:0] = [move["text"] for move in self.moves[length:]]
        del self.moves[length:], self.positions[length + 1 :]
        self.offers.clear()
        self._run_clock(at)

    def _rest(self, paused: bool, at: int) -> None:
        self.paused = paused
        self._run_clock(at)

    def _run_clock(self, at: int) -> None:
        """Let the clock of whoever decides run; before the first decision, and in a pause, nobody's."""
        if self.clock is not None:
            rests = self.paused or not self.moves
            self.clock.turn_to(None if rests else self.seat_of(self.position.player), at)

    def _agree(self, event: Event) -> None:
        assert event.seat is not None
        holder = self.seats[event.seat].holder
        assert holder is not None
        offer = self.offers.get(event.detail) or Offer(event.detail, event.seat, frozenset())
        self.offers[event.detail] = replace(offer, holders=offer.holders | {holder})

    def _lapse(self, mover: int | None) -> None:
        """A decision withdraws a takeback; a decision of somebody else than the asker declines a draw."""
        self.offers.pop("takeback", None)
        draw = self.offers.get("draw")
        if draw is not None and mover is not None and self.seats[mover].holder not in draw.holders:
            del self.offers["draw"]

    def _end(self, ending: Ending, at: int) -> None:
        self.ending = ending
        self.paused = False
        self.offers.clear()
        if self.clock is not None:
            self.clock.turn_to(None, at)


def start_of(charter: Charter) -> Position:
    """The position a game begins from; only a set-up one needs its text."""
    if charter.start:
        return parse(charter.start)
    return find_game(charter.rules).start(**charter.options)


def folded(charter: Charter, events: Sequence[Event]) -> Table:
    """The game after all its events."""
    table = Table(charter)
    for event in events:
        table.apply(event)
    return table
