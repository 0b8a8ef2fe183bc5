"""Claims as sentences in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence

from stonefield.locales import Catalogue
from stonefield.study.explain.claims import Claim

MOST_SQUARES = 4
"""More than these are counted, not named."""


def sentence(claim: Claim, words: Catalogue) -> str:
    """A claim in words that fit any reader: sides are named by their colours."""
    key, side = f"why.{claim.code}", f"side.{claim.colour}"
    return words.text(
        key,
        colour=words.text(side) if side in words.texts else claim.colour,
        count=_number(1 if claim.count is None else claim.count, words),
        other=_number(claim.other or 0, words),
        squares=_listed(claim.squares, words),
        move=_move(claim.moves[-1], words) if claim.moves else "",
    )


def _number(number: int, words: Catalogue) -> int | str:
    return number or words.text("count.none")


def _move(text: str, words: Catalogue) -> str:
    """A move as it is written, or in words where a mere sign would be overlooked."""
    key = f"move.{'leave' if text == '-' else text}"
    return words.text(key) if key in words.texts else text


def _listed(squares: Sequence[str], words: Catalogue) -> str:
    """The squares' names, or the first of them and how many more there are."""
    named = list(squares[:MOST_SQUARES])
    more = len(squares) - MOST_SQUARES
    if more > 0:
        named.append(words.text("squares.more", count=more))
    if len(named) < 2:
        return "".join(named)
    return words.text("say.list", first=", ".join(named[:-1]), last=named[-1])
