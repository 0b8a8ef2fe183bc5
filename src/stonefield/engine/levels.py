"""Ten strengths, from a friendly beginner up: each is a number of nodes on one thread, and what it overlooks.

Nodes and not seconds, so that a level is as strong on a slow machine; nothing is carried over from earlier
decisions, so that with a seed the same position is always answered in the same way.

The lower levels make a person's mistakes (`sight`): the first two look at what their own move builds and not
at the answer, and all four overlook a part of the board. None of them ever plays just any move.

A level between two of them, such as 4.5, mixes both: chance lets one of them make each decision, the upper
one as often as the fraction says.
"""

from __future__ import annotations

import random
import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from stonefield.engine.plain import seeded
from stonefield.engine.sight import HANDFUL, OwnGains, gains_of_score, most_built, noticed
from stonefield.engine.thinker import Candidate, Limits, Report, Settings, Thinker, Thought
from stonefield.games.game import InvalidOption, Position


@dataclass(frozen=True, slots=True)
class Level:
    """How strong a level is."""

    nodes: int
    overlooks: float = 0.0
    """Of the places on the board it sees all but this share in each decision."""
    builds: bool = False
    """Plays what builds most for itself at once, whatever the answer; if not, what its search prefers."""
    sees_wins: bool = True
    """Plays a win that its search has proven, in whatever place: at least every win in one move."""
    sees_ends: bool = True
    """Plays its best as soon as anything is proven: never misses a win or a defence that it has found."""
    network: bool = False
    """Its nodes are evaluated by the learned network, which makes each of them worth many."""


LEVELS = range(1, 11)
LINES = 40
"""As many of the best moves a level that overlooks some of them chooses from."""
MORE_THAN_ANY_LEVEL = 10**9
"""Nodes to ask for where the level alone should say how long to think."""

PLAIN_LEVELS = (
    Level(nodes=50, overlooks=0.95, builds=True, sees_wins=False, sees_ends=False),
    Level(nodes=50, overlooks=0.9, builds=True, sees_ends=False),
    Level(nodes=50, overlooks=0.92),
    Level(nodes=50, overlooks=0.5),
    Level(nodes=150),
    Level(nodes=400),
    Level(nodes=1_000),
    Level(nodes=2_500),
    Level(nodes=7_000),
    Level(nodes=20_000),
)
"""The levels of a game that has none of its own, and of positions that its network cannot judge."""


def check_level(level: float) -> float:
    """The level itself if there is such a one; a whole one as an integer, so that it is written as one."""
    if not LEVELS[0] <= level <= LEVELS[-1] or round(level, 1) != level:
        raise _no_level(level)
    return int(level) if level == int(level) else level


def read_level(text: str) -> float:
    """The level that a text such as ``4`` or ``4.5`` names."""
    if not re.fullmatch(r"[0-9]{1,2}(\.[0-9])?", text):
        raise _no_level(text)
    return check_level(float(text))


def _no_level(wanted: object) -> InvalidOption:
    return InvalidOption(
        f"`{wanted}`: the levels are {LEVELS[0]} to {LEVELS[-1]}, and tenths between them such as 4.5"
    )


def mixed(level: float) -> tuple[int, ...]:
    """The levels whose decisions are mixed: a whole one is itself."""
    lower = int(check_level(level))
    return (lower,) if level == lower else (lower, lower + 1)


def searches_at(levels: Sequence[Level], settings: Settings) -> tuple[Settings, ...]:
    """What searches are made with at the level that the settings ask for; the same at full strength.

    There are two of them for a level between one that has the network and one that has not.
    """
    if settings.level is None:
        return (settings,)
    networks = dict.fromkeys(levels[number - 1].network for number in mixed(settings.level))
    return tuple(replace(settings, threads=1, network=network) for network in networks)


def _whole_level(level: float, settings: Settings, position: Position) -> int:
    """Which level makes this decision, and with a seed always the same one.

    The chance is one of its own, so that what comes after it is decided as the chosen level itself would.
    """
    lower, *upper = mixed(level)
    if not upper:
        return lower
    seed = settings.seed
    chance = random.Random() if seed is None else random.Random(f"{seed} mixed {position}")
    return upper[0] if chance.random() < level - lower else lower


class Levelled:
    """A thinker that plays at the level its settings ask for, and at full strength if they ask for none.

    At a level its search is cut short, and at the lower ones it overlooks some of what there is.
    """

    def __init__(
        self,
        thinker: Thinker,
        levels: Sequence[Level],
        network_leads: Callable[[Position], bool] = lambda _: True,
        own_gains: OwnGains = gains_of_score,
    ) -> None:
        self._thinker, self._levels = thinker, levels
        self._network_leads, self._own_gains = network_leads, own_gains

    def think(
        self,
        position: Position,
        limits: Limits,
        settings: Settings,
        *,
        stop: threading.Event,
        report: Report | None = None,
    ) -> Thought:
        """Search within the limits and the level; the line to play comes first."""
        if settings.level is None:
            return self._thinker.think(position, limits, settings, stop=stop, report=report)
        levels = self._levels if self._network_leads(position) else PLAIN_LEVELS
        level = levels[_whole_level(settings.level, settings, position) - 1]
        self._thinker.forget()
        rng = seeded(settings, position)
        limits = replace(limits, nodes=min(level.nodes, limits.nodes or level.nodes), infinite=False)
        wanted = replace(settings, threads=1, network=level.network, seed=rng.getrandbits(32))
        if not level.overlooks:
            return self._thinker.think(position, limits, wanted, stop=stop, report=report)
        wanted = replace(wanted, multipv=max(LINES, settings.multipv), fair_lines=False)
        if report is not None:
            report = _cut(report, settings.multipv)
        thought = self._thinker.think(position, limits, wanted, stop=stop, report=report)
        lines = self._play_as(level, thought, position, rng)
        return replace(thought, lines=lines[: max(1, settings.multipv)])

    def _play_as(
        self, level: Level, thought: Thought, position: Position, chance: random.Random
    ) -> tuple[Candidate, ...]:
        """The lines of a search, with the one in front that this level plays."""
        lines = thought.lines
        if (level.sees_ends and thought.sees_end) or (level.sees_wins and lines[0].proven == "win"):
            return lines
        moves = [str(move) for move in position.legal_moves()]
        is_clear = len(moves) <= HANDFUL and not level.builds
        seen = moves if is_clear else noticed(moves, level.overlooks, chance)
        if level.builds:
            move = most_built(moves, self._own_gains(position), seen, chance)
        else:
            move = next((line.moves[0] for line in lines if line.moves[0] in seen), seen[0])
        known = next((line for line in lines if line.moves[0] == move), None)
        chosen = known or replace(lines[-1], moves=(move,), visits=0, proven=None)
        return (chosen, *(line for line in lines if line is not known))

    def forget(self) -> None:
        """Drop tree and tables: a new game begins."""
        self._thinker.forget()

    def warm_up(self, position: Position, settings: Settings, *, ends: bool = True) -> None:
        """Compile whatever a search of this position's game needs at the level."""
        for search in searches_at(self._levels, settings):
            self._thinker.warm_up(position, search, ends=ends)
        if settings.level is not None and any(self._levels[one - 1].builds for one in mixed(settings.level)):
            self._own_gains(position.game.start(**position.options))


def _cut(report: Report, count: int) -> Report:
    """Report no more lines than were asked for."""
    return lambda thought: report(replace(thought, lines=thought.lines[: max(1, count)]))
