"""The trained network as an ONNX file: free batch, height and width, so that a small board costs little.

The file is for boards alone, not for boards in a canvas: every square given to it is on the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from stonefield.selfplay.checkpoint import load
from stonefield.selfplay.game import TrainingGame
from stonefield.selfplay.network import Network, Weights, convolutions, dense_layers
from stonefield.selfplay.quantize import quantized


def outputs_of(game: TrainingGame) -> dict[str, tuple[str | int, ...]]:
    """Every output with its shape; `stonefield.selfplay.network.NetworkOutput` says what each means."""
    return {
        "placement": ("batch", game.placements, "ranks", "files"),
        **({"answer": ("batch", game.answers)} if game.answers else {}),
        "outcome": ("batch", 3),
        game.score_name: ("batch", 2),
        "colour": ("batch", 3, "ranks", "files"),
    }


class _Graph:
    """Collects nodes and weights; each method adds one layer and returns its output's name."""

    def __init__(self, weights: dict[str, NDArray[np.float32]], *, masked: bool) -> None:
        self._masked = masked
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []
        self._weights = weights

    def constant(self, name: str, value: NDArray[np.generic]) -> str:
        if all(known.name != name for known in self.constants):
            self.constants.append(numpy_helper.from_array(value, name))
        return name

    def add(self, kind: str, inputs: Sequence[str], output: str, **settings: Any) -> str:
        self.nodes.append(helper.make_node(kind, list(inputs), [output], name=output, **settings))
        return output

    def convolve(self, name: str, x: str, output: str | None = None) -> str:
        w = self._weights[f"{name}/w"]
        if w.ndim == 2:  # a plain layer over every square
            w = w[None, None]
        kernel = np.ascontiguousarray(w.transpose(3, 2, 0, 1))
        side = kernel.shape[2]
        inputs = [
            x,
            self.constant(f"{name}/w", kernel),
            self.constant(f"{name}/b", self._weights[f"{name}/b"]),
        ]
        return self.add(
            "Conv", inputs, output or f"{name}/conv", kernel_shape=[side, side], pads=[side // 2] * 4
        )

    def dense(self, name: str, x: str, output: str | None = None) -> str:
        inputs = [
            x,
            self.constant(f"{name}/w", self._weights[f"{name}/w"]),
            self.constant(f"{name}/b", self._weights[f"{name}/b"]),
        ]
        return self.add("Gemm", inputs, output or f"{name}/dense")

    def relu(self, x: str) -> str:
        return self.add("Relu", [x], f"{x}/relu")

    def on_board(self, x: str) -> str:
        """Zero off the board, where boards have such squares."""
        return self.add("Mul", [x, "board"], f"{x}/on board") if self._masked else x

    def plane(self, number: int, output: str) -> str:
        bounds = [self.constant(f"index {n}", np.array([n], np.int64)) for n in (number, number + 1, 1)]
        return self.add("Slice", ["planes", *bounds[:2], bounds[2]], output)

    def pool(self, x: str) -> str:
        """Mean, mean scaled by the board's size, and maximum over the board: [batch, 3 * channels]."""
        if self._masked:
            total = self.add("ReduceSum", [x, self.plane_axes()], f"{x}/total", keepdims=0)
            mean = self.add("Div", [total, "area"], f"{x}/mean")
        else:
            mean = self.add("Flatten", [self.add("GlobalAveragePool", [x], f"{x}/mean4")], f"{x}/mean")
        top = self.add("Flatten", [self.add("GlobalMaxPool", [x], f"{x}/max4")], f"{x}/max")
        scaled = self.add("Mul", [mean, "size"], f"{x}/scaled")
        return self.add("Concat", [mean, scaled, top], f"{x}/pool", axis=1)

    def plane_axes(self) -> str:
        return self.constant("axes", np.array([2, 3], np.int64))

    def everywhere(self, x: str) -> str:
        return self.add("Unsqueeze", [x, self.plane_axes()], f"{x}/everywhere")


def network_graph(network: Network, folded: Weights) -> onnx.ModelProto:
    """The folded network as an ONNX model."""
    shape, game = network.shape, network.game
    expected = {f"{name}/w" for name in (*convolutions(network), *dense_layers(network))}
    if missing := expected - folded.keys():
        raise ValueError(f"the weights lack {', '.join(sorted(missing))}")
    weights = {name: np.asarray(value, np.float32) for name, value in folded.items()}
    graph = _Graph(weights, masked=not game.fills_rectangles)
    _draw_size(graph)
    x = graph.on_board(graph.relu(graph.convolve("stem", "planes")))
    for block in range(shape.blocks):
        y = graph.on_board(graph.relu(graph.convolve(f"block{block}/first", x)))
        if shape.pools(block):
            shift = graph.everywhere(graph.dense(f"block{block}/pool", graph.pool(y)))
            y = graph.on_board(graph.add("Add", [y, shift], f"block{block}/shifted"))
        total = graph.add("Add", [graph.convolve(f"block{block}/second", y), x], f"block{block}/sum")
        x = graph.on_board(graph.relu(total))
    _draw_heads(graph, game, x)
    planes: list[str | int | None] = ["batch", len(game.planes), "ranks", "files"]
    inputs = [helper.make_tensor_value_info("planes", TensorProto.FLOAT, planes)]
    outputs = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, list(dims))
        for name, dims in outputs_of(game).items()
    ]
    model = helper.make_model(
        helper.make_graph(graph.nodes, game.name, inputs, outputs, graph.constants),
        opset_imports=[helper.make_opsetid("", 17)],
        ir_version=8,
        producer_name="stonefield.selfplay",
    )
    onnx.checker.check_model(model, full_check=True)
    return model


def _draw_size(graph: _Graph) -> None:
    """``size``: (square root of the number of squares - 8) / 4, as the pooling wants it."""
    board = graph.plane(0, "board")
    area = graph.add("Flatten", [graph.add("ReduceSum", [board, graph.plane_axes()], "area4")], "area")
    root = graph.add("Sqrt", [area], "root")
    less = graph.add("Sub", [root, graph.constant("8", np.array(8, np.float32))], "less")
    graph.add("Div", [less, graph.constant("4", np.array(4, np.float32))], "size")


def _draw_heads(graph: _Graph, game: TrainingGame, x: str) -> None:
    overall = graph.pool(x)
    shift = graph.everywhere(graph.dense("place/pool", overall))
    place = graph.relu(graph.add("Add", [graph.convolve("place", x), shift], "place/shifted"))
    graph.convolve("place/out", place, "placement")

    if game.answers:
        there = graph.add("Mul", [x, graph.plane(game.answered, "answered")], "there")
        here = graph.add("ReduceSum", [there, graph.plane_axes()], "here", keepdims=0)
        both = graph.add("Concat", [here, overall], "here and overall", axis=1)
        graph.dense("answer/out", graph.relu(graph.dense("answer/hidden", both)), "answer")

    verdict = graph.pool(graph.on_board(graph.relu(graph.convolve("judge", x))))
    hidden = graph.relu(graph.dense("judge/hidden", verdict))
    graph.dense("judge/outcome", hidden, "outcome")
    graph.dense("judge/score", hidden, game.score_name)
    graph.convolve("colour/out", x, "colour")


def with_half_weights(model: onnx.ModelProto) -> onnx.ModelProto:
    """The same network in half the space: weights are kept in half precision, and cast when it is loaded."""
    small = onnx.ModelProto()
    small.CopyFrom(model)
    casts = []
    for constant in small.graph.initializer:
        if constant.data_type == TensorProto.FLOAT and constant.dims:
            name, halved = constant.name, numpy_helper.to_array(constant).astype(np.float16)
            constant.CopyFrom(numpy_helper.from_array(halved, f"{name}/half"))
            casts.append(helper.make_node("Cast", [constant.name], [name], name=name, to=TensorProto.FLOAT))
    nodes = [*casts, *small.graph.node]
    del small.graph.node[:]
    small.graph.node.extend(nodes)
    onnx.checker.check_model(small, full_check=True)
    return small


def export(checkpoint: Path, target: Path, *, exact: bool = False) -> None:
    """Write a checkpoint's averaged network as an ONNX file, in eight bits unless ``exact``."""
    network, train_state, progress = load(checkpoint)
    model = network_graph(network, train_state.playing())
    model = with_half_weights(model) if exact else quantized(network.game, model)
    trained = {"games": progress.games, "positions": progress.positions, "seconds": round(progress.seconds)}
    helper.set_model_props(model, {f"trained_{name}": str(value) for name, value in trained.items()})
    target.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(model, target)
