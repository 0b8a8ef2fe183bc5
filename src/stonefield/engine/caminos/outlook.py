"""What to expect in Caminos: the shortest way each team still has to build, and the network's colours."""

from __future__ import annotations

from functools import cache

import numpy as np

from stonefield.engine.caminos.adapter import CaminosAdapter
from stonefield.engine.caminos.arrays import SQUARES
from stonefield.engine.caminos.network import PLANES, CaminosNetwork, encoding_of, knows
from stonefield.engine.caminos.network_search import encode_planes
from stonefield.engine.caminos.ways import way_across
from stonefield.engine.network import expectations
from stonefield.engine.outlook import Outlook
from stonefield.games.caminos import Position


@cache
def _network() -> CaminosNetwork:
    return CaminosNetwork()


def outlook(position: Position) -> Outlook:
    """Both ways; the colours to expect where the network knows the game."""
    ways = {colour: way_across(position, colour) for colour in position.game.colours}
    return Outlook(_tints(position), ways={colour: way for colour, way in ways.items() if way is not None})


def _tints(position: Position) -> dict[str, float]:
    first = position.game.colours[0]
    if position.is_over:
        return {
            square: {None: 0.0, first: 1.0}.get(position.tops.get(square), -1.0)
            for square in position.board.names
        }
    if not (CaminosNetwork.is_installed() and knows(position.setup)):
        return {}
    game, board = CaminosAdapter(position), position.board
    planes = np.empty((PLANES, int(game.layout.facts[SQUARES])), dtype=np.float32)
    encode_planes(game.layout, encoding_of(game.setup), game.root, planes)
    mine, theirs, _ = expectations(_network(), planes, board.files)
    sign = 1.0 if position.turn == first else -1.0
    return {board.name_of(square): float(sign * (mine[square] - theirs[square])) for square in board.squares}
