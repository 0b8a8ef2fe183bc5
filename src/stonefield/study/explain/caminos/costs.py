"""Why a placement in Caminos is costly: paths, threats, ways across, groups and squares.

Two lines are compared, the one that the decision leads to and the better one, after as many moves of each.
What is worse there has to be worse at their very ends, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from stonefield.games.caminos.position import Position
from stonefield.study.explain.caminos.answer import ANSWER, answered
from stonefield.study.explain.caminos.board import (
    cubes,
    distance,
    is_fork,
    largest,
    names,
    parts,
    touched,
    winning_sites,
)
from stonefield.study.explain.caminos.worth import FAR, PATH, worth
from stonefield.study.explain.claims import Claim, claim
from stonefield.study.explain.lines import trail
from stonefield.study.explain.ranking import DECISIVE

MORE, FEWER = 1, -1
LITTLE = 0.2
"""In log odds: what is worth less explains hardly any loss."""
Measure: TypeAlias = Callable[[Position, str], int | None]
Compared: TypeAlias = tuple[Measure, str, str, int, str]
"""What is measured, the claim's code, whose it is, which way is worse, and the feature that it is worth."""


def costs(position: Position, played: Sequence[str], better: Sequence[str]) -> list[Claim]:
    """What the first move of a line gives away compared with that of the better line."""
    lines = _Lines(position, played, better)
    found = [*lines.paths(), *lines.threats(), *lines.barred(), *lines.compared()]
    found += answered(lines.ours, lines.others, lines.played, lines.better)
    if all(one.worth < LITTLE for one in found):
        found += lines.right_afterwards()
    return found


class _Lines:
    """The played and the better line, side by side."""

    def __init__(self, position: Position, played: Sequence[str], better: Sequence[str]) -> None:
        self.before = position
        self.mine, self.theirs = position.turn, position.game.other(position.turn)
        self.played, self.better = tuple(played), tuple(better)
        self.ours, self.others = trail(position, played), trail(position, better)
        moves = min(len(played), len(better))
        self.shared = self.played[:moves], self.better[:moves]
        """As many moves of both"""
        self.here, self.there = self.ours[moves], self.others[moves]

    def paths(self) -> Iterator[Claim]:
        """A path at the end of one line and not of the other; all games tell of one that wins at once."""
        lost, won = self.ours[-1].path(self.theirs), self.others[-1].path(self.mine)
        if lost and len(self.played) > ANSWER and not self.others[-1].path(self.theirs):
            pieces, lines = _pieces(self.ours, self.theirs), (self.played, self.better)
            yield _claim("line_wins", self.theirs, pieces, squares=lost, lines=lines, worth=PATH)
        if won and len(self.better) > 1 and not self.ours[-1].path(self.mine):
            pieces, lines = _pieces(self.others, self.mine), (self.better, self.played)
            yield _claim("misses_path", self.mine, pieces, squares=won, lines=lines, worth=PATH)

    def threats(self) -> Iterator[Claim]:
        """Placements with which a side would win next: theirs in the played line, ours in the better one."""
        yield from self._threat(self.theirs, "forks", "line_threatens", ANSWER)
        yield from self._threat(self.mine, "misses_fork", "misses_threat", 1)

    def _threat(self, colour: str, unstoppable: str, threatens: str, first: int) -> Iterator[Claim]:
        """The first threat of a colour after a placement of its own, if the other line has none then."""
        lines = (self.ours, self.others) if colour == self.theirs else (self.others, self.ours)
        moves = (self.played, self.better) if colour == self.theirs else (self.better, self.played)
        for count in range(first, max(first, len(self.shared[0])) + 1, 2):
            here, there = (line[min(count, len(line) - 1)] for line in lines)
            if len(lines[0]) <= count or here.is_over or here.turn == colour:
                return
            wins = list(winning_sites(here, colour))
            if not wins:
                continue
            instead = list(winning_sites(there, colour))
            fork = count == first and is_fork(here, colour, wins)
            if instead and not (fork and not is_fork(there, colour, instead)):
                return
            squares = names(self.before, set(wins[0].columns))
            code, value = (unstoppable, DECISIVE) if fork else (threatens, worth("threat", 1, self.before))
            both = moves[0][:count], moves[1][:count]
            yield _claim(code, colour, len(wins), squares=squares, lines=both, worth=value)
            return

    def barred(self) -> Iterator[Claim]:
        """A team that has no way across any more in one line, and still has one in the other."""
        left, instead = distance(self.here, self.mine), distance(self.there, self.mine)
        if left is None and instead:
            value = worth("way", FAR - instead, self.before)
            yield _claim("no_way", self.mine, other=instead, lines=self.shared, worth=value)
        left, instead = distance(self.here, self.theirs), distance(self.there, self.theirs)
        if left and instead is None:
            value = worth("way", FAR - left, self.before)
            yield _claim("keeps_way", self.theirs, left, lines=self.shared, worth=value)

    def compared(self) -> Iterator[Claim]:
        """What can be counted in both lines, and is worse in the played one."""
        told = set()
        for measure, code, colour, worse, feature in (*self._measures, *self._cubes, *self._sides):
            if feature == "cubes" and ("way", colour) in told:
                continue
            value = self._worse(measure, self.here, self.there, colour, worse)
            if value and self._lasts(measure, colour, worse):
                told.add((feature, colour))
                yield self._measured(code, feature, colour, value, self.shared)

    def right_afterwards(self) -> Iterator[Claim]:
        """What is worse once the decision is answered, though it may be made good later."""
        count = min(ANSWER, len(self.shared[0]))
        lines = self.played[:count], self.better[:count]
        for measure, code, colour, worse, feature in self._measures:
            value = self._worse(measure, self.ours[count], self.others[count], colour, worse)
            if value:
                yield self._measured(f"{code}_now", feature, colour, value, lines)

    @property
    def _measures(self) -> tuple[Compared, ...]:
        return (
            (distance, "nearer", self.theirs, FEWER, "way"),
            (distance, "farther", self.mine, MORE, "way"),
            (largest, "larger_group", self.theirs, MORE, "largest"),
            (largest, "smaller_group", self.mine, FEWER, "largest"),
            (parts, "fewer_groups", self.theirs, FEWER, "joined"),
            (parts, "more_groups", self.mine, MORE, "joined"),
        )

    @property
    def _cubes(self) -> tuple[Compared, ...]:
        """A way that needs as many squares may need more cubes, for there are walls in it."""
        return (
            (cubes, "fewer_cubes", self.theirs, FEWER, "cubes"),
            (cubes, "more_cubes", self.mine, MORE, "cubes"),
        )

    @property
    def _sides(self) -> tuple[Compared, ...]:
        return (
            (touched, "more_sides", self.theirs, MORE, "sides"),
            (touched, "fewer_sides", self.mine, FEWER, "sides"),
        )

    def _worse(
        self, measure: Measure, here: Position, there: Position, colour: str, worse: int
    ) -> tuple[int, int] | None:
        """Both numbers, if the played line's is worse; where there is nothing to count nothing is said."""
        count, other = measure(here, colour), measure(there, colour)
        return (count, other) if count and other and worse * (count - other) > 0 else None

    def _measured(
        self,
        code: str,
        feature: str,
        colour: str,
        value: tuple[int, int],
        lines: tuple[tuple[str, ...], tuple[str, ...]],
    ) -> Claim:
        count, other = value
        gain = worth(feature, abs(count - other), self.before)
        return _claim(code, colour, count, other=other, lines=lines, worth=gain)

    def _lasts(self, measure: Measure, colour: str, worse: int) -> bool:
        """Whether it is worse at the very ends of both lines, too."""
        count, other = measure(self.ours[-1], colour), measure(self.others[-1], colour)
        return count is not None and other is not None and worse * (count - other) > 0


def _claim(
    code: str,
    colour: str,
    count: int | None = None,
    *,
    other: int | None = None,
    squares: Sequence[str] = (),
    lines: tuple[tuple[str, ...], tuple[str, ...]],
    worth: float,
) -> Claim:
    moves, instead = lines
    return claim(code, colour, count, squares, moves, other=other, instead=instead, worth=worth)


def _pieces(line: list[Position], colour: str) -> int:
    """How many pieces a colour places in a line."""
    return sum(position.turn == colour for position in line[:-1])
