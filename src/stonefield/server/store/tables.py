"""The tables. A game is what was agreed on at its start, and after that a sequence of events; a study is a
row for itself, one for each chapter and one for each node; a learner has one for each puzzle tried."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    and_,
    exists,
    or_,
)
from sqlalchemy.sql import ColumnElement

from stonefield.explorer import tables as explorer_tables
from stonefield.server.store.packed_text import PackedText

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("rules", String(32), nullable=False),
    Column("options", JSON, nullable=False),
    Column("start", Text, nullable=False),
    Column("prelude", JSON, nullable=False),
    Column("result", JSON(none_as_null=True), nullable=True),
    Column("source", PackedText, nullable=True),
    Column("seats", JSON, nullable=False),
    Column("clock_seconds", Integer, nullable=True),
    Column("clock_increment", Integer, nullable=True),
    Column("created", BigInteger, nullable=False),
    Column("invite_hash", String(64), nullable=True),
    Column("over", Boolean, nullable=False),
    Column("coach", String(16), nullable=False, server_default="off"),
)

holders = Table(
    "holders",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("token_hash", String(64), nullable=False),
)

events = Table(
    "events",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer, nullable=True),
    Column("detail", Text, nullable=False),
    Column("request", String(80), nullable=True),
    UniqueConstraint("game", "request"),
)

deadlines = Table(
    "deadlines",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("due_at", BigInteger, nullable=False),
)
"""When the time of the person who decides is up; ``version`` is the game's that it holds for."""
Index("ix_deadlines_due_at", deadlines.c.due_at)

outages = Table(
    "outages",
    metadata,
    Column("since", BigInteger, primary_key=True, autoincrement=False),
    Column("until", BigInteger, primary_key=True, autoincrement=False),
)
"""When no server was there, although clocks ran."""

leases = Table(
    "leases",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("holder", String(32), nullable=False),
    Column("until", BigInteger, nullable=False),
)
"""Which process looks after some periodic work, and until when."""

pulse = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
)

studies = Table(
    "studies",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Column("title", Text, nullable=False),
    Column("visibility", String(16), nullable=False),
    Column("kept", Boolean, nullable=False),
    Column("version", Integer, nullable=False),
    Column("owner_hash", String(64), nullable=False),
    Column("edit_hash", String(64), nullable=False),
    Column("next_chapter", Integer, nullable=False),
    Column("done", JSON, nullable=False),
)
# The list of public studies, and those that nobody keeps.
Index("ix_studies_visibility_touched", studies.c.visibility, studies.c.touched)
Index("ix_studies_kept_touched", studies.c.kept, studies.c.touched)

chapters = Table(
    "chapters",
    metadata,
    Column("study", String(32), ForeignKey("studies.id", ondelete="CASCADE"), primary_key=True),
    Column("id", Integer, primary_key=True),
    Column("place", Integer, nullable=False),
    Column("rules", String(32), nullable=False),
    Column("title", Text, nullable=False),
    Column("start", Text, nullable=False),
    Column("tags", JSON, nullable=False),
    Column("result", String(8), nullable=False),
    Column("next_node", Integer, nullable=False),
)

nodes = Table(
    "nodes",
    metadata,
    Column("study", String(32), primary_key=True),
    Column("chapter", Integer, primary_key=True),
    Column("id", Integer, primary_key=True),
    Column("parent", Integer, nullable=True),
    Column("rank", Integer, nullable=False),
    Column("move", String(64), nullable=False),
    Column("mark", String(2), nullable=False),
    Column("comment", PackedText, nullable=False),
    Column("clock", Float, nullable=True),
    Column("arrows", JSON, nullable=False),
    Column("circles", JSON, nullable=False),
    ForeignKeyConstraint(["study", "chapter"], ["chapters.study", "chapters.id"], ondelete="CASCADE"),
)

reviews = Table(
    "reviews",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("simulations", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("thoughts", PackedText, nullable=False),
    Column("form", String(32), nullable=True),
    Column("view", LargeBinary, nullable=True),
)
"""What was thought about a game and, compressed by gzip, the review as it is sent, in a version's form."""
Index("ix_reviews_at", reviews.c.at)

learners = Table(
    "learners",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("best_streak", Integer, nullable=False),
    Column("last_day", Integer, nullable=False),
)
Index("ix_learners_touched", learners.c.touched)

learner_games = Table(
    "learner_games",
    metadata,
    Column("learner", String(32), ForeignKey("learners.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("storm", Integer, nullable=False),
)

attempts = Table(
    "attempts",
    metadata,
    Column("learner", String(32), ForeignKey("learners.id", ondelete="CASCADE"), primary_key=True),
    Column("puzzle", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("rating", Float, nullable=False),
    Column("vote", Integer, nullable=False),
    Column("counted", Integer, nullable=False, server_default="0"),
    Column("report", String(32), nullable=True),
)
"""The first attempt of a learner at a puzzle, which alone is rated; ``counted`` is the vote that is in the
puzzle's sums."""
Index("ix_attempts_learner_game_at", attempts.c.learner, attempts.c.game, attempts.c.at)

cards = Table(
    "cards",
    metadata,
    Column("learner", String(32), ForeignKey("learners.id", ondelete="CASCADE"), primary_key=True),
    Column("puzzle", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("state", JSON, nullable=False),
)
"""Puzzles that were missed and come back."""
Index("ix_cards_learner_game_due", cards.c.learner, cards.c.game, cards.c.due)

puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("puzzle", String(32), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("up", Integer, nullable=False),
    Column("down", Integer, nullable=False),
    Column("reports", Integer, nullable=False),
)
"""Puzzles that somebody has tried; all others are as they were shipped."""

daily_puzzles = Table(
    "daily_puzzles",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("game", String(32), primary_key=True),
    Column("puzzle", String(32), nullable=False),
)

rated_games = Table(
    "rated_games",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("learner", String(32), ForeignKey("learners.id", ondelete="CASCADE"), nullable=False),
    Column("rules", String(32), nullable=False),
    Column("level", Float, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("helped", Boolean, nullable=False),
    Column("ended", BigInteger, nullable=True),
    Column("score", Float, nullable=True),
    Column("reason", String(16), nullable=True),
    Column("elo", Float, nullable=True),
    Column("deviation", Float, nullable=True),
)
"""Games of a learner against a level, and what each has told of the strength; rows outlast the games."""
Index("ix_rated_games_learner_rules", rated_games.c.learner, rated_games.c.rules)

for _table in explorer_tables.metadata.sorted_tables:
    _table.to_metadata(metadata)

explorer_waiting = Table(
    "explorer_waiting",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
)
"""Games that have ended and that the explorer has not taken up yet."""

imported = games.c.source.is_not(None)
"""Games that come from a record."""
never_begun = and_(
    games.c.over.is_(False), games.c.source.is_(None), ~exists().where(events.c.game == games.c.id)
)
"""Games in which nothing has happened yet."""


def untouched(since: int) -> ColumnElement[bool]:
    """Games in which nothing has happened since then, and that are not over or only records that came in."""
    lately = exists().where(events.c.game == games.c.id, events.c.at >= since)
    return and_(or_(games.c.over.is_(False), imported), games.c.created < since, ~lately)
