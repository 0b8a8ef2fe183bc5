"""What a game offers for setting up its positions by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

P = TypeVar("P")
"""The game's kind of position."""


class Workbench(Protocol[P]):
    """Positions of a game while they are set up by hand.

    Nothing on them overlaps or hangs in the air, but play need not lead there. What cannot be done raises
    InvalidPosition.
    """

    verbs: Mapping[str, Callable[[P, str], P]]
    """What can be done to the things on the board: ``put``, ``remove`` and more, each with its word."""

    def read(self, text: str) -> P:
        """What a text describes, whether or not play leads there."""

    def again(self, start: P, position: P) -> P:
        """The things of a position on another board or under other options, as far as they fit."""

    def give_turn(self, position: P, player: int) -> P:
        """The same position with another player to decide."""

    def swapped(self, position: P, swapped: bool) -> P:
        """The same position before or after the players have swapped colours."""

    def hands(self, position: P) -> Mapping[str, P]:
        """What can be put down, by whose it is; each as a position in which just that may be placed."""
