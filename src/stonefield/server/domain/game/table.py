"""A game on the table: the fold of its events. No clock is read and nothing is written here."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import assert_never

from stonefield.games.game import Position
from stonefield.server.domain.game import event as kinds
from stonefield.server.domain.game.agreement import Agreement, Ending, Seat
from stonefield.server.domain.game.clock import Clock
from stonefield.server.domain.game.event import Event, PlayedMove
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.views import OfferKind, Status

EVENT_BYTES = 300
"""What an event takes, with the request that is known again."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Something proposed by a seat, and the holders who agree to it."""

    kind: OfferKind
    seat: int
    holders: frozenset[int]


class Table:
    """Everything known about a game after its last event."""

    def __init__(self, agreement: Agreement) -> None:
        self.agreement = agreement
        start = agreement.start_position
        self.players = start.players
        self.seats = list(agreement.seats)
        self.positions: list[Position] = [start]
        self.moves: list[PlayedMove] = []
        self.undone: list[str] = []
        self.offers: dict[OfferKind, Offer] = {}
        self.paused = False
        self.ending: Ending | None = None
        self.rematch: str | None = None
        self.events: list[Event] = []
        self.lengths: list[int] = []
        """The number of moves after each version."""
        self.position_version = 0
        self.requests: dict[str, int] = {}
        self.clock: Clock | None = None
        if agreement.clock_seconds is not None:
            increment = 1000 * (agreement.clock_increment or 0)
            self.clock = Clock(1000 * agreement.clock_seconds, increment, len(self.seats))
        self._last_at = agreement.created
        for text in agreement.prelude:
            self._play(text, agreement.created, None)
        if self.ending is None:
            self.ending = agreement.result
        self.lengths.append(len(self.moves))
        self._settle()

    @property
    def version(self) -> int:
        """The number of accepted changes."""
        return len(self.events)

    @property
    def memory(self) -> int:
        """About how many bytes it takes: positions, events, and a board of its own."""
        position = self.position
        played = len(self.positions) * position.memory
        return played + position.own_memory + EVENT_BYTES * len(self.events)

    @property
    def position(self) -> Position:
        return self.positions[-1]

    def position_after(self, ply: int) -> Position:
        """The position after so many decisions, or Refusal."""
        if ply > len(self.moves):
            raise Refusal("no_such_ply", f"the game has {len(self.moves)} decisions")
        return self.positions[ply]

    def _settle(self) -> None:
        """Work out what every view asks for, once for each version."""
        is_open = any(seat.kind == "open" for seat in self.seats)
        self.status: Status = "over" if self.ending else "waiting" if is_open else "playing"
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
        """Whether more than one person plays, or will play."""
        self.between_engines = all(seat.kind == "engine" for seat in self.seats)

    def seats_of(self, holder: int | None) -> tuple[int, ...]:
        """The seats of a holder."""
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

    @property
    def deadline(self) -> int | None:
        """When the time of the person who decides is up; None where no person's clock runs."""
        return None if self.clock is None else self._deadline_of(self.clock)

    def _deadline_of(self, clock: Clock) -> int | None:
        # The time of an engine is looked after where it thinks.
        if clock.running is None or self.seats[clock.running].kind == "engine":
            return None
        return clock.deadline

    def deadline_after(self, events: Sequence[Event], position: Position | None) -> int | None:
        """The deadline there will be after some events; ``position`` is the one after a move."""
        if self.clock is None:
            return None
        *stalls, last = events
        if position is None or not isinstance(last.kind, kinds.Moved):
            return self._after(events).deadline
        # A move is what happens most.
        clock = self.clock.copy()
        for stall in stalls:
            if isinstance(stall.kind, kinds.Stalled):
                clock.stalled(stall.kind.ms, stall.at)
        following = None if position.outcome else self.seat_of(position.player)
        clock.decided(self.seat_of(self.position.player), following, last.at)
        return self._deadline_of(clock)

    def _after(self, events: Sequence[Event]) -> Table:
        later = copy(self)
        for name in ("seats", "positions", "moves", "undone", "offers", "events", "lengths", "requests"):
            setattr(later, name, getattr(self, name).copy())
        later.clock = None if self.clock is None else self.clock.copy()
        for event in events:
            later.apply(event)
        return later

    def _carry_out(self, event: Event, position: Position | None) -> None:
        match event.kind:
            case kinds.Moved(text):
                self._lapse(event.seat)
                self.undone.clear()
                self._play(text, event.at, position)
                self.position_version = event.seq
            case kinds.Undone(length) | kinds.TakenBack(length):
                self._go_back(length, event.at)
                self.position_version = event.seq
            case kinds.Redone(moves):
                for _ in range(moves):
                    self._play(self.undone.pop(0), event.at, None)
                self.offers.clear()
                self.position_version = event.seq
            case kinds.Joined(holder, name):
                assert event.seat is not None
                self.seats[event.seat] = Seat("person", name=name, holder=holder)
            case kinds.Offered(kind) | kinds.Accepted(kind):
                self._agree(event.seat, kind)
            case kinds.Declined(kind):
                self.offers.pop(kind, None)
            case kinds.Rematched(game):
                self.rematch = game
                self.offers.clear()
            case kinds.Restarted(stopped):
                if self.clock is not None:
                    self.clock.slept(stopped, event.at)
            case kinds.Stalled(ms):
                if self.clock is not None:
                    self.clock.stalled(ms, event.at)
            case kinds.Away(since):
                if self.clock is not None and event.seat is not None:
                    self.clock.lost(event.seat, since)
            case kinds.Back():
                if self.clock is not None and event.seat is not None:
                    self.clock.back(self.seats_of(self.seats[event.seat].holder), event.at)
            case kinds.Resigned() | kinds.TimeUp():
                assert event.seat is not None
                winner = self.position.game.other(self.colour_of(event.seat))
                self._end(Ending(winner, event.kind.word), event.at)
            case kinds.Paused() | kinds.Resumed():
                self._rest(isinstance(event.kind, kinds.Paused), event.at)
                # What an engine has been thinking about until now is not played.
                self.position_version = event.seq
            case kinds.Stopped():
                self._end(Ending(None, "stopped"), event.at)
            case kinds.Drawn():
                self._end(Ending(None, "agreement"), event.at)
            case unknown:
                assert_never(unknown)

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
        self.moves.append(PlayedMove(text, seat, spent, left))

    def _go_back(self, length: int, at: int) -> None:
        self.undone[:0] = [move.text for move in self.moves[length:]]
        del self.moves[length:], self.positions[length + 1 :]
        self.offers.clear()
        self._run_clock(at)

    def _rest(self, paused: bool, at: int) -> None:
        self.paused = paused
        self._run_clock(at)

    def _run_clock(self, at: int) -> None:
        """Let the clock of the player who decides run; before the first decision, and in a pause, none."""
        if self.clock is not None:
            rests = self.paused or not self.moves
            self.clock.turn_to(None if rests else self.seat_of(self.position.player), at)

    def _agree(self, seat: int | None, kind: OfferKind) -> None:
        assert seat is not None
        holder = self.seats[seat].holder
        assert holder is not None
        offer = self.offers.get(kind) or Offer(kind, seat, frozenset())
        self.offers[kind] = replace(offer, holders=offer.holders | {holder})

    def _lapse(self, mover: int | None) -> None:
        """A decision withdraws a takeback; a decision of another player than the asker declines a draw."""
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


def replay(agreement: Agreement, events: Sequence[Event]) -> Table:
    """The game after all its events."""
    table = Table(agreement)
    for event in events:
        table.apply(event)
    return table
