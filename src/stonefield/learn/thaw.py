"""An exported network as a checkpoint again, to go on from where only the .onnx file was kept.

Eight-bit weights come back rounded, the optimizer begins anew, and the normalisation that the export melted
into the convolutions is set up again from positions of games which the network plays with itself.
"""

from __future__ import annotations

from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import onnx
import onnxruntime
from google.protobuf.message import DecodeError  # type: ignore[import-untyped]
from numpy.typing import NDArray
from onnx import numpy_helper

from stonefield.games.game import StonefieldError
from stonefield.learn.checkpoint import Progress, save
from stonefield.learn.game import LearnedGame, learned_game
from stonefield.learn.network import Network, Shape, Weights, convolutions, dense_layers, unfold, watch
from stonefield.learn.quantize import GAMES, positions_met
from stonefield.learn.training import Learner, new_learner

Reals = NDArray[np.float32]


def thaw(exported: Path, target: Path) -> None:
    """Write a checkpoint whose averaged network is that of the .onnx file."""
    try:
        model = onnx.load(exported)
        network, folded = network_of(model)
    except (DecodeError, KeyError, StopIteration) as error:
        raise StonefieldError(
            f"`{exported}`: no network that `stonefield learn export` has written"
        ) from error
    params, stats = unfold(folded, watch(network, folded, _canvases(network.game, model)))
    learner = Learner(
        params, stats, params, stats, new_learner(network, jax.random.key(0)).moments, jnp.int32(0)
    )
    about = {prop.key.removeprefix("trained_"): float(prop.value) for prop in model.metadata_props}
    progress = Progress(about["seconds"], int(about["games"]), int(about["positions"]))
    save(target, network, learner, progress)


def network_of(model: onnx.ModelProto) -> tuple[Network, Weights]:
    """The network that an exported model holds, and its folded weights."""
    game = learned_game(model.graph.name)
    tensors = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    nodes = {node.name: node for node in model.graph.node}
    made_by = {output: node for node in model.graph.node for output in node.output}

    def tensor(name: str) -> Reals:
        if name in tensors:
            return tensors[name].astype(np.float32)
        whole, scale, zero = (tensors[source] for source in made_by[name].input)
        along = (-1, *[1] * (whole.ndim - 1))
        steps = whole.astype(np.int64) - zero.astype(np.int64).reshape(along)
        return (steps * scale.astype(np.float64).reshape(along)).astype(np.float32)

    def weights_of(layer: str) -> tuple[Reals, Reals]:
        _, w, b = nodes[_node_of(game, layer, nodes)].input
        return tensor(w), tensor(b)

    blocks = next(count for count in range(1, 1000) if f"block{count}/first/conv" not in nodes)
    shape = Shape(blocks, weights_of("stem")[0].shape[0], weights_of("place")[0].shape[0])
    network = Network(game, shape)
    folded: Weights = {}
    for layer in (*convolutions(network), *dense_layers(network)):
        w, b = weights_of(layer)
        if w.ndim == 4:
            w = w.transpose(2, 3, 1, 0)
        folded[f"{layer}/w"] = jnp.asarray(w[0, 0] if w.ndim == 4 and layer in dense_layers(network) else w)
        folded[f"{layer}/b"] = jnp.asarray(b)
    return network, folded


def _node_of(game: LearnedGame, layer: str, nodes: dict[str, onnx.NodeProto]) -> str:
    said = {
        "place/out": "placement",
        "answer/out": "answer",
        "judge/outcome": "outcome",
        "judge/score": game.score_name,
        "colour/out": "colour",
    }
    return said.get(layer) or (f"{layer}/conv" if f"{layer}/conv" in nodes else f"{layer}/dense")


def _canvases(game: LearnedGame, model: onnx.ModelProto) -> jax.Array:
    """[B, ranks, files, planes]: what the network sees in games with itself on all boards."""
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    met = [planes for board in game.boards for planes in positions_met(game, session, board, GAMES, seed=1)]
    return jnp.concatenate([_on_canvas(game, planes) for planes in met])


def _on_canvas(game: LearnedGame, planes: Reals) -> Reals:
    ranks, files = planes.shape[2:]
    margins = ((0, 0), (0, game.ranks - ranks), (0, game.files - files), (0, 0))
    return np.pad(planes.transpose(0, 2, 3, 1), margins)
