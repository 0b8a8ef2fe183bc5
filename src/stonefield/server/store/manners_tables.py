"""The tables of manners: chat, whom people avoid, reports, what moderators did, and games left to run out."""

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
    Text,
)

metadata = MetaData()


def _account(name: str = "account", *, key: bool = False, stays: bool = False) -> Column[str]:
    """An account that a row is about; the row goes with it, unless it ``stays`` without it."""
    whose = ForeignKey("accounts.id", ondelete="SET NULL" if stays else "CASCADE")
    return Column(name, String(32), whose, primary_key=key, nullable=not key)


def _game() -> Column[str]:
    """The game that a row is about, with which it goes."""
    return Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)


manners = Table(
    "manners",
    metadata,
    _account(key=True),
    Column("chat", Boolean, nullable=False),
    Column("moderator", Boolean, nullable=False),
)
"""Whether an account chats, and whether it moderates; without a row it chats and does not moderate."""

avoided = Table(
    "avoided",
    metadata,
    _account(key=True),
    _account("other", key=True),
    Column("blocked", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("ix_avoided_other", "other"),
)
"""Whom an account does not want to be paired with; ``blocked``: nor to hear of in any other way."""

chat_lines = Table(
    "chat_lines",
    metadata,
    _game(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("holder", Integer, nullable=False),
    _account(),
    Column("text", Text, nullable=False),
    Column("greeting", String(16), nullable=True),
    Index("ix_chat_lines_account", "account"),
    Index("ix_chat_lines_at", "at"),
)
"""What the players of a game have said, from 1 up: a text, or one of the greetings."""

chat_mutes = Table(
    "chat_mutes", metadata, _game(), Column("holder", Integer, primary_key=True, autoincrement=False)
)
"""Holders who do not want to read what the others of this game say."""

reports = Table(
    "reports",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
    _account("reporter", stays=True),
    _account("accused"),
    Column("guest", String(64), nullable=False),
    Column("game", String(32), nullable=True),
    Column("reason", String(16), nullable=False),
    Column("words", Text, nullable=False),
    Column("evidence", JSON, nullable=False),
    Column("closed", BigInteger, nullable=True),
    Index("ix_reports_closed_at", "closed", "at"),
    Index("ix_reports_reporter", "reporter"),
    Index("ix_reports_accused", "accused"),
)
"""What people have reported. ``guest`` is what the accused calls themselves, where they have no account;
``evidence`` the lines of the chat as they were then."""

moderation_acts = Table(
    "moderation_acts",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
    _account("moderator", stays=True),
    _account(),
    Column("kind", String(8), nullable=False),
    Column("why", Text, nullable=False),
    Column("until", BigInteger, nullable=True),
    Column("report", String(32), nullable=True),
    Column("seen", Boolean, nullable=False),
    Index("ix_moderation_acts_account", "account", "at"),
    Index("ix_moderation_acts_moderator", "moderator"),
    Index("ix_moderation_acts_report", "report"),
)
"""What moderators have done, to whom, when and why; without a ``moderator``: the operator, or an account that
is gone. ``seen``: the person has read it."""

time_outs = Table(
    "time_outs",
    metadata,
    Column("game", String(32), primary_key=True),
    _account(),
    Column("at", BigInteger, nullable=False),
    Column("waiting", JSON(none_as_null=True), nullable=True),
    Column("win_rate", Float, nullable=True),
    Index("ix_time_outs_account_at", "account", "at"),
)
"""Rated correspondence games that an account has let run out. ``waiting`` is what the engine judges before
the game is rated; ``win_rate`` what it gave the account."""
