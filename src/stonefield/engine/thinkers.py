"""Which thinker plays which game; nothing heavy is imported before a game is asked for."""

from __future__ import annotations

from importlib import import_module

from stonefield.engine.thought import Thinker

_THINKERS = {
    "carnac": ("stonefield.engine.carnac.search", "CarnacThinker"),
    "caminos": ("stonefield.engine.caminos.search", "CaminosThinker"),
}


def thinker_for(game_name: str) -> Thinker:
    """A new thinker for a game: the game's own search, or the plain one that plays any game."""
    if game_name not in _THINKERS:
        from stonefield.engine.plain import PlainThinker

        return PlainThinker()
    module, name = _THINKERS[game_name]
    thinker: Thinker = getattr(import_module(module), name)()
    return thinker
