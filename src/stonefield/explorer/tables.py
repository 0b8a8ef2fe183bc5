"""The tables of the explorer, in a file of its own or in a server's database."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

metadata = MetaData()

games = Table(
    "explorer_games",
    metadata,
    Column("id", BigInteger, autoincrement=False),
    Column("source", String(64), nullable=False),
    Column("ref", String(32), nullable=True),
    Column("first", String(80), nullable=False),
    Column("second", String(80), nullable=False),
    Column("played", String(32), nullable=False),
    Column("result", String(8), nullable=False),
    Column("winner", String(16), nullable=True),
    Column("length", Integer, nullable=False),
    Column("start", Text, nullable=False),
    Column("moves", Text, nullable=False),
    PrimaryKeyConstraint("id", name="pk_explorer_games"),
    Index("ix_explorer_games_source_id", "source", "id"),
    Index("ix_explorer_games_ref", "ref"),
)
"""A game; its id grows with time. ``ref`` is the id of a game that was played on the server itself."""

plies = Table(
    "explorer_plies",
    metadata,
    Column("key", BigInteger, nullable=False),
    Column("source", String(64), nullable=False),
    Column("move", String(64), nullable=False),
    Column("game", BigInteger, nullable=False),
    Column("ply", Integer, nullable=False),
    PrimaryKeyConstraint("game", "ply", name="pk_explorer_plies"),
    ForeignKeyConstraint(["game"], ["explorer_games.id"], name="fk_explorer_plies_game", ondelete="CASCADE"),
    Index("ix_explorer_plies_key_source_game", "key", "source", "game"),
)
"""A decision of a game: the key of the position, the move as it is played in the turned position."""

moves = Table(
    "explorer_moves",
    metadata,
    Column("key", BigInteger, autoincrement=False),
    Column("source", String(64)),
    Column("move", String(64)),
    Column("winner", String(16)),
    Column("games", Integer, nullable=False),
    PrimaryKeyConstraint("key", "source", "move", "winner", name="pk_explorer_moves"),
)
"""How often a move was played and who won then: a start position is not counted anew for each look at it."""

sources = Table(
    "explorer_sources",
    metadata,
    Column("name", String(64)),
    Column("games", Integer, nullable=False),
    PrimaryKeyConstraint("name", name="pk_explorer_sources"),
)

opinions = Table(
    "explorer_opinions",
    metadata,
    Column("key", BigInteger, autoincrement=False),
    Column("move", String(64)),
    Column("win_rate", Float, nullable=False),
    Column("simulations", Integer, nullable=False),
    PrimaryKeyConstraint("key", "move", name="pk_explorer_opinions"),
)
"""What the side that decides can expect after a move, as far as an engine has looked."""
