"""Whatever is said of a move is true: each claim is counted again on the board, over many positions."""

from __future__ import annotations

import random

import pytest

from stonefield.engine.thinker import Candidate
from stonefield.games import caminos, carnac
from stonefield.study.explain.explainer import explainer_for, reasons

from .checks import CaminosClaims, CarnacClaims


def lines(start, seed: int, games: int):
    """Positions of random games, each with a line of some random moves from there."""
    rng = random.Random(seed)
    for _ in range(games):
        played = [start]
        while not played[-1].is_over:
            played.append(played[-1].play(rng.choice(played[-1].legal_moves())))
        for position in played[:-1]:
            line, end = [], position
            while not end.is_over and len(line) < 6:
                line.append(str(rng.choice(end.legal_moves())))
                end = end.play(line[-1])
            yield position, line, end


STARTS = {
    "carnac": (CarnacClaims, [carnac.start("small"), carnac.start("6x4", stock=9, final_tilt=True)], 6),
    "caminos": (CaminosClaims, [caminos.start("square"), caminos.start("torus", neutral=True)], 1),
}


@pytest.mark.parametrize("game", STARTS)
def test_every_claim_is_true(game):
    claims, starts, games = STARTS[game]
    checked = set()
    for seed, start in enumerate(starts):
        for position, line, end in lines(start, seed, games):
            after = position.play(line[0])
            for claim in explainer_for(game).reasons(position, line, after):
                reason = claim.to_json()
                assert claims(position, line, end).hold(reason), f"{position} {line}: {reason}"
                checked.add(reason["code"])
    assert len(checked) >= 10, checked


@pytest.mark.parametrize("game", STARTS)
def test_nearly_every_move_has_a_reason(game):
    _, starts, _ = STARTS[game]
    told = [
        bool(reasons(position, Candidate(tuple(line), 0.5, 0.0, 1)))
        for position, line, _ in lines(starts[0], 7, 2)
    ]
    assert sum(told) >= 0.9 * len(told)
