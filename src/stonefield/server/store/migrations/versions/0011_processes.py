"""Which servers are alive, one row each; which of them looks after a deadline."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    _replace_pulse(sa.Column("process", sa.String(32), primary_key=True), "")
    op.add_column("deadlines", sa.Column("process", sa.String(32), nullable=False, server_default=""))
    op.add_column("deadlines", sa.Column("taken_until", sa.BigInteger(), nullable=False, server_default="0"))


def downgrade() -> None:
    for column in ("taken_until", "process"):
        op.drop_column("deadlines", column)
    _replace_pulse(sa.Column("id", sa.Integer(), primary_key=True), 1)


def _replace_pulse(key: sa.Column[object], value: object) -> None:
    """Another key; the last pulse stays."""
    last = op.get_bind().exec_driver_sql("SELECT max(at) FROM pulse").scalar()
    op.drop_table("pulse")
    table = op.create_table("pulse", key, sa.Column("at", sa.BigInteger(), nullable=False))
    if last is not None:
        op.bulk_insert(table, [{key.name: value, "at": last}])
