"""A game's eight-bit network as the arrays that ``network.forward`` reads (needs ``onnx``)."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.arithmetic import EIGHT_BITS, weights_of
from stonefield.engine.wasm.network import BLOCKS, GROUP, STEM, N, Weights

Reals = NDArray[np.float32]


@cache
def weights_for(game: str) -> Weights:
    """The weights of the network that plays in eight bits."""
    return _Reader(game).weights()


class _Reader:
    """Reads the quantised graph that ``stonefield.selfplay`` exports, tensor by tensor."""

    def __init__(self, game: str) -> None:
        import onnx
        from onnx import numpy_helper

        graph = onnx.load_from_string(weights_of(game, EIGHT_BITS).read_bytes()).graph
        self._tensors: dict[str, Any] = {t.name: numpy_helper.to_array(t) for t in graph.initializer}
        self._reals: list[Reals] = []
        self._tower: list[NDArray[np.int8]] = []
        self._biases: list[NDArray[np.int32]] = []
        self._steps: list[tuple[float, float, float]] = []
        convolution = next(node for node in graph.node if node.output[0] == "place/conv")
        self._rounds_place = convolution.input[0].endswith("_DequantizeLinear_Output")

    def weights(self) -> Weights:
        stem = self._tensors["stem/w"]
        padded = np.zeros((N, STEM, 3, 3), dtype=np.float32)
        padded[:, : stem.shape[1]] = stem
        self._keep(padded.transpose(2, 3, 1, 0), self._tensors["stem/b"])
        before = self._step("stem/conv/relu")
        for block in range(BLOCKS):
            before = self._block(f"block{block}", before, pools=block % 2 == 1)
        self._heads(before)
        return Weights(
            tower=np.concatenate([part.ravel() for part in self._tower]),
            reals=np.concatenate([np.ascontiguousarray(part).ravel() for part in self._reals]),
            biases=np.concatenate(self._biases),
            steps=np.array(self._steps, dtype=np.float32),
        )

    def _block(self, name: str, before: str, *, pools: bool) -> str:
        middle = self._convolution(f"{name}/first", before, f"{name}/first/conv/relu")
        if pools:
            self._dense(f"{name}/pool")
            self._step(f"{name}/pool/dense/everywhere")
            middle = self._step(f"{name}/shifted")
        self._convolution(f"{name}/second", middle, f"{name}/second/conv")
        return self._step(f"{name}/sum/relu")

    def _heads(self, before: str) -> None:
        place, bias = self._tensors["place/w"][:, :, 0, 0].T, self._tensors["place/b"]
        if self._rounds_place:
            place, bias = self._as_onnxruntime_rounds(place, bias, self._tensors[f"{before}_scale"])
        self._keep(place, bias)
        self._dense("place/pool")
        self._keep(self._tensors["place/out/w"][:, :, 0, 0].T, self._tensors["place/out/b"])
        if "answer/out/w" in self._tensors:
            self._dense("answer/hidden")
            self._dense("answer/out")
        self._keep(self._tensors["judge/w"][:, :, 0, 0].T, self._tensors["judge/b"])
        for name in ("judge/hidden", "judge/outcome", "judge/score"):
            self._dense(name)
        for name in ("place/conv", "place/pool/dense/everywhere", "place/shifted/relu"):
            self._step(name)

    def _convolution(self, name: str, before: str, after: str) -> str:
        of = self._tensors
        zero = of[f"{name}/w_zero_point"].astype(np.int32).reshape(-1, 1, 1, 1)
        numbers = of[f"{name}/w_quantized"].astype(np.int32) - zero
        if numbers.min() < -128 or numbers.max() > 127:
            raise ValueError(f"{name}: a weight does not fit into eight bits with a sign")
        # [eight outputs][tap][pair of inputs][output][which of the pair]
        tiles = numbers.transpose(2, 3, 1, 0).reshape(9, N // 2, 2, N // GROUP, GROUP)
        self._tower.append(tiles.transpose(3, 0, 1, 4, 2).astype(np.int8))
        self._biases.append(of[f"{name}/b_quantized"].astype(np.int32))
        after = self._step(after)
        self._keep(of[f"{before}_scale"] * of[f"{name}/w_scale"] / of[f"{after}_scale"])
        return after

    def _step(self, name: str) -> str:
        """Note how wide the steps of a tensor are, and the lowest and highest; its name in the graph."""
        masked = f"{name}/on board"
        name = masked if f"{masked}_scale" in self._tensors else name
        zero = float(self._tensors[f"{name}_zero_point"])
        self._steps.append((float(self._tensors[f"{name}_scale"]), -zero, 255 - zero))
        return name

    def _dense(self, name: str) -> None:
        self._keep(self._tensors[f"{name}/w"], self._tensors[f"{name}/b"])

    def _keep(self, *numbers: Reals) -> None:
        self._reals += [np.asarray(part, dtype=np.float32) for part in numbers]

    @staticmethod
    def _as_onnxruntime_rounds(weights: Reals, bias: Reals, scale: Reals) -> tuple[Reals, Reals]:
        """A layer between two in eight bits, whose weights ONNX Runtime rounds when it loads the graph."""
        low, high = min(weights.min(), np.float32(0)), max(weights.max(), np.float32(0))
        step = np.float32((high - low) / 255)
        middle = np.rint(-128 - low / step)
        rounded = (np.clip(np.rint(weights / step) + middle, -128, 127) - middle) * step
        unit = step * scale
        return rounded.astype(np.float32), (np.rint(bias / unit) * unit).astype(np.float32)
