"""What is written when a player has tried, voted or reported: each within one transaction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlalchemy import Connection, Table, insert, select, update

from stonefield.puzzles.difficulty import KNOWN
from stonefield.puzzles.practice.attempt import BEGINNER, decided, has_moved, unrated
from stonefield.puzzles.practice.history import LEAST_ATTEMPTS, has_history
from stonefield.puzzles.practice.progress import Judgement
from stonefield.puzzles.practice.schedule import scheduled
from stonefield.puzzles.practice.streak import DAY_MS, Streak
from stonefield.ratings.glicko import Rating
from stonefield.server.store import tables
from stonefield.server.store.day_notes import DayNotes, Kind
from stonefield.server.store.journal import Conflict


@dataclass(frozen=True, slots=True)
class Attempt:
    """A try that may decide something: a wrong one, one that solves the puzzle, or giving up."""

    profile: str
    puzzle: str
    game: str
    shipped: float
    """The rating that the puzzle came with."""
    right: bool
    now: int
    notes: DayNotes
    """What happened to the puzzle today where the attempt comes from."""
    day: int | None = None
    """The day whose daily puzzle is solved by it."""
    gives_up: bool = False
    """The solution is shown with it."""
    deviation: float = KNOWN
    """How uncertain the rating is that the puzzle came with."""
    guess: float = 0.0
    """The chance to be right by choosing blindly."""
    token_hash: str | None = None
    """Of a try that was made without a network and comes in later, maybe more than once."""


@dataclass(frozen=True, slots=True)
class PuzzleStanding:
    """What players make of a puzzle."""

    rating: Rating
    tried: int = 0
    up: int = 0
    down: int = 0


@dataclass(frozen=True, slots=True)
class StoredJudgement(Judgement):
    """What an attempt has decided, for the profile and for the puzzle."""

    streak: Streak
    puzzle: PuzzleStanding | None
    """The puzzle's new standing, where that has changed."""
    moved: bool = False
    """Whether the puzzle's rating has moved."""


@dataclass(frozen=True, slots=True)
class Feedback:
    """What became of a vote or a report."""

    standing: PuzzleStanding
    counted: bool
    """Whether it is in the puzzle's sums; else it is kept with the profile's attempt alone."""


def rating_of(row: Any) -> Rating:
    return Rating(row.rating, row.deviation, row.volatility)


def standing_of(row: Any) -> PuzzleStanding:
    return PuzzleStanding(rating_of(row), row.tried, row.up, row.down)


def judge_once(connection: Connection, attempt: Attempt) -> None:
    """Write down what a late attempt decides, unless it has come in already."""
    mark = {"learner": attempt.profile, "token": attempt.token_hash}
    if _row(connection, tables.profiles, id=attempt.profile) is None:
        raise Conflict
    if _row(connection, tables.late_tries, **mark) is None:
        connection.execute(insert(tables.late_tries), mark)
        judge(connection, attempt)


def judge(connection: Connection, attempt: Attempt) -> StoredJudgement:
    """Write down what an attempt decides; Conflict if the profile is gone."""
    streak = _streak(connection, attempt)
    shown = attempt.right and attempt.notes.has(connection, Kind.SHOWN)
    if attempt.gives_up:
        attempt.notes.claim(connection, Kind.SHOWN)
    known = _row(connection, tables.attempts, learner=attempt.profile, puzzle=attempt.puzzle)
    mine = _row(connection, tables.profile_games, learner=attempt.profile, game=attempt.game)
    before = BEGINNER if mine is None else rating_of(mine)
    if known is not None:
        due = _review(connection, attempt)
        return StoredJudgement(due is not None, False, before, before, due, streak, None)
    theirs = _row(connection, tables.puzzle_ratings, puzzle=attempt.puzzle)
    standing = PuzzleStanding(unrated(attempt.shipped, attempt.deviation))
    if theirs is not None:
        stored = standing_of(theirs)
        standing = stored if has_moved(stored.rating) else replace(stored, rating=standing.rating)
    after, puzzle, moved = before, standing.rating, False
    if not shown:
        # A late one may be older than the last.
        days = 0.0 if mine is None else max(0, attempt.now - mine.at) / DAY_MS
        after, rated = decided(before, puzzle, right=attempt.right, days=days, guess=attempt.guess)
        if _counts(connection, attempt.profile, mine, attempt.now):
            moved = attempt.notes.claim(connection, Kind.RATED)
        puzzle = rated if moved else puzzle
    if not shown or mine is None:
        _put(
            connection,
            tables.profile_games,
            {"learner": attempt.profile, "game": attempt.game},
            {**asdict(after), "at": attempt.now if mine is None else max(mine.at, attempt.now)},
            {"storm": 0},
        )
    if theirs is None:
        sums = {"tried": 1, "up": 0, "down": 0, "reports": 0}
        row = {"puzzle": attempt.puzzle, **asdict(puzzle), **sums, "changed": attempt.now}
        connection.execute(insert(tables.puzzle_ratings), row)
    else:
        _add(connection, attempt.puzzle, attempt.now, puzzle if moved else None, tried=1)
    here = {"learner": attempt.profile, "puzzle": attempt.puzzle, "game": attempt.game}
    row = {"at": attempt.now, "solved": attempt.right, "rating": after.rating, "vote": 0, "report": None}
    connection.execute(insert(tables.attempts), {**here, **row})
    due = None
    if not attempt.right:
        card = scheduled(None, right=False, now=attempt.now)
        due = card.due
        connection.execute(insert(tables.cards), {**here, "due": card.due, "state": dict(card.state)})
    standing = PuzzleStanding(puzzle, standing.tried + 1, standing.up, standing.down)
    return StoredJudgement(True, not shown, before, after, due, streak, standing, moved)


def _counts(connection: Connection, profile: str, mine: Any, now: int) -> bool:
    """Whether puzzles of a game follow what a profile does; ``mine`` is its row for the game."""
    if mine is None:
        return False
    attempts = tables.attempts.c
    first = (
        select(attempts.at)
        .where(attempts.learner == profile, attempts.game == mine.game)
        .order_by(attempts.at)
        .limit(LEAST_ATTEMPTS)
    )
    return has_history(connection.execute(first).scalars().all(), rating_of(mine), now)


def _review(connection: Connection, attempt: Attempt) -> int | None:
    """Schedule a card that was due once more: when it comes back, or None if it was not due."""
    here = {"learner": attempt.profile, "puzzle": attempt.puzzle}
    row = _row(connection, tables.cards, **here)
    if row is None or row.due > attempt.now:
        return None
    card = scheduled(row.state, right=attempt.right, now=attempt.now)
    _put(connection, tables.cards, here, {"due": card.due, "state": dict(card.state)})
    return card.due


def _streak(connection: Connection, attempt: Attempt) -> Streak:
    row = _row(connection, tables.profiles, id=attempt.profile)
    if row is None:
        raise Conflict
    streak = Streak(row.streak, row.best_streak, row.last_day)
    if attempt.day is not None:
        streak = streak.solved(attempt.day)
    changed = {"streak": streak.days, "best_streak": streak.best, "last_day": streak.last}
    _put(
        connection,
        tables.profiles,
        {"id": attempt.profile},
        {**changed, "touched": max(row.touched, attempt.now)},
    )
    return streak


def keep_best_storm(connection: Connection, profile: str, game: str, solved: int, now: int) -> None:
    """Keep a score if it is the best; Conflict if the profile is gone."""
    if _row(connection, tables.profiles, id=profile) is None:
        raise Conflict
    row = _row(connection, tables.profile_games, learner=profile, game=game)
    best = max(solved, 0 if row is None else row.storm)
    fresh = {**asdict(BEGINNER), "at": now}
    _put(connection, tables.profile_games, {"learner": profile, "game": game}, {"storm": best}, fresh)


def vote(
    connection: Connection, profile: str, puzzle: str, value: int, now: int, notes: DayNotes
) -> Feedback | None:
    """Change the vote of a profile (1, -1 or 0 for none); None if it has not tried the puzzle."""
    found = _tried(connection, profile, puzzle)
    if found is None:
        return None
    attempt, row, mine = found
    counts = value and _counts(connection, profile, mine, now) and notes.claim(connection, Kind.VOTED)
    counted = value if counts or value == attempt.counted else 0
    if not counted:
        notes.release(connection, Kind.VOTED)
    up = (counted == 1) - (attempt.counted == 1)
    down = (counted == -1) - (attempt.counted == -1)
    _put(
        connection,
        tables.attempts,
        {"learner": profile, "puzzle": puzzle},
        {"vote": value, "counted": counted},
    )
    _add(connection, puzzle, now, up=up, down=down)
    standing = PuzzleStanding(rating_of(row), row.tried, row.up + up, row.down + down)
    return Feedback(standing, counted != 0)


def report(
    connection: Connection, profile: str, puzzle: str, reason: str, now: int, notes: DayNotes
) -> Feedback | None:
    """Keep what a player says is wrong with a puzzle, counted once; None if they have not tried it."""
    found = _tried(connection, profile, puzzle)
    if found is None:
        return None
    attempt, row, mine = found
    first = attempt.report is None and _counts(connection, profile, mine, now)
    counted = first and notes.claim(connection, Kind.REPORTED)
    if counted:
        _add(connection, puzzle, now, reports=1)
    _put(connection, tables.attempts, {"learner": profile, "puzzle": puzzle}, {"report": reason})
    return Feedback(standing_of(row), counted)


def _tried(connection: Connection, profile: str, puzzle: str) -> tuple[Any, Any, Any] | None:
    """The attempt of a profile at a puzzle, what the puzzle is rated, and the profile's row for the game."""
    attempt = _row(connection, tables.attempts, learner=profile, puzzle=puzzle)
    row = _row(connection, tables.puzzle_ratings, puzzle=puzzle)
    if attempt is None or row is None:
        return None
    return attempt, row, _row(connection, tables.profile_games, learner=profile, game=attempt.game)


def keep_daily(connection: Connection, game: str, day: int, puzzle: str) -> None:
    """Keep which puzzle is a day's; another one only if that one is shipped no more."""
    _put(connection, tables.daily_puzzles, {"day": day, "game": game}, {"puzzle": puzzle}, {})


def _add(connection: Connection, puzzle: str, now: int, rating: Rating | None = None, **numbers: int) -> None:
    """Add numbers to the sums of a puzzle, which other servers change too, and set its rating if it moved."""
    ratings = tables.puzzle_ratings
    sums = {name: ratings.c[name] + number for name, number in numbers.items() if number}
    moved = {} if rating is None else asdict(rating)
    connection.execute(update(ratings).where(ratings.c.puzzle == puzzle).values(**sums, **moved, changed=now))


def _row(connection: Connection, table: Table, **key: object) -> Any:
    """The row with this key, or None."""
    these = [table.c[name] == value for name, value in key.items()]
    return connection.execute(select(table).where(*these)).first()


def _put(
    connection: Connection,
    table: Table,
    key: Mapping[str, Any],
    values: Mapping[str, Any],
    fresh: Mapping[str, Any] | None = None,
) -> None:
    """Change a row; where there is none, insert one with the ``fresh`` values too, if any are given."""
    these = [table.c[name] == value for name, value in key.items()]
    found = connection.execute(update(table).where(*these).values(**values))
    if not found.rowcount and fresh is not None:
        connection.execute(insert(table), {**key, **fresh, **values})
