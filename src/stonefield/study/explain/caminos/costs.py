"""Why a placement in Caminos is costly: paths, threats, ways across, groups cut and joined, squares built over.

Two lines are compared, the one that the decision leads to and the better one, after as many moves of each. What
is said of them there is so at their very ends, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from stonefield.engine.caminos.ways import distance
from stonefield.games.caminos.position import Position
from stonefield.study.explain.caminos import worth
from stonefield.study.explain.caminos.answer import answered
from stonefield.study.explain.caminos.board import is_fork, largest, names, shown, winning_sites
from stonefield.study.explain.claims import Claim, claim
from stonefield.study.explain.lines import trail
from stonefield.study.explain.ranking import DECISIVE

MORE, FEWER = 1, -1
AFTER_ANSWER = 2
"""The moves after which the opponent has answered."""


def costs(position: Position, played: Sequence[str], better: Sequence[str]) -> list[Claim]:
    """What the first move of a line gives away compared with that of the better line."""
    lines = _Lines(position, played, better)
    found = [*lines.paths(), *lines.threats(), *lines.barred(), *lines.compared()]
    return [*found, *answered(lines.ours, lines.others, lines.played, lines.better)]


class _Lines:
    """The played and the better line, side by side."""

    def __init__(self, position: Position, played: Sequence[str], better: Sequence[str]) -> None:
        self.mine, self.theirs = position.turn, position.game.other(position.turn)
        self.played, self.better = tuple(played), tuple(better)
        self.ours, self.others = trail(position, played), trail(position, better)
        self.moves = min(len(played), len(better))
        self.here, self.there = self.ours[self.moves], self.others[self.moves]

    def paths(self) -> Iterator[Claim]:
        """A path at the end of one line and not of the other; all games tell of one that wins at once."""
        lost, won = self.ours[-1].path(self.theirs), self.others[-1].path(self.mine)
        if lost and len(self.played) > AFTER_ANSWER and not self.others[-1].path(self.theirs):
            pieces = _pieces(self.ours, self.theirs)
            yield self._claim("line_wins", self.theirs, pieces, squares=lost, worth=worth.PATH)
        if won and len(self.better) > 1 and not self.ours[-1].path(self.mine):
            pieces, lines = _pieces(self.others, self.mine), (self.better, self.played)
            yield self._claim("misses_path", self.mine, pieces, squares=won, lines=lines, worth=worth.PATH)

    def threats(self) -> Iterator[Claim]:
        """Placements with which the opponent would win next, after the answer in the played line alone."""
        wins, instead = (
            list(winning_sites(line[AFTER_ANSWER], self.theirs)) if len(line) > AFTER_ANSWER else []
            for line in (self.ours, self.others)
        )
        if not wins:
            return
        fork = is_fork(self.ours[AFTER_ANSWER], self.theirs, wins)
        if instead and not (fork and not is_fork(self.others[AFTER_ANSWER], self.theirs, instead)):
            return
        squares = names(self.here, set(wins[0].columns))
        lines = self.played[:AFTER_ANSWER], self.better[:AFTER_ANSWER]
        code, value = ("forks", DECISIVE) if fork else ("line_threatens", worth.THREAT)
        yield self._claim(code, self.theirs, len(wins), squares=squares, lines=lines, worth=value)

    def barred(self) -> Iterator[Claim]:
        """A team that has no way across any more in one line, and still has one in the other."""
        left, instead = distance(self.here, self.mine), distance(self.there, self.mine)
        if left is None and instead:
            value = worth.NEEDED * (worth.FAR - instead)
            yield self._claim("no_way", self.mine, other=instead, worth=value)
        left, instead = distance(self.here, self.theirs), distance(self.there, self.theirs)
        if left and instead is None:
            yield self._claim("keeps_way", self.theirs, left, worth=worth.NEEDED * (worth.FAR - left))

    def compared(self) -> Iterator[Claim]:
        """What can be counted in both lines, and is worse in the played one."""
        for measure, code, colour, worse, value in (
            (distance, "nearer", self.theirs, FEWER, worth.NEEDED),
            (distance, "farther", self.mine, MORE, worth.NEEDED),
            (largest, "larger_group", self.theirs, MORE, worth.GROUP),
            (largest, "smaller_group", self.mine, FEWER, worth.GROUP),
            (shown, "more_squares", self.theirs, MORE, worth.SHOWN),
            (shown, "fewer_squares", self.mine, FEWER, worth.SHOWN),
        ):
            count, other = measure(self.here, colour), measure(self.there, colour)
            gap = worse * (count - other) if count and other else 0
            if gap > 0 and self._lasts(measure, colour, worse):
                yield self._claim(code, colour, count, other=other, worth=value * gap)

    def _lasts(self, measure: Callable[[Position, str], int | None], colour: str, worse: int) -> bool:
        """Whether it is worse at the very ends of both lines, too."""
        count, other = measure(self.ours[-1], colour), measure(self.others[-1], colour)
        return count is not None and other is not None and worse * (count - other) > 0

    def _claim(
        self,
        code: str,
        colour: str,
        count: int | None = None,
        *,
        other: int | None = None,
        squares: Sequence[str] = (),
        lines: tuple[tuple[str, ...], tuple[str, ...]] | None = None,
        worth: float,
    ) -> Claim:
        moves, instead = lines or (self.played[: self.moves], self.better[: self.moves])
        return claim(code, colour, count, squares, moves, other=other, instead=instead, worth=worth)


def _pieces(line: list[Position], colour: str) -> int:
    """How many pieces a colour places in a line."""
    return sum(position.turn == colour for position in line[:-1])
