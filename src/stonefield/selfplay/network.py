"""The network: a residual tower with global pooling that works on a board of any size.

Convolutions carry batch normalisation while training; `fold` folds it into their weights, and the folded
network is what plays and what is exported. Parameters are a flat mapping from name to array. Squares off the
board are zero before every convolution, so a board in the canvas gets the same answers as a board alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Self, TypeAlias

import jax
import jax.numpy as jnp

from stonefield.selfplay.game import TrainingGame

Weights: TypeAlias = dict[str, jax.Array]
Layer: TypeAlias = Callable[[str, jax.Array], jax.Array]

_EPSILON = 1e-5


@dataclass(frozen=True, slots=True)
class Shape:
    """How large a network is; every second block pools over the whole board."""

    blocks: int = 6
    channels: int = 64
    head: int = 32

    @classmethod
    def of(cls, blocks: int, channels: int) -> Self:
        """A network of that size, its heads half as wide as its tower."""
        return cls(blocks, channels, max(channels // 2, 4))

    @property
    def size(self) -> str:
        """Blocks and channels, e.g. ``6x64``."""
        return f"{self.blocks}x{self.channels}"

    def pools(self, block: int) -> bool:
        """Whether that block pools."""
        return block % 2 == 1


@dataclass(frozen=True, slots=True)
class Network:
    """A game's network of a certain size: everything but its weights."""

    game: TrainingGame
    shape: Shape

    def __str__(self) -> str:
        return f"a network for {self.game.name} of {self.shape.size}"


class NetworkOutput(NamedTuple):
    """The network's heads, seen by the colour that decides."""

    placement: jax.Array
    """[B, ranks, files, placements] logits."""
    answer: jax.Array
    """[B, answers] logits."""
    outcome: jax.Array
    """[B, 3] logits: win, draw, loss."""
    score: jax.Array
    """[B, 2]: expected scores at the end in the game's unit, mine and theirs."""
    colour: jax.Array
    """[B, ranks, files, 3] logits of each square at the end: neither, mine, theirs."""

    @property
    def value(self) -> jax.Array:
        """[B]: chance to win less chance to lose."""
        chances = jax.nn.softmax(self.outcome.astype(jnp.float32))
        return chances[:, 0] - chances[:, 2]

    @property
    def logits(self) -> jax.Array:
        """[B, actions]"""
        return jnp.concatenate([self.placement.reshape(self.placement.shape[0], -1), self.answer], axis=1)


def convolutions(network: Network) -> dict[str, tuple[int, int, int]]:
    """Each normalised convolution's width, inputs and outputs."""
    shape = network.shape
    n, h = shape.channels, shape.head
    tower = {f"block{b}/{half}": (3, n, n) for b in range(shape.blocks) for half in ("first", "second")}
    return {"stem": (3, len(network.game.planes), n), **tower, "place": (1, n, h), "judge": (1, n, h)}


def dense_layers(network: Network) -> dict[str, tuple[int, int]]:
    """Each plain layer's inputs and outputs."""
    shape, game = network.shape, network.game
    n, h = shape.channels, shape.head
    pools = {f"block{b}/pool": (3 * n, n) for b in range(shape.blocks) if shape.pools(b)}
    answers = {"answer/hidden": (4 * n, n), "answer/out": (n, game.answers)} if game.answers else {}
    return {
        **pools,
        "place/pool": (3 * n, h),
        "place/out": (h, game.placements),
        **answers,
        "judge/hidden": (3 * h, n),
        "judge/outcome": (n, 3),
        "judge/score": (n, 2),
        "colour/out": (n, 3),
    }


def init(network: Network, key: jax.Array) -> tuple[Weights, Weights]:
    """Fresh parameters and the running statistics of the normalisation."""
    params: Weights = {}
    stats: Weights = {}
    for name, (width, inputs, outputs) in convolutions(network).items():
        key, draw = jax.random.split(key)
        deviation = (2 / (width * width * inputs)) ** 0.5
        params[f"{name}/w"] = deviation * jax.random.normal(draw, (width, width, inputs, outputs))
        params[f"{name}/scale"] = jnp.full(outputs, 0.5 if name.endswith("second") else 1.0)
        params[f"{name}/b"] = jnp.zeros(outputs)
        stats[f"{name}/mean"] = jnp.zeros(outputs)
        stats[f"{name}/variance"] = jnp.ones(outputs)
    for name, (inputs, outputs) in dense_layers(network).items():
        key, draw = jax.random.split(key)
        deviation = (1 / inputs) ** 0.5 * (0.1 if "out" in name or "pool" in name else 1.0)
        params[f"{name}/w"] = deviation * jax.random.normal(draw, (inputs, outputs))
        params[f"{name}/b"] = jnp.zeros(outputs)
    return params, stats


def fold(params: Weights, stats: Weights, dtype: jnp.dtype = jnp.float32) -> Weights:
    """The playing network: each convolution with its normalisation folded in."""
    folded = {name: value for name, value in params.items() if not name.endswith("/scale")}
    for name in (key.removesuffix("/mean") for key in stats if key.endswith("/mean")):
        gain = params[f"{name}/scale"] * jax.lax.rsqrt(stats[f"{name}/variance"] + _EPSILON)
        folded[f"{name}/w"] = params[f"{name}/w"] * gain
        folded[f"{name}/b"] = params[f"{name}/b"] - stats[f"{name}/mean"] * gain
    return {name: value.astype(dtype) for name, value in folded.items()}


def apply(network: Network, folded: Weights, planes: jax.Array) -> NetworkOutput:
    """The folded network's output for planes[B, ranks, files, PLANES]."""

    def layer(name: str, x: jax.Array) -> jax.Array:
        return _convolve(x, folded[f"{name}/w"]) + folded[f"{name}/b"]

    return _tower(network, folded, planes.astype(folded["stem/w"].dtype), layer)


def apply_training(
    network: Network, params: Weights, planes: jax.Array, dtype: jnp.dtype
) -> tuple[NetworkOutput, Weights]:
    """The output with normalisation by this batch, and the batch's statistics."""
    seen: Weights = {}

    def layer(name: str, x: jax.Array) -> jax.Array:
        y = _convolve(x, params[f"{name}/w"].astype(dtype)).astype(jnp.float32)
        mean, variance = _statistics(y, planes[..., :1])
        seen[f"{name}/mean"], seen[f"{name}/variance"] = mean, variance
        gain = params[f"{name}/scale"] * jax.lax.rsqrt(variance + _EPSILON)
        return ((y - mean) * gain + params[f"{name}/b"]).astype(dtype)

    weights = {name: value.astype(dtype) for name, value in params.items()}
    output = _tower(network, weights, planes.astype(dtype), layer)
    return output, jax.lax.stop_gradient(seen)


def _statistics(y: jax.Array, mask: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Mean and variance of each channel over the squares on the board."""
    count = jnp.sum(mask)
    mean = jnp.sum(y * mask, axis=(0, 1, 2)) / count
    return mean, jnp.sum(jnp.square(y - mean) * mask, axis=(0, 1, 2)) / count


def _tower(network: Network, weights: Weights, planes: jax.Array, layer: Layer) -> NetworkOutput:
    shape, game = network.shape, network.game
    mask = planes[..., :1]
    area = jnp.sum(mask.astype(jnp.float32), axis=(1, 2))

    def dense(name: str, x: jax.Array) -> jax.Array:
        return x @ weights[f"{name}/w"] + weights[f"{name}/b"]

    def pool(x: jax.Array) -> jax.Array:
        mean = jnp.sum(x, axis=(1, 2), dtype=jnp.float32) / area
        spread = mean * (jnp.sqrt(area) - 8) / 4
        return jnp.concatenate([mean, spread, _peak(x).astype(jnp.float32)], -1).astype(x.dtype)

    def everywhere(x: jax.Array) -> jax.Array:
        return x[:, None, None, :]

    x = jax.nn.relu(layer("stem", planes)) * mask
    for block in range(shape.blocks):
        y = jax.nn.relu(layer(f"block{block}/first", x)) * mask
        if shape.pools(block):
            y = (y + everywhere(dense(f"block{block}/pool", pool(y)))) * mask
        x = jax.nn.relu(x + layer(f"block{block}/second", y)) * mask
    overall = pool(x)

    place = jax.nn.relu(layer("place", x) + everywhere(dense("place/pool", overall)))
    answer = jnp.zeros((planes.shape[0], 0))
    if game.answers:
        there = jnp.sum(x * planes[..., game.answered, None], axis=(1, 2))
        hidden = jax.nn.relu(dense("answer/hidden", jnp.concatenate([there, overall], -1)))
        answer = dense("answer/out", hidden)
    verdict = jax.nn.relu(layer("judge", x)) * mask
    verdict = jax.nn.relu(dense("judge/hidden", pool(verdict)))
    output = NetworkOutput(
        placement=dense("place/out", place),
        answer=answer,
        outcome=dense("judge/outcome", verdict),
        score=dense("judge/score", verdict),
        colour=dense("colour/out", x),
    )
    return NetworkOutput(*(part.astype(jnp.float32) for part in output))


@jax.custom_vjp
def _peak(x: jax.Array) -> jax.Array:
    """[B, channels]: the maximum over the board."""
    return jnp.max(x, axis=(1, 2))


def _peak_forward(x: jax.Array) -> tuple[jax.Array, tuple[jax.Array, jax.Array]]:
    peak = _peak(x)
    return peak, (x, peak)


def _peak_backward(kept: tuple[jax.Array, jax.Array], slope: jax.Array) -> tuple[jax.Array]:
    # A compiler that computes x a second time may round it differently, so that no square has the maximum.
    # JAX's own derivative divides by zero then.
    x, peak = kept
    there = (x == peak[:, None, None]).astype(x.dtype)
    count = jnp.maximum(jnp.sum(there, axis=(1, 2)), 1)
    return (there * (slope / count)[:, None, None],)


_peak.defvjp(_peak_forward, _peak_backward)


def _convolve(x: jax.Array, w: jax.Array) -> jax.Array:
    return jax.lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
