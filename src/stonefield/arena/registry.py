"""Kinds of players that can play only one game, such as programs with a protocol of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from stonefield.games.game import Position
from stonefield.games.registry import Registry


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


PLAYER_KINDS: Registry[Mapping[str, PlayerKind]] = Registry(
    "stonefield.arena", {"carnac": "stonefield.arena.carnac:PLAYER_KINDS"}
)


def player_kinds() -> dict[str, PlayerKind]:
    """The kinds of players that the games bring along, by the word before the colon."""
    return {
        kind: found for game in PLAYER_KINDS.names() for kind, found in (PLAYER_KINDS.get(game) or {}).items()
    }
