"""Reports and what moderators have done, as rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from stonefield.server.domain.people.account import DAY
from stonefield.server.store.account_tables import accounts
from stonefield.server.store.journal import Conflict, Journal
from stonefield.server.store.manners_tables import moderation_acts, reports
from stonefield.server.store.reading import Reader

KEPT = 180 * DAY
"""How long a report is kept after it was closed."""
MOST_LISTED = 100
_REPORTER, _ACCUSED, _MODERATOR = (accounts.alias(name) for name in ("reporting", "accused_one", "acting"))
_REPORTS = select(
    *(column for column in reports.c if column.name not in ("reporter", "accused")),
    reports.c.accused.label("accused_id"),
    _REPORTER.c.name.label("reporter"),
    _ACCUSED.c.name.label("accused"),
).select_from(
    reports.outerjoin(_REPORTER, _REPORTER.c.id == reports.c.reporter).outerjoin(
        _ACCUSED, _ACCUSED.c.id == reports.c.accused
    )
)
_ACTS = select(
    *(column for column in moderation_acts.c if column.name not in ("moderator", "account")),
    _MODERATOR.c.name.label("moderator"),
    _ACCUSED.c.name.label("account"),
).select_from(
    moderation_acts.outerjoin(_MODERATOR, _MODERATOR.c.id == moderation_acts.c.moderator).outerjoin(
        _ACCUSED, _ACCUSED.c.id == moderation_acts.c.account
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a person has reported."""

    id: str
    at: int
    reporter: str | None
    accused: str | None
    guest: str
    game: str | None
    reason: str
    words: str
    evidence: dict[str, Any] = field(default_factory=dict)
    """The seat of the accused, and the lines of the chat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """What a moderator does; every one is a row."""

    id: str
    at: int
    moderator: str | None
    account: str | None
    kind: str
    why: str
    until: int | None = None
    report: str | None = None
    seen: bool = False


class ReportStore:
    """Reads and writes reports and acts."""

    def __init__(self, reader: Reader, journal: Journal) -> None:
        self._reader, self._journal = reader, journal

    async def add(self, report: Report) -> None:
        """Keep a report; the same one again changes nothing."""

        def work(connection: Connection) -> None:
            if connection.execute(select(reports.c.id).where(reports.c.id == report.id)).first() is None:
                connection.execute(insert(reports).values(**asdict(report)))

        try:
            await self._journal.write(work)
        except Conflict:
            return  # Another server has just done it.

    async def find(self, id: str) -> Any:
        """A report, with the names of those in it."""
        query = _REPORTS.where(reports.c.id == id)
        return await self._reader.read(lambda connection: connection.execute(query).first())

    async def listed(self, *, closed: bool) -> tuple[list[Any], int]:
        """Reports: the open ones that wait longest, or those that were closed last; how many are open."""
        is_open = reports.c.closed.is_(None)
        query = _REPORTS.where(~is_open if closed else is_open)
        order = reports.c.closed.desc() if closed else reports.c.at
        count = select(func.count()).select_from(reports).where(is_open)

        def read(connection: Connection) -> tuple[list[Any], int]:
            rows = list(connection.execute(query.order_by(order, reports.c.id).limit(MOST_LISTED)))
            return rows, connection.execute(count).scalar_one()

        return await self._reader.read(read)

    async def acts(self, account: str | None = None, report: str | None = None) -> list[Any]:
        """What moderators have done: to an account or about a report, or all; the latest first."""
        acts = moderation_acts.c
        query = _ACTS
        if account is not None or report is not None:
            query = query.where(or_(acts.account == account, acts.report == report))
        query = query.order_by(acts.at.desc(), acts.id).limit(MOST_LISTED)
        return await self._reader.read(lambda connection: list(connection.execute(query)))

    async def count(self, account: str) -> int:
        """How many reports there are of an account."""
        query = select(func.count()).select_from(reports).where(reports.c.accused == account)
        return await self._reader.read(lambda connection: connection.execute(query).scalar_one())

    async def act(self, act: Act) -> None:
        """Write down what a moderator does, and end what it lifts or closes."""
        await self._journal.write(lambda connection: _act(connection, act))

    async def tidy(self, now: int) -> None:
        """Forget reports that were closed long ago."""
        old = delete(reports).where(reports.c.closed < now - KEPT)
        await self._journal.write(lambda connection: connection.execute(old))


def _act(connection: Connection, act: Act) -> None:
    acts = moderation_acts.c
    if act.kind == "lift":
        running = (acts.account == act.account, acts.kind.in_(("mute", "ban")), acts.until > act.at)
        connection.execute(update(moderation_acts).where(*running).values(until=act.at))
    elif act.kind == "close":
        this = (reports.c.id == act.report, reports.c.closed.is_(None))
        connection.execute(update(reports).where(*this).values(closed=act.at))
    connection.execute(insert(moderation_acts).values(**asdict(act)))


def evidence_of(lines: Sequence[Any], seats: Mapping[int, int]) -> list[dict[str, Any]]:
    """Lines of a chat, as a report keeps them; ``seats`` are those of the holders."""
    return [
        {"at": line.at, "seat": seats.get(line.holder, 0), "text": line.text, "greeting": line.greeting}
        for line in lines
    ]
