"""The completion rate: games with a clock that have ended, less those that the account lost on time."""

from __future__ import annotations

import pytest
from sqlalchemy import insert, update

from stonefield.server.store.account_tables import account_games
from stonefield.server.store.manners import COUNTED, MannersStore
from stonefield.server.store.rating_tables import finished_games
from stonefield.server.store.reading import Reader
from stonefield.server.store.tables import games

from ..test_rating_rows import add_accounts, held_by


@pytest.fixture
def store(opened, journal):
    return MannersStore(Reader(opened), journal)


async def ended(journal, result: str, reason: str, at: int, clock: int | None = 600) -> None:
    """A game of Ann's that has ended."""
    game = (await held_by(journal, "ann", "ben")).id
    about = {"rules": "carnac", "board": "small", "pace": "live", "rated": False, "length": 9}
    row = {"game": game, **about, "reason": reason, "level": None, "seats": [], "review": ""}

    def work(connection) -> None:
        connection.execute(insert(finished_games).values(**row))
        connection.execute(update(games).where(games.c.id == game).values(clock_seconds=clock, over=True))
        mine = (account_games.c.game == game, account_games.c.holder == 0)
        connection.execute(update(account_games).where(*mine).values(ended=at, result=result))

    await journal.write(work)


async def test_what_counts_as_finished(journal, store):
    await add_accounts(journal, "ann", "ben")
    assert await store.completion("ann") == (0, 0)
    await ended(journal, "lost", "time", 1)
    await ended(journal, "won", "time", 2)
    await ended(journal, "lost", "resign", 3)
    await ended(journal, "drawn", "agreement", 4)
    await ended(journal, "lost", "time", 5, clock=None)
    assert await store.completion("ann") == (3, 4), "without a clock it does not count"
    assert await store.completion("ben") == (0, 0), "his own have not ended here"


async def test_old_sins_are_forgotten(journal, store, monkeypatch):
    assert COUNTED == 100
    monkeypatch.setattr("stonefield.server.store.manners.COUNTED", 2)
    await add_accounts(journal, "ann", "ben")
    await ended(journal, "lost", "time", 1)
    for at in (2, 3):
        await ended(journal, "won", "resign", at)
    assert await store.completion("ann") == (2, 2)
