"""Accounts: ways in, sessions, and the games, studies and practice profile that belong to them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("touched", sa.BigInteger(), nullable=False),
        sa.Column("renamed", sa.BigInteger(), nullable=True),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("mail", sa.String(254), nullable=True),
        sa.Column("mail_confirmed", sa.Boolean(), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
    )
    op.create_table(
        "account_names",
        sa.Column("key", sa.String(128), nullable=False),
        _account("account_names"),
        sa.PrimaryKeyConstraint("key", name="pk_account_names"),
    )
    op.create_index("ix_account_names_account", "account_names", ["account"])
    _ways_in()
    _sessions()
    _belongings()


def _account(table: str, ondelete: str = "CASCADE", *, nullable: bool = False) -> sa.Column[str]:
    key = sa.ForeignKey("accounts.id", ondelete=ondelete, name=f"fk_{table}_account")
    return sa.Column("account", sa.String(32), key, nullable=nullable)


def _ways_in() -> None:
    op.create_table(
        "passwords",
        _account("passwords"),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("account", name="pk_passwords"),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(32), nullable=False),
        _account("passkeys"),
        sa.Column("credential", sa.String(1400), nullable=False),
        sa.Column("public_key", sa.Text(), nullable=False),
        sa.Column("signs", sa.BigInteger(), nullable=False),
        sa.Column("transports", sa.JSON(), nullable=False),
        sa.Column("host", sa.String(255), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_passkeys"),
        sa.UniqueConstraint("credential", name="uq_passkeys_credential"),
    )
    op.create_index("ix_passkeys_account", "passkeys", ["account"])
    op.create_table(
        "recovery_codes",
        _account("recovery_codes"),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("account", "hash", name="pk_recovery_codes"),
    )


def _sessions() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(32), nullable=False),
        _account("sessions"),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("proven", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
        sa.UniqueConstraint("token_hash", name="uq_sessions_token_hash"),
    )
    op.create_index("ix_sessions_account", "sessions", ["account"])
    op.create_index("ix_sessions_expires", "sessions", ["expires"])
    op.create_table(
        "tickets",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("purpose", sa.String(16), nullable=False),
        _account("tickets", nullable=True),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_tickets"),
    )
    op.create_index("ix_tickets_account", "tickets", ["account"])
    op.create_index("ix_tickets_expires", "tickets", ["expires"])


def _belongings() -> None:
    op.create_table(
        "account_games",
        _of("games", "account_games", "game"),
        sa.Column("holder", sa.Integer(), nullable=False, autoincrement=False),
        _account("account_games", "SET NULL", nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("to_move", sa.Boolean(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.Column("result", sa.String(8), nullable=True),
        sa.PrimaryKeyConstraint("game", "holder", name="pk_account_games"),
    )
    op.create_index("ix_account_games_account_ended_at", "account_games", ["account", "ended", "at"])
    op.create_table(
        "account_studies",
        _of("studies", "account_studies", "study"),
        _account("account_studies"),
        sa.PrimaryKeyConstraint("study", name="pk_account_studies"),
    )
    op.create_index("ix_account_studies_account", "account_studies", ["account"])
    op.create_table(
        "account_learners",
        _account("account_learners"),
        _of("learners", "account_learners", "learner"),
        sa.PrimaryKeyConstraint("account", name="pk_account_learners"),
        sa.UniqueConstraint("learner", name="uq_account_learners_learner"),
    )


def _of(owner: str, table: str, column: str) -> sa.Column[str]:
    key = sa.ForeignKey(f"{owner}.id", ondelete="CASCADE", name=f"fk_{table}_{column}")
    return sa.Column(column, sa.String(32), key, nullable=False)


def downgrade() -> None:
    for table in (
        "account_learners",
        "account_studies",
        "account_games",
        "tickets",
        "sessions",
        "recovery_codes",
        "passkeys",
        "passwords",
        "account_names",
        "accounts",
    ):
        op.drop_table(table)
