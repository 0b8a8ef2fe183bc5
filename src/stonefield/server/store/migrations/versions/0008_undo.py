"""What can be taken back in studies, and who made each study."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "study_edits",
        sa.Column("study", sa.String(32), sa.ForeignKey("studies.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("version", sa.Integer(), primary_key=True),
        sa.Column("author", sa.String(96), nullable=False),
        sa.Column("weight", sa.Integer(), nullable=False),
        sa.Column("edit", sa.Text(), nullable=False),
    )
    op.add_column("studies", sa.Column("maker", sa.String(64), nullable=True))
    op.create_index("ix_studies_maker", "studies", ["maker"])


def downgrade() -> None:
    op.drop_index("ix_studies_maker", "studies")
    op.drop_column("studies", "maker")
    op.drop_table("study_edits")
