"""What is stored of practice profiles, on SQLite and on a real PostgreSQL alike."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import update

from stonefield.puzzles.practice.attempt import BEGINNER, unrated
from stonefield.puzzles.practice.history import LEAST_ATTEMPTS
from stonefield.puzzles.practice.progress import GameProgress
from stonefield.puzzles.practice.storm import LASTS_MS, Storm
from stonefield.puzzles.practice.streak import DAY_MS, Streak
from stonefield.server.now import now_ms
from stonefield.server.practice import puzzles as puzzles_module
from stonefield.server.practice.profile_cleanup import drop_profiles
from stonefield.server.practice.puzzles import Puzzles
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import DatabaseError, Journal, open_database, tables
from stonefield.server.store.addresses import Addresses
from stonefield.server.store.attempts import Attempt, PuzzleStanding
from stonefield.server.store.backup import back_up, restore
from stonefield.server.store.journal import Conflict
from stonefield.server.store.profiles import ProfileStore
from stonefield.server.store.reading import Reader
from stonefield.server.store.storms import KEPT_MS, StormStore

from .trainee import noted_by, puzzles

NOW = 20_000 * DAY_MS


@pytest.fixture
def store(opened, journal):
    return ProfileStore(Reader(opened), journal)


@pytest.fixture
def storms(opened, journal):
    return StormStore(Reader(opened), journal, Addresses(journal))


def attempt(profile: str = "ann", puzzle: str = "p", *, right: bool = True, **words) -> Attempt:
    """Each at an address of its own, if nothing else is said."""
    more = {"now": NOW, "notes": noted_by(profile, f"{profile} {puzzle}"), **words}
    return Attempt(profile, puzzle, "carnac", 1500, right, **more)


async def progress_of(store: ProfileStore, profile: str, game: str = "carnac") -> GameProgress:
    (only,) = await store.progress(profile, game)
    return only


async def due_in(store: ProfileStore, profile: str, now: int) -> list[str]:
    return await store.read(profile, "carnac", lambda history: history.due(now))


async def settle(store: ProfileStore, profile: str = "ann", game: str = "carnac") -> None:
    """A profile with some history: half of some puzzles solved, two days ago."""
    await store.add(profile, profile, NOW)
    for number in range(LEAST_ATTEMPTS):
        words = {"right": number % 2 == 0, "now": NOW - 2 * DAY_MS + number}
        await store.judge(replace(attempt(profile, f"old {number}", **words), game=game))


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
    progress = await progress_of(store, "ann")
    assert progress.rating == first.after
    assert [(one.puzzle, one.solved, one.rating) for one in progress.tried] == [
        ("p", True, first.after.rating)
    ]
    assert await progress_of(store, "ann", "caminos") == GameProgress()


async def test_a_missed_puzzle_is_due_later_and_counts_then_without_rating(store):
    await store.add("ann", "hash", NOW)
    missed = await store.judge(attempt(right=False))
    assert missed.due == NOW + 600_000
    assert await due_in(store, "ann", NOW) == []
    early = await store.judge(attempt(now=missed.due - 1))
    assert not early.counts
    assert await due_in(store, "ann", missed.due) == ["p"]
    due = await store.judge(attempt(now=missed.due))
    assert (due.counts, due.rated, due.before) == (True, False, due.after)
    assert due.due >= missed.due + DAY_MS
    assert (await progress_of(store, "ann")).due == [due.due]


async def test_a_streak_is_kept_and_grows_with_the_days_own_puzzle_alone(store):
    await store.add("ann", "hash", NOW)
    await store.judge(attempt(puzzle="a", day=5))
    await store.judge(attempt(puzzle="b"))
    last = await store.judge(attempt(puzzle="a", day=6))
    assert last.streak == Streak(2, 2, 6)
    assert (await store.find("hash")).streak == Streak(2, 2, 6)
    assert await store.find("other") is None


async def test_a_vote_can_be_changed_and_a_report_counts_once(store, opened):
    await settle(store)
    assert await store.vote("ann", "p", 1, NOW, noted_by("ann")) is None
    assert await store.report("ann", "p", "unclear", NOW, noted_by("ann")) is None
    await store.judge(attempt())
    voted = [(await store.vote("ann", "p", value, NOW, noted_by("ann"))) for value in (1, 1, -1, 0)]
    counted = [(one.standing.up, one.standing.down) for one in voted]
    assert counted == [(1, 0), (1, 0), (0, 1), (0, 0)]
    assert (await store.report("ann", "p", "unclear", NOW, noted_by("ann"))).counted
    assert not (await store.report("ann", "p", "second_solution", NOW, noted_by("ann"))).counted
    from sqlalchemy import select

    from stonefield.server.store.tables import attempts, puzzle_ratings

    async with opened.connect() as connection:
        reports = select(puzzle_ratings.c.reports).where(puzzle_ratings.c.puzzle == "p")
        assert (await connection.execute(reports)).scalars().all() == [1]
        reasons = select(attempts.c.report).where(attempts.c.puzzle == "p")
        assert (await connection.execute(reasons)).scalars().all() == ["second_solution"]


async def test_dozens_of_new_profiles_leave_a_puzzle_as_it_is(store):
    """Their own ratings move, and their votes and reports are kept with what they tried."""
    for number in range(12):
        name = f"new {number}"
        await store.add(name, name, NOW)
        judged = await store.judge(attempt(name, right=False))
        assert judged.after.rating < BEGINNER.rating
        assert not judged.moved
        assert not (await store.vote(name, "p", -1, NOW, noted_by(name))).counted
        assert not (await store.report(name, "p", "unclear", NOW, noted_by(name))).counted
    assert await store.standings() == {"p": PuzzleStanding(unrated(1500), tried=12)}


async def test_a_vote_that_did_not_count_takes_nothing_away(store):
    await settle(store)
    await settle(store, "ben")
    await store.add("new", "new", NOW)
    for name in ("ann", "ben", "new"):
        await store.judge(attempt(name))
    assert (await store.vote("ann", "p", 1, NOW, noted_by("ann"))).standing.up == 1
    found = [await store.vote("new", "p", value, NOW, noted_by("new")) for value in (1, -1, 0)]
    assert [(one.standing.up, one.standing.down, one.counted) for one in found] == [(1, 0, False)] * 3
    assert (await store.vote("ben", "p", 1, NOW, noted_by("ben", "there"))).standing.up == 2
    other = await store.vote("ann", "p", -1, NOW, noted_by("ann", "there"))
    assert (other.standing.up, other.standing.down, other.counted) == (1, 0, False)


async def test_a_rating_that_no_one_has_moved_begins_where_this_version_begins(store):
    shipped = puzzles()[0]
    await settle(store)
    await store.judge(attempt("ann", shipped.name, right=False, gives_up=True, notes=noted_by("ann")))
    # Of an earlier version: it began at 600 with a deviation of 150.
    await store._write(
        lambda connection: connection.execute(
            update(tables.puzzle_ratings).values(rating=600.0, deviation=150.0, volatility=0.06)
        )
    )
    there = Puzzles(store)
    await there.load()
    assert there.standing(shipped).rating == unrated(shipped.rating, shipped.deviation)
    assert there.standing(shipped).tried == 1
    assert there.ratings("carnac")[shipped.name] == shipped.rating
    await settle(store, "bob")
    of_today = {"deviation": shipped.deviation, "notes": noted_by("bob", "there"), "right": True}
    found = await store.judge(replace(attempt("bob", shipped.name, **of_today), shipped=shipped.rating))
    assert found.moved
    assert abs(found.puzzle.rating.rating - shipped.rating) < 200
    there.set_standing(shipped.name, found.puzzle)
    assert there.standing(shipped) == found.puzzle


async def test_a_lucky_guess_is_rated_less(store):
    for name, guess in (("ann", 0.0), ("bob", 1 / 3)):
        await store.add(name, name, NOW)
        await store.judge(attempt(name, guess=guess))
    sure, lucky = [(await progress_of(store, name)).rating.rating for name in ("ann", "bob")]
    assert BEGINNER.rating < lucky < sure


async def test_an_attempt_with_the_solution_at_hand_is_kept_and_not_rated(store):
    await settle(store)
    before = (await progress_of(store, "ann")).rating
    await store.note_shown(noted_by(""))
    found = await store.judge(attempt(notes=noted_by("ann")))
    assert (found.counts, found.rated, found.before, found.after, found.moved) == (
        True,
        False,
        before,
        before,
        False,
    )
    assert found.puzzle == PuzzleStanding(unrated(1500), tried=1)
    await store.add("new", "new", NOW)
    await store.judge(attempt("new", notes=noted_by("new")))
    progress = await progress_of(store, "new")
    assert (progress.rating, len(progress.tried)) == (BEGINNER, 1)


async def test_the_best_storm_is_kept(store, storms):
    await store.add("ann", "hash", NOW)
    found = []
    for solved in (4, 9, 2):
        begun = Storm(f"storm {solved}", "carnac", "ann", NOW + LASTS_MS, "p")
        await storms.add(begun, "10.0.0.1", NOW)
        found.append(await storms.save(replace(begun, tries=1, solved=solved), NOW, solved=True))
    assert found == [4, 9, 9]
    progress = await progress_of(store, "ann")
    assert (progress.storm, progress.rating) == (9, BEGINNER)
    await store.judge(attempt())
    assert (await progress_of(store, "ann")).storm == 9


async def test_a_days_puzzle_stays(store):
    await store.keep_daily("carnac", 5, "p")
    await store.keep_daily("caminos", 5, "q")
    await store.keep_daily("carnac", 9, "r")
    assert await store.dailies("carnac", range(5, 9)) == {5: "p"}


async def test_with_a_profile_goes_everything_about_it(store):
    for name in ("ann", "ben"):
        await store.add(name, name, NOW)
        await store.judge(attempt(name, right=False))
    await store.drop(["ann"])
    assert await store.find("ann") is None
    assert await progress_of(store, "ann") == GameProgress()
    assert await due_in(store, "ann", NOW + DAY_MS) == []
    assert await due_in(store, "ben", NOW + DAY_MS) == ["p"]
    with pytest.raises(Refusal, match="gone"):
        await store.judge(attempt("ann"))


async def test_a_storm_is_kept_with_each_try_and_only_the_first_of_two_counts(store, storms):
    await store.add("ann", "hash", NOW)
    begun = Storm("storm", "carnac", "ann", NOW + LASTS_MS, "p")
    assert await storms.add(begun, "10.0.0.1", NOW) == 0
    later = replace(begun.went_on(("a1", "b2")), seen=frozenset({"o"}))
    await storms.save(later, NOW, solved=False)
    with pytest.raises(Conflict):
        await storms.save(begun.ended(right=False), NOW, solved=False)
    assert await storms.find("storm") == (later, 0)
    assert await storms.find("none") is None
    found = [
        await storms.shows(puzzle, address, now)
        for puzzle, address, now in (
            ("p", "10.0.0.1", NOW),
            ("q", "10.0.0.1", NOW),
            ("p", "10.0.0.2", NOW),
            ("p", "10.0.0.1", NOW + LASTS_MS),
        )
    ]
    assert found == [True, False, False, False]
    await store.drop(["ann"])
    assert await storms.find("storm") == (replace(later, profile=None), None), "it goes on without a profile"
    await storms.add(replace(begun, id="next", profile=None), "10.0.0.1", NOW + KEPT_MS + 1)
    assert await storms.find("storm") is None, "it was over for long"


async def test_who_does_nothing_for_long_goes_and_of_too_many_the_longest_quiet(store):
    for day, name in enumerate(("old", "quiet", "ann", "ben")):
        await store.add(name, name, NOW + day * DAY_MS)
    now = NOW + 10 * DAY_MS
    assert await drop_profiles(store, now + 1, days=10, profiles=10, attempts=10) == 1
    assert await store.find("old") is None
    assert await drop_profiles(store, now, days=0, profiles=2, attempts=10) == 1
    assert await store.find("quiet") is None
    for puzzle in "abc":
        await store.judge(attempt("ann", puzzle, now=now))
    assert await drop_profiles(store, now, days=0, profiles=10, attempts=2) == 2
    assert await store.find("ben") is None


async def test_a_backup_holds_profiles_and_what_puzzles_are_rated(tmp_path):
    here, there = f"sqlite:///{tmp_path}/here.db", f"sqlite:///{tmp_path}/there.db"

    async def within(database: str, use):
        engine = await open_database(database)
        journal = Journal(engine)
        journal.start()
        try:
            return await use(ProfileStore(Reader(engine), journal))
        finally:
            await journal.close()
            await engine.dispose()

    async def fill(store: ProfileStore) -> None:
        await settle(store)
        await store.judge(attempt(right=False, day=3))
        await store.keep_daily("carnac", 5, "p")

    async def look(store: ProfileStore) -> list:
        return [
            await store.find("ann"),
            await progress_of(store, "ann"),
            await store.standings(),
            await store.dailies("carnac", range(10)),
        ]

    await within(here, fill)
    await back_up(here, tmp_path / "backup")
    await restore(tmp_path / "backup", there)
    assert await within(there, look) == await within(here, look)
    assert (await within(there, look))[2]["p"].rating != unrated(1500)
    with pytest.raises(DatabaseError, match="or profiles"):
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
    voted = await ProfileStore(Reader(engine), journal).vote("ann", "p", 0, NOW, noted_by("ann"))
    assert (voted.standing.up, voted.standing.down) == (1, 1)
    await journal.close()
    await engine.dispose()


async def test_two_servers_over_one_database_agree_on_a_puzzle(store, opened, journal, monkeypatch):
    monkeypatch.setattr(puzzles_module, "REFRESH_MS", 0)
    here, there = Puzzles(store), Puzzles(ProfileStore(Reader(opened), journal))
    await here.load()
    await there.load()
    puzzle = next(iter(puzzles()))
    await settle(store)
    done = await store.judge(replace(attempt(puzzle=puzzle.name, right=False), now=now_ms()))
    assert done.moved
    here.set_standing(puzzle.name, done.puzzle)
    assert there.standing(puzzle) != done.puzzle
    await there.load()
    assert there.standing(puzzle) == here.standing(puzzle) == done.puzzle
    assert there.ratings("carnac")[puzzle.name] == done.puzzle.rating.rating
