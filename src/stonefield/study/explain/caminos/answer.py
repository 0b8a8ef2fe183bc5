"""What the answer to a placement in Caminos does to groups, squares and ways across."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stonefield.games.caminos.position import Position
from stonefield.study.explain.caminos.board import covered, distance, lengthened, names, parted, placed
from stonefield.study.explain.caminos.worth import worth
from stonefield.study.explain.claims import Claim, claim

ANSWER = 2
"""The answer is the second move of a line."""


class _Effects(NamedTuple):
    """What one answer does to the side that is answered and for the one that answers."""

    parts: int
    """Into how many parts it cuts a group of ours"""
    cut: list[str]
    joined: int
    """How many of their own groups it joins"""
    union: list[str]
    covered: list[str]
    """The squares of ours that it builds over"""
    hindered: int
    """By how many squares it makes our way across longer"""
    extended: int
    """By how many it makes theirs shorter"""


NOTHING = _Effects(0, [], 0, [], [], 0, 0)


def answered(
    ours: list[Position], others: list[Position], played: Sequence[str], better: Sequence[str]
) -> Iterator[Claim]:
    """What the opponent's answer does, as far as the answer to the better decision does less."""
    before = ours[0]
    mine, theirs = before.turn, before.game.other(before.turn)
    here, there = (_effects(line, mine, theirs) for line in (ours, others))
    if here == NOTHING:
        return
    squares = names(before, placed(ours[1], ours[ANSWER]))
    parts, joined = here.parts - max(1, there.parts), here.joined - max(1, there.joined)
    built_over = len(here.covered) - len(there.covered)
    hindered = min(here.hindered, _longer(ours, others, mine))
    extended = min(here.extended, -_longer(ours, others, theirs))
    for code, colour, count, named, feature, more in (
        ("line_cuts", mine, here.parts, here.cut, "joined", parts),
        ("line_links", theirs, here.joined, here.union, "joined", joined),
        ("line_covers", mine, len(here.covered), here.covered, "largest", built_over),
        ("line_hinders", mine, here.hindered, squares, "way", hindered),
        ("line_extends", theirs, here.extended, squares, "way", extended),
    ):
        if more > 0:
            value = worth(feature, more, before)
            yield claim(code, colour, count, named, played[:ANSWER], instead=better[:ANSWER], worth=value)


def _longer(ours: list[Position], others: list[Position], colour: str) -> int:
    """By how much a way is longer after the answer than after the one in the better line, or before both."""
    here = distance(ours[ANSWER], colour)
    there = distance(others[ANSWER] if len(others) > ANSWER else ours[0], colour)
    return 0 if here is None or there is None else here - there


def _effects(line: list[Position], mine: str, theirs: str) -> _Effects:
    """What the second move of a line does, if it is an answer."""
    if len(line) <= ANSWER or line[1].turn != theirs:
        return NOTHING
    before, after = line[1], line[ANSWER]
    return _Effects(
        *parted(before, after, mine),
        *parted(after, before, theirs),
        covered(before, after, mine, theirs),
        lengthened(before, after, mine),
        -lengthened(before, after, theirs),
    )
