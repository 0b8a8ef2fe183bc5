"""Practice profiles over HTTP (`/api/learners`), and the profile whose token a request brings."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from stonefield.puzzles.practice.progress import Profile
from stonefield.server.practice.profiles import Profiles
from stonefield.server.web.api import PROBLEMS, TokenHeader, answers, encoded
from stonefield.server.web.application import application_of
from stonefield.server.web.guard import caller_of
from stonefield.server.web.prices import PricedRoute, priced

router = APIRouter(prefix="/api/learners", responses=PROBLEMS, route_class=PricedRoute)


async def profiles_of(request: Request) -> Profiles:
    return application_of(request).profiles


AllProfiles = Annotated[Profiles, Depends(profiles_of)]


async def account_of(request: Request) -> str | None:
    return caller_of(request.scope).account


AccountId = Annotated[str | None, Depends(account_of)]


async def maybe_profile(profiles: AllProfiles, token: TokenHeader, account: AccountId) -> Profile | None:
    """The profile of the caller, if the request has a token or a session."""
    return await profiles.find(token, account)


async def the_profile(profiles: AllProfiles, token: TokenHeader, account: AccountId) -> Profile:
    """The profile of the caller."""
    return await profiles.owner(token, account)


async def named_profile(
    profiles: AllProfiles,
    token: TokenHeader,
    account: AccountId,
    learner: Annotated[str, Path(max_length=32)],
) -> Profile:
    """The profile in the path, which must be the caller's."""
    return await profiles.owner(token, account, learner)


MaybeProfile = Annotated[Profile | None, Depends(maybe_profile)]
TheProfile = Annotated[Profile, Depends(the_profile)]
NamedProfile = Annotated[Profile, Depends(named_profile)]


@router.post("", status_code=201, responses=answers("LearnerMade", 201))
@priced(4, makes=True)
async def make_learner(profiles: AllProfiles, account: AccountId) -> Response:
    """Make a practice profile; an account that has none gets it."""
    return encoded(await profiles.make(account), 201)


@router.get("/{learner}", responses=answers("LearnerView"))
@priced(6)
async def show_learner(request: Request, profiles: AllProfiles, profile: NamedProfile) -> Response:
    """The progress made with a profile, for its owner alone."""
    await application_of(request).puzzles.load()
    return encoded(await profiles.view(profile))


@router.delete("/{learner}", status_code=204, responses={204: {"content": {}}}, response_class=Response)
@priced(4)
async def delete_learner(profiles: AllProfiles, profile: NamedProfile) -> None:
    """Delete a profile and everything about it."""
    await profiles.delete(profile)
