"""Eight bits or full precision: networks come in both, and the one that is faster on this processor plays.

Eight bits are several times as fast on processors with instructions for them, and slower on some others. It
is measured at the first start, once per machine and network, and kept next to the compiled code.
"""

from __future__ import annotations

import hashlib
import math
import platform
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime

from stonefield.engine.cache import cache_root

EIGHT_BITS, FULL_PRECISION = ARITHMETICS = ("eight-bits", "full-precision")
GAIN = 1.1
"""How many times as fast full precision has to be."""
TURNS = 6
"""Both are evaluated this often, in turns; the quickest evaluation of each counts."""
BATCH, SIDE = 8, 8
"""Positions in one evaluation, and the side of their boards."""


@cache
def weights_of(game: str, arithmetic: str) -> Traversable:
    """The file of a game's network."""
    suffix = {EIGHT_BITS: "", FULL_PRECISION: "-exact"}[arithmetic]
    return resources.files(f"stonefield.engine.{game}").joinpath(f"weights/{game}{suffix}.onnx")


def session(weights: Traversable) -> Any:
    """A network on one thread of this machine's processor."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(weights.read_bytes(), options, providers=["CPUExecutionProvider"])


@cache
def chosen(game: str) -> str:
    """The arithmetic of a game's network on this machine."""
    files = {arithmetic: weights_of(game, arithmetic) for arithmetic in ARITHMETICS}
    network = hashlib.sha256(b"".join(file.read_bytes() for file in files.values())).hexdigest()[:16]
    kind = f"onnxruntime{onnxruntime.__version__}-{platform.machine()}-{platform.node()}"
    return agreed(
        cache_root() / f"arithmetic-{network}.{kind}",
        lambda: faster({arithmetic: _evaluation(file) for arithmetic, file in files.items()}),
    )


def _evaluation(weights: Traversable) -> Callable[[], object]:
    network = session(weights)
    (given,) = network.get_inputs()
    planes = np.ones((BATCH, given.shape[1], SIDE, SIDE), dtype=np.float32)
    return lambda: network.run(None, {given.name: planes})


def faster(evaluations: Mapping[str, Callable[[], object]]) -> str:
    """Which of both is faster."""
    seconds = dict.fromkeys(evaluations, math.inf)
    for _ in range(TURNS):
        for arithmetic, evaluate in evaluations.items():
            began = time.perf_counter()
            evaluate()
            seconds[arithmetic] = min(seconds[arithmetic], time.perf_counter() - began)
    return FULL_PRECISION if seconds[EIGHT_BITS] > GAIN * seconds[FULL_PRECISION] else EIGHT_BITS


def agreed(path: Path, measure: Callable[[], str]) -> str:
    """What is kept in a file, or else measured and kept; of two processes that measure, the first decides."""
    if kept := _kept(path):
        return kept
    measured = measure()
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        if not _kept(path):
            path.unlink(missing_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(measured)
    return _kept(path) or measured


def _kept(path: Path) -> str | None:
    with suppress(OSError, UnicodeDecodeError):
        text = path.read_text(encoding="utf-8")
        return text if text in ARITHMETICS else None
    return None
