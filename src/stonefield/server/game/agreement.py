"""What is fixed before a game begins, what happens in it, and the tokens that hold its seats."""

from __future__ import annotations

import hashlib
import secrets
import string
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

_ALPHABET = string.ascii_letters + string.digits
GAME_ID_LENGTH = 16
TOKEN_LENGTH = 32


def new_game_id() -> str:
    """An id nobody can guess: knowing it is the right to watch."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(GAME_ID_LENGTH))


def is_game_id(text: str) -> bool:
    """Whether a game could have this id."""
    return len(text) == GAME_ID_LENGTH and text.isascii() and text.isalnum()


def new_token() -> str:
    """A token for a seat or an invitation."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(TOKEN_LENGTH))


def hash_token(token: str) -> str:
    """What is stored of a token; 190 random bits need no salt."""
    return hashlib.sha256(token.encode()).hexdigest()


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Charter:
    """What was agreed on; the row of a game in the database."""

    rules: str
    options: Mapping[str, Any]
    seats: Sequence[Mapping[str, Any]]
    """Kind, name, level and holder of each seat at the beginning."""
    id: str = field(default_factory=new_game_id)
    created: int = field(default_factory=now_ms)
    clock_seconds: int | None = None
    clock_increment: int | None = None
    invite_hash: str | None = None
    start: str = ""
    """The position a set-up game begins from, as text; else empty."""
    prelude: Sequence[str] = ()
    """Moves of an imported record, played before anybody here decides."""
    result: Mapping[str, Any] | None = None
    """How an imported record ended, if not on the board: winner and reason."""
    source: str | None = None
    """The imported record itself, in our text."""

    def row(self, *, over: bool) -> dict[str, Any]:
        """The charter as a row of its table."""
        return {**asdict(self), "over": over}


@dataclass(frozen=True, slots=True)
class Event:
    """One accepted change of a game; ``seq`` is the version it made."""

    seq: int
    at: int
    kind: str
    seat: int | None
    detail: str
    request: str | None = None

    def row(self, game: str) -> dict[str, Any]:
        """The event as a row of its table."""
        return {
            "game": game,
            "seq": self.seq,
            "at": self.at,
            "kind": self.kind,
            "seat": self.seat,
            "detail": self.detail,
            "request": self.request,
        }
