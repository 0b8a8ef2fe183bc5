"""Self-play: a fixed number of games side by side; one that ends makes room for the next at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import jax
import jax.numpy as jnp

from stonefield.learn.field import (
    BOARDS,
    FILES,
    OUTSIDE,
    RANKS,
    STOCK,
    Field,
    empty_field,
    legal_actions,
    play,
)
from stonefield.learn.network import Shape, Weights, judge
from stonefield.learn.planes import as_canvas, planes_of
from stonefield.learn.scoring import score
from stonefield.learn.search import Evaluate, search


@dataclass(frozen=True, slots=True)
class Mix:
    """Which games are played, and how boldly; what the three boards leave goes to boards of any size."""

    small: float = 0.28
    medium: float = 0.32
    large: float = 0.32
    short_stock: float = 0.06
    """Share of games with fewer megaliths in the stockpile."""
    final_tilt: float = 0.08
    random_move: float = 0.1
    """Chance of a random decision while fewer than `opening` squares are taken."""
    opening: int = 8
    bold: int = 14
    """The exploration at the root is full while fewer squares than this are taken."""
    calm: float = 0.4
    """The scale of the exploration after that."""


class Rows(NamedTuple):
    """One decision a game: what was there, what the search came to, and what became of it."""

    field: Field
    policy: jax.Array
    """float16[…, ACTIONS]"""
    over: jax.Array
    """bool: this decision ended the game; what follows is about the end then."""
    winner: jax.Array
    """int8: 1 red, -1 white, 0 a draw"""
    dolmens: jax.Array
    """int8[…, 2]: red's, white's"""
    final: jax.Array
    """int8[…, SQUARES]: the cells after this decision"""


PlayOn: TypeAlias = Callable[[Weights, Field, jax.Array], tuple[Field, Rows]]


def evaluator(shape: Shape, folded: Weights) -> Evaluate:
    """The network as the search wants it."""

    def evaluate(fields: Field) -> tuple[jax.Array, jax.Array]:
        opinion = judge(shape, folded, as_canvas(jax.vmap(planes_of)(fields)))
        placements = opinion.placement.reshape(opinion.placement.shape[0], -1)
        return jnp.concatenate([placements, opinion.answer], axis=1), opinion.value

    return evaluate


def new_games(mix: Mix, key: jax.Array, games: int) -> Field:
    """The starts of games[B] of the mix."""
    board, files, ranks, short, stock, tilt = jax.random.uniform(key, (6, games))
    shares = jnp.cumsum(jnp.array([mix.small, mix.medium, mix.large]))
    kind = jnp.sum(board[:, None] >= shares, axis=1)
    named = kind < len(BOARDS)
    sizes = jnp.array([*BOARDS.values(), (0, 0)])[kind]
    return jax.vmap(empty_field)(
        jnp.where(named, sizes[:, 0], 4 + jnp.floor(files * (FILES - 3)).astype(jnp.int32)),
        jnp.where(named, sizes[:, 1], 4 + jnp.floor(ranks * (RANKS - 3)).astype(jnp.int32)),
        stock=jnp.where(short < mix.short_stock, 4 + jnp.floor(stock * (STOCK - 4)), STOCK),
        final_tilt=tilt < mix.final_tilt,
    )


def first_games(mix: Mix, key: jax.Array, games: int) -> Field:
    """Games[B] to begin with; their stockpiles differ, so that they do not all end at the same time."""
    start, stock = jax.random.split(key)
    fields = new_games(mix, start, games)
    return fields._replace(stock=jax.random.randint(stock, (games,), 2, STOCK + 1, jnp.int8))


def play_on(shape: Shape, mix: Mix, *, plies: int, simulations: int, considered: int) -> PlayOn:
    """A function that plays every game on by that many decisions, giving Rows[plies, B]."""

    def ply(weights: Weights, fields: Field, key: jax.Array) -> tuple[Field, Rows]:
        explore, stray, pick, renew = jax.random.split(key, 4)
        games = fields.over.shape[0]
        taken = jnp.sum((fields.cells != 0) & (fields.cells != OUTSIDE), axis=1)
        decision = search(
            evaluator(shape, weights),
            fields,
            explore,
            simulations=simulations,
            considered=considered,
            kept=considered,
            noise=jnp.where(taken < mix.bold, 1.0, mix.calm)[:, None],
        )
        strays = (jax.random.uniform(stray, (games,)) < mix.random_move) & (taken < mix.opening)
        anything = jax.random.categorical(
            pick, jnp.where(jax.vmap(legal_actions)(fields), 0.0, -jnp.inf), axis=1
        )
        after = jax.vmap(play)(fields, jnp.where(strays, anything, decision.action))
        ended = jax.vmap(score)(jnp.where(after.over[:, None], after.cells, 0))
        rows = Rows(
            field=fields,
            policy=decision.policy.astype(jnp.float16),
            over=after.over,
            winner=ended.winner,
            dolmens=jnp.stack([ended.red, ended.white], axis=-1),
            final=after.cells,
        )
        fresh = new_games(mix, renew, games)
        next_fields = jax.tree.map(
            lambda new, old: jnp.where(after.over.reshape(-1, *[1] * (old.ndim - 1)), new, old), fresh, after
        )
        return Field(*next_fields), rows

    def run(weights: Weights, fields: Field, key: jax.Array) -> tuple[Field, Rows]:
        return jax.lax.scan(
            lambda carry, draw: ply(weights, carry, draw), fields, jax.random.split(key, plies)
        )

    return run
