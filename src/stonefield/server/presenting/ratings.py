"""Ratings as people see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from stonefield.engine.game_engine import engine_for
from stonefield.ratings.glicko import Rating
from stonefield.ratings.pools import PROVISIONAL, Standing, is_provisional, level_rating, read_pool
from stonefield.server.domain.game.table import Table
from stonefield.server.protocol.ratings import PoolRating, RatedMatch, RatedPlayer, RatingPoint


def pool_ratings(standings: Mapping[str, Standing], now: int) -> list[PoolRating]:
    """What the pools know of a player today, the most played first."""
    found = sorted(standings.items(), key=lambda one: (-one[1].games, one[0]))
    return [_pool_rating(pool, standing, now) for pool, standing in found]


def _pool_rating(name: str, standing: Standing, now: int) -> PoolRating:
    pool, rating = read_pool(name), standing.seen_at(now)
    assert pool is not None
    assert standing.at is not None
    return {
        "pool": name,
        "game": pool.game,
        "pace": pool.pace,
        "rating": round(rating.rating),
        "deviation": round(rating.deviation),
        "provisional": is_provisional(rating),
        "games": standing.games,
        "at": standing.at,
    }


def rating_point(row: Any) -> RatingPoint:
    """A row of the history."""
    return {
        "number": row.number,
        "at": row.at,
        "game": row.game,
        "rating": round(row.rating),
        "deviation": round(row.deviation),
        "change": round(row.rating) - round(row.before),
        "score": row.score,
        "opponent": row.name,
        "level": row.level,
    }


def open_match(
    table: Table, pool: str, standings: Mapping[str, Standing], now: int, *, is_judged: bool = False
) -> RatedMatch:
    """A rated game that is still played, or that the engine judges before it is rated.

    ``standings`` are those of its accounts that have played before.
    """
    players: list[RatedPlayer] = []
    for number, seat in enumerate(table.seats):
        member = None if seat.holder is None else table.members.get(seat.holder)
        known = standings.get(member.id, Standing()).seen_at(now) if member and member.id else None
        before = _rating_of(table.agreement.rules, seat.level) if seat.level is not None else known
        players.append(
            {
                "seat": number,
                "account": (member and member.name) or None,
                "level": seat.level,
                "before": None if before is None else round(before.rating),
                "after": None,
                "provisional": known is not None and is_provisional(known),
            }
        )
    taken = all(seat.kind != "open" for seat in table.seats)
    found = players if taken else []
    status: Literal["open", "judging"] = "judging" if is_judged else "open"
    return {"game": table.agreement.id, "pool": pool, "status": status, "reason": None, "players": found}


def _rating_of(rules: str, level: float) -> Rating | None:
    ladder = engine_for(rules).ladder
    return None if ladder is None else level_rating(ladder, level)


def ended_match(rules: str, row: Any, changes: Sequence[Any], names: Mapping[str, str]) -> RatedMatch:
    """What a rated game has changed."""
    by_account = {change.account: change for change in changes}
    players: list[RatedPlayer] = []
    for seat, account in enumerate((row.first, row.second)):
        change = by_account.get(account)
        level = _rating_of(rules, row.level) if account is None and row.level is not None else None
        fixed = None if level is None else round(level.rating)
        players.append(
            {
                "seat": seat,
                "account": None if account is None else names.get(account),
                "level": row.level if account is None else None,
                "before": fixed if change is None else round(change.before),
                "after": fixed if change is None else round(change.rating),
                "provisional": change is not None and change.deviation > PROVISIONAL,
            }
        )
    return {
        "game": row.game,
        "pool": row.pool,
        "status": "rated" if row.reason is None else "not_rated",
        "reason": row.reason,
        "players": players,
    }
