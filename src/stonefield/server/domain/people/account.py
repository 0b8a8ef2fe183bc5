"""Accounts as values: who they are, how long things last, and what a password must be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from stonefield.server.domain.people.common_passwords import is_common
from stonefield.server.protocol.problems import Refusal

SECOND, MINUTE, DAY = 1_000, 60_000, 86_400_000
"""In milliseconds, as all times here."""
SESSION_LASTS = 90 * DAY
"""A session that is not used ends after this."""
PROOF_LASTS = 10 * MINUTE
"""So long after a password, passkey or code was shown, ways in can be changed and the account deleted."""
TICKET_LASTS = 5 * MINUTE
"""How long a challenge can be answered."""
RENAMED_AGAIN = 30 * DAY
"""Between two changes of a name."""
RECOVERY_CODES = 8
MOST_PASSKEYS, MOST_SESSIONS = 20, 100
"""Of one account; beyond it the session that was used longest ago ends."""
SHORTEST_PASSWORD, LONGEST_PASSWORD = 10, 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A person whom the server knows again in any browser."""

    id: str
    name: str
    created: int
    touched: int
    """When it was last used."""
    renamed: int | None = None
    """When its name was last changed."""
    language: str = "en"
    mail: str | None = None
    mail_confirmed: bool = False
    private: bool = False
    """Whether its profile shows nothing but the name."""
    shown: bool = False
    """Whether the lobby names it while it is there."""

    def renamed_lately(self, now: int) -> bool:
        """Whether it has to wait before its name can be changed again."""
        return self.renamed is not None and now < self.renamed + RENAMED_AGAIN


@dataclass(frozen=True, slots=True)
class Member:
    """An account at a table: its id, and its name of today. Both are empty if it was deleted."""

    id: str
    name: str
    away_until: int = 0
    """The end of its vacation."""


Members = Mapping[int, Member]
"""Those holders of a game who are accounts, by their numbers."""
NO_MEMBERS: Members = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A browser in which an account is signed in."""

    id: str
    account: str
    token_hash: str
    device: str
    """What the browser says it is, in words such as `Firefox, Linux`."""
    created: int
    proven: int
    """When the person last showed a password, a passkey or a code."""
    seen: int
    expires: int

    def is_proven(self, now: int) -> bool:
        """Whether the person has just shown who they are."""
        return now < self.proven + PROOF_LASTS


@dataclass(frozen=True, slots=True, kw_only=True)
class Passkey:
    """A key pair that a device or a password manager keeps for an account."""

    id: str
    account: str
    credential: str
    """By what the device knows it, base64url; so is the public key."""
    public_key: str
    signs: int
    transports: tuple[str, ...]
    host: str
    """The name of the site that it was made for."""
    name: str
    created: int
    used: int | None


def check_password(password: str, name: str) -> None:
    """Refusal if a password can be guessed: too short, well known, or the account's own name."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise Refusal("weak_password", f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters")
    if is_common(password, name):
        raise Refusal("weak_password", "this password is among the first that are tried")
