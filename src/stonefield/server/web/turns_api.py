"""Whose turn it is, and vacation, for people who are signed in."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from stonefield.server.accounts.turns import list_turns
from stonefield.server.domain.people.vacation import DAYS_A_YEAR, Vacation
from stonefield.server.now import now_ms
from stonefield.server.protocol.turns import NewVacation, VacationView
from stonefield.server.web.api import PROBLEMS, answers, encoded
from stonefield.server.web.application import Here
from stonefield.server.web.prices import PricedRoute, priced
from stonefield.server.web.signed_in import Person

router = APIRouter(prefix="/api/accounts/me", responses=PROBLEMS, route_class=PricedRoute)


@router.get("/turns", responses=answers("Turns"))
@priced(6)
async def my_turns(
    here: Here, person: Person, after: Annotated[str | None, Query(max_length=64)] = None
) -> Response:
    """The games between people, without a live clock, in which the account decides; least time left first.

    With `after`, the next game comes first: the one that follows it in this order.
    """
    account, now = person.account.id, now_ms()
    return encoded(await here.people.belonging_store.read(lambda one: list_turns(one, account, after, now)))


@router.get("/vacation", responses=answers("VacationView"))
@priced(3)
async def my_vacation(here: Here, person: Person) -> Response:
    """How many days of vacation are left, and whether the account is away."""
    return encoded(_view(await here.vacations.of(person.account.id)))


@router.put("/vacation", responses=answers("VacationView"))
@priced(70)
async def go_on_vacation(here: Here, person: Person, wanted: NewVacation) -> Response:
    """Be away until a moment: no flag of the account falls in a correspondence game before.

    It takes as many days as there are, the last one as a whole. Coming back early gives none of them back.
    """
    return encoded(_view(await here.vacations.set(person.account.id, wanted.until)))


def _view(vacation: Vacation) -> VacationView:
    now = now_ms()
    return {
        "until": vacation.until if vacation.until > now else None,
        "left": vacation.left(now),
        "days": DAYS_A_YEAR,
    }
