"""Ratings over HTTP: how one came about, and what a game has changed."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from stonefield.ratings.pools import read_pool
from stonefield.server.domain.game.rated_match import pool_of
from stonefield.server.now import now_ms
from stonefield.server.presenting.ratings import ended_match, open_match, rating_point
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.ratings import RatingHistory
from stonefield.server.web.account_games_api import ShownAccount
from stonefield.server.web.api import PROBLEMS, GameRoom, answers, encoded
from stonefield.server.web.application import application_of
from stonefield.server.web.prices import PricedRoute, priced

MOST_POINTS = 500
router = APIRouter(prefix="/api", responses=PROBLEMS, route_class=PricedRoute)


@router.get("/accounts/{name}/ratings/{pool}", responses=answers("RatingHistory"))
@priced(5)
async def show_history(
    request: Request,
    account: ShownAccount,
    pool: Annotated[str, Path(max_length=48, description="`<game>-live` or `<game>-correspondence`")],
    before: Annotated[int | None, Query(ge=1, le=2**31 - 1, description="Games before that one")] = None,
    most: Annotated[int, Query(ge=1, le=MOST_POINTS)] = MOST_POINTS,
) -> Response:
    """How a rating came about, game by game; the latest ones."""
    if read_pool(pool) is None:
        raise Refusal("not_found", "a pool is a game and a pace: `<game>-live` or `<game>-correspondence`")
    rows = await application_of(request).ratings.history(account.id, pool, before, most)
    history: RatingHistory = {
        "account": account.name,
        "pool": pool,
        "points": [rating_point(row) for row in rows],
        "before": rows[0].number if rows and rows[0].number > 1 else None,
    }
    return encoded(history)


@router.get("/games/{game}/rating", responses=answers("RatedMatch"))
@priced(2)
async def show_match(request: Request, room: GameRoom) -> Response:
    """How players of a rated game are rated, and what it has changed; `not_found` for other games."""
    agreement = room.table.agreement
    if not agreement.rated:
        raise Refusal("not_found", "this game is not rated")
    ratings, pool = application_of(request).ratings, str(pool_of(agreement))
    found = await ratings.match(agreement.id)
    if found is None:
        players = [member.id for member in room.table.members.values()]
        is_judged = await application_of(request).company.judging.store.is_waiting(agreement.id)
        standings = await ratings.of(players, pool)
        return encoded(open_match(room.table, pool, standings, now_ms(), is_judged=is_judged))
    return encoded(ended_match(agreement.rules, found.row, found.changes, found.names))
