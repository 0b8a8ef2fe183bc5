"""Games that wait in the lobby, as rows: listed, taken once, listed anew, withdrawn, forgotten."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any

from sqlalchemy import Connection, delete, exists, func, insert, or_, select, update

from stonefield.server.domain.game.agreement import Agreement
from stonefield.server.domain.game.event import Joined
from stonefield.server.domain.game.rows import Holder, agreement_of, event_of, game_row, holder_row
from stonefield.server.domain.people.account import Member
from stonefield.server.store import tables
from stonefield.server.store.account_games import entered
from stonefield.server.store.account_tables import account_games, accounts
from stonefield.server.store.archive import AGREEMENT
from stonefield.server.store.journal import Conflict, Journal
from stonefield.server.store.lobby_tables import seeks, shown_games
from stonefield.server.store.reading import Reader
from stonefield.server.store.strength import Work
from stonefield.server.tokens import hash_token, new_game_id, new_token

GONE_MS = 15_000
"""How long a game to be played at once stays listed after its maker was last seen."""
STALE_MS = 14 * 86_400_000
"""How long any other game stays listed."""
LATELY_MS = 600_000
"""A game is shown if something has happened in it so lately."""
MOST_SEEKS, MOST_SHOWN = 100, 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Seek:
    """A game that waits for anyone."""

    game: str
    created: int
    live: bool
    """Whether it is listed only while its maker is there."""
    invite: str
    maker: str
    account: str | None = None
    rating: float | None = None
    low: int | None = None
    high: int | None = None
    times: int = 1
    name: str = ""
    """What the maker's account is called; it is not stored here."""

    def fits(self, rating: float | None) -> bool:
        """Whether a person of this rating may take it; one without a rating only where no one is kept out."""
        if rating is None:
            return self.low is None and self.high is None
        return (self.low is None or rating >= self.low) and (self.high is None or rating <= self.high)


def listing(seek: Seek) -> Work:
    """What is written with a new game that is listed."""
    return partial(_list, seek=seek)


def _list(connection: Connection, seek: Seek) -> None:
    row = {**asdict(seek), "seen": seek.created}
    del row["name"]
    connection.execute(insert(seeks).values(row))


def taking(agreement: Agreement, at: int) -> Work:
    """What is written when someone takes a seat of a game: it is listed no more, or anew as another game."""
    return partial(_take, agreement=agreement, again=new_game_id(), invite=new_token(), at=at)


def _take(connection: Connection, agreement: Agreement, again: str, invite: str, at: int) -> None:
    row = connection.execute(delete(seeks).where(seeks.c.game == agreement.id).returning(seeks)).first()
    if row is None:
        return
    connection.execute(insert(shown_games).values(game=agreement.id, since=at))
    if row.times > 1:
        next_game = replace(agreement, id=again, created=at, invite_hash=hash_token(invite))
        connection.execute(insert(tables.games).values(game_row(next_game, None)))
        # Its maker has it by their account; no one knows this token.
        holder = Holder(again, 0, hash_token(new_token()))
        connection.execute(insert(tables.holders).values(holder_row(holder)))
        for work in entered(next_game, {0: Member(row.account or "", "")}):
            work(connection)
        seek = replace(_seek_of(row), game=again, created=at, invite=invite, times=row.times - 1)
        _list(connection, seek)


def _seek_of(row: Any) -> Seek:
    return Seek(**{name: value for name, value in row._mapping.items() if name in Seek.__slots__})


def _listed(now: int) -> Any:
    """Seeks that someone may take now."""
    fresh = or_(seeks.c.seen > now - GONE_MS, ~seeks.c.live)
    named = seeks.outerjoin(accounts, accounts.c.id == seeks.c.account)
    query = select(seeks, func.coalesce(accounts.c.name, "").label("name")).select_from(named)
    return query.where(fresh, seeks.c.created > now - STALE_MS)


class SeekStore:
    """What the lobby reads and writes."""

    def __init__(self, reader: Reader, journal: Journal) -> None:
        self._reader, self._journal = reader, journal

    async def listed(self, now: int) -> list[tuple[Seek, Agreement]]:
        """What is listed, oldest first, with the game of each."""
        query = _listed(now).order_by(seeks.c.created).limit(MOST_SEEKS)
        return await self._reader.read(partial(_with_agreements, query=query))

    async def find(self, game: str, now: int) -> Seek | None:
        """What is listed of a game."""
        query = _listed(now).where(seeks.c.game == game)
        row = await self._reader.read(lambda connection: connection.execute(query).first())
        return None if row is None else _seek_of(row)

    async def count(self, maker: str, now: int) -> int:
        """How many games someone has listed."""
        query = select(func.count()).select_from(_listed(now).where(seeks.c.maker == maker).subquery())
        return await self._reader.read(lambda connection: connection.execute(query).scalar_one())

    async def see(self, games: Sequence[str], now: int) -> None:
        """The makers of these games are there."""
        seen = update(seeks).where(seeks.c.game.in_(games)).values(seen=now)
        await self._journal.write(lambda connection: connection.execute(seen) and None)

    async def live(self) -> list[str]:
        """Games that are listed only while their maker is there."""
        query = select(seeks.c.game).where(seeks.c.live)
        return await self._reader.read(lambda connection: list(connection.execute(query).scalars()))

    async def withdraw(self, game: str) -> bool:
        """List a game no more; False if someone has taken it already."""
        try:
            await self._journal.write(partial(_withdraw, game=game))
        except Conflict:
            return False
        return True

    async def shown(self, now: int) -> list[tuple[Agreement, list[str], int]]:
        """Games that go on and began in the lobby: each with the names at its seats, and its version; where
        something happened last comes first."""
        return await self._reader.read(partial(_shown, now=now))

    async def tidy(self, now: int) -> None:
        """Forget what is listed no more, and that games which are over were shown."""
        await self._journal.write(partial(_tidy, now=now))


def _with_agreements(connection: Connection, query: Any) -> list[tuple[Seek, Agreement]]:
    found = [_seek_of(row) for row in connection.execute(query)]
    agreements = _agreements(connection, [seek.game for seek in found])
    return [(seek, agreements[seek.game]) for seek in found if seek.game in agreements]


def _agreements(connection: Connection, games: Sequence[str]) -> dict[str, Agreement]:
    rows = connection.execute(AGREEMENT.where(tables.games.c.id.in_(games)))
    return {row.id: agreement_of(dict(row._mapping)) for row in rows}


def _shown(connection: Connection, now: int) -> list[tuple[Agreement, list[str], int]]:
    events = tables.events.c
    last = func.max(events.at)
    query = (
        select(shown_games.c.game, func.max(events.seq))
        .join(tables.games, tables.games.c.id == shown_games.c.game)
        .join(tables.events, events.game == shown_games.c.game)
        .where(tables.games.c.over.is_(False))
        .group_by(shown_games.c.game)
        .having(last > now - LATELY_MS)
        .order_by(last.desc())
        .limit(MOST_SHOWN)
    )
    versions: dict[str, int] = {row[0]: row[1] for row in connection.execute(query)}
    agreements = _agreements(connection, list(versions))
    names = _names(connection, agreements)
    return [(agreements[game], names[game], version) for game, version in versions.items()]


def _names(connection: Connection, agreements: Mapping[str, Agreement]) -> dict[str, list[str]]:
    """What those who play are called, seat by seat."""
    theirs = account_games.c
    query = (
        select(theirs.game, theirs.holder, accounts.c.name)
        .join(accounts, accounts.c.id == theirs.account)
        .where(theirs.game.in_(agreements))
    )
    known = {(game, holder): name for game, holder, name in connection.execute(query)}
    names = {
        game: [known.get((game, seat.holder), seat.name) for seat in agreement.seats]
        for game, agreement in agreements.items()
    }
    events = tables.events.c
    for row in connection.execute(
        select(tables.events).where(events.game.in_(agreements), events.kind == "join")
    ):
        kind = event_of(row).kind
        assert isinstance(kind, Joined)
        names[row.game][row.seat] = known.get((row.game, kind.holder), kind.name)
    return names


def _withdraw(connection: Connection, game: str) -> None:
    if not connection.execute(delete(seeks).where(seeks.c.game == game)).rowcount:
        raise Conflict


def _tidy(connection: Connection, now: int) -> None:
    gone = or_(seeks.c.created <= now - STALE_MS, seeks.c.live & (seeks.c.seen <= now - GONE_MS))
    connection.execute(delete(seeks).where(gone))
    ended = exists().where(tables.games.c.id == shown_games.c.game, tables.games.c.over.is_(True))
    connection.execute(delete(shown_games).where(ended))
