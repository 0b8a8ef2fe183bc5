"""Moderation over HTTP (`/api/moderation`), for accounts that an operator has made moderators."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Response

from stonefield.server.protocol.manners import NewAct
from stonefield.server.web.api import PROBLEMS, answers, encoded
from stonefield.server.web.application import Here
from stonefield.server.web.prices import PricedRoute, priced
from stonefield.server.web.signed_in import Person, SignedInPerson

router = APIRouter(prefix="/api/moderation", responses=PROBLEMS, route_class=PricedRoute)


async def moderating(here: Here, person: Person) -> SignedInPerson:
    """The person who is signed in, and moderates."""
    await here.people.moderating.check(person.account.id)
    return person


Moderator = Annotated[SignedInPerson, Depends(moderating)]


@router.get("/reports", responses=answers("ReportList"))
@priced(8)
async def list_reports(
    here: Here, moderator: Moderator, closed: Annotated[bool, Query()] = False
) -> Response:
    """Open reports, those that wait longest first; or those that were closed last."""
    return encoded(await here.people.moderating.listed(closed=closed))


@router.get("/reports/{report}", responses=answers("ReportFile"))
@priced(8)
async def show_report(
    here: Here, moderator: Moderator, report: Annotated[str, Path(max_length=32)]
) -> Response:
    """A report with its evidence, and what was done before."""
    return encoded(await here.people.moderating.file(report))


@router.get("/acts", responses=answers("ActList"))
@priced(8)
async def list_acts(here: Here, moderator: Moderator) -> Response:
    """What moderators have done lately."""
    return encoded(await here.people.moderating.log())


@router.post("/acts", status_code=201, responses=answers("ActList", 201))
@priced(10)
async def act(here: Here, moderator: Moderator, wanted: NewAct) -> Response:
    """Warn, mute, keep from pairing, rename, lift what still lasts, or close a report.

    The person is told what was done, why, and when it ends.
    """
    await here.people.moderating.act(wanted, moderator.account)
    return encoded(await here.people.moderating.log(), 201)
