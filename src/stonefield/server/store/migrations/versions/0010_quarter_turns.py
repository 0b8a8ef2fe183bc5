"""The explorer knows quarter turns of square boards: games on those are found under other keys.

Keys are those of the code that runs: a later change of them needs a migration that calls `rekey` again.
"""

from __future__ import annotations

from alembic import op

from stonefield.explorer.rekeying import rekey

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    rekey(op.get_bind())


def downgrade() -> None:
    """The keys stay: no table has changed."""
