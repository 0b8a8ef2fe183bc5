"""Recovery codes: 80 random bits each, so that no one guesses one and a plain hash of it can be stored."""

from __future__ import annotations

import secrets

from stonefield.server.domain.people.account import RECOVERY_CODES
from stonefield.server.tokens import hash_token

_LETTERS = "abcdefghjkmnpqrstuvwxyz023456789"
"""Without those that are taken for others: i, l, 1 and o, which counts as 0."""
_PARTS, _PART = 4, 4


def new_codes() -> list[str]:
    """Fresh codes, such as `k3fp-8x2m-…`."""
    return ["-".join(map(_word, range(_PARTS))) for _ in range(RECOVERY_CODES)]


def _word(_: int) -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_PART))


def hash_code(code: str, account: str) -> str:
    """What is stored of a code; case, spaces and hyphens do not matter."""
    letters = "".join(sign for sign in code.casefold() if sign.isalnum()).replace("o", "0")
    return hash_token(f"{account} {letters}")
