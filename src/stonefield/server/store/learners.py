"""Where learners are kept, what they have tried, and what puzzles are rated by it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from stonefield.puzzles.practice.attempt import BEGINNER
from stonefield.puzzles.practice.streak import Streak
from stonefield.ratings.glicko import Rating
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import attempts as written
from stonefield.server.store import tables
from stonefield.server.store.attempts import Attempt, Judgement, Opinion, PuzzleStanding
from stonefield.server.store.journal import Conflict, Journal
from stonefield.server.store.reading import reading

FEW = 20
"""So many go at once to make room for attempts: how many each of them had is not counted."""
Answer = TypeVar("Answer")
_learners, _attempts, _cards = tables.learners, tables.attempts, tables.cards


@dataclass(frozen=True, slots=True)
class Learner:
    """Somebody who trains."""

    id: str
    created: int
    streak: Streak


@dataclass(frozen=True, slots=True)
class Tried:
    """A first attempt at a puzzle, and the learner's rating after it."""

    puzzle: str
    at: int
    solved: bool
    rating: float


@dataclass(frozen=True, slots=True)
class Progress:
    """What is known of a learner in one game."""

    rating: Rating = BEGINNER
    storm: int = 0
    tried: Sequence[Tried] = ()
    """In the order of time."""
    due: Sequence[int] = ()
    """When each missed puzzle comes back."""


@dataclass(frozen=True, slots=True)
class LearnerStanding:
    """How far a learner has come in one game."""

    rating: Rating = BEGINNER
    storm: int = 0


class LearnerStore:
    """Reads what learners did, and writes it through the journal as everything else."""

    def __init__(self, engine: AsyncEngine, journal: Journal) -> None:
        self._engine, self._journal = engine, journal

    async def _write(self, work: Callable[[Connection], Answer]) -> Answer:
        """What the work answers once it is committed; Refusal if the learner it is about is gone."""
        try:
            return await self._journal.write(work)
        except Conflict:
            raise Refusal("bad_learner", "this learner is gone") from None

    # Learners

    async def add(self, learner: str, token_hash: str, now: int) -> None:
        """Keep a new learner."""
        fresh = {"streak": 0, "best_streak": 0, "last_day": Streak().last}
        row = {"id": learner, "token_hash": token_hash, "created": now, "touched": now, **fresh}
        await self._write(lambda connection: connection.execute(insert(_learners), row))

    async def find(self, token_hash: str) -> Learner | None:
        """Whose token it is."""
        query = select(_learners).where(_learners.c.token_hash == token_hash)
        async with reading(self._engine) as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            return None
        return Learner(row.id, row.created, Streak(row.streak, row.best_streak, row.last_day))

    async def drop(self, learners: Sequence[str]) -> None:
        """Forget learners and everything about them."""
        these = _learners.c.id.in_(learners)
        await self._write(lambda connection: connection.execute(delete(_learners).where(these)))

    async def progress(self, learner: str, game: str) -> Progress:
        """What a learner did in a game."""
        games = tables.learner_games
        async with reading(self._engine) as connection:
            row = (
                await connection.execute(
                    select(games).where(games.c.learner == learner, games.c.game == game)
                )
            ).first()
            if row is None:
                return Progress()
            tried = await connection.execute(
                select(_attempts.c.puzzle, _attempts.c.at, _attempts.c.solved, _attempts.c.rating)
                .where(_attempts.c.learner == learner, _attempts.c.game == game)
                .order_by(_attempts.c.at, _attempts.c.puzzle)
            )
            due = await connection.execute(
                select(_cards.c.due).where(_cards.c.learner == learner, _cards.c.game == game)
            )
            attempts, cards = tried.all(), list(due.scalars())
        # Somebody who trains every day has thousands.
        known = await asyncio.to_thread(lambda: [Tried(*one) for one in attempts])
        return Progress(written.rating_of(row), row.storm, known, cards)

    async def standing(self, learner: str, game: str) -> LearnerStanding:
        """How far a learner has come in a game."""
        games = tables.learner_games
        query = select(games).where(games.c.learner == learner, games.c.game == game)
        async with reading(self._engine) as connection:
            row = (await connection.execute(query)).first()
        return LearnerStanding() if row is None else LearnerStanding(written.rating_of(row), row.storm)

    async def tried_among(self, learner: str, puzzles: Sequence[str]) -> set[str]:
        """Those of some puzzles that a learner has tried."""
        query = select(_attempts.c.puzzle).where(
            _attempts.c.learner == learner, _attempts.c.puzzle.in_(puzzles)
        )
        async with reading(self._engine) as connection:
            return set((await connection.execute(query)).scalars())

    async def due(self, learner: str, game: str, now: int) -> list[str]:
        """Missed puzzles that may be tried again, those due longest first."""
        these = (_cards.c.learner == learner, _cards.c.game == game, _cards.c.due <= now)
        async with reading(self._engine) as connection:
            found = await connection.execute(select(_cards.c.puzzle).where(*these).order_by(_cards.c.due))
            return list(found.scalars())

    # What they do

    async def judge(self, attempt: Attempt) -> Judgement:
        """Write down what an attempt has decided."""
        return await self._write(lambda connection: written.judge(connection, attempt))

    async def keep_storm(self, learner: str, game: str, solved: int, now: int) -> int:
        """Keep the score of a storm if it is the learner's best; the best."""
        return await self._write(
            lambda connection: written.keep_storm(connection, learner, game, solved, now)
        )

    async def vote(
        self, learner: str, puzzle: str, value: int, now: int, *, may_count: bool = True
    ) -> Opinion | None:
        """What learners make of a puzzle after a vote; None if this one has not tried it."""
        return await self._write(
            lambda connection: written.vote(connection, learner, puzzle, value, now, may_count=may_count)
        )

    async def report(
        self, learner: str, puzzle: str, reason: str, now: int, *, may_count: bool = True
    ) -> Opinion | None:
        """Keep a report; None if the learner has not tried the puzzle."""
        return await self._write(
            lambda connection: written.report(connection, learner, puzzle, reason, now, may_count=may_count)
        )

    # Puzzles

    async def standings(self) -> dict[str, PuzzleStanding]:
        """What learners make of each puzzle that was tried."""
        async with reading(self._engine) as connection:
            found = await connection.execute(select(tables.puzzle_ratings))
            return {row.puzzle: written.standing_of(row) for row in found}

    async def dailies(self, game: str, days: range) -> dict[int, str]:
        """The puzzles that were shown on these days."""
        daily = tables.daily_puzzles.c
        these = (daily.game == game, daily.day >= days.start, daily.day < days.stop)
        async with reading(self._engine) as connection:
            found = await connection.execute(select(daily.day, daily.puzzle).where(*these))
            return {row.day: row.puzzle for row in found}

    async def keep_daily(self, game: str, day: int, puzzle: str) -> None:
        """Keep which puzzle is a day's from now on."""
        await self._write(lambda connection: written.keep_daily(connection, game, day, puzzle))

    # What is too much

    async def untouched(self, since: int, most: int) -> list[str]:
        """Some of the learners who have done nothing since."""
        query = select(_learners.c.id).where(_learners.c.touched < since).limit(most)
        async with reading(self._engine) as connection:
            return list((await connection.execute(query)).scalars())

    async def surplus(self, learners: int, attempts: int, most: int) -> list[str]:
        """Some learners to forget, those who did nothing for longest, if there are more than so many of
        them, or more attempts in all."""
        async with reading(self._engine) as connection:
            people = (await connection.execute(select(func.count()).select_from(_learners))).scalar_one()
            tries = (await connection.execute(select(func.count()).select_from(_attempts))).scalar_one()
            if people <= learners and tries <= attempts:
                return []
            wanted = min(most, max(people - learners, FEW if tries > attempts else 0))
            query = select(_learners.c.id).order_by(_learners.c.touched, _learners.c.id).limit(wanted)
            return list((await connection.execute(query)).scalars())
