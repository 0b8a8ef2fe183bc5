"""The tokens that hold seats, and the ids of games."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import string

_ALPHABET = string.ascii_letters + string.digits
GAME_ID_LENGTH = 16
TOKEN_LENGTH = 32


def new_game_id() -> str:
    """An id that cannot be guessed: knowing it is the right to watch."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(GAME_ID_LENGTH))


def derived_game_id(token: str) -> str:
    """The id of the game that is made with a token, whenever that is asked for."""
    return derived_token(token, "game")[:GAME_ID_LENGTH]


def is_game_id(text: str) -> bool:
    """Whether a game could have this id."""
    return len(text) == GAME_ID_LENGTH and text.isascii() and text.isalnum()


def new_token() -> str:
    """A token for a seat or an invitation."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(TOKEN_LENGTH))


def derived_token(token: str, purpose: str) -> str:
    """A token that only the holder of another one can know; the same again for the same purpose."""
    left = int.from_bytes(hmac.digest(token.encode(), purpose.encode(), "sha256"))
    letters = []
    for _ in range(TOKEN_LENGTH):
        left, letter = divmod(left, len(_ALPHABET))
        letters.append(_ALPHABET[letter])
    return "".join(letters)


def hash_token(token: str) -> str:
    """What is stored of a token; 190 random bits need no salt."""
    return hashlib.sha256(token.encode()).hexdigest()
