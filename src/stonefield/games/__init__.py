"""The rules of the games, in plain Python and nothing else."""

from stonefield.games.game import (
    Game,
    IllegalMove,
    InvalidMove,
    InvalidOption,
    InvalidPosition,
    Move,
    Option,
    Outcome,
    Position,
    StonefieldError,
    Symmetry,
    UnreadablePosition,
    find_game,
    game_names,
    games,
    parse,
)
from stonefield.games.plugin import GamePlugin, register

__all__ = [
    "Game",
    "GamePlugin",
    "IllegalMove",
    "InvalidMove",
    "InvalidOption",
    "InvalidPosition",
    "Move",
    "Option",
    "Outcome",
    "Position",
    "StonefieldError",
    "Symmetry",
    "UnreadablePosition",
    "find_game",
    "game_names",
    "games",
    "parse",
    "register",
]
