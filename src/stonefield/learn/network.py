"""The network: a residual tower with global pooling that works on a board of any size.

Convolutions carry batch normalisation while training; `fold` melts it into their weights, and the folded
network is what plays and what is exported. Parameters are a flat mapping from name to array. Squares off the
board are zero before every convolution, so a board in the canvas gets the same answers as a board alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Self, TypeAlias

import jax
import jax.numpy as jnp

from stonefield.games.game import StonefieldError
from stonefield.learn.planes import PLANES

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

    @classmethod
    def read(cls, text: str) -> Self:
        """From blocks and channels such as ``6x64``."""
        found = re.fullmatch(r"([1-9]\d{0,2})x([1-9]\d{0,3})", text.strip())
        if not found or int(found[2]) < 4:
            raise StonefieldError(
                f"`{text}`: no size of a network; write blocks x channels, at least 1x4, such as 6x64"
            )
        return cls.of(int(found[1]), int(found[2]))

    @property
    def size(self) -> str:
        """Blocks and channels, as `read` takes them."""
        return f"{self.blocks}x{self.channels}"

    def pools(self, block: int) -> bool:
        """Whether that block pools."""
        return block % 2 == 1


class Opinion(NamedTuple):
    """What the network says, seen by the colour that decides."""

    placement: jax.Array
    """[B, ranks, files, 4] logits: 2 * (top is theirs) + (east and west are theirs)."""
    answer: jax.Array
    """[B, 5] logits: north, east, south, west, stand."""
    outcome: jax.Array
    """[B, 3] logits: win, draw, loss."""
    dolmens: jax.Array
    """[B, 2]: expected dolmens at the end, mine and theirs."""
    colour: jax.Array
    """[B, ranks, files, 3] logits of each square at the end: empty, mine, theirs."""

    @property
    def value(self) -> jax.Array:
        """[B]: chance to win less chance to lose."""
        chances = jax.nn.softmax(self.outcome.astype(jnp.float32))
        return chances[:, 0] - chances[:, 2]


def convolutions(shape: Shape) -> dict[str, tuple[int, int, int]]:
    """Each normalised convolution's width, inputs and outputs."""
    n, h = shape.channels, shape.head
    tower = {f"block{b}/{half}": (3, n, n) for b in range(shape.blocks) for half in ("first", "second")}
    return {"stem": (3, len(PLANES), n), **tower, "place": (1, n, h), "judge": (1, n, h)}


def dense_layers(shape: Shape) -> dict[str, tuple[int, int]]:
    """Each plain layer's inputs and outputs."""
    n, h = shape.channels, shape.head
    pools = {f"block{b}/pool": (3 * n, n) for b in range(shape.blocks) if shape.pools(b)}
    return {
        **pools,
        "place/pool": (3 * n, h),
        "place/out": (h, 4),
        "answer/hidden": (4 * n, n),
        "answer/out": (n, 5),
        "judge/hidden": (3 * h, n),
        "judge/outcome": (n, 3),
        "judge/dolmens": (n, 2),
        "colour/out": (n, 3),
    }


def init(shape: Shape, key: jax.Array) -> tuple[Weights, Weights]:
    """Fresh parameters and the running statistics of the normalisation."""
    params: Weights = {}
    stats: Weights = {}
    for name, (width, inputs, outputs) in convolutions(shape).items():
        key, draw = jax.random.split(key)
        deviation = (2 / (width * width * inputs)) ** 0.5
        params[f"{name}/w"] = deviation * jax.random.normal(draw, (width, width, inputs, outputs))
        params[f"{name}/scale"] = jnp.full(outputs, 0.5 if name.endswith("second") else 1.0)
        params[f"{name}/b"] = jnp.zeros(outputs)
        stats[f"{name}/mean"] = jnp.zeros(outputs)
        stats[f"{name}/variance"] = jnp.ones(outputs)
    for name, (inputs, outputs) in dense_layers(shape).items():
        key, draw = jax.random.split(key)
        deviation = (1 / inputs) ** 0.5 * (0.1 if "out" in name or "pool" in name else 1.0)
        params[f"{name}/w"] = deviation * jax.random.normal(draw, (inputs, outputs))
        params[f"{name}/b"] = jnp.zeros(outputs)
    return params, stats


def fold(params: Weights, stats: Weights, dtype: jnp.dtype = jnp.float32) -> Weights:
    """The playing network: each convolution with its normalisation melted in."""
    folded = {name: value for name, value in params.items() if not name.endswith("/scale")}
    for name in (key.removesuffix("/mean") for key in stats if key.endswith("/mean")):
        gain = params[f"{name}/scale"] * jax.lax.rsqrt(stats[f"{name}/variance"] + _EPSILON)
        folded[f"{name}/w"] = params[f"{name}/w"] * gain
        folded[f"{name}/b"] = params[f"{name}/b"] - stats[f"{name}/mean"] * gain
    return {name: value.astype(dtype) for name, value in folded.items()}


def judge(shape: Shape, folded: Weights, planes: jax.Array) -> Opinion:
    """The folded network's opinion of planes[B, ranks, files, PLANES]."""

    def layer(name: str, x: jax.Array) -> jax.Array:
        return _convolve(x, folded[f"{name}/w"]) + folded[f"{name}/b"]

    return _tower(shape, folded, planes.astype(folded["stem/w"].dtype), layer)


def judge_training(
    shape: Shape, params: Weights, planes: jax.Array, dtype: jnp.dtype
) -> tuple[Opinion, Weights]:
    """The opinion with normalisation by this batch, and the batch's statistics."""
    seen: Weights = {}
    mask = planes[..., :1]
    count = jnp.sum(mask)

    def layer(name: str, x: jax.Array) -> jax.Array:
        y = _convolve(x, params[f"{name}/w"].astype(dtype)).astype(jnp.float32)
        mean = jnp.sum(y * mask, axis=(0, 1, 2)) / count
        variance = jnp.sum(jnp.square(y - mean) * mask, axis=(0, 1, 2)) / count
        seen[f"{name}/mean"], seen[f"{name}/variance"] = mean, variance
        gain = params[f"{name}/scale"] * jax.lax.rsqrt(variance + _EPSILON)
        return ((y - mean) * gain + params[f"{name}/b"]).astype(dtype)

    weights = {name: value.astype(dtype) for name, value in params.items()}
    opinion = _tower(shape, weights, planes.astype(dtype), layer)
    return opinion, jax.lax.stop_gradient(seen)


def _tower(shape: Shape, weights: Weights, planes: jax.Array, layer: Layer) -> Opinion:
    mask = planes[..., :1]
    area = jnp.sum(mask.astype(jnp.float32), axis=(1, 2))

    def dense(name: str, x: jax.Array) -> jax.Array:
        return x @ weights[f"{name}/w"] + weights[f"{name}/b"]

    def pool(x: jax.Array) -> jax.Array:
        mean = jnp.sum(x, axis=(1, 2), dtype=jnp.float32) / area
        spread = mean * (jnp.sqrt(area) - 8) / 4
        return jnp.concatenate([mean, spread, jnp.max(x, axis=(1, 2)).astype(jnp.float32)], -1).astype(
            x.dtype
        )

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
    stone = jnp.sum(x * planes[..., 3:4], axis=(1, 2))
    answer = jax.nn.relu(dense("answer/hidden", jnp.concatenate([stone, overall], -1)))
    verdict = jax.nn.relu(layer("judge", x)) * mask
    verdict = jax.nn.relu(dense("judge/hidden", pool(verdict)))
    opinion = Opinion(
        placement=dense("place/out", place),
        answer=dense("answer/out", answer),
        outcome=dense("judge/outcome", verdict),
        dolmens=dense("judge/dolmens", verdict),
        colour=dense("colour/out", x),
    )
    return Opinion(*(part.astype(jnp.float32) for part in opinion))


def _convolve(x: jax.Array, w: jax.Array) -> jax.Array:
    return jax.lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
