"""When a person's time is up; when no server was there; who looks after periodic work."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "deadlines",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_deadlines_due_at", "deadlines", ["due_at"])
    op.create_table(
        "outages",
        sa.Column("since", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("until", sa.BigInteger(), primary_key=True, autoincrement=False),
    )
    op.create_table(
        "leases",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("holder", sa.String(32), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
    )
    # Games whose clock may run are looked at once; that finds out when their time is up.
    op.execute(
        "INSERT INTO deadlines (game, version, due_at) SELECT id, 0, 0 FROM games "
        "WHERE NOT over AND clock_seconds IS NOT NULL "
        "AND (CAST(seats AS TEXT) LIKE '%\"person\"%' OR CAST(seats AS TEXT) LIKE '%\"open\"%') "
        "AND EXISTS (SELECT 1 FROM events WHERE events.game = games.id AND events.kind = 'move')"
    )
    op.drop_index("ix_games_running_clocks", "games")


def downgrade() -> None:
    op.create_index("ix_games_running_clocks", "games", ["over", "clock_seconds"])
    for table in ("leases", "outages", "deadlines"):
        op.drop_table(table)
