"""What is stored of learners, on SQLite and on a real PostgreSQL alike."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stonefield.puzzles.practice.attempt import BEGINNER, unrated
from stonefield.puzzles.practice.history import LEAST_ATTEMPTS
from stonefield.puzzles.practice.streak import DAY_MS, Streak
from stonefield.server.practice.learner_cleanup import drop_learners
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import DatabaseError, Journal, open_database
from stonefield.server.store.attempts import Attempt, PuzzleStanding
from stonefield.server.store.backup import back_up, restore
from stonefield.server.store.learners import LearnerStore, Progress

NOW = 20_000 * DAY_MS


@pytest.fixture
async def store(database):
    engine = await open_database(database)
    journal = Journal(engine)
    journal.start()
    yield LearnerStore(engine, journal)
    await journal.close()
    await engine.dispose()


def attempt(learner: str = "ann", puzzle: str = "p", *, right: bool = True, **words) -> Attempt:
    return Attempt(learner, puzzle, "carnac", 1500, right, **{"now": NOW, **words})


async def settle(store: LearnerStore, learner: str = "ann", game: str = "carnac") -> None:
    """A learner with some history: half of some puzzles solved, two days ago."""
    await store.add(learner, learner, NOW)
    for number in range(LEAST_ATTEMPTS):
        words = {"right": number % 2 == 0, "now": NOW - 2 * DAY_MS + number}
        await store.judge(replace(attempt(learner, f"old {number}", **words), game=game))


async def test_the_first_attempt_is_rated_for_both_and_no_other_one(store):
    await settle(store, "ben")
    moved = await store.judge(attempt("ben"))
    assert moved.moved
    assert moved.puzzle.rating.rating < 1500
    assert (await store.standings())["p"] == moved.puzzle
    await store.add("ann", "hash", NOW)
    first = await store.judge(attempt())
    assert (first.counts, first.rated, first.before, first.due) == (True, True, BEGINNER, None)
    assert first.after.rating > BEGINNER.rating
    again = await store.judge(attempt(right=False))
    assert (again.counts, again.after, again.puzzle) == (False, first.after, None)
    progress = await store.progress("ann", "carnac")
    assert progress.rating == first.after
    assert [(one.puzzle, one.solved, one.rating) for one in progress.tried] == [
        ("p", True, first.after.rating)
    ]
    assert await store.progress("ann", "caminos") == Progress()


async def test_a_missed_puzzle_is_due_later_and_counts_then_without_rating(store):
    await store.add("ann", "hash", NOW)
    missed = await store.judge(attempt(right=False))
    assert missed.due == NOW + 600_000
    assert await store.due("ann", "carnac", NOW) == []
    early = await store.judge(attempt(now=missed.due - 1))
    assert not early.counts
    assert await store.due("ann", "carnac", missed.due) == ["p"]
    due = await store.judge(attempt(now=missed.due))
    assert (due.counts, due.rated, due.before) == (True, False, due.after)
    assert due.due >= missed.due + DAY_MS
    assert (await store.progress("ann", "carnac")).due == [due.due]


async def test_a_streak_is_kept_and_grows_with_the_days_own_puzzle_alone(store):
    await store.add("ann", "hash", NOW)
    await store.judge(attempt(puzzle="a", day=5))
    await store.judge(attempt(puzzle="b"))
    last = await store.judge(attempt(puzzle="a", day=6))
    assert last.streak == Streak(2, 2, 6)
    assert (await store.find("hash")).streak == Streak(2, 2, 6)
    assert await store.find("other") is None


async def test_a_vote_can_be_changed_and_a_report_counts_once(store):
    await settle(store)
    assert await store.vote("ann", "p", 1, NOW) is None
    assert await store.report("ann", "p", "unclear", NOW) is None
    await store.judge(attempt())
    voted = [(await store.vote("ann", "p", value, NOW)) for value in (1, 1, -1, 0)]
    counted = [(one.standing.up, one.standing.down) for one in voted]
    assert counted == [(1, 0), (1, 0), (0, 1), (0, 0)]
    assert (await store.report("ann", "p", "unclear", NOW)).counted
    assert not (await store.report("ann", "p", "second_solution", NOW)).counted
    from sqlalchemy import select

    from stonefield.server.store.tables import attempts, puzzle_ratings

    async with store._engine.connect() as connection:
        reports = select(puzzle_ratings.c.reports).where(puzzle_ratings.c.puzzle == "p")
        assert (await connection.execute(reports)).scalars().all() == [1]
        reasons = select(attempts.c.report).where(attempts.c.puzzle == "p")
        assert (await connection.execute(reasons)).scalars().all() == ["second_solution"]


async def test_dozens_of_new_learners_leave_a_puzzle_as_it_is(store):
    """Their own ratings move, and their votes and reports are kept with what they tried."""
    for number in range(12):
        name = f"new {number}"
        await store.add(name, name, NOW)
        judged = await store.judge(attempt(name, right=False))
        assert judged.after.rating < BEGINNER.rating
        assert not judged.moved
        assert not (await store.vote(name, "p", -1, NOW)).counted
        assert not (await store.report(name, "p", "unclear", NOW)).counted
    assert await store.standings() == {"p": PuzzleStanding(unrated(1500), tried=12)}


async def test_a_vote_that_did_not_count_takes_nothing_away(store):
    await settle(store)
    await store.add("new", "new", NOW)
    for name in ("ann", "new"):
        await store.judge(attempt(name))
    assert (await store.vote("ann", "p", 1, NOW)).standing.up == 1
    found = [await store.vote("new", "p", value, NOW) for value in (1, -1, 0)]
    assert [(one.standing.up, one.standing.down, one.counted) for one in found] == [(1, 0, False)] * 3
    other = await store.vote("ann", "p", -1, NOW, may_count=False)
    assert (other.standing.up, other.standing.down, other.counted) == (0, 0, False)


async def test_an_attempt_with_the_solution_at_hand_is_kept_and_not_rated(store):
    await settle(store)
    before = (await store.progress("ann", "carnac")).rating
    found = await store.judge(attempt(rated=False))
    assert (found.counts, found.rated, found.before, found.after, found.moved) == (
        True,
        False,
        before,
        before,
        False,
    )
    assert found.puzzle == PuzzleStanding(unrated(1500), tried=1)
    await store.add("new", "new", NOW)
    await store.judge(attempt("new", rated=False))
    progress = await store.progress("new", "carnac")
    assert (progress.rating, len(progress.tried)) == (BEGINNER, 1)


async def test_the_best_storm_is_kept(store):
    await store.add("ann", "hash", NOW)
    assert [await store.keep_storm("ann", "carnac", solved, NOW) for solved in (4, 9, 2)] == [4, 9, 9]
    progress = await store.progress("ann", "carnac")
    assert (progress.storm, progress.rating) == (9, BEGINNER)
    await store.judge(attempt())
    assert (await store.progress("ann", "carnac")).storm == 9


async def test_a_days_puzzle_stays(store):
    await store.keep_daily("carnac", 5, "p")
    await store.keep_daily("caminos", 5, "q")
    await store.keep_daily("carnac", 9, "r")
    assert await store.dailies("carnac", range(5, 9)) == {5: "p"}


async def test_with_a_learner_goes_everything_about_them(store):
    for name in ("ann", "ben"):
        await store.add(name, name, NOW)
        await store.judge(attempt(name, right=False))
    await store.drop(["ann"])
    assert await store.find("ann") is None
    assert await store.progress("ann", "carnac") == Progress()
    assert await store.due("ann", "carnac", NOW + DAY_MS) == []
    assert await store.due("ben", "carnac", NOW + DAY_MS) == ["p"]
    with pytest.raises(Refusal, match="gone"):
        await store.judge(attempt("ann"))
    with pytest.raises(Refusal, match="gone"):
        await store.keep_storm("ann", "carnac", 3, NOW)


async def test_who_does_nothing_for_long_goes_and_of_too_many_the_longest_quiet(store):
    for day, name in enumerate(("old", "quiet", "ann", "ben")):
        await store.add(name, name, NOW + day * DAY_MS)
    now = NOW + 10 * DAY_MS
    assert await drop_learners(store, now + 1, days=10, learners=10, attempts=10) == 1
    assert await store.find("old") is None
    assert await drop_learners(store, now, days=0, learners=2, attempts=10) == 1
    assert await store.find("quiet") is None
    for puzzle in "abc":
        await store.judge(attempt("ann", puzzle, now=now))
    assert await drop_learners(store, now, days=0, learners=10, attempts=2) == 2
    assert await store.find("ben") is None


async def test_a_backup_holds_learners_and_what_puzzles_are_rated(tmp_path):
    here, there = f"sqlite:///{tmp_path}/here.db", f"sqlite:///{tmp_path}/there.db"

    async def within(database: str, use):
        engine = await open_database(database)
        journal = Journal(engine)
        journal.start()
        try:
            return await use(LearnerStore(engine, journal))
        finally:
            await journal.close()
            await engine.dispose()

    async def fill(store: LearnerStore) -> None:
        await settle(store)
        await store.judge(attempt(right=False, day=3))
        await store.keep_daily("carnac", 5, "p")

    async def look(store: LearnerStore) -> list:
        return [
            await store.find("ann"),
            await store.progress("ann", "carnac"),
            await store.standings(),
            await store.dailies("carnac", range(10)),
        ]

    await within(here, fill)
    await back_up(here, tmp_path / "backup")
    await restore(tmp_path / "backup", there)
    assert await within(there, look) == await within(here, look)
    assert (await within(there, look))[2]["p"].rating != unrated(1500)
    with pytest.raises(DatabaseError, match="or learners"):
        await restore(tmp_path / "backup", there)


async def test_votes_of_an_earlier_version_stay_counted(database):
    """The tables of before are brought up to date with what is in them."""
    from alembic import command
    from alembic.config import Config

    from stonefield.server.store.database import MIGRATIONS

    def migrate(connection, how, revision: str) -> None:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        how(config, revision)

    engine = await open_database(database)
    async with engine.begin() as connection:
        await connection.run_sync(migrate, command.downgrade, "0005")
        await connection.exec_driver_sql(
            "INSERT INTO learners (id, token_hash, created, touched, streak, best_streak, last_day)"
            " VALUES ('ann', 'hash', 1, 1, 0, 0, -1)"
        )
        await connection.exec_driver_sql(
            "INSERT INTO attempts (learner, puzzle, game, at, solved, rating, vote)"
            " VALUES ('ann', 'p', 'carnac', 1, true, 1300, -1)"
        )
        await connection.exec_driver_sql(
            "INSERT INTO puzzle_ratings (puzzle, rating, deviation, volatility, tried, up, down, reports)"
            " VALUES ('p', 1500, 100, 0.06, 3, 1, 2, 0)"
        )
        await connection.run_sync(migrate, command.upgrade, "head")
    journal = Journal(engine)
    journal.start()
    voted = await LearnerStore(engine, journal).vote("ann", "p", 0, NOW)
    assert (voted.standing.up, voted.standing.down) == (1, 1)
    await journal.close()
    await engine.dispose()
