"""Why a solution works, as a sentence in the reader's language. Moves are shown, not named."""

from __future__ import annotations

from stonefield.locales import Catalogue
from stonefield.puzzles.proving import Ending, Why


def sentence(why: Why, words: Catalogue) -> str:
    """One sentence."""
    said = {"idea": words.text(f"puzzle.idea.{why.idea}"), "otherwise": _ending(why.otherwise, words)}
    if why.then is None:
        return words.text("puzzle.why", **said)
    return words.text("puzzle.why.ends", **said, then=_ending(why.then, words))


def _ending(ending: Ending, words: Catalogue) -> str:
    theirs = ending.theirs or words.text("count.none")
    return words.text(f"puzzle.end.{ending.how}", count=ending.own, theirs=theirs)
