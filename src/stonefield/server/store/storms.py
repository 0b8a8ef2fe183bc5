"""Storms: each try is one transaction, so that a storm continues after a restart with its score and time."""

from __future__ import annotations

from typing import Any

from sqlalchemy import CompoundSelect, Connection, delete, exists, insert, select, union_all, update

from stonefield.puzzles.practice.storm import Storm
from stonefield.server.store.addresses import Addresses
from stonefield.server.store.attempts import keep_best_storm
from stonefield.server.store.journal import Conflict, Journal
from stonefield.server.store.reading import Reader
from stonefield.server.store.tables import profile_games, storms

MOST = 5_000
MOST_OF_ONE = 100
"""Of one address: beyond it the oldest one of that address makes room."""
KEPT_MS = 600_000
"""How long a storm is kept from its beginning."""


class StormStore:
    """Reads and writes storms."""

    def __init__(self, reader: Reader, journal: Journal, addresses: Addresses) -> None:
        self._reader, self._journal, self._addresses = reader, journal, addresses

    async def add(self, storm: Storm, address: str, now: int) -> int | None:
        """Keep a new storm, and make room for it; the profile's best score so far."""
        place = (await self._addresses.today(now))(address)

        def work(connection: Connection) -> int | None:
            connection.execute(delete(storms).where(storms.c.id.in_(_surplus(place, now))))
            here = {"id": storm.id, "learner": storm.profile, "game": storm.game}
            connection.execute(insert(storms).values(**here, place=place, begun=now, **_values(storm)))
            return _best(connection, storm)

        return await self._journal.write(work)

    async def find(self, id: str) -> tuple[Storm, int | None] | None:
        """A storm and the best score of its profile."""

        def work(connection: Connection) -> tuple[Storm, int | None] | None:
            row = connection.execute(select(storms).where(storms.c.id == id)).first()
            if row is None:
                return None
            storm = _storm(row)
            return storm, _best(connection, storm)

        return await self._reader.read(work)

    async def save(self, storm: Storm, now: int, *, solved: bool) -> int | None:
        """Keep a storm after a try, and its score if that is the best; the best.

        Conflict if another try was faster, or the storm is gone.
        """

        def work(connection: Connection) -> int | None:
            this = (storms.c.id == storm.id, storms.c.tries == storm.tries - 1)
            if not connection.execute(update(storms).where(*this).values(**_values(storm))).rowcount:
                raise Conflict
            if solved and storm.profile is not None:
                keep_best_storm(connection, storm.profile, storm.game, storm.solved, now)
            return _best(connection, storm)

        return await self._journal.write(work)

    async def shows(self, puzzle: str, address: str, now: int) -> bool:
        """Whether a storm that runs at an address has reached a puzzle.

        A storm that began before midnight is not found: the key of its day is gone.
        """
        place = (await self._addresses.today(now))(address)
        running = (storms.c.place == place, storms.c.puzzle == puzzle, storms.c.ends > now)
        query = select(exists().where(*running))
        return bool(await self._reader.read(lambda connection: connection.execute(query).scalar()))


def _surplus(place: str, now: int) -> CompoundSelect[tuple[str]]:
    """What makes room for a new storm: those over for long, the oldest of an address and of all."""
    ids = select(storms.c.id)
    latest = ids.order_by(storms.c.begun.desc()).limit(MOST)
    of_one = latest.where(storms.c.place == place).offset(MOST_OF_ONE - 1).subquery()
    of_all = latest.offset(MOST - 1).subquery()
    return union_all(ids.where(storms.c.begun < now - KEPT_MS), select(of_one.c.id), select(of_all.c.id))


def _best(connection: Connection, storm: Storm) -> int | None:
    if storm.profile is None:
        return None
    this = (profile_games.c.learner == storm.profile, profile_games.c.game == storm.game)
    return connection.execute(select(profile_games.c.storm).where(*this)).scalar() or 0


def _values(storm: Storm) -> dict[str, Any]:
    """What a try changes."""
    return {
        "ends": storm.ends,
        "puzzle": storm.puzzle,
        "line": list(storm.line),
        "tries": storm.tries,
        "solved": storm.solved,
        "missed": storm.missed,
        "combo": storm.combo,
        "seen": sorted(storm.seen),
    }


def _storm(row: Any) -> Storm:
    return Storm(
        row.id,
        row.game,
        row.learner,
        row.ends,
        row.puzzle,
        tuple(row.line),
        row.tries,
        row.solved,
        row.missed,
        row.combo,
        frozenset(row.seen),
    )
