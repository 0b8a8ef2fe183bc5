"""Draw what an agent observes: a position, and beside it every plane of its observation.

python docs/envs/draw_planes.py carnac > docs/pictures/planes-carnac.svg
"""

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from stonefield import draw
from stonefield.envs.encoding import encoding_of
from stonefield.records import read_any

PICTURES = Path(__file__).parents[1] / "pictures"
PLIES = {"carnac": 13, "caminos": 13}
CELL, GAP, COLUMNS = 12, 28, 3
LABEL = 225
"""Room for the longest name of a plane."""


def plane(values: NDArray[np.float32], name: str, left: int, top: int) -> list[str]:
    """One plane as a grid of grey squares, the first rank at the bottom."""
    ranks, side = values.shape[0], CELL - 1
    parts = [f'<text x="{left}" y="{top - 5}">{name}</text>']
    for value in np.unique(values):
        grey = round(245 - 215 * float(value))
        squares = "".join(
            f"M{left + file * CELL} {top + (ranks - 1 - rank) * CELL}h{side}v{side}h-{side}z"
            for rank, file in np.argwhere(values == value)
        )
        parts.append(f'<path fill="rgb({grey},{grey},{grey})" d="{squares}"/>')
    return parts


def picture(game: str) -> str:
    """The whole picture as SVG."""
    (record,) = read_any((PICTURES / f"{game}.stones").read_text("utf-8"))
    encoding = encoding_of(record.start)
    position = record.start
    for move in record.moves[: PLIES[game]]:
        position = position.play(move)
    seen = encoding.observe(position, position.player)
    ranks, files, planes = encoding.shape
    wide = max(files * CELL, LABEL) + GAP
    high = ranks * CELL + GAP
    board = draw.svg(position, view="above", size=300).replace("<svg ", '<svg x="0" y="0" ', 1)
    parts = [board]
    for number, name in enumerate(encoding.planes):
        row, column = divmod(number, COLUMNS)
        parts += plane(seen[..., number], f"{number}: {name}", 320 + column * wide, 24 + row * high)
    rows = -(-planes // COLUMNS)
    size = (320 + COLUMNS * wide, max(300, 24 + rows * high))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}" '
            f'viewBox="0 0 {size[0]} {size[1]}" font-family="sans-serif" font-size="11">',
            f'<rect width="{size[0]}" height="{size[1]}" fill="white"/>',
            *parts,
            "</svg>",
        ]
    )


print(picture(sys.argv[1] if len(sys.argv) > 1 else "carnac"))
