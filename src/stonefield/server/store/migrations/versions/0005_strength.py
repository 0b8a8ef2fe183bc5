"""How strong learners are: their games against the engine's levels."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "rated_games",
        sa.Column("game", sa.String(32)),
        sa.Column("learner", sa.String(32), nullable=False),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("level", sa.Float(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("helped", sa.Boolean(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.Column("score", sa.Float(), nullable=True),
        sa.Column("reason", sa.String(16), nullable=True),
        sa.Column("elo", sa.Float(), nullable=True),
        sa.Column("deviation", sa.Float(), nullable=True),
        sa.PrimaryKeyConstraint("game", name="pk_rated_games"),
        sa.ForeignKeyConstraint(["learner"], ["learners.id"], "fk_rated_games_learner", ondelete="CASCADE"),
    )
    op.create_index("ix_rated_games_learner_rules", "rated_games", ["learner", "rules"])


def downgrade() -> None:
    op.drop_table("rated_games")
