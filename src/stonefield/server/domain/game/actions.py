"""What an action does: the events it makes, or the reason why it is refused. Nothing is changed here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stonefield.games.game import Position, StonefieldError
from stonefield.server.domain.game import event as kinds
from stonefield.server.domain.game.table import Table
from stonefield.server.protocol.problems import Refusal, refused_move

if TYPE_CHECKING:
    from stonefield.server.protocol import messages
    from stonefield.server.protocol.views import OfferKind

MAKER = 0
"""The holder who made the game."""


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
    if _directs(table, holder) and action.type == "offer" and action.kind == "rematch":
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


# What may be done now: None, or the refusal.


def may_move(table: Table, holder: int | None) -> Refusal | None:
    refusal = _running(table) or _awake(table)
    if refusal is None and table.decider not in table.seats_of(holder):
        return Refusal("not_your_turn", "another seat decides now")
    return refusal


def may_resign(table: Table, holder: int | None) -> Refusal | None:
    return _running(table)


def may_draw(table: Table, holder: int | None) -> Refusal | None:
    refusal = _running(table)
    if refusal is None and any(seat.kind == "engine" for seat in table.seats):
        return Refusal("engine_plays", "the engine does not agree to draws")
    return refusal or _not_offered(table, "draw")


def may_take_back(table: Table, holder: int | None) -> Refusal | None:
    return (
        _stands(table) or _running(table) or _decided_before(table, holder) or _not_offered(table, "takeback")
    )


def may_undo(table: Table, holder: int | None) -> Refusal | None:
    if table.between_people:
        return Refusal(
            "not_between_people", "between people there is the takeback, which the other agrees to"
        )
    return _stands(table) or _running(table) or _decided_before(table, holder)


def may_redo(table: Table, holder: int | None) -> Refusal | None:
    if table.between_people:
        return Refusal("not_between_people", "between people nothing is played again by itself")
    if not table.undone:
        return Refusal("nothing_to_undo", "nothing has been undone")
    return _running(table)


def may_rematch(table: Table, holder: int | None) -> Refusal | None:
    if not table.seats_of(holder) and not _directs(table, holder):
        return Refusal("not_your_seat", "only those who hold a seat can do this")
    if table.status != "over":
        return Refusal("game_not_over", "a rematch comes after the end")
    if table.rematch is not None:
        return Refusal("already_offered", "the rematch has begun")
    return _not_offered(table, "rematch")


def may_greet(table: Table, holder: int | None) -> Refusal | None:
    """Whether a holder may greet: there are other people at the table, and the game has begun."""
    if not table.seats_of(holder):
        return Refusal("not_your_seat", "only those who hold a seat can do this")
    if table.status == "waiting":
        return Refusal("waiting", "a seat is still open")
    if not table.between_people:
        return Refusal("not_your_seat", "there is no other person to greet")
    return None


def may_stop(table: Table, holder: int | None) -> Refusal | None:
    if not _directs(table, holder):
        return Refusal("not_your_seat", "only games between engines are stopped, by their makers")
    return _running(table)


def may_set_speed(table: Table, holder: int | None) -> Refusal | None:
    if not _directs(table, holder):
        return Refusal("not_your_seat", "only games between engines have a speed, set by their makers")
    return None


def may_pause(table: Table, holder: int | None) -> Refusal | None:
    """Whether a holder may pause engines, or offer the other players of a correspondence game a pause."""
    refusal = _may_rest(table, holder) or _not_offered(table, "pause")
    return Refusal("stale_move", "the game rests already") if refusal is None and table.paused else refusal


def may_resume(table: Table, holder: int | None) -> Refusal | None:
    refusal = _may_rest(table, holder)
    return (
        Refusal("stale_move", "the game is not paused") if refusal is None and not table.paused else refusal
    )


def may_delete(table: Table, holder: int | None) -> Refusal | None:
    """Whether a holder may delete the game: its maker may, but not while another person plays in it."""
    if holder != MAKER:
        return Refusal("not_your_seat", "only its maker can delete the game")
    if table.status != "over" and table.people - {MAKER}:
        return Refusal("game_not_over", "another person plays here; resign first")
    if table.status == "playing" and table.agreement.rated:
        return Refusal("rated_game", "a rated game is played to its end; resign first")
    return None


def may_be_advised(table: Table, holder: int | None) -> Refusal | None:
    """Whether a holder or spectator may hear what the engine thinks of this game."""
    if table.status == "over":
        return None
    if table.agreement.rated:
        return Refusal("rated_game", "the engine says nothing about a rated game while it is played")
    if not table.seats_of(holder) and not _directs(table, holder):
        return Refusal("not_for_spectators", "spectators get the engine's opinion after the end")
    if table.between_people:
        return Refusal("not_between_people", "not while people play each other")
    return None


def may_have_hint(table: Table, holder: int | None) -> Refusal | None:
    refusal = may_be_advised(table, holder)
    if refusal is None and table.status != "over":
        return may_move(table, holder)
    return refusal


def _directs(table: Table, holder: int | None) -> bool:
    """Whether this game was made for engines to play."""
    return holder is not None and table.between_engines


def _running(table: Table) -> Refusal | None:
    if table.status == "over":
        return Refusal("game_over", "the game is over")
    if table.status == "waiting":
        return Refusal("waiting", "a seat is still open")
    return None


def _awake(table: Table) -> Refusal | None:
    return Refusal("paused", "the game is paused; resume it first") if table.paused else None


def _may_rest(table: Table, holder: int | None) -> Refusal | None:
    slow = table.agreement.correspondence and table.seats_of(holder)
    return _running(table) if slow else may_stop(table, holder)


def _stands(table: Table) -> Refusal | None:
    return Refusal("rated_game", "in a rated game every decision stands") if table.agreement.rated else None


def _decided_before(table: Table, holder: int | None) -> Refusal | None:
    seats = table.seats_of(holder)
    if any(move.seat in seats for move in table.moves):
        return None
    return Refusal("nothing_to_undo", "you have not decided anything yet")


def _not_offered(table: Table, kind: OfferKind) -> Refusal | None:
    if kind in table.offers:
        return Refusal("already_offered", f"a {kind} has been offered already")
    return None


# How it is done


def _raise(refusal: Refusal | None) -> None:
    if refusal is not None:
        raise refusal


def _not_stale(table: Table, version: int) -> None:
    if not table.position_version <= version <= table.version:
        raise Refusal("stale_move", f"decided on version {version}; this is {table.version}")


def _move(table: Table, holder: int, action: messages.MoveAction) -> Change:
    _raise(_running(table) or _awake(table))
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
