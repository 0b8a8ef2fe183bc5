"""Correspondence games: their clocks, whose turn it is, plans, vacations and challenges."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    for name in ("correspondence", "weekends_free"):
        op.add_column("games", sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "turns",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("holder", sa.Integer(), nullable=False),
    )
    op.create_table(
        "plans",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("holder", sa.Integer(), primary_key=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("tree", sa.JSON(), nullable=False),
        sa.Column("seen", sa.Integer(), nullable=False),
    )
    op.create_table(
        "vacations",
        sa.Column(
            "account", sa.String(32), sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("used", sa.Integer(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("wishes", sa.JSON(), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("maker", sa.String(32), nullable=True),
        sa.Column("opponent", sa.String(32), nullable=True),
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="SET NULL"), nullable=True),
    )
    for name in ("maker", "opponent", "expires_at"):
        op.create_index(f"ix_challenges_{name}", "challenges", [name])


def downgrade() -> None:
    for table in ("challenges", "vacations", "plans", "turns"):
        op.drop_table(table)
    for name in ("weekends_free", "correspondence"):
        op.drop_column("games", name)
