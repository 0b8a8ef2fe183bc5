"""The tables. A game is what was agreed on at its start, and after that a sequence of events; a study is a
row for itself, one for each chapter and one for each node; a profile of a person who practises (in the
database: a learner) has a row for each puzzle that they tried."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

import sqlalchemy as sql
from sqlalchemy import Column, Index, Integer, String, Table, and_, exists

from stonefield.explorer import tables as explorer_tables
from stonefield.server.store import (
    account_tables,
    correspondence_tables,
    job_tables,
    lobby_tables,
    manners_tables,
    message_tables,
    rating_tables,
)
from stonefield.server.store.packed_text import PackedText

metadata = sql.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)
_Named: TypeAlias = Callable[[str], Column[Any]]
"""A column that still needs its name."""


def _table(name: str, /, *constraints: sql.Constraint, **columns: _Named) -> Table:
    return Table(name, metadata, *(named(column) for column, named in columns.items()), *constraints)


def _column(type: Any, **options: Any) -> _Named:
    """A column that has a value in every row, unless it is nullable."""
    return partial(Column, type_=type, **{"nullable": False, **options})


def _key(type: Any, **options: Any) -> _Named:
    """A part of the primary key."""
    return partial(Column, type_=type, primary_key=True, **options)


def _of(table: str, ondelete: str = "CASCADE", **options: Any) -> _Named:
    """The row that this one belongs to."""
    return lambda name: Column(name, String(32), sql.ForeignKey(f"{table}.id", ondelete=ondelete), **options)


_ID, _NAME, _HASH, _PLACE = _key(String(32)), _column(String(32)), _column(String(64)), _column(String(24))
_NUMBER, _TIME, _REAL, _FLAG = map(_column, (Integer, sql.BigInteger, sql.Float, sql.Boolean))
_TEXT, _LONG_TEXT, _JSON = map(_column, (sql.Text, PackedText, sql.JSON))
_GAME, _STUDY, _LEARNER = (_of(table, primary_key=True) for table in ("games", "studies", "learners"))
_maybe = partial(_column, nullable=True)

# Games

games = _table(
    "games",
    id=_ID,
    rules=_NAME,
    options=_JSON,
    start=_TEXT,
    prelude=_JSON,
    result=_maybe(sql.JSON(none_as_null=True)),
    source=_maybe(PackedText),
    seats=_JSON,
    clock_seconds=_maybe(Integer),
    clock_increment=_maybe(Integer),
    correspondence=_column(sql.Boolean, server_default=sql.false()),
    weekends_free=_column(sql.Boolean, server_default=sql.false()),
    created=_TIME,
    invite_hash=_maybe(String(64)),
    over=_FLAG,
    coach=_column(String(16), server_default="off"),
    rated=_column(sql.Boolean, server_default=sql.false()),
)
holders = _table("holders", game=_GAME, number=_key(Integer), token_hash=_HASH)
events = _table(
    "events",
    sql.UniqueConstraint("game", "request"),
    game=_GAME,
    seq=_key(Integer),
    at=_TIME,
    kind=_column(String(16)),
    seat=_maybe(Integer),
    detail=_TEXT,
    request=_maybe(String(80)),
)
deadlines = _table(
    "deadlines",
    game=_GAME,
    version=_NUMBER,
    due_at=_TIME,
    process=_column(String(32), server_default=""),
    taken_until=_column(sql.BigInteger, server_default="0"),
    remind_at=_maybe(sql.BigInteger),
)
"""When the time of the person who decides is up; ``version`` is the game's that it holds for, ``process`` the
server that has written it. A server that lets the flag fall has taken it until some moment. The person is
reminded at ``remind_at``, once."""
Index("ix_deadlines_due_at", deadlines.c.due_at)
Index("ix_deadlines_remind_at", deadlines.c.remind_at)
_MOMENT = _key(sql.BigInteger, autoincrement=False)
outages = _table("outages", since=_MOMENT, until=_MOMENT)
"""When no server was there, although clocks ran."""
leases = _table("leases", name=_ID, holder=_NAME, until=_TIME)
"""Which process looks after some periodic work, and until when."""
pulse = _table("pulse", process=_ID, at=_TIME)
"""When each server was last alive while clocks ran; without a ``process``: all that are gone."""
remarks = _table("remarks", game=_GAME, version=_NUMBER, remark=_JSON, settled=_FLAG)
"""The coach's last remark in a game, on a version of its position; ``settled``: the player has gone on."""
imports = _table("imports", game=_GAME, place=_PLACE)
"""Games that come from a record, and the address that sent it: what counts against its quota."""
Index("ix_imports_place", imports.c.place)
explorer_waiting = _table("explorer_waiting", game=_GAME)
"""Games that have ended and that the explorer has not indexed yet."""
_ROOMS = (
    explorer_tables,
    job_tables,
    account_tables,
    correspondence_tables,
    lobby_tables,
    message_tables,
    manners_tables,
    rating_tables,
)
for _room in _ROOMS:
    for _shared in _room.metadata.tables.values():
        _shared.to_metadata(metadata)

# Studies and reviews

studies = _table(
    "studies",
    id=_ID,
    created=_TIME,
    touched=_TIME,
    title=_TEXT,
    visibility=_column(String(16)),
    kept=_FLAG,
    version=_NUMBER,
    owner_hash=_HASH,
    edit_hash=_HASH,
    next_chapter=_NUMBER,
    done=_JSON,
    maker=_maybe(String(64)),
)
"""``maker`` is a hash of the caller who made it, with a key of that month (`addresses.py`)."""
# The list of public studies, those that are not kept, and those of one maker.
Index("ix_studies_visibility_touched", studies.c.visibility, studies.c.touched)
Index("ix_studies_kept_touched", studies.c.kept, studies.c.touched)
Index("ix_studies_maker", studies.c.maker)
chapters = _table(
    "chapters",
    study=_STUDY,
    id=_key(Integer),
    place=_NUMBER,
    rules=_NAME,
    title=_TEXT,
    start=_TEXT,
    tags=_JSON,
    result=_column(String(8)),
    next_node=_NUMBER,
)
nodes = _table(
    "nodes",
    sql.ForeignKeyConstraint(["study", "chapter"], ["chapters.study", "chapters.id"], ondelete="CASCADE"),
    study=_ID,
    chapter=_key(Integer),
    id=_key(Integer),
    parent=_maybe(Integer),
    rank=_NUMBER,
    move=_column(String(64)),
    mark=_column(String(2)),
    comment=_LONG_TEXT,
    clock=_maybe(sql.Float),
    arrows=_JSON,
    circles=_JSON,
)
study_edits = _table(
    "study_edits",
    study=_STUDY,
    version=_key(Integer),
    author=_column(String(96)),
    weight=_NUMBER,
    edit=_LONG_TEXT,
)
"""What can be taken back: the edit that made a version, its author, and about how many bytes it holds."""
reviews = _table(
    "reviews",
    key=_key(String(64)),
    simulations=_NUMBER,
    at=_TIME,
    thoughts=_LONG_TEXT,
    form=_maybe(String(32)),
    view=_maybe(sql.LargeBinary),
)
"""What was thought about a game and, compressed by gzip, the review as it is sent, in a version's form."""
Index("ix_reviews_at", reviews.c.at)

# Practice

profiles = _table(
    "learners",
    id=_ID,
    token_hash=_column(String(64), unique=True),
    created=_TIME,
    touched=_TIME,
    streak=_NUMBER,
    best_streak=_NUMBER,
    last_day=_NUMBER,
)
Index("ix_learners_touched", profiles.c.touched)
_RATING = {"rating": _REAL, "deviation": _REAL, "volatility": _REAL}
profile_games = _table("learner_games", learner=_LEARNER, game=_ID, **_RATING, at=_TIME, storm=_NUMBER)
attempts = _table(
    "attempts",
    learner=_LEARNER,
    puzzle=_ID,
    game=_NAME,
    at=_TIME,
    solved=_FLAG,
    rating=_REAL,
    vote=_NUMBER,
    counted=_column(Integer, server_default="0"),
    report=_maybe(String(32)),
)
"""The first attempt of a profile at a puzzle, which alone is rated; ``counted`` is the vote that is in the
puzzle's sums."""
Index("ix_attempts_learner_game_at", attempts.c.learner, attempts.c.game, attempts.c.at)
cards = _table("cards", learner=_LEARNER, puzzle=_ID, game=_NAME, due=_TIME, state=_JSON)
"""Puzzles that were missed and come back."""
Index("ix_cards_learner_game_due", cards.c.learner, cards.c.game, cards.c.due)
late_tries = _table("late_tries", learner=_LEARNER, token=_key(String(64)))
"""Tries that were made without a network, by the hashes of their tokens: each counts once."""
puzzle_ratings = _table(
    "puzzle_ratings",
    puzzle=_ID,
    **_RATING,
    tried=_NUMBER,
    up=_NUMBER,
    down=_NUMBER,
    reports=_NUMBER,
    changed=_column(sql.BigInteger, server_default="0"),
)
"""Puzzles that were tried; all others are as they were shipped."""
Index("ix_puzzle_ratings_changed", puzzle_ratings.c.changed)
daily_puzzles = _table("daily_puzzles", day=_key(Integer, autoincrement=False), game=_ID, puzzle=_NAME)
rated_games = _table(
    "rated_games",
    game=_ID,
    learner=_of("learners", nullable=False),
    rules=_NAME,
    level=_REAL,
    created=_TIME,
    helped=_FLAG,
    ended=_maybe(sql.BigInteger),
    score=_maybe(sql.Float),
    reason=_maybe(String(16)),
    elo=_maybe(sql.Float),
    deviation=_maybe(sql.Float),
)
"""Games of a profile against a level, and the strength after each; rows outlast the games."""
Index("ix_rated_games_learner_rules", rated_games.c.learner, rated_games.c.rules)
address_keys = _table("address_keys", period=_key(String(16)), key=_column(sql.LargeBinary))
"""Addresses are stored as hashes only, with the key of a day or a month that is deleted when it is over."""
puzzle_notes = _table(
    "puzzle_notes",
    sql.UniqueConstraint("kind", "place"),
    id=_key(Integer),
    day=_NUMBER,
    kind=_column(String(8)),
    place=_PLACE,
    profile=_PLACE,
)
"""What happened to a puzzle at an address today: ``place`` is a hash of both, ``profile`` of who did it."""
storms = _table(
    "storms",
    id=_ID,
    game=_NAME,
    learner=_of("learners", "SET NULL", nullable=True),
    place=_PLACE,
    begun=_TIME,
    ends=_TIME,
    puzzle=_NAME,
    line=_JSON,
    tries=_NUMBER,
    solved=_NUMBER,
    missed=_NUMBER,
    combo=_NUMBER,
    seen=_JSON,
)
"""Storms under way, and those that ended lately."""
Index("ix_storms_begun", storms.c.begun)
Index("ix_storms_place_begun", storms.c.place, storms.c.begun)

TRANSIENT = (
    address_keys,
    puzzle_notes,
    metadata.tables["tickets"],
    metadata.tables["outbox"],
    *(metadata.tables[name] for name in job_tables.metadata.tables),
)
"""What no backup holds: jobs, tickets, messages that wait, which would be sent again, and the keys of
addresses, with which it would hold these after their day."""

imported = games.c.source.is_not(None)
"""Games that come from a record."""
never_begun = and_(
    games.c.over.is_(False), games.c.source.is_(None), ~exists().where(events.c.game == games.c.id)
)
"""Games in which nothing has happened yet."""


def untouched(since: int) -> sql.ColumnElement[bool]:
    """Games in which nothing has happened since then, and that are not over or only records that came in.

    Where a person's clock still runs, time decides.
    """
    lately = exists().where(events.c.game == games.c.id, events.c.at >= since)
    timed = exists().where(deadlines.c.game == games.c.id)
    return and_(sql.or_(games.c.over.is_(False), imported), games.c.created < since, ~lately, ~timed)
