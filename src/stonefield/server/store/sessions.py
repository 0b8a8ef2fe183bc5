"""Sessions and tickets in the database; of tokens and challenges only hashes are there."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from sqlalchemy import Connection, delete, insert, or_, select, update

from stonefield.server.domain.people.account import MOST_SESSIONS, SESSION_LASTS, Session
from stonefield.server.store.account_tables import accounts, sessions, tickets
from stonefield.server.store.journal import Journal
from stonefield.server.store.reading import Reader


@dataclass(frozen=True, slots=True)
class Ticket:
    """What a single-use ticket was good for."""

    account: str | None
    detail: str


class SessionStore:
    """Reads sessions and tickets, and writes them through the journal."""

    def __init__(self, reader: Reader, journal: Journal) -> None:
        self._reader, self._journal = reader, journal

    async def find(self, token_hash: str, now: int) -> tuple[Session, str] | None:
        """The session with a token, if it has not expired, and the name of its account."""
        query = (
            select(sessions, accounts.c.name)
            .join(accounts, accounts.c.id == sessions.c.account)
            .where(sessions.c.token_hash == token_hash, sessions.c.expires > now)
        )
        row = await self._reader.read(lambda connection: connection.execute(query).first())
        if row is None:
            return None
        fields = dict(row._mapping)
        name: str = fields.pop("name")
        return Session(**fields), name

    async def all(self, account: str, now: int) -> list[Session]:
        """The sessions of an account, those used last first."""
        return await self._reader.read(lambda connection: sessions_of(connection, account, now))

    async def add(self, session: Session) -> None:
        """Keep a new session."""
        await self._journal.write(lambda connection: add_session(connection, session))

    async def saw(self, session: Session, now: int) -> None:
        """A session is used; it lasts from now on."""
        lasting = {"seen": now, "expires": now + SESSION_LASTS}

        def work(connection: Connection) -> None:
            connection.execute(update(sessions).where(sessions.c.id == session.id).values(**lasting))
            connection.execute(update(accounts).where(accounts.c.id == session.account).values(touched=now))

        await self._journal.write(work)

    async def proved(self, session: str, now: int) -> None:
        """The person has shown again who they are."""
        changed = update(sessions).where(sessions.c.id == session).values(proven=now)
        await self._journal.write(lambda connection: connection.execute(changed))

    async def end(self, account: str, *, only: str | None = None, but: str | None = None) -> int:
        """End the sessions of an account: all, only one, or all but one; how many there were."""
        these = [sessions.c.account == account]
        if only is not None:
            these.append(sessions.c.id == only)
        if but is not None:
            these.append(sessions.c.id != but)
        done = await self._journal.write(
            lambda connection: connection.execute(delete(sessions).where(*these))
        )
        return done.rowcount

    async def add_ticket(
        self, ticket_hash: str, purpose: str, expires: int, *, account: str | None = None, detail: str = ""
    ) -> None:
        """Keep a ticket that can be used once before it expires."""
        row = {"hash": ticket_hash, "purpose": purpose, "account": account, "detail": detail}
        await self._journal.write(
            lambda connection: connection.execute(insert(tickets).values(**row, expires=expires))
        )

    async def put_ticket(
        self, ticket_hash: str, purpose: str, expires: int, *, account: str, detail: str
    ) -> None:
        """Keep a ticket that may be there already."""

        def work(connection: Connection) -> None:
            connection.execute(delete(tickets).where(tickets.c.hash == ticket_hash))
            row = {"hash": ticket_hash, "purpose": purpose, "account": account, "detail": detail}
            connection.execute(insert(tickets).values(**row, expires=expires))

        await self._journal.write(work)

    async def use_ticket(self, ticket_hash: str, purpose: str, now: int) -> Ticket | None:
        """Use a ticket up; None if there is none for this purpose, or it has expired."""

        def work(connection: Connection) -> Ticket | None:
            this = (tickets.c.hash == ticket_hash, tickets.c.purpose == purpose)
            row = connection.execute(select(tickets).where(*this).with_for_update()).first()
            if row is None or not connection.execute(delete(tickets).where(*this)).rowcount:
                return None
            return Ticket(row.account, row.detail) if now < row.expires else None

        return await self._journal.write(work)

    async def tidy(self, now: int) -> None:
        """Forget what has expired."""

        def work(connection: Connection) -> None:
            connection.execute(delete(sessions).where(sessions.c.expires <= now))
            connection.execute(delete(tickets).where(tickets.c.expires <= now))

        await self._journal.write(work)


def sessions_of(connection: Connection, account: str, now: int) -> list[Session]:
    """The sessions of an account, those used last first."""
    query = select(sessions).where(sessions.c.account == account, sessions.c.expires > now)
    return [
        Session(**row._mapping)
        for row in connection.execute(query.order_by(sessions.c.seen.desc(), sessions.c.id))
    ]


def add_session(connection: Connection, session: Session) -> None:
    """Write a new session; the longest unused one makes room where there are too many."""
    theirs = sessions.c.account == session.account
    query = select(sessions.c.id).where(theirs).order_by(sessions.c.seen.desc()).offset(MOST_SESSIONS - 1)
    surplus = list(connection.execute(query.limit(MOST_SESSIONS)).scalars())
    connection.execute(
        delete(sessions).where(theirs, or_(sessions.c.id.in_(surplus), sessions.c.expires <= session.created))
    )
    connection.execute(insert(sessions).values(**asdict(session)))
