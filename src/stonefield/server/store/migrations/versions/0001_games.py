"""The first tables: games, who holds their seats, and their events."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("start", sa.Text(), nullable=False),
        sa.Column("prelude", sa.JSON(), nullable=False),
        sa.Column("result", sa.JSON(), nullable=True),
        sa.Column("source", sa.Text(), nullable=True),
        sa.Column("seats", sa.JSON(), nullable=False),
        sa.Column("clock_seconds", sa.Integer(), nullable=True),
        sa.Column("clock_increment", sa.Integer(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("invite_hash", sa.String(64), nullable=True),
        sa.Column("over", sa.Boolean(), nullable=False),
    )
    op.create_index("ix_games_running_clocks", "games", ["over", "clock_seconds"])
    op.create_table(
        "holders",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("token_hash", sa.String(64), nullable=False),
    )
    op.create_table(
        "events",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer(), primary_key=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("request", sa.String(80), nullable=True),
        sa.UniqueConstraint("game", "request", name="uq_events_game_request"),
    )
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
    )


def downgrade() -> None:
    for table in ("pulse", "events", "holders", "games"):
        op.drop_table(table)
