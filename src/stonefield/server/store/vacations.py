"""Vacations of accounts as rows."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.sql import Select

from stonefield.server.domain.people.vacation import Vacation
from stonefield.server.store.correspondence_tables import vacations
from stonefield.server.store.journal import Conflict
from stonefield.server.store.strength import Work


def vacation_of(account: str) -> Select[Any]:
    """What an account has used, and until when it is away."""
    columns = vacations.c.year, vacations.c.used, vacations.c.until
    return select(*columns).where(vacations.c.account == account)


def change_vacation(account: str, known: Vacation | None, new: Vacation) -> Work:
    """Put a vacation in the place of the one that is known; Conflict if there is another one by now."""
    row = {"year": new.year, "used": new.used, "until": new.until}

    def work(connection: Connection) -> None:
        if known is None:
            connection.execute(insert(vacations).values(account=account, **row))
            return
        this = (
            vacations.c.account == account,
            vacations.c.year == known.year,
            vacations.c.used == known.used,
            vacations.c.until == known.until,
        )
        if not connection.execute(update(vacations).where(*this).values(**row)).rowcount:
            raise Conflict

    return work
