"""What is written when a learner has tried, voted or reported: each within one transaction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, Table, insert, select, update

from stonefield.puzzles.practice.attempt import BEGINNER, decided, unrated
from stonefield.puzzles.practice.history import LEAST_ATTEMPTS, has_history
from stonefield.puzzles.practice.schedule import scheduled
from stonefield.puzzles.practice.streak import DAY_MS, Streak
from stonefield.ratings.glicko import Rating
from stonefield.server.store import tables
from stonefield.server.store.journal import Conflict


@dataclass(frozen=True, slots=True)
class Attempt:
    """A try that may decide something: a wrong one, one that solves the puzzle, or giving up."""

    learner: str
    puzzle: str
    game: str
    shipped: float
    """The rating that the puzzle came with."""
    right: bool
    now: int
    day: int | None = None
    """The day whose daily puzzle is solved by it."""
    rated: bool = True
    """Whether it may move the learner's rating: not if the solution was at hand."""
    moves_puzzle: bool = True
    """Whether it may move the puzzle's rating, if the learner has the history for it."""


@dataclass(frozen=True, slots=True)
class PuzzleStanding:
    """What learners make of a puzzle."""

    rating: Rating
    tried: int = 0
    up: int = 0
    down: int = 0


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an attempt has decided."""

    counts: bool
    """Whether it was the first one at the puzzle, or one that was due."""
    rated: bool
    before: Rating
    after: Rating
    due: int | None
    streak: Streak
    puzzle: PuzzleStanding | None
    """The puzzle's new standing, where that has changed."""
    moved: bool = False
    """Whether the puzzle's rating has moved."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What became of a vote or a report."""

    standing: PuzzleStanding
    counted: bool
    """Whether it is in the puzzle's sums; else it is kept with the learner's attempt alone."""


def rating_of(row: Any) -> Rating:
    return Rating(row.rating, row.deviation, row.volatility)


def standing_of(row: Any) -> PuzzleStanding:
    return PuzzleStanding(rating_of(row), row.tried, row.up, row.down)


def judge(connection: Connection, attempt: Attempt) -> Judgement:
    """Take an attempt up; Conflict if the learner is gone."""
    streak = _streak(connection, attempt)
    known = _row(connection, tables.attempts, learner=attempt.learner, puzzle=attempt.puzzle)
    mine = _row(connection, tables.learner_games, learner=attempt.learner, game=attempt.game)
    before = BEGINNER if mine is None else rating_of(mine)
    if known is not None:
        due = _review(connection, attempt)
        return Judgement(due is not None, False, before, before, due, streak, None)
    theirs = _row(connection, tables.puzzle_ratings, puzzle=attempt.puzzle)
    standing = PuzzleStanding(unrated(attempt.shipped)) if theirs is None else standing_of(theirs)
    after, puzzle, moved = before, standing.rating, False
    if attempt.rated:
        days = 0.0 if mine is None else (attempt.now - mine.at) / DAY_MS
        after, rated = decided(before, puzzle, right=attempt.right, days=days)
        if attempt.moves_puzzle and _counts(connection, attempt.learner, attempt.game, attempt.now):
            puzzle, moved = rated, True
    standing = PuzzleStanding(puzzle, standing.tried + 1, standing.up, standing.down)
    if attempt.rated or mine is None:
        _put(
            connection,
            tables.learner_games,
            {"learner": attempt.learner, "game": attempt.game},
            {**asdict(after), "at": attempt.now},
            {"storm": 0},
        )
    _put(
        connection,
        tables.puzzle_ratings,
        {"puzzle": attempt.puzzle},
        {**asdict(puzzle), "tried": standing.tried},
        {"up": 0, "down": 0, "reports": 0},
    )
    here = {"learner": attempt.learner, "puzzle": attempt.puzzle, "game": attempt.game}
    row = {"at": attempt.now, "solved": attempt.right, "rating": after.rating, "vote": 0, "report": None}
    connection.execute(insert(tables.attempts), {**here, **row})
    due = None
    if not attempt.right:
        card = scheduled(None, right=False, now=attempt.now)
        due = card.due
        connection.execute(insert(tables.cards), {**here, "due": card.due, "state": dict(card.state)})
    return Judgement(True, attempt.rated, before, after, due, streak, standing, moved)


def _counts(connection: Connection, learner: str, game: str, now: int) -> bool:
    """Whether puzzles of a game follow what this learner does."""
    attempts = tables.attempts.c
    first = (
        select(attempts.at)
        .where(attempts.learner == learner, attempts.game == game)
        .order_by(attempts.at)
        .limit(LEAST_ATTEMPTS)
    )
    mine = _row(connection, tables.learner_games, learner=learner, game=game)
    times = connection.execute(first).scalars().all()
    return mine is not None and has_history(times, rating_of(mine), now)


def _review(connection: Connection, attempt: Attempt) -> int | None:
    """Schedule a card that was due anew: when it comes back, or None if it was not due."""
    here = {"learner": attempt.learner, "puzzle": attempt.puzzle}
    row = _row(connection, tables.cards, **here)
    if row is None or row.due > attempt.now:
        return None
    card = scheduled(row.state, right=attempt.right, now=attempt.now)
    _put(connection, tables.cards, here, {"due": card.due, "state": dict(card.state)})
    return card.due


def _streak(connection: Connection, attempt: Attempt) -> Streak:
    row = _row(connection, tables.learners, id=attempt.learner)
    if row is None:
        raise Conflict
    streak = Streak(row.streak, row.best_streak, row.last_day)
    if attempt.day is not None:
        streak = streak.solved(attempt.day)
    changed = {"streak": streak.days, "best_streak": streak.best, "last_day": streak.last}
    _put(connection, tables.learners, {"id": attempt.learner}, {**changed, "touched": attempt.now})
    return streak


def keep_storm(connection: Connection, learner: str, game: str, solved: int, now: int) -> int:
    """Keep a score if it is the best; the best. Conflict if the learner is gone."""
    if _row(connection, tables.learners, id=learner) is None:
        raise Conflict
    row = _row(connection, tables.learner_games, learner=learner, game=game)
    best = max(solved, 0 if row is None else row.storm)
    fresh = {**asdict(BEGINNER), "at": now}
    _put(connection, tables.learner_games, {"learner": learner, "game": game}, {"storm": best}, fresh)
    return best


def vote(
    connection: Connection, learner: str, puzzle: str, value: int, now: int, *, may_count: bool = True
) -> Opinion | None:
    """Change a learner's vote (1, -1 or 0 for none); None if they have not tried the puzzle."""
    here = {"learner": learner, "puzzle": puzzle}
    attempt = _row(connection, tables.attempts, **here)
    row = _row(connection, tables.puzzle_ratings, puzzle=puzzle)
    if attempt is None or row is None:
        return None
    counts = may_count and _counts(connection, learner, attempt.game, now)
    counted = value if counts or value == attempt.counted else 0
    up = row.up + (counted == 1) - (attempt.counted == 1)
    down = row.down + (counted == -1) - (attempt.counted == -1)
    _put(connection, tables.attempts, here, {"vote": value, "counted": counted})
    _put(connection, tables.puzzle_ratings, {"puzzle": puzzle}, {"up": up, "down": down})
    return Opinion(PuzzleStanding(rating_of(row), row.tried, up, down), counted != 0)


def report(
    connection: Connection, learner: str, puzzle: str, reason: str, now: int, *, may_count: bool = True
) -> Opinion | None:
    """Keep what a learner says is wrong with a puzzle, counted once; None if they have not tried it."""
    here = {"learner": learner, "puzzle": puzzle}
    attempt = _row(connection, tables.attempts, **here)
    row = _row(connection, tables.puzzle_ratings, puzzle=puzzle)
    if attempt is None or row is None:
        return None
    counted = attempt.report is None and may_count and _counts(connection, learner, attempt.game, now)
    if counted:
        _put(connection, tables.puzzle_ratings, {"puzzle": puzzle}, {"reports": row.reports + 1})
    _put(connection, tables.attempts, here, {"report": reason})
    return Opinion(standing_of(row), counted)


def keep_daily(connection: Connection, game: str, day: int, puzzle: str) -> None:
    """Keep which puzzle is a day's; another one only if that one is shipped no more."""
    _put(connection, tables.daily_puzzles, {"day": day, "game": game}, {"puzzle": puzzle}, {})


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
    """Change a row; where there is none, put one in with the ``fresh`` values beside, if any are given."""
    these = [table.c[name] == value for name, value in key.items()]
    found = connection.execute(update(table).where(*these).values(**values))
    if not found.rowcount and fresh is not None:
        connection.execute(insert(table), {**key, **fresh, **values})
