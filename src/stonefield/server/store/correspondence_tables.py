"""The tables of correspondence games: whose turn it is, plans, vacations and challenges."""

from __future__ import annotations

import sqlalchemy as sql
from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, String, Table

metadata = sql.MetaData()


def _game() -> Column[str]:
    return Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)


turns = Table(
    "turns",
    metadata,
    _game(),
    Column("version", Integer, nullable=False),
    Column("holder", Integer, nullable=False),
)
"""The holder who decides in a game between people without a live clock, at the version of its last event."""
plans = Table(
    "plans",
    metadata,
    _game(),
    Column("holder", Integer, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("tree", sql.JSON, nullable=False),
    Column("seen", Integer, nullable=False),
)
"""Conditional moves of a holder, from the position after ``ply`` decisions, which had this version; until
version ``seen`` of the game all of them are made that can be."""
vacations = Table(
    "vacations",
    metadata,
    Column("account", String(32), ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("year", Integer, nullable=False),
    Column("used", Integer, nullable=False),
    Column("until", BigInteger, nullable=False),
)
"""Days that an account has used of a year, and the end of its vacation."""
challenges = Table(
    "challenges",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Column("status", String(16), nullable=False),
    Column("wishes", sql.JSON, nullable=False),
    Column("token_hash", String(64), nullable=False),
    Column("maker", String(32), nullable=True),
    Column("opponent", String(32), nullable=True),
    Column("game", String(32), ForeignKey("games.id", ondelete="SET NULL"), nullable=True),
)
"""Games that are proposed to a person who may be away. ``token_hash`` is that of its maker's token, which is
good for the game too; ``maker`` and ``opponent`` are accounts, where they have one."""
Index("ix_challenges_maker", challenges.c.maker)
Index("ix_challenges_opponent", challenges.c.opponent)
Index("ix_challenges_expires_at", challenges.c.expires_at)
