"""The tables of accounts: who they are, the ways in, their sessions, and what belongs to them."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData()


def _account(*, key: bool = False) -> Column[str]:
    """The account that a row belongs to; the row goes with it."""
    return Column(
        "account", String(32), ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=key, nullable=False
    )


accounts = Table(
    "accounts",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Column("renamed", BigInteger, nullable=True),
    Column("language", String(8), nullable=False),
    Column("mail", String(254), nullable=True),
    Column("mail_confirmed", Boolean, nullable=False),
    Column("private", Boolean, nullable=False),
    Column("shown", Boolean, nullable=False, server_default=false()),
)
"""``touched`` is when it was last used, ``renamed`` when its name last changed. ``mail`` counts only once it
is confirmed. ``private``: its profile shows the name only; ``shown``: the lobby may name it."""

account_names = Table(
    "account_names",
    metadata,
    Column("key", String(128), primary_key=True),
    _account(),
    Index("ix_account_names_account", "account"),
)
"""Names that are taken, folded so that look-alikes are one; those that an account had before stay its own."""

passwords = Table(
    "passwords",
    metadata,
    _account(key=True),
    Column("hash", Text, nullable=False),
    Column("changed", BigInteger, nullable=False),
)
"""The password of an account that has one, hashed by argon2id."""

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(32), primary_key=True),
    _account(),
    Column("credential", String(1400), nullable=False, unique=True),
    Column("public_key", Text, nullable=False),
    Column("signs", BigInteger, nullable=False),
    Column("transports", JSON, nullable=False),
    Column("host", String(255), nullable=False),
    Column("name", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=True),
    Index("ix_passkeys_account", "account"),
)
"""``credential`` and ``public_key`` are base64url; ``signs`` counts the signatures of those that count;
``host`` is the name of the site that it was made for."""

recovery_codes = Table(
    "recovery_codes",
    metadata,
    _account(key=True),
    Column("hash", String(64), primary_key=True),
)
"""Those that are not used up."""

sessions = Table(
    "sessions",
    metadata,
    Column("id", String(32), primary_key=True),
    _account(),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("device", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("proven", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Index("ix_sessions_account", "account"),
    Index("ix_sessions_expires", "expires"),
)
"""``id`` names it in lists; the cookie's token is stored as a hash only. ``proven`` is when the person last
showed a password, passkey or code; ``seen`` is written now and then."""

tickets = Table(
    "tickets",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("purpose", String(16), nullable=False),
    Column("account", String(32), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=True),
    Column("detail", Text, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Index("ix_tickets_account", "account"),
    Index("ix_tickets_expires", "expires"),
)
"""What is good for one use within some minutes: a passkey's challenge, a link in a mail.

Only a hash is stored. ``detail`` is what it is for, where the purpose does not say it all.
"""

account_games = Table(
    "account_games",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("holder", Integer, primary_key=True, autoincrement=False),
    Column("account", String(32), ForeignKey("accounts.id", ondelete="SET NULL"), nullable=True),
    Column("at", BigInteger, nullable=False),
    Column("to_move", Boolean, nullable=False),
    Column("ended", BigInteger, nullable=True),
    Column("result", String(8), nullable=True),
    Index("ix_account_games_account_ended_at", "account", "ended", "at"),
)
"""Which holders of a game are accounts; without an ``account``: one that was deleted.

``at`` is when something last happened, ``to_move`` whether a seat of this holder decides, ``ended`` when the
game was over, ``result`` how for this holder: won, lost, drawn or stopped. They are written with the event
that changes them.
"""

account_studies = Table(
    "account_studies",
    metadata,
    Column("study", String(32), ForeignKey("studies.id", ondelete="CASCADE"), primary_key=True),
    _account(),
    Index("ix_account_studies_account", "account"),
)
"""Studies whose owner is an account."""

account_learners = Table(
    "account_learners",
    metadata,
    _account(key=True),
    Column("learner", String(32), ForeignKey("learners.id", ondelete="CASCADE"), nullable=False, unique=True),
)
"""The practice profile of an account."""
