"""The exported network in eight bits: several times as fast on a processor, and nearly of the same opinion.

Between two layers every number becomes one of 256 steps. How wide the steps are is learned from positions
that the network meets in games with itself. Steps and weights are unsigned: no processor cuts those short.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static

from stonefield.engine.carnac.arrays import layout_of, state_of
from stonefield.engine.carnac.network_search import encode_planes
from stonefield.games import carnac
from stonefield.learn.field import BOARDS, FILES, PLACEMENTS, RED, WHITE
from stonefield.learn.notation import action_of
from stonefield.learn.planes import PLANES

Reals = NDArray[np.float32]

GAMES = 12
"""Games with itself on each board."""
EXACT = ("stem/conv", "place/conv", "placement", "judge/conv", "colour")
"""What is seen and what is said stays as it is: it costs little and is worth most."""


def rounded(exact: onnx.ModelProto, *, seed: int = 1) -> onnx.ModelProto:
    """The same network in eight bits."""
    session = onnxruntime.InferenceSession(exact.SerializeToString(), providers=["CPUExecutionProvider"])
    met = [planes for board in BOARDS for planes in positions_met(session, board, GAMES, seed)]
    prepared = onnx.ModelProto()
    prepared.CopyFrom(exact)
    # There is nothing to prepare: the export has melted its layers already.
    onnx.helper.set_model_props(prepared, {"onnx.quant.pre_process": "onnxruntime.quant"})
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "rounded.onnx"
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


def positions_met(session: Any, board: str, games: int, seed: int) -> Iterator[Reals]:
    """What the network sees, decision by decision, in games side by side that its bare policy plays."""
    chance = random.Random(f"{seed} {board}")
    going = [carnac.start(board) for _ in range(games)]
    while going:
        planes = np.stack([_seen(position) for position in going])
        yield planes
        placements, answers = session.run(["placement", "answer"], {"planes": planes})
        played = [
            position.play(_chosen(position, placement, answer, chance))
            for position, placement, answer in zip(going, placements, answers, strict=True)
        ]
        going = [position for position in played if not position.is_over]


def _seen(position: carnac.Position) -> Reals:
    board = position.board
    planes = np.zeros((len(PLANES), board.size), np.float32)
    encode_planes(layout_of(position), state_of(position), planes)
    return planes.reshape(len(PLANES), board.ranks, board.files)


def _chosen(position: carnac.Position, placement: Reals, answer: Reals, chance: random.Random) -> str:
    """A legal move, drawn as likely as the network finds it."""
    turn = RED if position.turn == "red" else WHITE
    moves = [str(move) for move in position.legal_moves()]
    logits = [_logit(move, turn, placement, answer) for move in moves]
    weights = np.exp(np.array(logits) - max(logits))
    return chance.choices(moves, weights.tolist())[0]


def _logit(move: str, turn: int, placement: Reals, answer: Reals) -> float:
    action = action_of(move, turn)
    if action >= PLACEMENTS:
        return float(answer[action - PLACEMENTS])
    rank, file = divmod(action // 4, FILES)
    return float(placement[action % 4, rank, file])
