"""Reviews as they are sent, beside what was thought; and which votes on puzzles are counted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("reviews", sa.Column("form", sa.String(32), nullable=True))
    op.add_column("reviews", sa.Column("view", sa.LargeBinary(), nullable=True))
    op.add_column("attempts", sa.Column("counted", sa.Integer(), nullable=False, server_default="0"))
    # So far every vote was counted.
    op.execute("UPDATE attempts SET counted = vote")


def downgrade() -> None:
    op.drop_column("attempts", "counted")
    op.drop_column("reviews", "view")
    op.drop_column("reviews", "form")
