"""Environments for researchers (extra ``envs``): PettingZoo, Gymnasium, OpenSpiel, batches and data.

``from stonefield.envs import carnac_v0`` gives PettingZoo's usual pair ``carnac_v0.env`` and
``carnac_v0.raw_env``; every game that registers an encoding has such a name. Importing this package also
makes the games known to ``pettingzoo.make("aec", "stonefield/carnac-v0")`` and
``gymnasium.make("stonefield/Carnac-v0", opponent="level:3")``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from typing import Any, NamedTuple

from stonefield.envs.encoding import Encoding, encode, encoded_games, encoding_class

__all__ = ["Encoding", "encode", "encoded_games"]


class Environments(NamedTuple):
    """A game in PettingZoo, both taking the game's options and ``render_mode``."""

    env: Callable[..., Any]
    """With the usual safeguards around it."""
    raw_env: Callable[..., Any]
    """Without any."""


def __getattr__(name: str) -> Environments:
    game, mark, version = name.rpartition("_v")
    if not mark or game not in encoded_games() or version != str(encoding_class(game).version):
        raise AttributeError(f"module {__name__} has no attribute {name}")
    from stonefield.envs.aec import GameEnv, wrapped

    return Environments(partial(wrapped, game), partial(GameEnv, game))


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


if find_spec("gymnasium") and find_spec("pettingzoo"):
    _register_ids()
