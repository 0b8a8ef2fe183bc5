"""What Carnac's network expects of the end: the colour of every square, and both sides' dolmens."""

from __future__ import annotations

from functools import cache

import numpy as np

from stonefield.engine.carnac.adapter import CarnacAdapter
from stonefield.engine.carnac.network import CarnacNetwork
from stonefield.engine.carnac.network_search import PLANES, encode_planes
from stonefield.engine.network import expectations
from stonefield.engine.outlook import Outlook
from stonefield.games.carnac import Position


@cache
def _network() -> CarnacNetwork:
    return CarnacNetwork()


def outlook(position: Position) -> Outlook | None:
    """The colour to expect on every square and the dolmens of both sides; None without the network.

    A megalith that has been answered never moves again, so what it shows is certain.
    """
    red, white = position.game.colours
    if not (position.is_over or CarnacNetwork.is_installed()):
        return None
    settled = {square: 1.0 if top == red else -1.0 for square, top in position.tops.items()}
    if position.is_over:
        tints = {square: settled.get(square, 0.0) for square in position.board.names}
        return Outlook(tints, {colour: float(position.score(colour)) for colour in (red, white)})
    if position.pending is not None:
        del settled[position.pending.square]
    game = CarnacAdapter(position)
    planes = np.empty((PLANES, position.board.size), dtype=np.float32)
    encode_planes(game.layout, game.root, planes)
    mine, theirs, dolmens = expectations(_network(), planes, position.board.files)
    sign = 1.0 if position.turn == red else -1.0
    expected = {
        position.board.name_of(square): float(sign * (mine[square] - theirs[square]))
        for square in range(position.board.size)
    }
    scores = dict(zip((position.turn, position.game.other(position.turn)), map(float, dolmens), strict=True))
    return Outlook(
        {square: settled.get(square, expected[square]) for square in position.board.names},
        {colour: max(0.0, scores[colour]) for colour in (red, white)},
    )
