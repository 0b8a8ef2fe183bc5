"""Which picture draws which game."""

from __future__ import annotations

from typing import Any

from stonefield.draw.picture import Picture, PlainPicture
from stonefield.games.registry import Registry

PICTURES: Registry[Picture[Any]] = Registry(
    "stonefield.draw",
    {"carnac": "stonefield.draw.carnac:PICTURE", "caminos": "stonefield.draw.caminos:PICTURE"},
)


def picture_of(game: str) -> Picture[Any]:
    """The picture of a game; the plain one if it has none of its own."""
    return PICTURES.get(game) or PlainPicture()
