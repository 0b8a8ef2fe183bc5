"""Games as numbers: a fixed list of actions, masks of the legal ones, and planes to observe.

Every environment of this package is generic over an `Encoding`, so an action and an observation mean the same
in all of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from stonefield.envs.fast_rules import JaxRules, Kernel
from stonefield.envs.fast_rules import Planes as Planes
from stonefield.games.game import IllegalMove, InvalidOption, Move, Position, find_game
from stonefield.games.plugin import games_with, part_of

Mask = NDArray[np.int8]


class Encoding(ABC):
    """The actions and observations of one game played with one set of options."""

    version: ClassVar[int] = 0
    """Grows whenever an action or a plane changes its meaning."""

    def __init__(self, start: Position, moves: tuple[Move, ...], planes: tuple[str, ...]) -> None:
        self.start = start
        """The position in which every game begins."""
        self.moves = moves
        """The move of each action."""
        self.planes = planes
        """What each plane of an observation shows."""
        self.shape = (start.board.ranks, start.board.files, len(planes))
        """The shape of an observation: ranks from the south, files from the west, planes."""

    @abstractmethod
    def action_of(self, position: Position, text: str) -> int:
        """The action that a legal move's text stands for in a position."""

    @abstractmethod
    def legal(self, position: Position) -> NDArray[np.bool_]:
        """bool[actions]: what may be played in a position that is not over."""

    @abstractmethod
    def observe(self, position: Position, player: int) -> Planes:
        """float32[ranks, files, planes] from 0 to 1: a position as one of its players sees it."""

    def mask(self, position: Position) -> Mask:
        """int8[actions]: 1 for what may be played now; nothing once the game is over."""
        if position.is_over:
            return np.zeros(len(self.moves), np.int8)
        return self.legal(position).view(np.int8)

    def play(self, position: Position, action: int) -> Position:
        """The position after an action; IllegalMove if it may not be played."""
        if not 0 <= action < len(self.moves):
            raise IllegalMove(f"`{action}`: the actions are 0 to {len(self.moves) - 1}")
        return position.play(self.moves[action])

    def kernel(self) -> Kernel:
        """The game's compiled rules, for batches; a game need not have any."""
        raise InvalidOption(f"`{self.start.game.name}`: this game has no compiled rules")

    def jax_rules(self) -> JaxRules:
        """The game's rules in JAX; a game need not have any."""
        raise InvalidOption(f"`{self.start.game.name}`: this game has no rules in JAX")

    def text_of(self, action: int) -> str:
        """The move's text of an action."""
        return self.moves[action].text


def encoded_games() -> tuple[str, ...]:
    """The names of the games that have an encoding."""
    return games_with("encoding")


def encoding_class(game: str) -> type[Any]:
    """How a game is encoded; it is made from the position in which games begin."""
    found: type[Any] | None = part_of(game, "encoding", None)
    if found is None:
        raise InvalidOption(f"`{game}`: there are environments for {', '.join(encoded_games())}")
    return found


@lru_cache(maxsize=32)
def encoding_of(start: Position) -> Encoding:
    """The encoding of all games that begin in a position."""
    made = encoding_class(start.game.name)(start)
    assert isinstance(made, Encoding)
    return made


def encode(game: str, **options: Any) -> Encoding:
    """The encoding of a game with the options that its ``start`` takes."""
    encoding_class(game)
    return encoding_of(find_game(game).start(**options))


def rewards(position: Position) -> tuple[float, ...]:
    """What each player has got, in the order of ``position.players``: 1 for a win, -1 for a loss, else 0."""
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        return (0.0,) * len(position.players)
    return tuple(1.0 if position.colour_of(player) == outcome.winner else -1.0 for player in position.players)


def rewards_after_illegal(position: Position) -> tuple[float, ...]:
    """What each player gets if the one who decides plays an illegal action: their side has lost."""
    loser = position.colour_of(position.player)
    return tuple(-1.0 if position.colour_of(player) == loser else 1.0 for player in position.players)
