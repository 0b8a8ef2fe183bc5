"""A game on the table: the fold of its events. No clock is read and nothing is written here."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, assert_never

from stonefield.games.game import Position
from stonefield.server.domain.game import event as kinds
from stonefield.server.domain.game.agreement import Agreement, Ending, Offer, Seat
from stonefield.server.domain.game.clock import Clock
from stonefield.server.domain.game.correspondence import CorrespondenceClock, clock_for
from stonefield.server.domain.game.event import Event, PlayedMove
from stonefield.server.domain.people.account import NO_MEMBERS, Members
from stonefield.server.protocol.problems import Refusal

if TYPE_CHECKING:
    from stonefield.server.protocol.views import OfferKind, Status

EVENT_BYTES = 300
"""What an event takes, with the request that is known again."""


class Outlook(NamedTuple):
    """What is written beside an event, for those who look at many games."""

    deadline: int | None
    """When the time of the person who decides is up; None where no person's clock runs."""
    waits_for: int | None
    """As `Table.waits_for`."""


class Table:
    """Everything known about a game after its last event."""

    def __init__(self, agreement: Agreement, members: Members = NO_MEMBERS) -> None:
        self.agreement = agreement
        self.members = members
        """The holders who are accounts; their seats have their names."""
        holders = [seat.holder for seat in agreement.seats]
        self._shared = {holder for holder in holders if holders.count(holder) > 1}
        """Holders of several seats: at one screen each seat has the name that it was given."""
        start = agreement.start_position
        self.players = start.players
        self.seats = list(map(self._named, agreement.seats))
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
        self.clock = clock_for(agreement)
        self._last_at = agreement.created
        for text in agreement.prelude:
            self._play(text, agreement.created, None)
        if self.ending is None:
            self.ending = agreement.result
        self.lengths.append(len(self.moves))
        self._settle()
        self._begin_clock(agreement.created)

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

    def introduce(self, members: Members) -> bool:
        """Know who the accounts here are, by their names of today; whether that is news."""
        if members == self.members:
            return False
        self.members = members
        self.seats = list(map(self._named, self.seats))
        return True

    def _named(self, seat: Seat) -> Seat:
        name = self.account_of(seat)
        return seat if name is None else replace(seat, name=name)

    def account_of(self, seat: Seat) -> str | None:
        """The name of the account that has a seat, empty if it was deleted; None if no account has it."""
        member = None if seat.holder is None else self.members.get(seat.holder)
        if member is None or (seat.holder in self._shared and member.id):
            return None
        return member.name

    def holder_of(self, account: str | None) -> int | None:
        """The number by which an account holds seats here; the one with seats, if it has several."""
        found = [holder for holder, member in self.members.items() if account and member.id == account]
        return min(found, key=lambda holder: (not self.seats_of(holder), holder), default=None)

    @property
    def anonymous_seats(self) -> list[Seat]:
        """The seats as they are stored: the names of accounts are not, so that they can change and go."""
        return [seat if self.account_of(seat) is None else replace(seat, name="") for seat in self.seats]

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
        self._begin_clock(event.at)
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

    @property
    def is_slow(self) -> bool:
        """Whether people play who need not be there at the same time."""
        return self.between_people and (self.clock is None or not self.clock.is_live)

    @property
    def waits_for(self) -> int | None:
        """The holder who decides in a slow game; None in any other game, and while no one decides."""
        if self.decider is None or self.paused or not self.is_slow:
            return None
        return self.seats[self.decider].holder

    def outlook(self, events: Sequence[Event], position: Position | None) -> Outlook:
        """What there will be after some events; ``position`` is the one after a move."""
        if self.clock is None and not self.is_slow:
            return Outlook(None, None)
        *stalls, last = events
        if position is None or not isinstance(last.kind, kinds.Moved):
            later = self.after(events)
            return Outlook(later.deadline, later.waits_for)
        # A move is what happens most.
        following = None if position.outcome else self.seat_of(position.player)
        waits_for = self.seats[following].holder if following is not None and self.is_slow else None
        if self.clock is None:
            return Outlook(None, waits_for)
        clock = self.clock.copy()
        for stall in stalls:
            if isinstance(stall.kind, kinds.Stalled):
                clock.stalled(stall.kind.ms, stall.at)
        clock.decided(self.seat_of(self.position.player), following, last.at)
        return Outlook(self._deadline_of(clock), waits_for)

    def after(self, events: Sequence[Event]) -> Table:
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
                self.seats[event.seat] = self._named(Seat("person", name=name, holder=holder))
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
            case kinds.OnVacation(until):
                if isinstance(self.clock, CorrespondenceClock):
                    self.clock.wait(until, event.at)
            case kinds.Resigned() | kinds.TimeUp():
                assert event.seat is not None
                winner = self.position.game.other(self.colour_of(event.seat))
                self._end(Ending(winner, event.kind.word), event.at)
            case kinds.Paused() | kinds.Resumed():
                self._rest(isinstance(event.kind, kinds.Paused), event.at)
                self.offers.pop("pause", None)
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
        if not paused and isinstance(self.clock, CorrespondenceClock):
            self.clock.resume(self.seat_of(self.position.player), at)
        else:
            self._run_clock(at)

    def _run_clock(self, at: int) -> None:
        """Let the clock of the player who decides run; in a pause, and before a free decision, none."""
        if self.clock is not None:
            rests = self.paused or (self.clock.is_live and not self.moves)
            self.clock.turn_to(None if rests else self.seat_of(self.position.player), at)

    def _begin_clock(self, at: int) -> None:
        """The first decision of a correspondence game is not free: it begins when all seats are taken."""
        clock, seat = self.clock, None if self.paused else self.decider
        if clock is not None and seat is not None and not clock.is_live and clock.running is None:
            clock.turn_to(seat, at)

    def _agree(self, seat: int | None, kind: OfferKind) -> None:
        assert seat is not None
        holder = self.seats[seat].holder
        assert holder is not None
        offer = self.offers.get(kind) or Offer(kind, seat, frozenset())
        self.offers[kind] = replace(offer, holders=offer.holders | {holder})

    def _lapse(self, mover: int | None) -> None:
        """A decision withdraws a takeback; that of another player than the asker declines a draw or pause."""
        self.offers.pop("takeback", None)
        holder = None if mover is None else self.seats[mover].holder
        for offer in list(self.offers.values()):
            if offer.kind in ("draw", "pause") and holder not in offer.holders:
                del self.offers[offer.kind]

    def _end(self, ending: Ending, at: int) -> None:
        self.ending = ending
        self.paused = False
        self.offers.clear()
        if self.clock is not None:
            self.clock.turn_to(None, at)


def replay(agreement: Agreement, events: Sequence[Event], members: Members = NO_MEMBERS) -> Table:
    """The game after all its events."""
    table = Table(agreement, members)
    for event in events:
        table.apply(event)
    return table
