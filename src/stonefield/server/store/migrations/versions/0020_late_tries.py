"""Tries at puzzles that were made without a network: which have come in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.create_table(
        "late_tries",
        sa.Column(
            "learner", sa.String(32), sa.ForeignKey("learners.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("token", sa.String(64), primary_key=True),
    )


def downgrade() -> None:
    op.drop_table("late_tries")
