"""The lobby: games that wait for anyone who likes to play, and those that began there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.create_table(
        "seeks",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("invite", sa.String(64), nullable=False),
        sa.Column("maker", sa.String(32), nullable=False),
        sa.Column("account", sa.String(32), nullable=True),
        sa.Column("rating", sa.Float(), nullable=True),
        sa.Column("low", sa.Integer(), nullable=True),
        sa.Column("high", sa.Integer(), nullable=True),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_seeks"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_seeks_game", ondelete="CASCADE"),
    )
    op.create_index("ix_seeks_maker", "seeks", ["maker"])
    op.create_table(
        "shown_games",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_shown_games"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_shown_games_game", ondelete="CASCADE"),
    )
    op.create_index("ix_shown_games_since", "shown_games", ["since"])


def downgrade() -> None:
    op.drop_table("shown_games")
    op.drop_table("seeks")
