"""A sentence read as a person reads it: its squares, numbers and colours, and what makes it hard to trust."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .told import Told

MOST_SQUARES = 4
WHOLE_REASONS = {"ends_lost", "ends_drawn", "gives_colour", "misses_swap", "invites_swap"}
"""The game is over, or the better colour is given away: there is no square to name."""
OF_LEADS = {"expects_less", "expects_half_less"}
"""What is expected of the end: a number of dolmens, or half a one in words."""
ABOUT_BOTH = {"balances"}
"""Hints that name the opponent first and are about the player."""
_SQUARE = re.compile(r"\b[a-p](?:1[0-6]|[1-9])\b")
_NUMBER = re.compile(r"(?<![\w.,])\d+(?![\w])")
_NOTATION = re.compile(r"\b[a-p]\d+[rw]{2}\b|\b[A-Z]:[a-p]\d|(?<!\w)[NESW-](?!\w)")
_PERSON = re.compile(r"\b(you|your|yours|opponent)\b", re.IGNORECASE)
_GAP = re.compile(r"[{}]|  |\s[.,;:]|\bNone\b|^\s|\bon[.,]")


def misreadings(told: Told) -> Iterator[str]:
    """What the sentence says otherwise than its claim does."""
    claim, text = told.claim, _without_move(told)
    squares = squares_in(told)
    named = list(claim.squares[:MOST_SQUARES])
    if squares and squares != named:
        yield f"names {squares}, the claim {named}"
    more = len(claim.squares) - MOST_SQUARES
    known = [
        number for number in (claim.count, claim.other, more if more > 0 else None) if number is not None
    ]
    numbers = numbers_in(told)
    if any(number not in known for number in numbers):
        yield f"counts {numbers}, the claim {known}"
    elif claim.other is not None and numbers[:2] == [claim.other, claim.count] and claim.other != claim.count:
        yield f"says {numbers} the wrong way round"
    if (
        told.where == "hint"
        and claim.code not in ABOUT_BOTH
        and _first_person(told) not in (None, claim.colour)
    ):
        yield f"is about {_first_person(told)}, the claim about {claim.colour}"
    colours = [one for one in told.position.game.colours if re.search(rf"\b{one}\b", text, re.IGNORECASE)]
    if colours and claim.colour not in colours:
        yield f"is about {colours}, the claim about {claim.colour}"


def faults_of_wording(told: Told) -> Iterator[str]:
    """What misleads or stops a reader, however true it is."""
    text = _without_move(told)
    if not text:
        yield "has no words"
        return
    if _GAP.search(told.text):
        yield "has a gap"
    if _NOTATION.search(text):
        yield "has notation in it"
    if len(squares_in(told)) > MOST_SQUARES:
        yield "lists too many squares"
    if told.claim.other is None and re.search(r"\b0\b", text):
        yield "counts nothing"
    if told.where != "hint" and _PERSON.search(text):
        yield "speaks to a player, though anyone may read it"
    if not told.text.endswith("."):
        yield "does not end"


def _first_person(told: Told) -> str | None:
    """The colour of the one whom a hint names first, as "you" or as the opponent."""
    person = _PERSON.search(told.text)
    if person is None:
        return None
    mine = told.position.play(told.best[0]).colour_of(told.position.player)
    return told.position.game.other(mine) if person[0].lower() == "opponent" else mine


def squares_in(told: Told) -> list[str]:
    """The squares that the sentence names, less those of a decision."""
    return _SQUARE.findall(_without_move(told))


def numbers_in(told: Told) -> list[int]:
    """The numbers that it names."""
    return [int(number) for number in _NUMBER.findall(_SQUARE.sub("", _without_move(told)))]


def is_concrete(told: Told) -> bool:
    """Whether the sentence names a square, a number or a decision, or needs to name nothing."""
    named = _SQUARE.search(told.text) or _NUMBER.search(told.text)
    return bool(named) or told.claim.code in WHOLE_REASONS | OF_LEADS


def _without_move(told: Told) -> str:
    """The sentence less the one decision that it may name."""
    move = told.claim.moves[-1] if told.claim.moves else ""
    if move in ("", "-"):
        return told.text
    return re.sub(rf"(?<!\w){re.escape(move)}(?!\w)", "…", told.text, count=1)
