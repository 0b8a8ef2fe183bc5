"""The queue of jobs for workers on other machines."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "jobs",
        sa.Column("number", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True),
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("is_short", sa.Boolean(), nullable=False),
        sa.Column("is_limited", sa.Boolean(), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("priority", sa.Integer(), nullable=False),
        sa.Column("virtual_start", sa.Float(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("asker", sa.String(32), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("worker", sa.String(32), nullable=True),
        sa.Column("taken_at", sa.BigInteger(), nullable=True),
        sa.Column("lease_until", sa.BigInteger(), nullable=True),
        sa.Column("cancelled", sa.Boolean(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("number", name="pk_jobs"),
        sa.UniqueConstraint("id", name="uq_jobs_id"),
    )
    op.create_index("ix_jobs_asker", "jobs", ["asker"])
    op.create_index("ix_jobs_worker", "jobs", ["worker"])
    op.create_table(
        "job_shares",
        sa.Column("kind", sa.String(16)),
        sa.Column("person", sa.String(32)),
        sa.Column("spent", sa.Float(), nullable=False),
        sa.Column("touched", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "person", name="pk_job_shares"),
    )
    op.create_table(
        "job_levels",
        sa.Column("kind", sa.String(16)),
        sa.Column("level", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("kind", name="pk_job_levels"),
    )
    op.create_table(
        "job_processes",
        sa.Column("id", sa.String(32)),
        sa.Column("kinds", sa.Text(), nullable=False),
        sa.Column("is_ready", sa.Boolean(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_job_processes"),
    )


def downgrade() -> None:
    for table in ("job_processes", "job_levels", "job_shares", "jobs"):
        op.drop_table(table)
