"""What a game may bring to be played faster than by its rules: compiled rules, and rules in JAX."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import jax

Planes: TypeAlias = NDArray[np.float32]


class Kernel(Protocol):
    """A game's compiled rules, without the GIL. All arrays have a row for each game."""

    start: NDArray[Any]
    """The state in which a game begins."""

    def step(
        self,
        states: NDArray[Any],
        actions: NDArray[np.int32],
        masks: NDArray[np.int8],
        counts: NDArray[np.int32],
        players: NDArray[np.int8],
        rewards: NDArray[np.float32],
        over: NDArray[np.bool_],
    ) -> None:
        """Play an action in each game, restart ended ones, and write all but the actions."""
        ...

    def observe(self, states: NDArray[Any], planes: Planes) -> None:
        """Write float32[games, squares, planes] as the players who decide see it."""
        ...


@dataclass(frozen=True, kw_only=True, eq=False)
class JaxRules:
    """A game's rules in JAX. A state is the game's own and has ``turn`` (colour 1 or 2) and ``over``."""

    start: Any
    """The state in which a game begins."""
    first: int
    """The colour that begins: 0 or 1."""
    swap_ply: int
    """After this many actions colours may be swapped; -1: never."""
    numbers: Callable[[Any], jax.Array]
    """int32[actions but the swap]: what the rules call each action in a state."""
    legal: Callable[[Any], jax.Array]
    """bool: the legal actions by the rules' own numbers."""
    play: Callable[[Any, jax.Array], Any]
    """The state after a legal action, by the rules' own number."""
    winner: Callable[[Any], jax.Array]
    """int8: of a game that is over, 1 if the first colour has won, -1 if the second has, 0 in a draw."""
    observe: Callable[[Any, jax.Array], jax.Array]
    """float32[ranks, files, planes]: what a colour (1 or 2) sees."""
