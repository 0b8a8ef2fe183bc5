"""The tables of messages: the channels of accounts, what waits to be sent, and the server's own keys."""

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
)

metadata = MetaData()

message_channels = Table(
    "message_channels",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("account", String(32), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("address", Text, nullable=False),
    Column("keys", JSON, nullable=False),
    Column("hour", Integer, nullable=True),
    Column("confirmed", Boolean, nullable=False),
    Column("broken", Boolean, nullable=False),
    Column("label", String(64), nullable=False),
    Column("session", String(32), ForeignKey("sessions.id", ondelete="CASCADE"), nullable=True),
    Column("created", BigInteger, nullable=False),
    Column("told", BigInteger, nullable=True),
    Column("rests_until", BigInteger, nullable=False),
    Column("day", Integer, nullable=False),
    Column("sent", Integer, nullable=False),
    Index("ix_message_channels_account", "account"),
    Index("ix_message_channels_session", "session"),
)
"""How an account is told. ``told`` is when it was last told of its turn, until the person comes back. Nothing
is sent before ``rests_until``, and ``sent`` messages have gone out on a ``day`` (since 1970)."""

outbox = Table(
    "outbox",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("account", String(32), nullable=False),
    Column("channel", String(32), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("game", String(32), nullable=False),
    Column("detail", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("batch", String(32), nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("taken_until", BigInteger, nullable=False),
    Index("ix_outbox_due", "due"),
    Index("ix_outbox_account", "account"),
    Index("ix_outbox_channel", "channel"),
    Index("ix_outbox_batch", "batch"),
)
"""What waits to be sent over a channel, written in the transaction of what has happened.

Rows that are sent together have a ``batch``, which names the message however often it is tried; ``attempt``
is the fence of the server that tries it, until ``taken_until``. There are no foreign keys: a move is never
refused because a channel has just gone.
"""

server_keys = Table(
    "server_keys",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)
"""Secrets of this site, made when they are first needed: what signs push messages and links."""
