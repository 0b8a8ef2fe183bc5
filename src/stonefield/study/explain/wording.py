"""Claims as sentences in the reader's language."""

from __future__ import annotations

from stonefield.locales import Catalogue
from stonefield.study.explain.claims import Claim


def sentence(claim: Claim, words: Catalogue) -> str:
    """A claim in words; where a hint's sentence does not say "you", it serves here too."""
    own = f"why.{claim.code}"
    key = own if own in words.texts else f"hint.{claim.code}"
    side = f"side.{claim.colour}"
    return words.text(
        key,
        colour=words.text(side) if side in words.texts else claim.colour,
        count=1 if claim.count is None else claim.count,
        squares=", ".join(claim.squares),
        moves=" ".join(claim.moves),
    )
