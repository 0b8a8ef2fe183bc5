"""Messages: channels of accounts, the outbox, the server's keys, and when a player is reminded."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("deadlines", sa.Column("remind_at", sa.BigInteger(), nullable=True))
    op.create_index("ix_deadlines_remind_at", "deadlines", ["remind_at"])
    op.create_table(
        "message_channels",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("account", sa.String(32), sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("keys", sa.JSON(), nullable=False),
        sa.Column("hour", sa.Integer(), nullable=True),
        sa.Column("confirmed", sa.Boolean(), nullable=False),
        sa.Column("broken", sa.Boolean(), nullable=False),
        sa.Column("label", sa.String(64), nullable=False),
        sa.Column("session", sa.String(32), sa.ForeignKey("sessions.id", ondelete="CASCADE"), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("told", sa.BigInteger(), nullable=True),
        sa.Column("rests_until", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("sent", sa.Integer(), nullable=False),
    )
    for name in ("account", "session"):
        op.create_index(f"ix_message_channels_{name}", "message_channels", [name])
    op.create_table(
        "outbox",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True),
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("channel", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("batch", sa.String(32), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("taken_until", sa.BigInteger(), nullable=False),
    )
    for name in ("due", "account", "channel", "batch"):
        op.create_index(f"ix_outbox_{name}", "outbox", [name])
    op.create_table(
        "server_keys",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.Text(), nullable=False),
    )


def downgrade() -> None:
    for table in ("server_keys", "outbox", "message_channels"):
        op.drop_table(table)
    op.drop_index("ix_deadlines_remind_at", "deadlines")
    op.drop_column("deadlines", "remind_at")
