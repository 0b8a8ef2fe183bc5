"""The tables. A game is what was agreed on at its start, and after that a sequence of events."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
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

from stonefield.server.storage.packed_text import PackedText

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
)
# Restarting looks only for running games with a clock.
Index("ix_games_running_clocks", games.c.over, games.c.clock_seconds)

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

pulse = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
)


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
