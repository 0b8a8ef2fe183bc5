"""The tables of the lobby: games that wait for anyone who likes to play, and those that began there."""

from __future__ import annotations

from sqlalchemy import (
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


def _game() -> Column[str]:
    """The game that a row is about, with which it goes."""
    return Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)


seeks = Table(
    "seeks",
    metadata,
    _game(),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("live", Boolean, nullable=False),
    Column("invite", String(64), nullable=False),
    Column("maker", String(32), nullable=False),
    Column("account", String(32), nullable=True),
    Column("rating", Float, nullable=True),
    Column("low", Integer, nullable=True),
    Column("high", Integer, nullable=True),
    Column("times", Integer, nullable=False),
)
"""A game with a seat for anyone. ``live``: only while its maker is there, who was last ``seen`` then.

``maker`` is a hash of who listed it, with a key of that month. ``low`` and ``high`` are the ratings that its
maker wishes for. It is listed ``times`` times, each time as a new game.
"""
Index("ix_seeks_maker", seeks.c.maker)

shown_games = Table("shown_games", metadata, _game(), Column("since", BigInteger, nullable=False))
"""Games that began in the lobby, for anyone who likes to watch."""
Index("ix_shown_games_since", shown_games.c.since)
