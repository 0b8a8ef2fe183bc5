"""Studies with their chapters and nodes, reviews, and the coach of a game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("games", sa.Column("coach", sa.String(16), nullable=False, server_default="off"))
    op.create_table(
        "studies",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("touched", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("visibility", sa.String(16), nullable=False),
        sa.Column("kept", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("owner_hash", sa.String(64), nullable=False),
        sa.Column("edit_hash", sa.String(64), nullable=False),
        sa.Column("next_chapter", sa.Integer(), nullable=False),
        sa.Column("done", sa.JSON(), nullable=False),
    )
    op.create_index("ix_studies_visibility_touched", "studies", ["visibility", "touched"])
    op.create_index("ix_studies_kept_touched", "studies", ["kept", "touched"])
    op.create_table(
        "chapters",
        sa.Column("study", sa.String(32), sa.ForeignKey("studies.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("start", sa.Text(), nullable=False),
        sa.Column("tags", sa.JSON(), nullable=False),
        sa.Column("result", sa.String(8), nullable=False),
        sa.Column("next_node", sa.Integer(), nullable=False),
    )
    op.create_table(
        "nodes",
        sa.Column("study", sa.String(32), primary_key=True),
        sa.Column("chapter", sa.Integer(), primary_key=True),
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("parent", sa.Integer(), nullable=True),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("move", sa.String(64), nullable=False),
        sa.Column("mark", sa.String(2), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("clock", sa.Float(), nullable=True),
        sa.Column("arrows", sa.JSON(), nullable=False),
        sa.Column("circles", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["study", "chapter"], ["chapters.study", "chapters.id"], "fk_nodes_study", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "reviews",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("simulations", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("thoughts", sa.Text(), nullable=False),
    )
    op.create_index("ix_reviews_at", "reviews", ["at"])


def downgrade() -> None:
    for table in ("reviews", "nodes", "chapters", "studies"):
        op.drop_table(table)
    op.drop_column("games", "coach")
