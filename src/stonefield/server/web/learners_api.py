"""Learners over HTTP, and whose token a request brings."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from stonefield.server.practice.learners import Learners
from stonefield.server.store.learners import Learner
from stonefield.server.web.api import PROBLEMS, TokenHeader, answers, encoded
from stonefield.server.web.application import application_of
from stonefield.server.web.prices import PricedRoute, priced

router = APIRouter(prefix="/api/learners", responses=PROBLEMS, route_class=PricedRoute)


async def learners_of(request: Request) -> Learners:
    return application_of(request).learners


AllLearners = Annotated[Learners, Depends(learners_of)]


async def maybe_learner(learners: AllLearners, token: TokenHeader) -> Learner | None:
    """The learner who asks, if anybody."""
    return await learners.find(token)


async def the_learner(learners: AllLearners, token: TokenHeader) -> Learner:
    """The learner who asks."""
    return await learners.owner(token)


async def named_learner(
    learners: AllLearners, token: TokenHeader, learner: Annotated[str, Path(max_length=32)]
) -> Learner:
    """The learner in the path, who must be the one who asks."""
    return await learners.owner(token, learner)


MaybeLearner = Annotated[Learner | None, Depends(maybe_learner)]
TheLearner = Annotated[Learner, Depends(the_learner)]
NamedLearner = Annotated[Learner, Depends(named_learner)]


@router.post("", status_code=201, responses=answers("LearnerMade", 201))
@priced(4, makes=True)
async def make_learner(learners: AllLearners) -> Response:
    """Make a learner."""
    return encoded(await learners.make(), 201)


@router.get("/{learner}", responses=answers("LearnerView"))
@priced(6)
async def show_learner(request: Request, learners: AllLearners, learner: NamedLearner) -> Response:
    """The learner's progress, for the learner alone."""
    puzzles = application_of(request).puzzles
    await puzzles.load()
    return encoded(await learners.view(learner))


@router.delete("/{learner}", status_code=204, responses={204: {"content": {}}}, response_class=Response)
@priced(4)
async def delete_learner(learners: AllLearners, learner: NamedLearner) -> None:
    """Delete a learner and everything about them."""
    await learners.forget(learner)
