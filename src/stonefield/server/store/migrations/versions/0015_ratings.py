"""Ratings of accounts, and what is searched of finished games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.add_column("games", sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "ratings",
        _account("ratings", "account", "CASCADE"),
        sa.Column("pool", sa.String(48), nullable=False),
        *_known(),
        sa.Column("at", sa.BigInteger(), nullable=True),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("account", "pool", name="pk_ratings"),
    )
    op.create_table(
        "rating_history",
        _account("rating_history", "account", "CASCADE"),
        sa.Column("pool", sa.String(48), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        _account("rating_history", "opponent", "SET NULL"),
        sa.Column("level", sa.Float(), nullable=True),
        sa.Column("before", sa.Float(), nullable=False),
        *_known(),
        sa.PrimaryKeyConstraint("account", "pool", "number", name="pk_rating_history"),
    )
    op.create_index("ix_rating_history_game", "rating_history", ["game"])
    op.create_index("ix_rating_history_opponent", "rating_history", ["opponent"])
    op.create_table(
        "rated_matches",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("pool", sa.String(48), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        _account("rated_matches", "first", "SET NULL"),
        _account("rated_matches", "second", "SET NULL"),
        sa.Column("level", sa.Float(), nullable=True),
        sa.Column("score", sa.Float(), nullable=True),
        sa.Column("reason", sa.String(16), nullable=True),
        sa.PrimaryKeyConstraint("game", name="pk_rated_matches"),
    )
    op.create_index("ix_rated_matches_first", "rated_matches", ["first"])
    op.create_index("ix_rated_matches_second", "rated_matches", ["second"])
    _finished_games()


def _finished_games() -> None:
    game = sa.ForeignKey("games.id", ondelete="CASCADE", name="fk_finished_games_game")
    op.create_table(
        "finished_games",
        sa.Column("game", sa.String(32), game, nullable=False),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("board", sa.String(64), nullable=False),
        sa.Column("pace", sa.String(16), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(32), nullable=False),
        sa.Column("level", sa.Float(), nullable=True),
        sa.Column("seats", sa.JSON(), nullable=False),
        sa.Column("review", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_finished_games"),
    )


def _known() -> list[sa.Column[float]]:
    return [sa.Column(name, sa.Float(), nullable=False) for name in ("rating", "deviation", "volatility")]


def _account(table: str, column: str, ondelete: str) -> sa.Column[str]:
    key = sa.ForeignKey("accounts.id", ondelete=ondelete, name=f"fk_{table}_{column}")
    return sa.Column(column, sa.String(32), key, nullable=ondelete != "CASCADE")


def downgrade() -> None:
    for table in ("finished_games", "rated_matches", "rating_history", "ratings"):
        op.drop_table(table)
    op.drop_column("games", "rated")
