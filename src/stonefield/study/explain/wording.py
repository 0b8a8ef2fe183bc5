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
        squares=squares_listed(claim.squares, words),
        move=_move(claim, words) if claim.moves else "",
    )


def _number(number: int, words: Catalogue) -> int | str:
    return number or words.text("count.none")


def _move(claim: Claim, words: Catalogue) -> str:
    """The claim's last move in words: what is done, or where something is placed."""
    text = claim.moves[-1]
    key = f"move.{'leave' if text == '-' else text}"
    if key in words.texts:
        return words.text(key)
    return words.text("move.place", squares=squares_listed(claim.squares, words)) if claim.squares else text


def squares_listed(squares: Sequence[str], words: Catalogue) -> str:
    """The squares' names, or the first of them and how many more there are."""
    named = list(squares[:MOST_SQUARES])
    more = len(squares) - MOST_SQUARES
    if more > 0:
        named.append(words.text("squares.more", count=more))
    return listed(named, words)


def listed(items: Sequence[str], words: Catalogue) -> str:
    """Several things in one list, the last after an "and"."""
    if len(items) < 2:
        return "".join(items)
    return words.text("say.list", first=", ".join(items[:-1]), last=items[-1])
