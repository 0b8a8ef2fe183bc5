"""Stonefield: the home of Carnac and Caminos."""

from stonefield.games import caminos, carnac
from stonefield.games.game import (
    IllegalMove,
    InvalidMove,
    InvalidOption,
    InvalidPosition,
    Outcome,
    StonefieldError,
)

__version__ = "0.1.0"

__all__ = [
    "IllegalMove",
    "InvalidMove",
    "InvalidOption",
    "InvalidPosition",
    "Outcome",
    "StonefieldError",
    "caminos",
    "carnac",
]
