"""Each network comes in two arithmetics: both say the same, and the faster one plays."""

from __future__ import annotations

import itertools
import random
from types import SimpleNamespace

import numpy as np
import pytest

from stonefield import caminos, carnac
from stonefield.engine import arithmetic
from stonefield.engine.arithmetic import ARITHMETICS, EIGHT_BITS, FULL_PRECISION, agreed, faster, weights_of
from stonefield.engine.caminos.adapter import CaminosAdapter
from stonefield.engine.caminos.network import CaminosNetwork, encoding_of
from stonefield.engine.caminos.network_search import encode_planes as encode_caminos
from stonefield.engine.carnac import arrays
from stonefield.engine.carnac.network import CarnacNetwork
from stonefield.engine.carnac.network_search import encode_planes as encode_carnac
from stonefield.engine.network import values_of


def positions(start):
    """Every position of a random game."""
    chance, position = random.Random(7), start
    while not position.is_over:
        yield position
        position = position.play(chance.choice(position.legal_moves()))


def carnac_planes(position):
    planes = np.empty((10, position.board.size), dtype=np.float32)
    encode_carnac(arrays.layout_of(position), arrays.state_of(position), planes)
    return planes


def caminos_planes(position):
    game = CaminosAdapter(position)
    planes = np.empty((30, position.board.files * position.board.ranks), dtype=np.float32)
    encode_caminos(game.layout, encoding_of(game.setup), game.root, planes)
    return planes


@pytest.mark.parametrize(
    ("network", "start", "planes_of"),
    [
        (CarnacNetwork, carnac.start("medium"), carnac_planes),
        (CaminosNetwork, caminos.start("octagon"), caminos_planes),
    ],
)
def test_both_arithmetics_judge_alike(network, start, planes_of):
    planes = np.stack([planes_of(position) for position in positions(start)])
    said = [
        network(arithmetic).run(("placement", "outcome"), planes, start.board.files)
        for arithmetic in ARITHMETICS
    ]
    (rough, rough_outcome), (exact, exact_outcome) = said
    assert np.abs(values_of(rough_outcome) - values_of(exact_outcome)).mean() < 0.05
    shares = []
    for logits in (rough, exact):
        flat = np.exp(logits.reshape(len(planes), -1) - logits.max(axis=(1, 2, 3)).reshape(-1, 1))
        shares.append(flat / flat.sum(axis=1, keepdims=True))
    assert np.abs(shares[0] - shares[1]).sum(axis=1).mean() / 2 < 0.1


@pytest.mark.parametrize("game", ["carnac", "caminos"])
def test_full_precision_takes_little_more_room(game):
    rough, exact = (len(weights_of(game, arithmetic).read_bytes()) for arithmetic in ARITHMETICS)
    assert exact < 1.5 * rough


@pytest.mark.parametrize(
    ("rough", "exact", "choice"),
    [(0.02, 0.001, FULL_PRECISION), (0.001, 0.02, EIGHT_BITS), (0.0, 0.0, EIGHT_BITS)],
)
def test_full_precision_is_chosen_only_where_it_is_faster(rough, exact, choice, monkeypatch):
    clock = itertools.accumulate(itertools.cycle([0.0, rough, 0.0, exact]))
    monkeypatch.setattr(arithmetic, "time", SimpleNamespace(perf_counter=lambda: next(clock)))
    assert faster({EIGHT_BITS: lambda: None, FULL_PRECISION: lambda: None}) == choice


def never():
    raise AssertionError("it is known")


def test_it_is_measured_once(tmp_path):
    path = tmp_path / "cache" / "arithmetic"
    assert agreed(path, lambda: FULL_PRECISION) == FULL_PRECISION
    assert agreed(path, never) == FULL_PRECISION


def test_of_two_processes_that_measure_at_once_the_first_decides_for_both(tmp_path):
    path = tmp_path / "arithmetic"

    def slowly():
        assert agreed(path, lambda: FULL_PRECISION) == FULL_PRECISION
        return EIGHT_BITS

    assert agreed(path, slowly) == FULL_PRECISION


@pytest.mark.parametrize("content", [b"", b"nine-bits", b"\xff"])
def test_a_file_that_holds_no_choice_is_replaced(content, tmp_path):
    path = tmp_path / "arithmetic"
    path.write_bytes(content)
    assert agreed(path, lambda: FULL_PRECISION) == FULL_PRECISION
    assert agreed(path, never) == FULL_PRECISION


def test_without_a_place_to_keep_it_the_choice_still_holds(tmp_path):
    path = tmp_path / "file" / "arithmetic"
    path.parent.write_text("no folder")
    assert agreed(path, lambda: FULL_PRECISION) == FULL_PRECISION


def test_a_network_says_which_arithmetic_it_has():
    assert CarnacNetwork(FULL_PRECISION).arithmetic == FULL_PRECISION
    assert CarnacNetwork().arithmetic == arithmetic.chosen("carnac")
