"""What training knows of a game: its rules, planes and symmetries in JAX, for thousands of games at once.

Boards of all sizes lie on one canvas of ``ranks`` × ``files`` squares. A state is a NamedTuple of the game's
own with at least the fields of `State`. Functions of one state are made to take many by `jax.vmap`; those
of ``states`` take a batch [B].
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

import jax

from stonefield.games.game import StonefieldError
from stonefield.games.plugin import games_with, part_of


class State(Protocol):
    """What all games' states have; colours are 1 (the game's first) and 2."""

    @property
    def turn(self) -> jax.Array:
        """int8: the colour that decides."""
        ...

    @property
    def over(self) -> jax.Array:
        """bool: whether the game has ended."""
        ...


AnyState: TypeAlias = Any
"""A game's own `State`, a tree for `jax.tree`."""


class Ending(NamedTuple):
    """How games[B] came out; without meaning for unfinished games."""

    winner: jax.Array
    """int8[B]: 1 the first colour, -1 the second, 0 a draw."""
    scores: jax.Array
    """int8[B, 2]: both colours' scores."""
    final: jax.Array
    """int8[B, squares]: the colour of each square seen from above, 0 where it is neither's."""


class Starts(Protocol):
    """Random starts of games of self-play."""

    def __call__(self, key: jax.Array, games: int, shares: tuple[float, ...] = ...) -> AnyState:
        """This many games, with the share of each board, or with the game's own shares."""
        ...


@dataclass(frozen=True, slots=True)
class Exploration:
    """How much self-play explores, by how far a game has come (see `TrainingGame.progress`)."""

    random_move: float
    """Chance of a random decision in the opening."""
    opening: int
    """The opening lasts until a game has come this far."""
    full_noise: int
    """The noise at the root is full until a game has come this far."""
    later_noise: float
    """The scale of the noise after that."""


@dataclass(frozen=True, kw_only=True, eq=False)
class TrainingGame:
    """A game as training sees it."""

    name: str
    colours: tuple[str, str]
    boards: tuple[str, ...]
    ranks: int
    files: int
    longest: int
    """No game has more decisions than this."""
    planes: tuple[str, ...]
    """What the network sees, as the colour that decides does; the first shows the squares of the board."""
    placements: int
    """Kinds of move on each square; they are the first actions: ``square * placements + kind``."""
    answers: int = 0
    """Further actions that name no square."""
    answered: int = 0
    """The plane that marks the square which those are about."""
    score_name: str
    """What a game's scores are called."""
    score_unit: float
    """What the network counts them in."""
    fills_rectangles: bool
    """Whether every rectangle of squares is a board; if not, boards have holes and corners left out."""
    symmetries: int
    exploration: Exploration

    start: Callable[[str], AnyState]
    """The start of a game on the board of that name."""
    shares: tuple[float, ...]
    """Share of the games of self-play on each board."""
    new_games: Starts
    """Where self-play starts."""
    first_games: Starts
    """The same for the beginning of a run: of different lengths, so that they do not all end at once."""
    legal_actions: Callable[[AnyState], jax.Array]
    """bool[actions]; nothing once the game is over."""
    play: Callable[[AnyState, jax.Array], AnyState]
    """The state after a legal action; a game that is over stays as it is."""
    endings: Callable[[AnyState], Ending]
    """How states[B] have ended."""
    progress: Callable[[AnyState], jax.Array]
    """int[B]: how far games have come."""
    board_of: Callable[[AnyState], jax.Array]
    """int[B]: the number of each game's board in ``boards``; more for a board without a name."""
    planes_of: Callable[[AnyState], jax.Array]
    """float32[squares, planes]"""
    square_source: Callable[[AnyState, jax.Array], jax.Array]
    """int[squares]: from which square each is taken when the board is turned by a symmetry, by its number."""
    action_source: Callable[[AnyState, jax.Array], jax.Array]
    """int[actions]: the same for actions."""
    text_of: Callable[[int, int], str]
    """The move text of an action of a colour."""

    @property
    def squares(self) -> int:
        """Squares of the canvas."""
        return self.ranks * self.files

    @property
    def actions(self) -> int:
        """How many actions there are."""
        return self.squares * self.placements + self.answers

    def as_canvas(self, values: jax.Array) -> jax.Array:
        """[…, squares, n] as […, ranks, files, n]."""
        return values.reshape(*values.shape[:-2], self.ranks, self.files, values.shape[-1])


def training_game(name: str | None = None) -> TrainingGame:
    """What training knows of the game of that name; without one, of the first game."""
    known = games_with("training")
    game: TrainingGame | None = part_of(name or known[0], "training", None)
    if game is None:
        raise StonefieldError(f"`{name}`: the games that can be trained are {', '.join(known)}")
    return game
