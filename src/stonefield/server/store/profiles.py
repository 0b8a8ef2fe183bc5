"""Practice profiles: who they belong to, what was tried with them, and what puzzles are rated by it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, CursorResult, delete, exists, func, insert, select

from stonefield.puzzles.practice.attempt import BEGINNER
from stonefield.puzzles.practice.progress import FirstAttempt, GameProgress, History, Profile
from stonefield.puzzles.practice.streak import Streak
from stonefield.ratings.glicko import Rating
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import attempts as written
from stonefield.server.store import day_notes, tables
from stonefield.server.store.account_tables import account_learners
from stonefield.server.store.attempts import Attempt, Feedback, PuzzleStanding, StoredJudgement
from stonefield.server.store.day_notes import DayNotes
from stonefield.server.store.journal import Conflict, Journal
from stonefield.server.store.reading import Reader

FEW = 20
"""This many go at once to make room for attempts: how many each of them had is not counted."""
T = TypeVar("T")
_profiles, _games, _attempts, _cards = tables.profiles, tables.profile_games, tables.attempts, tables.cards
_of_guest = ~exists().where(account_learners.c.learner == _profiles.c.id)
"""Profiles that belong to no account."""


class PracticeHistory(History):
    """What was done with one profile in one game, read while a connection is open."""

    def __init__(self, connection: Connection, profile: str, game: str) -> None:
        self._connection, self._profile = connection, profile
        self._row = (_games.c.learner == profile, _games.c.game == game)
        self._first = (_attempts.c.learner == profile, _attempts.c.game == game)
        self._missed = (_cards.c.learner == profile, _cards.c.game == game)

    def rating(self) -> Rating:
        row = self._connection.execute(select(_games).where(*self._row)).first()
        return BEGINNER if row is None else written.rating_of(row)

    def due(self, now: int) -> list[str]:
        """Missed puzzles that may be tried again, those due longest first."""
        query = select(_cards.c.puzzle).where(*self._missed, _cards.c.due <= now).order_by(_cards.c.due)
        return list(self._connection.execute(query).scalars())

    def tried_among(self, puzzles: Sequence[str]) -> set[str]:
        """Those of some puzzles that were tried."""
        these = (_attempts.c.learner == self._profile, _attempts.c.puzzle.in_(puzzles))
        return set(self._connection.execute(select(_attempts.c.puzzle).where(*these)).scalars())

    def tried_since(self, moment: int) -> list[str]:
        """The puzzles whose first attempts were since a moment."""
        query = select(_attempts.c.puzzle).where(*self._first, _attempts.c.at >= moment)
        return list(self._connection.execute(query).scalars())

    def tried(self) -> list[FirstAttempt]:
        """All first attempts in the order of time; thousands for a player who practises every day."""
        columns = (_attempts.c.puzzle, _attempts.c.at, _attempts.c.solved, _attempts.c.rating)
        query = select(*columns).where(*self._first).order_by(_attempts.c.at, _attempts.c.puzzle)
        return [FirstAttempt(*one) for one in self._connection.execute(query)]

    def progress(self) -> GameProgress:
        row = self._connection.execute(select(_games).where(*self._row)).first()
        if row is None:
            return GameProgress()
        due = self._connection.execute(select(_cards.c.due).where(*self._missed)).scalars()
        return GameProgress(written.rating_of(row), row.storm, self.tried(), list(due))


class ProfileStore:
    """Reads what was done with profiles, and writes it through the journal."""

    def __init__(self, reader: Reader, journal: Journal) -> None:
        self._reader, self._journal = reader, journal

    async def _write(self, work: Callable[[Connection], T]) -> T:
        """What the work returns once it is committed; Refusal if the profile it is about is gone."""
        for _ in range(2):
            try:
                return await self._journal.write(work)
            except Conflict:
                # Another server may have written the same row: then it is there at the second try.
                continue
        raise Refusal("bad_learner", "this profile is gone")

    # Profiles

    async def add(self, profile: str, token_hash: str, now: int, account: str | None = None) -> None:
        """Keep a new profile; it is the account's, if that has none."""
        fresh = {"streak": 0, "best_streak": 0, "last_day": Streak().last}
        row = {"id": profile, "token_hash": token_hash, "created": now, "touched": now, **fresh}

        def work(connection: Connection) -> None:
            connection.execute(insert(_profiles), row)
            if account is not None and profile_of_account(connection, account) is None:
                connection.execute(insert(account_learners).values(account=account, learner=profile))

        await self._write(work)

    async def find(self, token_hash: str) -> Profile | None:
        """The profile that a token belongs to."""
        return await self._reader.read(lambda connection: profile_of(connection, token_hash))

    async def of_account(self, account: str) -> Profile | None:
        """The profile that belongs to an account."""
        return await self._reader.read(lambda connection: profile_of_account(connection, account))

    async def drop(self, profiles: Sequence[str]) -> None:
        """Delete profiles and everything about them."""
        these = _profiles.c.id.in_(profiles)
        await self._write(lambda connection: connection.execute(delete(_profiles).where(these)))

    async def read(self, profile: str, game: str, work: Callable[[PracticeHistory], T]) -> T:
        """What the work finds in the history of a profile."""
        return await self._reader.read(lambda connection: work(PracticeHistory(connection, profile, game)))

    async def read_as(self, token_hash: str, game: str, work: Callable[[PracticeHistory], T]) -> T:
        """The same for the profile that a token belongs to; Refusal if there is none."""

        def visit(connection: Connection) -> T:
            profile = profile_of(connection, token_hash)
            if profile is None:
                raise Refusal("bad_learner", "there is no profile with this token")
            return work(PracticeHistory(connection, profile.id, game))

        return await self._reader.read(visit)

    async def progress(self, profile: str, *games: str) -> list[GameProgress]:
        """What was done with a profile in some games."""
        return await self._reader.read(
            lambda connection: [PracticeHistory(connection, profile, game).progress() for game in games]
        )

    # What they do

    async def judge(self, attempt: Attempt) -> StoredJudgement:
        """Write down what an attempt has decided."""
        return await self._write(lambda connection: written.judge(connection, attempt))

    async def judge_once(self, attempt: Attempt) -> None:
        """Write down what a late attempt has decided, unless it has come in already."""
        await self._write(lambda connection: written.judge_once(connection, attempt))

    async def note_shown(self, notes: DayNotes) -> None:
        """The solution of a puzzle is shown at an address."""
        await self._write(lambda connection: notes.claim(connection, day_notes.Kind.SHOWN))

    async def vote(self, profile: str, puzzle: str, value: int, now: int, notes: DayNotes) -> Feedback | None:
        """What players make of a puzzle after a vote; None if this one has not tried it."""
        return await self._write(
            lambda connection: written.vote(connection, profile, puzzle, value, now, notes)
        )

    async def report(
        self, profile: str, puzzle: str, reason: str, now: int, notes: DayNotes
    ) -> Feedback | None:
        """Keep a report; None if the profile has not tried the puzzle."""
        return await self._write(
            lambda connection: written.report(connection, profile, puzzle, reason, now, notes)
        )

    # Puzzles

    async def standings(self, since: int = 0) -> dict[str, PuzzleStanding]:
        """What players make of each puzzle that was tried, where that has changed since a moment."""
        changed = select(tables.puzzle_ratings).where(tables.puzzle_ratings.c.changed >= since)
        return await self._reader.read(
            lambda connection: {row.puzzle: written.standing_of(row) for row in connection.execute(changed)}
        )

    async def dailies(self, game: str, days: range) -> dict[int, str]:
        """The puzzles that were shown on these days."""
        daily = tables.daily_puzzles.c
        these = (daily.game == game, daily.day >= days.start, daily.day < days.stop)
        query = select(daily.day, daily.puzzle).where(*these)
        return await self._reader.read(
            lambda connection: {row.day: row.puzzle for row in connection.execute(query)}
        )

    async def keep_daily(self, game: str, day: int, puzzle: str) -> None:
        """Keep which puzzle is a day's from now on."""
        await self._write(lambda connection: written.keep_daily(connection, game, day, puzzle))

    # What is too much

    async def untouched(self, since: int, most: int) -> list[str]:
        """Some of the guests' profiles with which nothing was done since a moment."""
        query = select(_profiles.c.id).where(_of_guest, _profiles.c.touched < since).limit(most)
        return await self._reader.read(lambda connection: list(connection.execute(query).scalars()))

    async def surplus(self, profiles: int, attempts: int, most: int) -> list[str]:
        """Some profiles of guests to delete, those unused for longest, if there are more than this many of
        them, or more than this many attempts in all."""

        def work(connection: Connection) -> list[str]:
            guests = select(func.count()).select_from(_profiles).where(_of_guest)
            people = connection.execute(guests).scalar_one()
            tries = connection.execute(select(func.count()).select_from(_attempts)).scalar_one()
            if people <= profiles and tries <= attempts:
                return []
            wanted = min(most, max(people - profiles, FEW if tries > attempts else 0))
            query = select(_profiles.c.id).where(_of_guest).order_by(_profiles.c.touched, _profiles.c.id)
            return list(connection.execute(query.limit(wanted)).scalars())

        return await self._reader.read(work)

    async def drop_old_notes(self, now: int, most: int) -> int:
        """Delete some notes of earlier days; how many."""
        return await self._write(lambda connection: day_notes.drop_old(connection, now, most))


def profile_of(connection: Connection, token_hash: str) -> Profile | None:
    """The profile that a token belongs to."""
    return _first(connection.execute(select(_profiles).where(_profiles.c.token_hash == token_hash)))


def profile_of_account(connection: Connection, account: str) -> Profile | None:
    """The profile that belongs to an account."""
    theirs = account_learners.c
    query = select(_profiles).join(account_learners, theirs.learner == _profiles.c.id)
    return _first(connection.execute(query.where(theirs.account == account)))


def _first(rows: CursorResult[Any]) -> Profile | None:
    row = rows.first()
    if row is None:
        return None
    return Profile(row.id, row.created, Streak(row.streak, row.best_streak, row.last_day))
