"""What may be done now: None, or the refusal. Nothing is changed here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stonefield.server.domain.game.table import Table
from stonefield.server.protocol.problems import Refusal

if TYPE_CHECKING:
    from stonefield.server.protocol.views import OfferKind

MAKER = 0
"""The holder who made the game."""


def may_move(table: Table, holder: int | None) -> Refusal | None:
    refusal = unless_running(table) or unless_awake(table)
    if refusal is None and table.decider not in table.seats_of(holder):
        return Refusal("not_your_turn", "another seat decides now")
    return refusal


def may_resign(table: Table, holder: int | None) -> Refusal | None:
    return unless_running(table)


def may_draw(table: Table, holder: int | None) -> Refusal | None:
    refusal = unless_running(table)
    if refusal is None and any(seat.kind == "engine" for seat in table.seats):
        return Refusal("engine_plays", "the engine does not agree to draws")
    return refusal or _not_offered(table, "draw")


def may_take_back(table: Table, holder: int | None) -> Refusal | None:
    return (
        _stands(table)
        or unless_running(table)
        or _decided_before(table, holder)
        or _not_offered(table, "takeback")
    )


def may_undo(table: Table, holder: int | None) -> Refusal | None:
    if table.between_people:
        return Refusal(
            "not_between_people", "between people there is the takeback, which the other agrees to"
        )
    return _stands(table) or unless_running(table) or _decided_before(table, holder)


def may_redo(table: Table, holder: int | None) -> Refusal | None:
    if table.between_people:
        return Refusal("not_between_people", "between people nothing is played again by itself")
    if not table.undone:
        return Refusal("nothing_to_undo", "nothing has been undone")
    return unless_running(table)


def may_rematch(table: Table, holder: int | None) -> Refusal | None:
    if not table.seats_of(holder) and not directs(table, holder):
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
    if not directs(table, holder):
        return Refusal("not_your_seat", "only games between engines are stopped, by their makers")
    return unless_running(table)


def may_set_speed(table: Table, holder: int | None) -> Refusal | None:
    if not directs(table, holder):
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
    if not table.seats_of(holder) and not directs(table, holder):
        return Refusal("not_for_spectators", "spectators get the engine's opinion after the end")
    if table.between_people:
        return Refusal("not_between_people", "not while people play each other")
    return None


def may_have_hint(table: Table, holder: int | None) -> Refusal | None:
    refusal = may_be_advised(table, holder)
    if refusal is None and table.status != "over":
        return may_move(table, holder)
    return refusal


def may_think_here(table: Table, holder: int | None) -> Refusal | None:
    """Whether the page of a holder may think for the server: no one else has anything to lose by it."""
    if table.agreement.rated:
        return Refusal("rated_game", "in a rated game the server's own engine thinks")
    if not table.seats_of(holder):
        return Refusal("not_your_seat", "only the page of a player thinks for the server")
    if len(table.people) > 1 or any(seat.kind == "open" for seat in table.seats):
        return Refusal("not_between_people", "where other people play the server's own engine thinks")
    return None


def directs(table: Table, holder: int | None) -> bool:
    """Whether this game was made for engines to play."""
    return holder is not None and table.between_engines


def unless_running(table: Table) -> Refusal | None:
    if table.status == "over":
        return Refusal("game_over", "the game is over")
    if table.status == "waiting":
        return Refusal("waiting", "a seat is still open")
    return None


def unless_awake(table: Table) -> Refusal | None:
    return Refusal("paused", "the game is paused; resume it first") if table.paused else None


def _may_rest(table: Table, holder: int | None) -> Refusal | None:
    slow = table.agreement.correspondence and table.seats_of(holder)
    return unless_running(table) if slow else may_stop(table, holder)


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
