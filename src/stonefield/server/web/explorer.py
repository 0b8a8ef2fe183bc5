"""The explorer over HTTP: what was played from a position, and the games themselves."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from stonefield import records
from stonefield.explorer.explorer import Continuation, Explored
from stonefield.explorer.keys import Located, locate
from stonefield.games.game import StonefieldError, parse
from stonefield.server.presenting.evaluations import evaluated, of_first_side
from stonefield.server.protocol.explorer import ContinuationView, ExplorerView
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store.explorer import ExplorerStore
from stonefield.server.web.api import PROBLEMS, Documented, answers, encoded
from stonefield.server.web.application import application_of
from stonefield.server.web.prices import PricedRoute, priced

MOST_CONTINUATIONS = 50
TEXT: Documented = {200: {"content": {"text/plain": {}}}}
router = APIRouter(prefix="/api/explorer", responses=PROBLEMS, route_class=PricedRoute)


def store_of(request: Request) -> ExplorerStore:
    return application_of(request).explorer


@router.get("", responses=answers("ExplorerView"))
@priced(5)
async def explore(
    request: Request,
    position: Annotated[str, Query(min_length=1, max_length=4_000)],
    source: Annotated[
        list[Annotated[str, Query(max_length=64)]],
        Query(max_length=16, description="`here`, `engine` or a collection; all of them if left out"),
    ] = [],  # noqa: B006
) -> Response:
    """What was played from a position."""
    store = store_of(request)
    found = await store.look_up(await asyncio.to_thread(located, position), source or None)
    return encoded(_view(found, await store.sources()))


@router.get("/games/{game}", responses=TEXT, response_class=Response)
@priced(5)
async def explored_game(request: Request, game: Annotated[int, Path(ge=0, le=2**53)]) -> Response:
    """The record of one of the games."""
    record = await store_of(request).record(game)
    if record is None:
        raise Refusal("not_found", "the explorer has no such game")
    return Response(await asyncio.to_thread(records.write, record), media_type="text/plain")


def located(position: str) -> Located:
    """Where the explorer finds a position that was sent; Refusal if it is none."""
    try:
        return locate(parse(position))
    except StonefieldError as error:
        raise Refusal("invalid", str(error)) from None


def _view(found: Explored, sources: dict[str, int]) -> ExplorerView:
    position = found.position
    return {
        "position": str(position),
        "colours": list(position.game.colours),
        "games": found.games,
        "continuations": [_continuation(found, one) for one in found.continuations[:MOST_CONTINUATIONS]],
        "listed": [
            {
                "id": game.id,
                "source": game.source,
                "first": game.first,
                "second": game.second,
                "played": game.played,
                "result": game.result,
                "winner": game.winner,
                "length": game.length,
                "move": game.move,
            }
            for game in found.listed
        ],
        "sources": [{"name": name, "games": count} for name, count in sources.items()],
    }


def _continuation(found: Explored, one: Continuation) -> ContinuationView:
    opinion = one.opinion
    return {
        "move": one.move,
        "squares": list(found.position.read(one.move).squares),
        "games": one.games,
        "wins": dict(one.wins),
        "draws": one.draws,
        "opinion": None
        if opinion is None
        else evaluated(
            found.position.play(one.move),
            of_first_side(found.position, opinion.win_rate),
            opinion.simulations,
        ),
    }
