"""Who agrees to be named in the lobby."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    shown: sa.Column[bool] = sa.Column("shown", sa.Boolean(), nullable=False, server_default=sa.false())
    op.add_column("accounts", shown)


def downgrade() -> None:
    op.drop_column("accounts", "shown")
