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

from stonefield.learn.network import Shape, Weights, convolutions, dense_layers
from stonefield.learn.planes import PLANES
from stonefield.learn.rounding import rounded

OUTPUTS: dict[str, tuple[str | int, ...]] = {
    "placement": ("batch", 4, "ranks", "files"),
    "answer": ("batch", 5),
    "outcome": ("batch", 3),
    "dolmens": ("batch", 2),
    "colour": ("batch", 3, "ranks", "files"),
}
"""Every output with its shape; what each means says `stonefield.learn.network.Opinion`."""


class _Graph:
    """Collects nodes and weights; each method adds one layer and returns its output's name."""

    def __init__(self, weights: dict[str, NDArray[np.float32]]) -> None:
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

    def pool(self, x: str) -> str:
        """Mean, mean scaled by the board's size, and maximum over the board: [batch, 3 * channels]."""
        mean = self.add("Flatten", [self.add("GlobalAveragePool", [x], f"{x}/mean4")], f"{x}/mean")
        top = self.add("Flatten", [self.add("GlobalMaxPool", [x], f"{x}/max4")], f"{x}/max")
        scaled = self.add("Mul", [mean, "size"], f"{x}/scaled")
        return self.add("Concat", [mean, scaled, top], f"{x}/pool", axis=1)

    def everywhere(self, x: str) -> str:
        axes = self.constant("axes", np.array([2, 3], np.int64))
        return self.add("Unsqueeze", [x, axes], f"{x}/everywhere")


def network_graph(shape: Shape, folded: Weights) -> onnx.ModelProto:
    """The folded network as an ONNX model."""
    expected = {f"{name}/w" for name in (*convolutions(shape), *dense_layers(shape))}
    if missing := expected - folded.keys():
        raise ValueError(f"the weights lack {', '.join(sorted(missing))}")
    graph = _Graph({name: np.asarray(value, np.float32) for name, value in folded.items()})
    _draw_size(graph)
    x = graph.relu(graph.convolve("stem", "planes"))
    for block in range(shape.blocks):
        y = graph.relu(graph.convolve(f"block{block}/first", x))
        if shape.pools(block):
            shift = graph.everywhere(graph.dense(f"block{block}/pool", graph.pool(y)))
            y = graph.add("Add", [y, shift], f"block{block}/shifted")
        total = graph.add("Add", [graph.convolve(f"block{block}/second", y), x], f"block{block}/sum")
        x = graph.relu(total)
    _draw_heads(graph, x)
    inputs = [
        helper.make_tensor_value_info("planes", TensorProto.FLOAT, ["batch", len(PLANES), "ranks", "files"])
    ]
    outputs = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, list(dims)) for name, dims in OUTPUTS.items()
    ]
    model = helper.make_model(
        helper.make_graph(graph.nodes, "carnac", inputs, outputs, graph.constants),
        opset_imports=[helper.make_opsetid("", 17)],
        ir_version=8,
        producer_name="stonefield.learn",
    )
    onnx.checker.check_model(model, full_check=True)
    return model


def _draw_size(graph: _Graph) -> None:
    """``size``: (square root of the number of squares - 8) / 4, as the pooling wants it."""
    first = graph.add(
        "Slice",
        [
            "planes",
            *(graph.constant(n, np.array([v], np.int64)) for n, v in (("0", 0), ("1", 1), ("one", 1))),
        ],
        "board",
    )
    axes = graph.constant("axes", np.array([2, 3], np.int64))
    area = graph.add("Flatten", [graph.add("ReduceSum", [first, axes], "area4")], "area")
    root = graph.add("Sqrt", [area], "root")
    less = graph.add("Sub", [root, graph.constant("8", np.array(8, np.float32))], "less")
    graph.add("Div", [less, graph.constant("4", np.array(4, np.float32))], "size")


def _draw_heads(graph: _Graph, x: str) -> None:
    overall = graph.pool(x)
    shift = graph.everywhere(graph.dense("place/pool", overall))
    place = graph.relu(graph.add("Add", [graph.convolve("place", x), shift], "place/shifted"))
    graph.convolve("place/out", place, "placement")

    bounds = (graph.constant(name, np.array([value], np.int64)) for name, value in (("3", 3), ("end", 4)))
    pending = graph.add(
        "Slice", ["planes", *bounds, graph.constant("one", np.array([1], np.int64))], "pending"
    )
    there = graph.add("Mul", [x, pending], "there")
    axes = graph.constant("axes", np.array([2, 3], np.int64))
    stone = graph.add("ReduceSum", [there, axes], "stone", keepdims=0)
    both = graph.add("Concat", [stone, overall], "stone and overall", axis=1)
    graph.dense("answer/out", graph.relu(graph.dense("answer/hidden", both)), "answer")

    verdict = graph.pool(graph.relu(graph.convolve("judge", x)))
    hidden = graph.relu(graph.dense("judge/hidden", verdict))
    graph.dense("judge/outcome", hidden, "outcome")
    graph.dense("judge/dolmens", hidden, "dolmens")
    graph.convolve("colour/out", x, "colour")


def export(checkpoint: Path, target: Path, *, exact: bool = False) -> None:
    """Write a checkpoint's averaged network as an ONNX file, in eight bits unless it shall be exact."""
    from stonefield.learn.checkpoint import load

    shape, learner, progress = load(checkpoint)
    model = network_graph(shape, learner.playing())
    if not exact:
        model = rounded(model)
    trained = {"games": progress.games, "positions": progress.positions, "seconds": round(progress.seconds)}
    helper.set_model_props(model, {f"trained_{name}": str(value) for name, value in trained.items()})
    target.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(model, target)
