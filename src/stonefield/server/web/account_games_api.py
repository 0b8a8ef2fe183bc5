"""An account's finished games over HTTP: searched, as one file of records, and what they add up to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from starlette.responses import StreamingResponse

from stonefield.ratings.pools import Pace
from stonefield.server.domain.game.table import replay
from stonefield.server.domain.people.account import Account
from stonefield.server.jobs.tasks.records import RecordSource, write_records
from stonefield.server.play.game_records import record_source
from stonefield.server.presenting.finished_games import account_game, statistics_of
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.ratings import AccountGames, AccountStatistics, ResultName
from stonefield.server.protocol.requests import Level
from stonefield.server.store.finished_games import FoundGames, GameSearch
from stonefield.server.web.api import PROBLEMS, Documented, answers, encoded, work
from stonefield.server.web.application import application_of
from stonefield.server.web.explorer import located
from stonefield.server.web.guard import caller_of
from stonefield.server.web.prices import PricedRoute, priced, purse_of

MOST_LISTED = 50
MOST_RECORDS, AT_ONCE = 1_000, 10
"""Records in one file, and how many are written at a time."""
REPLAYED = 3.0
"""Points for each record, besides what its writing takes a worker."""
TEXT: Documented = {200: {"content": {"text/plain": {}}}}
Name = Annotated[str, Path(max_length=64, description="The account's name")]
Moment = Annotated[int | None, Query(ge=0, le=2**53, description="Milliseconds since 1970")]
Decisions = Annotated[int | None, Query(ge=0, le=10_000, description="Decisions")]
router = APIRouter(prefix="/api/accounts/{name}", responses=PROBLEMS, route_class=PricedRoute)


def is_hidden(request: Request, account: Account) -> bool:
    """Whether the caller sees nothing but the name of an account."""
    return account.private and caller_of(request.scope).account != account.id


async def shown_account(request: Request, name: Name) -> Account:
    """The account in the path, if the caller may see more than its name."""
    account = await application_of(request).people.accounts.named(name)
    if is_hidden(request, account):
        raise Refusal("no_such_account", "there is no account with this name")
    return account


ShownAccount = Annotated[Account, Depends(shown_account)]


async def search_of(
    request: Request,
    game: Annotated[str | None, Query(max_length=32, description="Which game, as in the catalogue")] = None,
    board: Annotated[str | None, Query(max_length=64)] = None,
    opponent: Annotated[str | None, Query(max_length=64, description="An account's name")] = None,
    level: Annotated[Level | None, Query(description="The engine's level")] = None,
    result: Annotated[ResultName | None, Query(description="For the account")] = None,
    since: Moment = None,
    until: Moment = None,
    shortest: Decisions = None,
    longest: Decisions = None,
    position: Annotated[
        str | None,
        Query(min_length=1, max_length=4_000, description="It came up, in any turn of the board"),
    ] = None,
    rated: Annotated[bool | None, Query()] = None,
    pace: Annotated[Pace | None, Query()] = None,
) -> GameSearch:
    """Which games are wanted, by when they ended, by their length and by what else is known of them."""
    met = None if opponent is None else (await application_of(request).people.accounts.named(opponent)).id
    key = None if position is None else (await asyncio.to_thread(located, position)).key
    return GameSearch(
        rules=game,
        board=board,
        opponent=met,
        level=level,
        result=result,
        since=since,
        until=until,
        shortest=shortest,
        longest=longest,
        position=key,
        rated=rated,
        pace=pace,
    )


Search = Annotated[GameSearch, Depends(search_of)]


@router.get("/games", responses=answers("AccountGames"))
@priced(5)
async def list_games(
    request: Request,
    account: ShownAccount,
    search: Search,
    before: Annotated[str | None, Query(max_length=40, pattern=r"^\d{1,15}-[A-Za-z0-9]{1,20}$")] = None,
    most: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 20,
) -> Response:
    """Finished games, those that ended last first."""
    at, _, game = (before or "").partition("-")
    store = application_of(request).finished_games
    found = await store.search(account.id, search, (int(at), game) if before else None, most)
    last = found.rows[-1] if len(found.rows) == most else None
    page: AccountGames = {
        "account": account.name,
        "games": [account_game(row, found) for row in found.rows],
        "next": f"{last.ended}-{last.game}" if last else None,
    }
    return encoded(page)


@router.get("/games/records", responses=TEXT, response_class=Response)
@priced(20)
async def download_records(request: Request, account: ShownAccount, search: Search) -> Response:
    """The same games as one file of records: the 1,000 that ended last, earlier ones by `until`."""
    pages = _records(request, account, search)
    # What is refused is refused before anything is sent.
    first = await anext(pages, "")
    headers = {"Content-Disposition": f'attachment; filename="{account.id}.stones"'}
    return StreamingResponse(_chained(first, pages), media_type="text/plain; charset=utf-8", headers=headers)


async def _chained(first: str, others: AsyncIterator[str]) -> AsyncIterator[str]:
    yield first
    async for page in others:
        yield "\n" + page


async def _records(request: Request, account: Account, search: GameSearch) -> AsyncIterator[str]:
    """The records of an account's games, some at a time."""
    store, before = application_of(request).finished_games, None
    for _ in range(MOST_RECORDS // AT_ONCE):
        found: FoundGames = await store.search(account.id, search, before, AT_ONCE)
        if not found.rows:
            return
        purse_of(request).spend(REPLAYED * len(found.rows))
        sources = [await _source(request, row.game) for row in found.rows]
        yield await work(request, write_records, [source for source in sources if source is not None])
        before = (found.rows[-1].ended, found.rows[-1].game)
        if len(found.rows) < AT_ONCE:
            return


async def _source(request: Request, game: str) -> RecordSource | None:
    archive = application_of(request).archive
    found = await archive.find(game)
    if found is None:
        return None
    table = await asyncio.to_thread(replay, found.agreement, found.events, found.members)
    return await record_source(table, archive)


@router.get("/statistics", responses=answers("AccountStatistics"))
@priced(20)
async def show_statistics(request: Request, account: ShownAccount) -> Response:
    """What the latest 2,000 finished games add up to."""
    counted, judged = await application_of(request).finished_games.to_count(account.id)
    found: AccountStatistics = {
        "account": account.name,
        "games": await asyncio.to_thread(statistics_of, counted, judged),
    }
    return encoded(found)
