"""Why a placement in Caminos is costly: paths, threats, ways across, groups and squares.

Two lines are compared, the one that the decision leads to and the better one, after as many moves of each.
What is worse there has to be worse at their very ends, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from stonefield.engine.caminos.ways import distance
from stonefield.games.caminos.position import Position
from stonefield.study.explain.caminos.answer import ANSWER, answered
from stonefield.study.explain.caminos.board import is_fork, largest, names, shown, winning_sites
from stonefield.study.explain.caminos.worth import FAR, PATH, worth
from stonefield.study.explain.claims import Claim, claim
from stonefield.study.explain.lines import trail
from stonefield.study.explain.ranking import DECISIVE

MORE, FEWER = 1, -1


def costs(position: Position, played: Sequence[str], better: Sequence[str]) -> list[Claim]:
    """What the first move of a line gives away compared with that of the better line."""
    lines = _Lines(position, played, better)
    found = [*lines.paths(), *lines.threats(), *lines.barred(), *lines.compared()]
    return [*found, *answered(lines.ours, lines.others, lines.played, lines.better)]


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
        """Placements with which the opponent would win next, after the answer in the played line alone."""
        wins, instead = (
            list(winning_sites(line[ANSWER], self.theirs)) if len(line) > ANSWER else []
            for line in (self.ours, self.others)
        )
        if not wins:
            return
        fork = is_fork(self.ours[ANSWER], self.theirs, wins)
        if instead and not (fork and not is_fork(self.others[ANSWER], self.theirs, instead)):
            return
        squares = names(self.before, set(wins[0].columns))
        lines = self.played[:ANSWER], self.better[:ANSWER]
        value = DECISIVE if fork else worth("threat", 1, self.before)
        code = "forks" if fork else "line_threatens"
        yield _claim(code, self.theirs, len(wins), squares=squares, lines=lines, worth=value)

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
        for measure, code, colour, worse, feature in (
            (distance, "nearer", self.theirs, FEWER, "way"),
            (distance, "farther", self.mine, MORE, "way"),
            (largest, "larger_group", self.theirs, MORE, "largest"),
            (largest, "smaller_group", self.mine, FEWER, "largest"),
            (shown, "more_tops", self.theirs, MORE, "squares"),
            (shown, "fewer_tops", self.mine, FEWER, "squares"),
        ):
            count, other = measure(self.here, colour), measure(self.there, colour)
            gap = worse * (count - other) if count and other else 0
            if gap > 0 and self._lasts(measure, colour, worse):
                value = worth(feature, gap, self.before)
                yield _claim(code, colour, count, other=other, lines=self.shared, worth=value)

    def _lasts(self, measure: Callable[[Position, str], int | None], colour: str, worse: int) -> bool:
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
