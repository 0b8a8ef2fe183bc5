"""The tables of ratings: what each pool knows of an account, how that came about, and finished games."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
)

metadata = MetaData()


def _account(name: str, *, key: bool = False) -> Column[str]:
    """An account that a row is about; a part of the key takes the row along when it goes."""
    whose = ForeignKey("accounts.id", ondelete="CASCADE" if key else "SET NULL")
    return Column(name, String(32), whose, primary_key=key, nullable=not key)


_KNOWN = ("rating", "deviation", "volatility")

ratings = Table(
    "ratings",
    metadata,
    _account("account", key=True),
    Column("pool", String(48), primary_key=True),
    *(Column(name, Float, nullable=False) for name in _KNOWN),
    Column("at", BigInteger, nullable=True),
    Column("games", Integer, nullable=False),
)
"""What a pool knows of an account after its last game, which ended ``at``."""

rating_history = Table(
    "rating_history",
    metadata,
    _account("account", key=True),
    Column("pool", String(48), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("game", String(32), nullable=False),
    Column("score", Float, nullable=False),
    _account("opponent"),
    Column("level", Float, nullable=True),
    Column("before", Float, nullable=False),
    *(Column(name, Float, nullable=False) for name in _KNOWN),
    Index("ix_rating_history_game", "game"),
    Index("ix_rating_history_opponent", "opponent"),
)
"""The rating of an account before and after each rated game, from 1 up; rows outlast the games."""

rated_matches = Table(
    "rated_matches",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("pool", String(48), nullable=False),
    Column("at", BigInteger, nullable=False),
    _account("first"),
    _account("second"),
    Column("level", Float, nullable=True),
    Column("score", Float, nullable=True),
    Column("reason", String(16), nullable=True),
    Index("ix_rated_matches_first", "first"),
    Index("ix_rated_matches_second", "second"),
)
"""Rated games that have ended: a game is in here once, so it changes ratings once.

``score`` is that of the seat that began; null where ``reason`` says why ratings did not change. One of the
two accounts is null where a ``level`` played.
"""

finished_games = Table(
    "finished_games",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("rules", String(32), nullable=False),
    Column("board", String(64), nullable=False),
    Column("pace", String(16), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("length", Integer, nullable=False),
    Column("reason", String(32), nullable=False),
    Column("level", Float, nullable=True),
    Column("seats", JSON, nullable=False),
    Column("review", String(64), nullable=False),
)
"""What is searched and counted of a game that people have finished; whose it is, and when it ended, is in
``account_games``. ``level`` is that of its only engine, ``review`` the key of its review."""
