"""Who can play in the arena: our engine at any strength, plain players, and other people's programs."""

from __future__ import annotations

import math
import shlex
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from stonefield.arena.player import Player, player_kinds
from stonefield.engine.client import BlockingEngine
from stonefield.engine.game_engine import levelled_thinker_for
from stonefield.engine.levels import read_level
from stonefield.engine.plain import GreedyThinker, PlainThinker, RandomThinker
from stonefield.engine.thinker import Limits, Settings, Thinker
from stonefield.games.game import InvalidOption, Position

KINDS = "level:3, full:movetime=1, random, greedy, plain:nodes=1000, ugi:command"


@dataclass(frozen=True, slots=True)
class Spec:
    """A player as it is written down, such as ``full:movetime=0.5,threads=1``."""

    text: str
    kind: str
    command: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    settings: Settings = field(default_factory=Settings)

    @property
    def cores(self) -> int:
        """How many cores the player keeps busy while it thinks."""
        return self.settings.threads if self.kind in ("full", "ugi") else 1


def read_spec(text: str) -> Spec:
    """Understand a player's text; says what is wrong with it before any game is played."""
    kind, _, rest = text.strip().partition(":")
    if kind == "level":
        return Spec(text, kind, settings=Settings(threads=1, level=read_level(rest)))
    if kind in ("random", "greedy") and not rest:
        return Spec(text, kind)
    if kind in ("full", "plain"):
        limits, settings = _read_settings(text, rest)
        return Spec(text, kind, limits=limits, settings=settings)
    if kind == "ugi":
        settings_text, _, command = rest.rpartition(";")
        limits, settings = _read_settings(text, settings_text)
        return Spec(text, kind, _split(text, command), limits, settings)
    kinds = player_kinds()
    if kind in kinds:
        words = _split(text, rest)
        if not kinds[kind].accepts(words):
            raise InvalidOption(f"`{text}`: {kinds[kind].usage}")
        return Spec(text, kind, words)
    known = " or ".join((KINDS, *(found.usage for found in kinds.values())))
    raise InvalidOption(f"`{text}`: a player is {known}")


def _split(text: str, command: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise InvalidOption(f"`{text}`: {error}") from None
    if not words:
        raise InvalidOption(f"`{text}`: no program is named")
    return words


LEAST = {"movetime": 0.001, "clock": 0.001, "increment": 0, "nodes": 1, "threads": 1, "hash_mb": 1, "seed": 0}
"""The least of each setting that makes sense."""


def _read_settings(text: str, rest: str) -> tuple[Limits, Settings]:
    """Limits and settings written as ``movetime=1,threads=1``; without a limit one second per decision."""
    limits: dict[str, Any] = {}
    settings: dict[str, Any] = {}
    for part in filter(None, rest.split(",")):
        name, _, value = part.strip().partition("=")
        try:
            if name in ("movetime", "clock", "increment"):
                limits[name] = float(value)
            elif name == "nodes":
                limits[name] = int(value)
            elif name in ("threads", "hash_mb", "seed"):
                settings[name] = int(value)
            elif name == "level":
                settings[name] = read_level(value)
            elif name == "network" and value in ("on", "off"):
                settings[name] = value == "on"
            else:
                raise ValueError
        except ValueError:
            raise InvalidOption(
                f"`{part}` in `{text}`: movetime, nodes, clock, increment, threads, hash_mb, seed or level"
                " = number, network = on or off"
            ) from None
        if name in LEAST and not LEAST[name] <= (limits | settings)[name] < math.inf:
            raise InvalidOption(f"`{part}` in `{text}`: {name} is {LEAST[name]} or more")
    if "level" not in settings and not limits:
        limits["movetime"] = 1.0
    return Limits(**limits), Settings(**settings)


def make_player(spec: Spec, game_name: str) -> Player:
    """The player that a text describes, ready for games of one kind."""
    thinker: Thinker
    kinds = player_kinds()
    if spec.kind in kinds:
        return kinds[spec.kind].make(spec.command)
    if spec.kind == "ugi":
        return UgiPlayer(spec)
    if spec.kind == "random":
        thinker = RandomThinker()
    elif spec.kind == "greedy":
        thinker = GreedyThinker()
    elif spec.kind == "plain":
        thinker = PlainThinker()
    else:
        thinker = levelled_thinker_for(game_name)
    return ThinkerPlayer(thinker, spec)


class ThinkerPlayer:
    """Our own engine, in this process."""

    def __init__(self, thinker: Thinker, spec: Spec) -> None:
        self._thinker = thinker
        self._limits, self._settings = spec.limits, spec.settings
        self._warm = False

    def begin(self, start: Position, seed: int) -> None:
        """Compile before the clock runs."""
        if not self._warm:
            self._thinker.warm_up(start, self._settings)
            self._warm = True
        self._thinker.forget()
        self._seed = seed if self._settings.seed is None else self._settings.seed

    def choose(self, start: Position, moves: Sequence[str], position: Position, clock: float | None) -> str:
        """Think within the limits."""
        return self._thinker.think(
            position,
            replace(self._limits, clock=clock),
            replace(self._settings, seed=self._seed),
            stop=threading.Event(),
        ).best

    def close(self) -> None:
        """Give the memory back."""
        self._thinker.forget()


class UgiPlayer:
    """Any program that speaks UGI, in a process of its own."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec
        self._engine = BlockingEngine(spec.command)

    def begin(self, start: Position, seed: int) -> None:
        """Tell the program the rules and wait until it is ready."""
        engine, settings = self._engine, self._spec.settings
        engine.set_rules(start)
        wishes = {
            "Level": settings.level or 0,
            "Threads": settings.threads,
            "Hash": settings.hash_mb,
            "Network": settings.network,
            "Seed": seed if settings.seed is None else settings.seed,
        }
        engine.set_options({name: value for name, value in wishes.items() if name in engine.options})
        engine.new_game()
        engine.ready()

    def choose(self, start: Position, moves: Sequence[str], position: Position, clock: float | None) -> str:
        """Send the whole game and ask for a move."""
        fresh = start == start.game.start(**start.options)
        self._engine.set_position(None if fresh else start, moves)
        limits = replace(self._spec.limits, clock=clock)
        if limits == Limits():
            limits = Limits(nodes=10**9)
        return self._engine.go(limits).best

    def close(self) -> None:
        """End the program."""
        self._engine.close()
