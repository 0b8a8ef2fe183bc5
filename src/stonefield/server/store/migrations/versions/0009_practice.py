"""What was in memory: storms, notes of the day, the coach's remarks, who imported a record; and when a
puzzle's rating changed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "address_keys",
        sa.Column("period", sa.String(16)),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("period", name="pk_address_keys"),
    )
    op.create_table(
        "puzzle_notes",
        sa.Column("id", sa.Integer()),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("place", sa.String(24), nullable=False),
        sa.Column("profile", sa.String(24), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_puzzle_notes"),
        sa.UniqueConstraint("kind", "place", name="uq_puzzle_notes_kind_place"),
    )
    op.create_table(
        "storms",
        sa.Column("id", sa.String(32)),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("learner", sa.String(32), nullable=True),
        sa.Column("place", sa.String(24), nullable=False),
        sa.Column("begun", sa.BigInteger(), nullable=False),
        sa.Column("ends", sa.BigInteger(), nullable=False),
        sa.Column("puzzle", sa.String(32), nullable=False),
        sa.Column("line", sa.JSON(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("tries", "solved", "missed", "combo")),
        sa.Column("seen", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_storms"),
        sa.ForeignKeyConstraint(["learner"], ["learners.id"], "fk_storms_learner", ondelete="SET NULL"),
    )
    op.create_index("ix_storms_begun", "storms", ["begun"])
    op.create_index("ix_storms_place_begun", "storms", ["place", "begun"])
    op.create_table(
        "remarks",
        sa.Column("game", sa.String(32)),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("remark", sa.JSON(), nullable=False),
        sa.Column("settled", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_remarks"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], "fk_remarks_game", ondelete="CASCADE"),
    )
    op.create_table(
        "imports",
        sa.Column("game", sa.String(32)),
        sa.Column("place", sa.String(24), nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_imports"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], "fk_imports_game", ondelete="CASCADE"),
    )
    op.create_index("ix_imports_place", "imports", ["place"])
    op.add_column("puzzle_ratings", sa.Column("changed", sa.BigInteger(), nullable=False, server_default="0"))
    op.create_index("ix_puzzle_ratings_changed", "puzzle_ratings", ["changed"])


def downgrade() -> None:
    op.drop_index("ix_puzzle_ratings_changed", "puzzle_ratings")
    op.drop_column("puzzle_ratings", "changed")
    for table in ("imports", "remarks", "storms", "puzzle_notes", "address_keys"):
        op.drop_table(table)
