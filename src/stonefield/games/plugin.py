"""A game as a plug-in: one entry names its parts (rules, picture, engine …), and each layer loads its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, TypeVar, cast

from stonefield.games.errors import StonefieldError

Part = TypeVar("Part")
GROUP = "stonefield.games"
"""The entry points by which installed packages add games: each has the game's name and is a `GamePlugin`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePlugin:
    """The parts of a game, each named ``module:attribute`` and imported when it is first needed.

    Only the rules are required. Instead of another part a game has a plain default, or lacks that feature.
    """

    name: str
    game: str  # its rules: a games.Game
    picture: str | None = None  # how it is drawn: a draw.picture.Picture
    formats: str | None = None  # its records on other sites: a tuple of records.Format
    narration: str | None = None  # what the terminal says: a cli.narration.Narration
    engine: str | None = None  # how it is searched: an engine.game_engine.GameEngine
    packing: str | None = None  # its positions as bytes, for the engine in a browser: a function
    players: str | None = None  # kinds of players of this game only, by name: arena.player.PlayerKind
    prover: str | None = None  # proves its puzzles: a subclass of puzzles.proving.Prover
    reasons: str | None = None  # why its puzzles work: a function, see puzzles.proving.Reasons
    judge: str | None = None  # proves every decision of a position: a subclass of arena.truth.judge.Judge
    training: str | None = None  # how networks learn it: a selfplay.game.TrainingGame
    encoding: str | None = None  # its actions and observations: a subclass of envs.encoding.Encoding
    explainer: str | None = None  # why decisions are good or costly: a study.explain.explainer.Explainer
    scale: str | None = None  # how much a marked decision gives away: a study.scales.Scale
    course: str | None = None  # its lessons: a course.courses.Course
    presenter: str | None = None  # what the server shows: a server.presenting.presenter.Presenter


_PLUGINS = {
    "carnac": GamePlugin(
        name="carnac",
        game="stonefield.games.carnac:GAME",
        picture="stonefield.draw.carnac:PICTURE",
        formats="stonefield.records.carnac:FORMATS",
        narration="stonefield.cli.narration.carnac:NARRATION",
        engine="stonefield.engine.carnac.engine:ENGINE",
        packing="stonefield.engine.carnac.packing:packed",
        players="stonefield.arena.carnac:PLAYER_KINDS",
        prover="stonefield.puzzles.carnac.prover:CarnacProver",
        reasons="stonefield.puzzles.carnac.reasons:why",
        judge="stonefield.arena.truth.carnac:CarnacJudge",
        training="stonefield.selfplay.carnac:GAME",
        encoding="stonefield.envs.carnac.encoding:CarnacEncoding",
        explainer="stonefield.study.explain.carnac.explainer:EXPLAINER",
        scale="stonefield.study.scales.carnac:SCALE",
        course="stonefield.course.carnac:COURSE",
        presenter="stonefield.server.presenting.carnac.presenter:PRESENTER",
    ),
    "caminos": GamePlugin(
        name="caminos",
        game="stonefield.games.caminos:GAME",
        picture="stonefield.draw.caminos:PICTURE",
        narration="stonefield.cli.narration.caminos:NARRATION",
        engine="stonefield.engine.caminos.engine:ENGINE",
        packing="stonefield.engine.caminos.packing:packed",
        prover="stonefield.puzzles.caminos.prover:CaminosProver",
        reasons="stonefield.puzzles.caminos.reasons:why",
        judge="stonefield.arena.truth.caminos:CaminosJudge",
        training="stonefield.selfplay.caminos:GAME",
        encoding="stonefield.envs.caminos.encoding:CaminosEncoding",
        explainer="stonefield.study.explain.caminos.explainer:EXPLAINER",
        scale="stonefield.study.scales.caminos:SCALE",
        course="stonefield.course.caminos:COURSE",
        presenter="stonefield.server.presenting.caminos.presenter:PRESENTER",
    ),
}
BUILT_IN = tuple(_PLUGINS)
"""The names of the games that come with Stonefield."""


def register(plugin: GamePlugin) -> None:
    """Make a game known to this process; an installed package does it by an entry point."""
    if plugin.name in game_names():
        raise ValueError(f"a game named {plugin.name} is already registered")
    _PLUGINS[plugin.name] = plugin


def game_names() -> tuple[str, ...]:
    """The names of all games known, the built-in ones first."""
    return tuple(dict.fromkeys((*_PLUGINS, *_installed())))


def games_with(part: str) -> tuple[str, ...]:
    """The names of the games that have a part of their own."""
    return tuple(name for name in game_names() if getattr(_find(name), part))


def part_of(game: str, part: str, default: Part) -> Part:
    """A game's own part; the default if it has none, or there is no such game."""
    plugin = _find(game)
    place = getattr(plugin, part) if plugin else None
    return cast(Part, _load(place, f"the {part} of {game}")) if place else default


def _find(game: str) -> GamePlugin | None:
    if game not in _PLUGINS and game in _installed():
        place = _installed()[game]
        plugin = _load(place, f"the game {game}")
        if not isinstance(plugin, GamePlugin) or plugin.name != game:
            raise StonefieldError(f"`{place}`: this entry of {GROUP} must be a GamePlugin named {game}")
        _PLUGINS[game] = plugin
    return _PLUGINS.get(game)


@cache
def _installed() -> Mapping[str, str]:
    """Where the plug-ins of installed packages are, by the names of their games."""
    # Imported here because it takes longer than all of our rules together.
    from importlib.metadata import entry_points

    return {point.name: point.value for point in entry_points(group=GROUP)}


@cache
def _load(place: str, what: str) -> Any:
    """What is at a place, or an error that says what is missing."""
    name, _, attribute = place.partition(":")
    try:
        module = import_module(name)
    except ModuleNotFoundError as error:
        # A library that the part itself needs is another matter.
        if not f"{name}.".startswith(f"{error.name}."):
            raise
        raise StonefieldError(f"`{place}`: {what} is not there, no module is named {error.name}") from None
    if not hasattr(module, attribute):
        raise StonefieldError(f"`{place}`: {what} is not there, {name} has no {attribute or 'attribute'}")
    return getattr(module, attribute)
