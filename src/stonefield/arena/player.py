"""Kinds of players that can play only one game, such as programs with a protocol of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from stonefield.games.game import Position
from stonefield.games.plugin import games_with, part_of


class Player(Protocol):
    """Plays whole games, one after the other."""

    def begin(self, start: Position, seed: int) -> None:
        """A new game begins at a position."""
        ...

    def choose(self, start: Position, moves: Sequence[str], position: Position, clock: float | None) -> str:
        """The move in a position that came about by these moves from the start."""
        ...

    def close(self) -> None:
        """Free processes and memory."""
        ...


@dataclass(frozen=True, slots=True)
class PlayerKind:
    """A kind of player, written ``kind:words``: what the words are, and how the player is made from them."""

    usage: str
    accepts: Callable[[Sequence[str]], bool]
    make: Callable[[Sequence[str]], Player]


def player_kinds() -> dict[str, PlayerKind]:
    """The kinds of players that the games bring along, by the word before the colon."""
    found: dict[str, PlayerKind] = {}
    for game in games_with("players"):
        found |= part_of(game, "players", {})
    return found
