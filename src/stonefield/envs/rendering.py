"""What an environment shows of a position: pixels, SVG, or text for a terminal."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stonefield import draw
from stonefield.games.game import InvalidOption, Position

MODES = ("rgb_array", "svg", "ansi", "human")
"""``human`` prints the text on standard output."""
WIDTH = 480
"""Pixels of a picture."""


def check_mode(mode: str | None) -> None:
    """Refuse a mode that there is not."""
    if mode is not None and mode not in MODES:
        raise InvalidOption(f"`{mode}`: the render modes are {', '.join(MODES)}")


def render(position: Position, mode: str | None, last: str | None = None) -> Any:
    """A position in a mode; ``last`` is the move that led to it."""
    if mode == "rgb_array":
        return pixels(position, last=last)
    if mode == "svg":
        return draw.svg(position, last=last, size=WIDTH)
    if mode == "ansi":
        return draw.text(position, colour=True)
    if mode == "human":
        print(draw.text(position, colour=True))
    return None


def pixels(position: Position, *, last: str | None = None, width: int = WIDTH) -> NDArray[np.uint8]:
    """uint8[height, width, 3]: the picture of a position."""
    from PIL import Image

    picture = Image.open(BytesIO(draw.png(position, last=last, size=width))).convert("RGBA")
    on_white = Image.new("RGBA", picture.size, "white")
    return np.asarray(Image.alpha_composite(on_white, picture).convert("RGB"))
