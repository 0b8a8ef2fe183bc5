"""Challenges over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from stonefield.server.domain.game.agreement import clean_name
from stonefield.server.domain.lobby.challenge import Challenge
from stonefield.server.domain.people.caller import Caller
from stonefield.server.now import now_ms
from stonefield.server.protocol.challenges import (
    AcceptChallenge,
    ChallengeList,
    ChallengeMade,
    ChallengeView,
    NewChallenge,
    ProposedClock,
)
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.requests import CorrespondenceRequest, NewGame, PersonSeat
from stonefield.server.tokens import hash_token, new_token
from stonefield.server.web.api import PROBLEMS, TokenHeader, answers, encoded, seated
from stonefield.server.web.application import Here
from stonefield.server.web.guard import caller_of
from stonefield.server.web.prices import PricedRoute, priced

router = APIRouter(prefix="/api", responses=PROBLEMS, route_class=PricedRoute)


def _caller(request: Request) -> Caller:
    return caller_of(request.scope)


Asking = Annotated[Caller, Depends(_caller)]


async def _found(
    here: Here, caller: Asking, token: TokenHeader, challenge: Annotated[str, Path(max_length=64)]
) -> Challenge:
    return await here.challenges.find(challenge, caller, token and hash_token(token))


Found = Annotated[Challenge, Depends(_found)]


@router.post("/challenges", status_code=201, responses=answers("ChallengeMade", 201))
@priced(4, makes=True)
async def make_challenge(here: Here, caller: Asking, wanted: NewChallenge) -> Response:
    """Challenge an account, or anyone who gets the challenge's id; the other one need not be there.

    The game begins when it is accepted, within 14 days. Only accounts challenge accounts.
    """
    challenge, token = await here.challenges.make(wanted, caller)
    made: ChallengeMade = {"token": token, "challenge": view(challenge, caller, challenge.token_hash)}
    return encoded(made, 201)


@router.get("/challenges", responses=answers("ChallengeList"))
@priced(4)
async def list_challenges(here: Here, caller: Asking) -> Response:
    """The challenges that the account has received and made."""
    if caller.account is None:
        raise Refusal("sign_in_first", "guests find their challenges by their ids")
    found = await here.challenges.of(caller.account)
    listed: ChallengeList = {
        "received": [view(one, caller, None) for one in found if one.is_to(caller)],
        "made": [view(one, caller, None) for one in found if not one.is_to(caller)],
    }
    return encoded(listed)


@router.get("/challenges/{challenge}", responses=answers("ChallengeView"))
@priced(3)
async def show_challenge(caller: Asking, token: TokenHeader, found: Found) -> Response:
    """A challenge, and the game that has come of it; its maker's token is good for that game."""
    return encoded(view(found, caller, token and hash_token(token)))


@router.post("/challenges/{challenge}/accept", responses=answers("Seated"))
@priced(10)
async def accept_challenge(here: Here, caller: Asking, found: Found, wishes: AcceptChallenge) -> Response:
    """Accept a challenge: the game begins."""
    token = wishes.token or new_token()
    return encoded(seated(await here.challenges.accept(found, clean_name(wishes.name), token, caller)))


@router.post("/challenges/{challenge}/decline", responses=answers("ChallengeView"))
@priced(5)
async def decline_challenge(here: Here, caller: Asking, found: Found) -> Response:
    """Decline a challenge to your account."""
    return encoded(view(await here.challenges.decline(found, caller), caller, None))


@router.post("/challenges/{challenge}/withdraw", responses=answers("ChallengeView"))
@priced(5)
async def withdraw_challenge(here: Here, caller: Asking, token: TokenHeader, found: Found) -> Response:
    """Take your own challenge back, by its token or your account."""
    known = token and hash_token(token)
    return encoded(view(await here.challenges.withdraw(found, caller, known), caller, known))


def view(challenge: Challenge, caller: Caller, token_hash: str | None) -> ChallengeView:
    """A challenge as the caller sees it."""
    wishes, seats = challenge.wishes, challenge.wishes.seats
    seat, maker = next((n, seat) for n, seat in enumerate(seats) if isinstance(seat, PersonSeat))
    by, to = challenge.is_by(caller, token_hash), challenge.is_to(caller)
    return {
        "challenge": challenge.id,
        "status": challenge.at(now_ms()),
        "created": challenge.created,
        "expires": challenge.expires_at,
        "rules": wishes.game,
        "options": wishes.options,
        "position": wishes.position,
        "clock": _clock(wishes),
        "rated": wishes.rated,
        "seat": seat,
        "maker": clean_name(maker.name) if challenge.maker is None else challenge.maker.name,
        "opponent": None if challenge.opponent is None else challenge.opponent.name,
        "you": "maker" if by else "opponent" if to else "other",
        "game": challenge.game,
    }


def _clock(wishes: NewGame) -> ProposedClock | None:
    clock = wishes.clock
    if clock is None:
        return None
    slow = isinstance(clock, CorrespondenceRequest)
    return {
        "seconds": clock.seconds,
        "increment": clock.increment,
        "correspondence": slow,
        "weekends_free": isinstance(clock, CorrespondenceRequest) and clock.weekends_free,
    }
