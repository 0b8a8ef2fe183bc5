"""Why a placement in Caminos is costly: threats, ways across, groups cut and joined, squares built over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stonefield.engine.caminos.ways import distance
from stonefield.games.caminos.position import Position
from stonefield.study.explain.caminos.board import covered, parted, winning_squares
from stonefield.study.explain.claims import Claim, claim
from stonefield.study.explain.lines import trail


def costs(position: Position, played: Sequence[str], better: Sequence[str]) -> list[Claim]:
    """What the first move of a line gives away compared with that of the better line, weightiest first."""
    mine, theirs = position.turn, position.game.other(position.turn)
    ours, others = trail(position, played), trail(position, better)
    return [
        *_threatened(ours, others, played, theirs),
        *_nearer(ours, others, played, theirs),
        *_farther(ours, others, played, mine),
        *_answered(ours, played, mine, theirs),
    ]


def _threatened(
    ours: list[Position], others: list[Position], played: Sequence[str], theirs: str
) -> Iterator[Claim]:
    """A piece with which the opponent would win next, after the answer in the played line alone."""
    if len(ours) < 3 or len(others) < 3 or ours[2].is_over:
        return
    threat = winning_squares(ours[2], theirs)
    if threat and not winning_squares(others[2], theirs):
        yield claim("line_threatens", theirs, squares=threat, moves=played[:2])


def _nearer(
    ours: list[Position], others: list[Position], played: Sequence[str], theirs: str
) -> Iterator[Claim]:
    """The opponent's way across, where it is shorter than in the better line for the first time."""
    for count, (here, there) in enumerate(zip(ours[1:], others[1:], strict=False), 1):
        left, instead = distance(here, theirs), distance(there, theirs)
        if left is not None and (instead is None or left < instead):
            yield claim("nearer", theirs, left, moves=played[:count])
            return


def _farther(
    ours: list[Position], others: list[Position], played: Sequence[str], mine: str
) -> Iterator[Claim]:
    """Our own way across, where it is longer than in the better line for the first time."""
    for count, (here, there) in enumerate(zip(ours[1:], others[1:], strict=False), 1):
        left, instead = distance(here, mine), distance(there, mine)
        if instead is not None and left is not None and left > instead:
            yield claim("farther", mine, left, moves=played[:count])
            return


def _answered(ours: list[Position], played: Sequence[str], mine: str, theirs: str) -> Iterator[Claim]:
    """What the opponent's answer does to groups and squares."""
    if len(ours) < 3 or ours[1].turn != theirs or played[1] == "swap":
        return
    before, after, moves = ours[1], ours[2], played[:2]
    parts, group = parted(before, after, mine)
    if parts:
        yield claim("line_cuts", mine, parts, group, moves)
    parts, group = parted(after, before, theirs)
    if parts:
        yield claim("line_links", theirs, parts, group, moves)
    squares = covered(before, after, mine, theirs)
    if squares:
        yield claim("line_covers", mine, len(squares), squares, moves)
