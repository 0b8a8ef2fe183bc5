"""What is written when a game ends: what is searched of it, and what it changes in ratings."""

from __future__ import annotations

from typing import Any

from stonefield.engine.game_engine import engine_for
from stonefield.ratings.pools import level_rating
from stonefield.server.domain.game.actions import Change
from stonefield.server.domain.game.agreement import Agreement, Seat
from stonefield.server.domain.game.event import Drawn, Moved, Stopped, TimeUp
from stonefield.server.domain.game.rated_match import check_ratable, pace_of, pool_of, result_of_match
from stonefield.server.domain.game.review_key import review_key
from stonefield.server.domain.game.table import Table
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store.finished_games import FinishedGame, FinishedSeat
from stonefield.server.store.rating_rows import Level, MatchEnd

LONGEST_BOARD = 64


def check_rated(agreement: Agreement, account: str | None) -> None:
    """Refusal if a new game cannot be rated, or its maker has no account."""
    if not agreement.rated:
        return
    check_ratable(agreement)
    levels = any(seat.kind == "engine" for seat in agreement.seats)
    if levels and engine_for(agreement.rules).ladder is None:
        raise Refusal("not_ratable", "the levels of this game were never measured")
    if account is None:
        raise Refusal("sign_in_first", "rated games are for people who have an account")


def match_end(table: Table, change: Change, at: int) -> MatchEnd | None:
    """What a change does to ratings, if it ends a rated game."""
    agreement = table.agreement
    if not change.ends or not agreement.rated:
        return None
    result = result_of_match(table, change)
    first, second = table.seats
    return MatchEnd(
        game=agreement.id,
        pool=str(pool_of(agreement)),
        at=at,
        players=(_player(agreement.rules, first), _player(agreement.rules, second)),
        score=result.score,
        reason=result.reason,
        advantage=advantage_of(agreement),
        **_ran_out(table, change),
    )


def _ran_out(table: Table, change: Change) -> dict[str, Any]:
    """Who let a correspondence game run out, and where it was then."""
    if not isinstance(change.kind, TimeUp) or pace_of(table.agreement) != "correspondence":
        return {}
    return {"ran_out": change.seat, "position": table.position.ordered_text}


def _player(rules: str, seat: Seat) -> int | Level:
    if seat.level is not None:
        ladder = engine_for(rules).ladder
        assert ladder is not None
        return Level(seat.level, level_rating(ladder, seat.level))
    assert seat.holder is not None
    return seat.holder


def advantage_of(agreement: Agreement) -> float:
    """What beginning is worth in a game, in Elo; the second player who may swap has taken it away."""
    if agreement.options.get("swap"):
        return 0.0
    board = agreement.options.get("board", "")
    return engine_for(agreement.rules).first_player.get(str(board), 0.0)


def finished_game(table: Table, change: Change) -> FinishedGame | None:
    """What is searched of a game that a change ends, if people have played it."""
    if not change.ends or not table.people:
        return None
    agreement, position = table.agreement, change.position or table.position
    moves = [move.text for move in table.moves]
    if isinstance(change.kind, Moved):
        moves.append(change.kind.text)
    levels = [seat.level for seat in table.seats if seat.kind == "engine"]
    return FinishedGame(
        game=agreement.id,
        rules=agreement.rules,
        board=position.board.name[:LONGEST_BOARD],
        pace=pace_of(agreement),
        rated=agreement.rated,
        length=len(moves),
        reason=_reason(change),
        level=levels[0] if len(levels) == 1 else None,
        seats=tuple(
            FinishedSeat(seat.kind, seat.level, seat.holder, position.colour_of(player))
            for seat, player in zip(table.seats, table.players, strict=True)
        ),
        review=review_key(table.positions[0], moves),
    )


def _reason(change: Change) -> str:
    if change.position is not None:
        assert change.position.outcome is not None
        return change.position.outcome.reason
    if isinstance(change.kind, Drawn):
        return "agreement"
    return "stopped" if isinstance(change.kind, Stopped) else change.kind.word
