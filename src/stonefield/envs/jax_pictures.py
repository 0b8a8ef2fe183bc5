"""States of the games in JAX as positions of the rules and as pictures."""

from __future__ import annotations

import re
from math import ceil, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stonefield import draw
from stonefield.envs.encoding import encoding_of
from stonefield.games.game import Position, parse

WIDTH = 320
"""Pixels of one game's picture."""
_HEIGHT = re.compile(r'^<svg [^>]* height="([0-9]+)"')


def position_after(start: str, actions: NDArray[np.int32]) -> tuple[Position, str | None]:
    """The position after actions from a start, and the last move; numbers below 0 are places not yet used."""
    encoding = encoding_of(parse(start))
    position, last = encoding.start, None
    for action in actions[actions >= 0].tolist():
        last = encoding.text_of(action)
        position = encoding.play(position, action)
    return position, last


def picture(start: str, actions: Any, theme: str, width: int) -> str:
    """One game as SVG, or several in as many rows as columns; ``actions`` are int32[..., plies]."""
    games = np.asarray(actions)
    drawn = []
    for played in games.reshape(-1, games.shape[-1]):
        position, last = position_after(start, played)
        drawn.append(draw.svg(position, theme=theme, last=last, size=width))
    if games.ndim == 1:
        return drawn[0]
    columns = ceil(sqrt(len(drawn)))
    rows = ceil(len(drawn) / columns)
    height = max(int(_HEIGHT.findall(svg)[0]) for svg in drawn)
    cells = [
        svg.replace("<svg ", f'<svg x="{number % columns * width}" y="{number // columns * height}" ', 1)
        for number, svg in enumerate(drawn)
    ]
    size = f'width="{columns * width}" height="{rows * height}"'
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" {size}>', *cells, "</svg>"])
