"""What belongs to an account: taken along from a browser, listed, exported, and given up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection, delete, exists, insert, or_, select, update

from stonefield.server.store import tables
from stonefield.server.store.account_games import Standing, games_of, take
from stonefield.server.store.account_tables import (
    account_games,
    account_learners,
    account_studies,
    accounts,
)
from stonefield.server.store.correspondence_tables import challenges
from stonefield.server.store.game_rows import drop_games
from stonefield.server.store.journal import LARGE, Conflict, Journal
from stonefield.server.store.lobby_tables import seeks
from stonefield.server.store.message_tables import outbox
from stonefield.server.store.profiles import profile_of
from stonefield.server.store.reading import Reader

AT_ONCE = 200
"""Games that are looked at in one transaction."""
T = TypeVar("T")


class BelongingStore:
    """Reads what belongs to accounts, and writes it through the journal."""

    def __init__(self, reader: Reader, journal: Journal) -> None:
        self._reader, self._journal = reader, journal

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What some work reads in one visit."""
        return await self._reader.read(work)

    # Taking along

    async def held(self, tokens: Mapping[str, str]) -> list[tuple[str, int, bool]]:
        """Games whose holders have these tokens, hashed, by game, and are no accounts yet.

        With the number of the holder, and whether the game is over.
        """
        return await self._reader.read(lambda connection: _held(connection, tokens))

    async def take_game(self, account: str, game: str, holder: int, standing: Standing) -> bool:
        """Let a holder of a game be an account from now on; whether that could be."""
        return await self._try(lambda connection: take(connection, account, game, holder, standing))

    async def take_studies(self, account: str, tokens: Mapping[str, str]) -> list[str]:
        """Let studies whose owners have these tokens, hashed, be the account's from now on; which."""
        studies, theirs = tables.studies.c, account_studies.c
        free = ~exists().where(theirs.study == studies.id)
        query = select(studies.id, studies.owner_hash).where(studies.id.in_(tokens), free)
        rows = await self._reader.read(lambda connection: list(connection.execute(query)))
        own = [row.id for row in rows if row.owner_hash == tokens[row.id]]
        return [study for study in own if await self.add_study(account, study)]

    async def add_study(self, account: str, study: str) -> bool:
        """Let an account own a study; whether that could be."""
        row = {"account": account, "study": study}
        return await self._try(lambda connection: connection.execute(insert(account_studies).values(**row)))

    async def take_learner(self, account: str, token_hash: str) -> bool:
        """Let a practice profile be the account's, unless it has one; whether that could be."""

        def work(connection: Connection) -> None:
            profile = profile_of(connection, token_hash)
            if profile is None:
                raise Conflict
            connection.execute(insert(account_learners).values(account=account, learner=profile.id))

        return await self._try(work)

    async def _try(self, work: Callable[[Connection], object]) -> bool:
        try:
            await self._journal.write(work)
        except Conflict:
            return False
        return True

    # What there is

    async def owns_study(self, account: str, study: str) -> bool:
        """Whether a study is an account's."""
        theirs = account_studies.c
        query = select(theirs.study).where(theirs.study == study, theirs.account == account)
        return await self._reader.read(lambda connection: connection.execute(query).first() is not None)

    async def games(self, account: str) -> list[tuple[str, int]]:
        """All games of an account, with its holder's number there."""
        return await self._reader.read(lambda connection: games_of(connection, account))

    async def studies(self, account: str) -> list[str]:
        """All studies of an account."""
        query = select(account_studies.c.study).where(account_studies.c.account == account)
        return await self._reader.read(lambda connection: list(connection.execute(query).scalars()))

    async def imports(self, account: str) -> list[str]:
        """The games of an account that come from a record."""
        theirs = account_games.c
        query = select(theirs.game).join(tables.games, tables.games.c.id == theirs.game)
        query = query.where(theirs.account == account, tables.imported)
        return await self._reader.read(lambda connection: list(connection.execute(query).scalars()))

    async def waiting(self, account: str) -> list[str]:
        """The games of an account that wait for a player to join, listed in the lobby or not."""
        theirs = account_games.c
        query = select(theirs.game).join(tables.games, tables.games.c.id == theirs.game)
        alone = tables.never_begun & tables.games.c.invite_hash.is_not(None)
        query = query.where(theirs.account == account, alone)
        return await self._reader.read(lambda connection: list(connection.execute(query).scalars()))

    # Giving up

    async def forget_names(self, account: str) -> None:
        """Take the names out of the games that an account has played at one screen."""
        games = await self.games(account)
        for start in range(0, len(games), AT_ONCE):
            some = dict(games[start : start + AT_ONCE])
            await self._journal.write(partial(_forget, games=some), rows=LARGE)

    async def drop_documents(self, account: str, games: Sequence[str], studies: Sequence[str]) -> None:
        """Forget the records, the games that wait, the studies and the practice profile of an account."""
        learner = select(account_learners.c.learner).where(account_learners.c.account == account)

        def work(connection: Connection) -> None:
            if games:
                # A game that was joined a moment ago is another player's too.
                drop_games(connection, games, or_(tables.imported, tables.never_begun))
            connection.execute(delete(tables.studies).where(tables.studies.c.id.in_(studies)))
            connection.execute(delete(tables.profiles).where(tables.profiles.c.id.in_(learner)))

        await self._journal.write(work, rows=LARGE)

    async def drop(self, account: str) -> None:
        """Forget an account for good; games stay, and know that their player was one.

        What it has proposed goes with it; to those who have challenged it, it has said no.
        """
        received = (challenges.c.opponent == account, challenges.c.status == "open")

        def work(connection: Connection) -> None:
            connection.execute(delete(seeks).where(seeks.c.account == account))
            connection.execute(delete(challenges).where(challenges.c.maker == account))
            connection.execute(update(challenges).where(*received).values(status="declined"))
            connection.execute(delete(outbox).where(outbox.c.account == account))
            connection.execute(delete(accounts).where(accounts.c.id == account))

        await self._journal.write(work, rows=LARGE)


def _held(connection: Connection, tokens: Mapping[str, str]) -> list[tuple[str, int, bool]]:
    holders, games, theirs = tables.holders.c, tables.games.c, account_games.c
    free = ~exists().where(theirs.game == holders.game, theirs.holder == holders.number)
    query = select(holders.game, holders.number, holders.token_hash, games.over)
    query = query.join(tables.games, games.id == holders.game).where(holders.game.in_(tokens), free)
    rows = connection.execute(query)
    return [(row.game, row.number, row.over) for row in rows if row.token_hash == tokens[row.game]]


def _forget(connection: Connection, games: Mapping[str, int]) -> None:
    named = tables.games.c
    query = select(named.id, named.seats).where(named.id.in_(games))
    for row in list(connection.execute(query)):
        seats: Sequence[dict[str, Any]] = row.seats
        own = [seat for seat in seats if seat["holder"] == games[row.id] and seat["name"]]
        for seat in own:
            seat["name"] = ""
        if own:
            connection.execute(update(tables.games).where(named.id == row.id).values(seats=seats))
