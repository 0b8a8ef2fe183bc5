"""Learners with their ratings, attempts and cards, what puzzles are rated, and the puzzle of each day."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "learners",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("touched", sa.BigInteger(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("best_streak", sa.Integer(), nullable=False),
        sa.Column("last_day", sa.Integer(), nullable=False),
        sa.UniqueConstraint("token_hash", name="uq_learners_token_hash"),
    )
    op.create_index("ix_learners_touched", "learners", ["touched"])
    op.create_table(
        "learner_games",
        _learner(),
        sa.Column("game", sa.String(32), primary_key=True),
        *_rating(),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("storm", sa.Integer(), nullable=False),
    )
    op.create_table(
        "attempts",
        _learner(),
        sa.Column("puzzle", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("vote", sa.Integer(), nullable=False),
        sa.Column("report", sa.String(32), nullable=True),
    )
    op.create_index("ix_attempts_learner_game_at", "attempts", ["learner", "game", "at"])
    op.create_table(
        "cards",
        _learner(),
        sa.Column("puzzle", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.JSON(), nullable=False),
    )
    op.create_index("ix_cards_learner_game_due", "cards", ["learner", "game", "due"])
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.String(32), primary_key=True),
        *_rating(),
        sa.Column("tried", sa.Integer(), nullable=False),
        sa.Column("up", sa.Integer(), nullable=False),
        sa.Column("down", sa.Integer(), nullable=False),
        sa.Column("reports", sa.Integer(), nullable=False),
    )
    op.create_table(
        "daily_puzzles",
        sa.Column("day", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("puzzle", sa.String(32), nullable=False),
    )


def _learner() -> sa.Column[str]:
    return sa.Column(
        "learner", sa.String(32), sa.ForeignKey("learners.id", ondelete="CASCADE"), primary_key=True
    )


def _rating() -> list[sa.Column[float]]:
    return [sa.Column(name, sa.Float(), nullable=False) for name in ("rating", "deviation", "volatility")]


def downgrade() -> None:
    for table in ("daily_puzzles", "puzzle_ratings", "cards", "attempts", "learner_games", "learners"):
        op.drop_table(table)
