"""The exported network in eight bits: several times as fast on a processor, with nearly the same output.

Between two layers every number becomes one of 256 steps. Their width is calibrated on positions from
self-play. Steps and weights are unsigned, because some processors saturate signed ones.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static

from stonefield.selfplay.game import TrainingGame

Reals = NDArray[np.float32]

GAMES = 12
"""Games of self-play on each board."""
EXACT = ("stem/conv", "place/conv", "placement", "judge/conv", "colour")
"""Inputs and outputs keep full precision: they cost little and matter most."""


def quantized(game: TrainingGame, exact: onnx.ModelProto, *, seed: int = 1) -> onnx.ModelProto:
    """The same network in eight bits."""
    session = onnxruntime.InferenceSession(exact.SerializeToString(), providers=["CPUExecutionProvider"])
    met = [planes for board in game.boards for planes in positions_met(game, session, board, GAMES, seed)]
    prepared = onnx.ModelProto()
    prepared.CopyFrom(exact)
    # There is nothing to prepare: the export has folded its layers already.
    onnx.helper.set_model_props(prepared, {"onnx.quant.pre_process": "onnxruntime.quant"})
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "quantized.onnx"
        quantize_static(
            prepared,
            target,
            _Reader(met),
            quant_format=QuantFormat.QDQ,
            op_types_to_quantize=["Conv", "Add", "Relu"],
            per_channel=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QUInt8,
            nodes_to_exclude=list(EXACT),
        )
        return onnx.load(target)


class _Reader(CalibrationDataReader):  # type: ignore[misc]
    def __init__(self, met: list[Reals]) -> None:
        self._met = iter(met)

    def get_next(self) -> dict[str, Reals] | None:
        planes = next(self._met, None)
        return None if planes is None else {"planes": planes}


def positions_met(game: TrainingGame, session: Any, board: str, games: int, seed: int) -> Iterator[Reals]:
    """What the network sees, decision by decision, in games side by side that its bare policy plays."""
    names = [output.name for output in session.get_outputs() if output.name in ("placement", "answer")]
    see, legal_of, step = _compiled(game)
    states = jax.tree.map(lambda x: jnp.stack([x] * games), game.start(board))
    key = jax.random.key(seed)
    while not bool(jnp.all(states.over)):
        planes = on_board_alone(see(states))
        yield planes[~np.asarray(states.over)]
        said = dict(zip(names, session.run(names, {"planes": planes}), strict=True))
        placement = said["placement"].transpose(0, 2, 3, 1)
        margins = (game.ranks - placement.shape[1], game.files - placement.shape[2])
        canvas = np.pad(placement, ((0, 0), (0, margins[0]), (0, margins[1]), (0, 0)))
        answer = said.get("answer", np.zeros((games, 0), np.float32))
        logits = jnp.concatenate([canvas.reshape(games, -1), answer], axis=1)
        key, draw = jax.random.split(key)
        legal = legal_of(states) | states.over[:, None]
        states = step(states, jax.random.categorical(draw, jnp.where(legal, logits, -jnp.inf), axis=1))


@lru_cache
def _compiled(game: TrainingGame) -> tuple[Any, Any, Any]:
    """Planes, legal actions and play for many games; compiled once for all boards."""
    see = jax.jit(lambda states: game.as_canvas(jax.vmap(game.planes_of)(states)))
    return see, jax.jit(jax.vmap(game.legal_actions)), jax.jit(jax.vmap(game.play))


def on_board_alone(canvas: jax.Array) -> Reals:
    """[B, planes, ranks, files]: planes of games on one board without the rest of the canvas."""
    there = np.asarray(canvas[0, ..., 0]) > 0
    ranks, files = there.any(axis=1).sum(), there.any(axis=0).sum()
    return np.asarray(canvas[:, :ranks, :files], np.float32).transpose(0, 3, 1, 2)
