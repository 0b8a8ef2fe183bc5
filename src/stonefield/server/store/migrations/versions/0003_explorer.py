"""The explorer: games, their decisions by the key of the position, opinions, and ended games that wait."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "explorer_games",
        sa.Column("id", sa.BigInteger(), autoincrement=False),
        sa.Column("source", sa.String(64), nullable=False),
        sa.Column("ref", sa.String(32), nullable=True),
        sa.Column("first", sa.String(80), nullable=False),
        sa.Column("second", sa.String(80), nullable=False),
        sa.Column("played", sa.String(32), nullable=False),
        sa.Column("result", sa.String(8), nullable=False),
        sa.Column("winner", sa.String(16), nullable=True),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("start", sa.Text(), nullable=False),
        sa.Column("moves", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_explorer_games"),
    )
    op.create_index("ix_explorer_games_source_id", "explorer_games", ["source", "id"])
    op.create_index("ix_explorer_games_ref", "explorer_games", ["ref"])
    op.create_table(
        "explorer_plies",
        sa.Column("key", sa.BigInteger(), nullable=False),
        sa.Column("source", sa.String(64), nullable=False),
        sa.Column("move", sa.String(64), nullable=False),
        sa.Column("game", sa.BigInteger(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game", "ply", name="pk_explorer_plies"),
        sa.ForeignKeyConstraint(
            ["game"], ["explorer_games.id"], "fk_explorer_plies_game", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_explorer_plies_key_source_game", "explorer_plies", ["key", "source", "game"])
    op.create_table(
        "explorer_moves",
        sa.Column("key", sa.BigInteger(), autoincrement=False),
        sa.Column("source", sa.String(64)),
        sa.Column("move", sa.String(64)),
        sa.Column("winner", sa.String(16)),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("key", "source", "move", "winner", name="pk_explorer_moves"),
    )
    op.create_table(
        "explorer_sources",
        sa.Column("name", sa.String(64)),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_explorer_sources"),
    )
    op.create_table(
        "explorer_opinions",
        sa.Column("key", sa.BigInteger(), autoincrement=False),
        sa.Column("move", sa.String(64)),
        sa.Column("win_rate", sa.Float(), nullable=False),
        sa.Column("simulations", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("key", "move", name="pk_explorer_opinions"),
    )
    op.create_table(
        "explorer_waiting",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    )
    # The games that ended before there was an explorer.
    op.execute('INSERT INTO explorer_waiting (game) SELECT id FROM games WHERE "over" AND source IS NULL')


def downgrade() -> None:
    for table in ("waiting", "opinions", "sources", "moves", "plies", "games"):
        op.drop_table(f"explorer_{table}")
