"""Chat, whom people avoid, and reports over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from stonefield.locales.names import clean_name
from stonefield.server.protocol import manners as protocol
from stonefield.server.protocol.problems import Refusal
from stonefield.server.web.api import PROBLEMS, GameRoom, TokenHeader, answers, encoded
from stonefield.server.web.application import Here
from stonefield.server.web.guard import caller_of
from stonefield.server.web.prices import PricedRoute, priced
from stonefield.server.web.signed_in import Person

router = APIRouter(prefix="/api", responses=PROBLEMS, route_class=PricedRoute)
Name = Annotated[str, Path(max_length=64, description="The account's name")]
ME = "/accounts/me/manners"


# Chat


@router.get("/games/{game}/chat", responses=answers("ChatView"))
@priced(4)
async def show_chat(
    request: Request,
    here: Here,
    room: GameRoom,
    token: TokenHeader,
    after: Annotated[int, Query(ge=0, le=2**31 - 1, description="The number of a line that is known")] = 0,
) -> Response:
    """What the players of a game have said, for themselves; the socket's `chat` says when there is more."""
    holder = await room.holder_of(token, caller_of(request.scope))
    return encoded(await here.company.chat.view(room.table, holder, after))


@router.post("/games/{game}/chat", responses=answers("ChatView"))
@priced(8)
async def say(
    request: Request, here: Here, room: GameRoom, token: TokenHeader, line: protocol.NewLine
) -> Response:
    """Say something to the other players, during the game or after it; the last lines are the answer."""
    caller = caller_of(request.scope)
    holder = await room.holder_of(token, caller)
    text = clean_name(line.text)
    if not text:
        raise Refusal("invalid", "text: there is nothing to read in it")
    here.speech.say(caller)
    await here.company.chat.say(room.table, holder, text)
    return encoded(await here.company.chat.view(room.table, holder))


@router.put("/games/{game}/chat/muted", responses=answers("ChatView"))
@priced(6)
async def mute_chat(
    request: Request, here: Here, room: GameRoom, token: TokenHeader, choice: protocol.HearChoice
) -> Response:
    """Read no more, or again, what the others of this game say; they are not told."""
    holder = await room.holder_of(token, caller_of(request.scope))
    await here.company.chat.mute(room.table, holder, muted=choice.muted)
    return encoded(await here.company.chat.view(room.table, holder))


# What an account chooses, and whom it avoids


@router.get(ME, responses=answers("MannersView"))
@priced(4)
async def show_manners(here: Here, person: Person) -> Response:
    """What the account has chosen, whom it avoids, and what moderators have done that concerns it."""
    return encoded(await here.people.manners.view(person.account.id))


@router.put(ME, responses=answers("MannersView"))
@priced(5)
async def choose(here: Here, person: Person, choice: protocol.MannersChoice) -> Response:
    """Chat, or do not."""
    await here.people.manners.store.choose(person.account.id, chat=choice.chat)
    return encoded(await here.people.manners.view(person.account.id))


@router.put(f"{ME}/avoided/{{name}}", responses=answers("MannersView"))
@priced(6)
async def avoid(here: Here, person: Person, name: Name, how: protocol.Avoidance) -> Response:
    """Do not be paired with an account; or block it: no chat and no challenges either, both ways.

    The other person is not told: they find this account not available.
    """
    await here.people.manners.avoid(person.account, name, blocked=how.blocked)
    return encoded(await here.people.manners.view(person.account.id))


@router.delete(f"{ME}/avoided/{{name}}", responses=answers("MannersView"))
@priced(6)
async def allow(here: Here, person: Person, name: Name) -> Response:
    """Take an account off the list."""
    await here.people.manners.allow(person.account, name)
    return encoded(await here.people.manners.view(person.account.id))


@router.put(f"{ME}/notices/{{notice}}", responses=answers("MannersView"))
@priced(5)
async def put_away(here: Here, person: Person, notice: Annotated[str, Path(max_length=32)]) -> Response:
    """Put away a moderator's notice that was read."""
    await here.people.manners.see(person.account, notice)
    return encoded(await here.people.manners.view(person.account.id))


# Reports


@router.post("/reports", status_code=201, responses=answers("ReportMade", 201))
@priced(10, makes=True)
async def report(request: Request, here: Here, token: TokenHeader, wanted: protocol.NewReport) -> Response:
    """Report another player of your game, or an account; the game's chat goes with it as evidence."""
    caller = caller_of(request.scope)
    if (wanted.game is None) == (wanted.account is None):
        raise Refusal("invalid", "a report is about a player of a `game`, or about an `account`")
    if wanted.game is None:
        here.speech.report(caller)
        return encoded(await here.people.manners.report_account(wanted, caller), 201)
    async with here.rooms.using(wanted.game) as room:
        holder = await room.holder_of(token, caller)
        here.speech.report(caller)
        return encoded(await here.people.manners.report_player(wanted, room.table, holder, caller), 201)
