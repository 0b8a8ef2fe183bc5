"""Chat, whom people avoid, reports, what moderators did, and games left to run out."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    _people()
    _moderation()


def _people() -> None:
    _table("manners", _account("manners"), _flag("chat"), _flag("moderator"), key=["account"])
    _table(
        "avoided",
        _account("avoided"),
        _account("avoided", "other"),
        _flag("blocked"),
        _time("at"),
        key=["account", "other"],
        indexes=[["other"]],
    )
    _table(
        "chat_lines",
        _game("chat_lines"),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        _time("at"),
        sa.Column("holder", sa.Integer(), nullable=False),
        _account("chat_lines", nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("greeting", sa.String(16), nullable=True),
        key=["game", "number"],
        indexes=[["account"], ["at"]],
    )
    _table(
        "chat_mutes",
        _game("chat_mutes"),
        sa.Column("holder", sa.Integer(), nullable=False, autoincrement=False),
        key=["game", "holder"],
    )


def _moderation() -> None:
    _table(
        "reports",
        sa.Column("id", sa.String(32), nullable=False),
        _time("at"),
        _account("reports", "reporter", "SET NULL", nullable=True),
        _account("reports", "accused", nullable=True),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("game", sa.String(32), nullable=True),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("evidence", sa.JSON(), nullable=False),
        _time("closed", nullable=True),
        key=["id"],
        indexes=[["closed", "at"], ["reporter"], ["accused"]],
    )
    _table(
        "moderation_acts",
        sa.Column("id", sa.String(32), nullable=False),
        _time("at"),
        _account("moderation_acts", "moderator", "SET NULL", nullable=True),
        _account("moderation_acts", nullable=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        _time("until", nullable=True),
        sa.Column("report", sa.String(32), nullable=True),
        _flag("seen"),
        key=["id"],
    )
    op.create_index("ix_moderation_acts_account", "moderation_acts", ["account", "at"])
    op.create_index("ix_moderation_acts_moderator", "moderation_acts", ["moderator"])
    op.create_index("ix_moderation_acts_report", "moderation_acts", ["report"])
    _table(
        "time_outs",
        sa.Column("game", sa.String(32), nullable=False),
        _account("time_outs", nullable=True),
        _time("at"),
        sa.Column("waiting", sa.JSON(), nullable=True),
        sa.Column("win_rate", sa.Float(), nullable=True),
        key=["game"],
        indexes=[["account", "at"]],
    )


def _table(name: str, *columns: Any, key: list[str], indexes: list[list[str]] | None = None) -> None:
    op.create_table(name, *columns, sa.PrimaryKeyConstraint(*key, name=f"pk_{name}"))
    for index in indexes or ():
        op.create_index(f"ix_{name}_{'_'.join(index)}", name, index)


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean(), nullable=False)


def _time(name: str, *, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), nullable=nullable)


def _account(
    table: str, column: str = "account", ondelete: str = "CASCADE", *, nullable: bool = False
) -> sa.Column[str]:
    key = sa.ForeignKey("accounts.id", ondelete=ondelete, name=f"fk_{table}_{column}")
    return sa.Column(column, sa.String(32), key, nullable=nullable)


def _game(table: str) -> sa.Column[str]:
    key = sa.ForeignKey("games.id", ondelete="CASCADE", name=f"fk_{table}_game")
    return sa.Column("game", sa.String(32), key, nullable=False)


def downgrade() -> None:
    for table in (
        "time_outs",
        "moderation_acts",
        "reports",
        "chat_mutes",
        "chat_lines",
        "avoided",
        "manners",
    ):
        op.drop_table(table)
