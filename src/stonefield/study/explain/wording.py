"""Claims as sentences in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence

from stonefield.locales import Catalogue
from stonefield.study.explain.claims import Claim


MOST_SQUARES = 4
"""More than these are counted, not named."""


def sentence(claim: Claim, words: Catalogue) -> str:
    """A claim in words that fit any reader: sides are named by their colours."""
    own = f"why.{claim.code}"
    key = own if own in words.texts else f"hint.{claim.code}"
    side = f"side.{claim.colour}"
    return words.text(
        key,
        colour=words.text(side) if side in words.texts else claim.colour,
        count=1 if claim.count is None else claim.count,
        other=claim.other,
        squares=_listed(claim.squares, words),
        move=claim.moves[-1] if claim.moves else "",
        moves=" ".join(claim.moves),
    )


def _listed(squares: Sequence[str], words: Catalogue) -> str:
    """The squares' names, or the first of them and how many more there are."""
    named = ", ".join(squares[:MOST_SQUARES])
    more = len(squares) - MOST_SQUARES
    return words.text("squares.and_more", squares=named, count=more) if more > 0 else named
