"""What a game must be able to prove to be measured by truth."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from stonefield.engine.careless import Recipe
from stonefield.games.game import Position, StonefieldError
from stonefield.games.plugin import part_of


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a position is worth to the side that decides, and for which decisions that stays so."""

    kind: str
    """How far the end is, in a word of the game: ``7``, ``win-in-two``"""
    value: str
    """"win" or "draw"; where a loss is certain no decision is wrong"""
    keeps: tuple[bool, ...]
    """For each legal decision, in their order"""

    @property
    def tells(self) -> bool:
        """Whether it matters what is decided."""
        return any(self.keeps) and not all(self.keeps)


class Judge(Protocol):
    """Proves every decision of positions of one game; the same answer each time."""

    @property
    def recipes(self) -> Sequence[Recipe]:
        """How the sides of the games play that positions are taken from; each draws one."""
        ...

    def pick(self, played: Iterable[Position], chance: random.Random) -> Iterator[Position]:
        """Positions of one game that are worth proving; asks for no more of the game than it needs."""
        ...

    def judge(self, position: Position) -> Verdict | None:
        """The verdict; None where it hardly matters what is decided, or that takes too long to prove."""
        ...


def judge_for(game: str) -> Judge:
    """A new judge for a game."""
    found: type[Judge] | None = part_of(game, "judge", None)
    if found is None:
        raise StonefieldError(f"`{game}`: nothing proves the decisions of this game")
    return found()
