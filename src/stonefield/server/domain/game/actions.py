"""What an action does: the events it makes, or the reason why it is refused. Nothing is changed here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stonefield.games.game import Position, StonefieldError
from stonefield.server.domain.game import event as kinds
from stonefield.server.domain.game.permissions import (
    directs,
    may_draw,
    may_pause,
    may_redo,
    may_rematch,
    may_resign,
    may_resume,
    may_stop,
    may_take_back,
    may_undo,
    unless_awake,
    unless_running,
)
from stonefield.server.domain.game.table import Table
from stonefield.server.protocol.problems import Refusal, refused_move

if TYPE_CHECKING:
    from stonefield.server.protocol import messages
    from stonefield.server.protocol.views import OfferKind


@dataclass(frozen=True, slots=True)
class Change:
    """What an accepted action does to the game: an event to be; ``position`` is the one after a move."""

    kind: kinds.EventKind
    seat: int | None = None
    position: Position | None = None

    @property
    def ends(self) -> bool:
        """Whether the game is over after it."""
        return isinstance(self.kind, kinds.ENDS) or (self.position is not None and self.position.is_over)


def decide(
    table: Table, holder: int | None, action: messages.Action, *, rematch: Callable[[], str]
) -> Change:
    """What becomes of an action, or Refusal; ``rematch`` makes the id of a rematch."""
    seats = table.seats_of(holder)
    if action.type == "pause" and holder is not None and seats:
        return _offer(table, holder, seats[0], "pause", rematch)
    if action.type == "pause" or action.type == "resume" or action.type == "stop":
        may, kind = _DIRECTING[action.type]
        _raise(may(table, holder))
        return Change(kind, seats[0] if seats else None)
    if directs(table, holder) and action.type == "offer" and action.kind == "rematch":
        _raise(may_rematch(table, holder))
        return Change(kinds.Rematched(rematch()))
    if holder is None or not seats:
        raise Refusal("not_your_seat", "only those who hold a seat can do this")
    if action.type == "move":
        return _move(table, holder, action)
    if action.type == "undo":
        _raise(may_undo(table, holder))
        _not_stale(table, action.version)
        return Change(kinds.Undone(_last_decision(table, holder)), _last_seat(table, holder))
    if action.type == "redo":
        _raise(may_redo(table, holder))
        _not_stale(table, action.version)
        return Change(kinds.Redone(_redo_length(table, holder)), table.decider)
    seat = _acting_seat(table, holder, action.seat)
    if action.type == "resign":
        _raise(may_resign(table, holder))
        return Change(kinds.Resigned(), seat)
    if action.type == "offer":
        return _offer(table, holder, seat, action.kind, rematch)
    offer = table.offers.get(action.kind)
    if offer is None:
        raise Refusal("no_offer", f"no {action.kind} has been offered")
    if action.type == "decline":
        return Change(kinds.Declined(action.kind), seat)
    assert action.type == "accept"
    if holder in offer.holders:
        raise Refusal("already_offered", f"the {action.kind} waits for the others")
    agreed = offer.holders | {holder}
    settled = _settled(table, seat, offer.seat, action.kind, agreed, rematch)
    return settled or Change(kinds.Accepted(action.kind), seat)


def engine_move(table: Table, seat: int, text: str, version: int) -> Change:
    """The move of an engine that began to think at ``version``."""
    _not_stale(table, version)
    if table.decider != seat:
        raise Refusal("not_your_turn", "another seat decides now")
    return _played(table, seat, text)


# How it is done


def _raise(refusal: Refusal | None) -> None:
    if refusal is not None:
        raise refusal


def _not_stale(table: Table, version: int) -> None:
    if not table.position_version <= version <= table.version:
        raise Refusal("stale_move", f"decided on version {version}; this is {table.version}")


def _move(table: Table, holder: int, action: messages.MoveAction) -> Change:
    _raise(unless_running(table) or unless_awake(table))
    _not_stale(table, action.version)
    seat = table.decider
    assert seat is not None
    if seat not in table.seats_of(holder) or action.seat not in (None, seat):
        raise Refusal("not_your_turn", "another seat decides now")
    return _played(table, seat, action.text)


def _played(table: Table, seat: int, text: str) -> Change:
    try:
        move = table.position.read(text)
        return Change(kinds.Moved(str(move)), seat, table.position.play(move))
    except StonefieldError as error:
        raise refused_move(error) from None


def _acting_seat(table: Table, holder: int, wanted: int | None) -> int:
    """The seat an action is meant for: the one named, else the one that decides, else the holder's first."""
    seats = table.seats_of(holder)
    if wanted is not None:
        if wanted not in seats:
            raise Refusal("not_your_seat", f"seat {wanted} is held by another player")
        return wanted
    return table.decider if table.decider in seats else seats[0]


_DIRECTING: dict[str, tuple[Callable[[Table, int | None], Refusal | None], kinds.EventKind]] = {
    "pause": (may_pause, kinds.Paused()),
    "resume": (may_resume, kinds.Resumed()),
    "stop": (may_stop, kinds.Stopped()),
}
_MAY_OFFER: dict[OfferKind, Callable[[Table, int | None], Refusal | None]] = {
    "draw": may_draw,
    "takeback": may_take_back,
    "rematch": may_rematch,
    "pause": may_pause,
}


def _offer(table: Table, holder: int, seat: int, kind: OfferKind, rematch: Callable[[], str]) -> Change:
    if kind != "takeback" and kind in table.offers and holder not in table.offers[kind].holders:
        # Both ask for the same: that is agreement. Two takebacks are not the same: each is of one's own turn.
        offer = table.offers[kind]
        settled = _settled(table, seat, offer.seat, kind, offer.holders | {holder}, rematch)
        return settled or Change(kinds.Accepted(kind), seat)
    _raise(_MAY_OFFER[kind](table, holder))
    if kind == "takeback":
        seat = _last_seat(table, holder)
    settled = _settled(table, seat, seat, kind, frozenset({holder}), rematch)
    return settled or Change(kinds.Offered(kind), seat)


def _settled(
    table: Table, seat: int, asker: int, kind: OfferKind, agreed: frozenset[int], rematch: Callable[[], str]
) -> Change | None:
    """What follows once all have agreed; None before that."""
    if table.people - agreed:
        return None
    if kind == "takeback":
        return Change(kinds.TakenBack(_turn_start(table, asker)), asker)
    agreed_on: dict[OfferKind, kinds.EventKind] = {"draw": kinds.Drawn(), "pause": kinds.Paused()}
    return Change(agreed_on.get(kind) or kinds.Rematched(rematch()), seat)


def _last_seat(table: Table, holder: int) -> int:
    return table.moves[_last_decision(table, holder)].seat


def _last_decision(table: Table, holder: int) -> int:
    """The number of moves before the holder's last decision."""
    seats = table.seats_of(holder)
    return max(ply for ply, move in enumerate(table.moves) if move.seat in seats)


def _turn_start(table: Table, seat: int) -> int:
    """The number of moves before a seat's last turn: answer and placement belong together."""
    first = max(ply for ply, move in enumerate(table.moves) if move.seat == seat)
    while first and table.moves[first - 1].seat == seat:
        first -= 1
    return first


def _redo_length(table: Table, holder: int) -> int:
    """As many undone moves as lead to the holder's next decision."""
    seats = table.seats_of(holder)
    position = table.position
    for count, text in enumerate(table.undone, 1):
        position = position.play(text)
        if position.is_over or table.seat_of(position.player) in seats:
            return count
    return len(table.undone)
