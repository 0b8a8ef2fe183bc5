"""The exported network says what the trained one says, on every board."""

from __future__ import annotations

import jax
import numpy as np
import onnxruntime
import pytest
from tests.learn.test_network import some_fields

from stonefield.learn.export import OUTPUTS, network_graph
from stonefield.learn.field import BOARDS
from stonefield.learn.network import Shape, fold, init, judge
from stonefield.learn.planes import as_canvas, planes_of

SHAPE = Shape(blocks=2, channels=8, head=4)


@pytest.mark.parametrize("board", BOARDS)
def test_the_export_says_what_the_network_says(board: str):
    params, stats = init(SHAPE, jax.random.key(4))
    params = {name: value + 0.1 for name, value in params.items()}
    folded = fold(params, stats)
    session = onnxruntime.InferenceSession(
        network_graph(SHAPE, folded).SerializeToString(), providers=["CPUExecutionProvider"]
    )
    files, ranks = BOARDS[board]
    planes = as_canvas(jax.vmap(planes_of)(some_fields(files, ranks)))[:, :ranks, :files]
    said = dict(
        zip(
            OUTPUTS,
            session.run(list(OUTPUTS), {"planes": np.asarray(planes).transpose(0, 3, 1, 2)}),
            strict=True,
        )
    )
    opinion = judge(SHAPE, folded, planes)
    for name in OUTPUTS:
        expected = np.asarray(getattr(opinion, name))
        if expected.ndim == 4:
            expected = expected.transpose(0, 3, 1, 2)
        np.testing.assert_allclose(said[name], expected, rtol=1e-3, atol=1e-3)
