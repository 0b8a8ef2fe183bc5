"""What the answer to a placement in Caminos does to groups, squares and ways across."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stonefield.engine.caminos.ways import distance
from stonefield.games.caminos.position import Position
from stonefield.study.explain.caminos import worth
from stonefield.study.explain.caminos.board import covered, lengthened, names, parted, placed
from stonefield.study.explain.claims import Claim, claim


class _Effects(NamedTuple):
    """What one answer does, for the side that is answered and the one that answers."""

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
ANSWER = 2
"""The answer is the second move of a line."""


def answered(
    ours: list[Position], others: list[Position], played: Sequence[str], better: Sequence[str]
) -> Iterator[Claim]:
    """What the opponent's answer does, where the answer to the better decision does less."""
    mine, theirs = ours[0].turn, ours[0].game.other(ours[0].turn)
    here, there = (_effects(line, mine, theirs) for line in (ours, others))
    if here == NOTHING:
        return
    squares = names(ours[0], placed(ours[1], ours[ANSWER]))
    for code, colour, count, less, named, value in (
        ("line_cuts", mine, here.parts, there.parts, here.cut, worth.PARTS),
        ("line_links", theirs, here.joined, there.joined, here.union, worth.PARTS),
        ("line_covers", mine, len(here.covered), len(there.covered), here.covered, worth.COVERED),
        ("line_hinders", mine, here.hindered, _less(ours, others, mine, 1), squares, worth.NEEDED),
        ("line_extends", theirs, here.extended, _less(ours, others, theirs, -1), squares, worth.NEEDED),
    ):
        gain = value * (count - less)
        if count > 0:
            yield claim(code, colour, count, named, played[:ANSWER], instead=better[:ANSWER], worth=gain)


def _effects(line: list[Position], mine: str, theirs: str) -> _Effects:
    """What the second move of a line does, if it is an answer."""
    if len(line) < 3 or line[1].turn != theirs:
        return NOTHING
    before, after = line[1], line[2]
    return _Effects(
        *parted(before, after, mine),
        *parted(after, before, theirs),
        covered(before, after, mine, theirs),
        lengthened(before, after, mine),
        -lengthened(before, after, theirs),
    )
