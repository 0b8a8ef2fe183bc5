"""Environments for researchers (extra ``envs``): PettingZoo, Gymnasium, OpenSpiel, batches and data.

``stonefield.envs.carnac_v0`` is a module as PettingZoo has them, with ``env`` and ``raw_env``; every game
that registers an encoding has one. Importing this package also makes the games known to
``pettingzoo.make("aec", "stonefield/carnac-v0")`` and
``gymnasium.make("stonefield/Carnac-v0", opponent="level:3")``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

from stonefield.envs.encoding import Encoding, encode, encoded_games, encoding_class

__all__ = ["Encoding", "encode", "encoded_games"]

if TYPE_CHECKING:

    def __getattr__(name: str) -> ModuleType: ...


def _add_modules() -> None:
    """A module for each game, such as ``carnac_v0``; a game of another package has no file here."""
    for game in encoded_games():
        name = f"{game}_v{encoding_class(game).version}"
        path = f"{__name__}.{name}"
        module = ModuleType(path, f"{game.capitalize()} in PettingZoo: env has safeguards, raw_env has none.")
        module.__spec__ = ModuleSpec(path, None, origin=__name__)
        module.__dict__.update(__all__=["env", "raw_env"], __getattr__=partial(_environment, game))
        sys.modules[path] = globals()[name] = module


def _environment(game: str, name: str) -> Callable[..., Any]:
    """What makes a game's environment; it takes the game's options and ``render_mode``."""
    if name not in ("env", "raw_env"):
        raise AttributeError(f"the modules of games have env and raw_env, no {name}")
    # PettingZoo is loaded when it is needed: encodings work without it.
    from stonefield.envs.aec import GameEnv, wrapped

    return partial(wrapped if name == "env" else GameEnv, game)


def _register_ids() -> None:
    import gymnasium
    import pettingzoo

    for game in encoded_games():
        version = encoding_class(game).version
        pettingzoo.register(
            "aec", f"stonefield/{game}-v{version}", "stonefield.envs.aec:wrapped", kwargs={"game": game}
        )
        gymnasium.register(
            f"stonefield/{game.capitalize()}-v{version}",
            "stonefield.envs.single:SinglePlayerEnv",
            kwargs={"game": game},
        )


_add_modules()
if find_spec("gymnasium") and find_spec("pettingzoo"):
    _register_ids()
