"""What the engine knows of each game; a game that brings nothing is played by the plain engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from stonefield.engine.levels import PLAIN_LEVELS, Level, Levelled
from stonefield.engine.outlook import Outlook
from stonefield.engine.plain import PlainThinker
from stonefield.engine.sight import gains_of_score
from stonefield.engine.thinker import Settings, Thinker
from stonefield.games.game import Position
from stonefield.games.plugin import part_of
from stonefield.ratings.ladder import Ladder

if TYPE_CHECKING:
    from stonefield.engine.wasm_module import Module


class Solution(Protocol):
    """What best play leads to, for the player who decides now."""

    @property
    def verdict(self) -> str:
        """In words: who wins by how much."""
        ...

    @property
    def line(self) -> tuple[str, ...]: ...
    @property
    def nodes(self) -> int: ...


Solve: TypeAlias = Callable[..., Solution]
"""Proves a position with ``table_mb`` megabytes for what is already proven, unless ``stop`` is set."""


class Part(NamedTuple):
    """Something that is compiled by itself."""

    name: str
    seconds: float
    """About how long that takes one core if nothing else is compiled yet: a first guess."""
    compile: Callable[[], object]


class GameEngine(Protocol):
    """One game's part of the engine; what it does not say itself is as for any game."""

    levels: Sequence[Level] = PLAIN_LEVELS
    """Its ten levels, from 1 up, as measured in this game."""
    ladder: Ladder | None = None
    """How strong they are, if that was measured."""
    first_player: Mapping[str, float] = MappingProxyType({})
    """What beginning is worth on each board, in Elo; where it was not measured: nothing."""

    def new_thinker(self) -> Thinker:
        """A thinker at full strength."""
        return PlainThinker()

    def network_leads(self, position: Position) -> bool:
        """Whether its network can lead the search there; if not, the plain levels are played."""
        return True

    def own_gains(self, position: Position) -> Sequence[float]:
        """What each legal move builds for the side that decides, in the rules' order.

        It is all that the lowest levels look at.
        """
        return gains_of_score(position)

    def outlook(self, position: Position) -> Outlook | None:
        """What it expects of the end of the game, if it knows anything of it."""
        return None

    def solver(self) -> Solve | None:
        """Its exact solver, if it has one."""
        return None

    @property
    def parts(self) -> Sequence[Part]:
        """What is compiled, in the order of need."""
        return ()

    def parts_for(self, position: Position, settings: Settings) -> tuple[str, ...]:
        """The names of the parts that such a search of a position needs."""
        return ()

    def module(self) -> Module | None:
        """What browsers get of it, if it can be built for them (extra ``wasm``)."""
        return None


class PlainEngine(GameEngine):
    """The engine of a game that registers its rules only: flat Monte Carlo."""


_PLAIN = PlainEngine()


def engine_for(game_name: str) -> GameEngine:
    """The engine of a game: its own, or the plain one."""
    return part_of(game_name, "engine", _PLAIN)


def thinker_for(game_name: str) -> Thinker:
    """A new thinker for a game, at full strength."""
    return engine_for(game_name).new_thinker()


def levelled_thinker_for(game_name: str) -> Levelled:
    """A new thinker for a game, at the level its settings ask for."""
    engine = engine_for(game_name)
    return Levelled(engine.new_thinker(), engine.levels, engine.network_leads, engine.own_gains)
