"""Small boards and a way to lay a whole game on the table."""

from __future__ import annotations

import pytest

from stonefield import caminos

NOOK = "nook=###/###/###=a1b1c1|c1c2c3|a3b3c3|a1a2a3"
YARD = "yard=####/####/####/####=a1b1c1d1|d1d2d3d4|a4b4c4d4|a1a2a3a4"


@pytest.fixture
def nook() -> caminos.Board:
    return caminos.Board.read(NOOK)


@pytest.fixture
def yard() -> caminos.Board:
    return caminos.Board.read(YARD)


@pytest.fixture
def lay():
    """Play the moves of a line of text from a start."""

    def play(moves: str, *arguments, **options):
        position = caminos.start(*arguments, **options)
        for move in moves.split():
            position = position.play(move)
        return position

    return play
