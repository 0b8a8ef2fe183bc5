"""Actions of the vectorised game as move text."""

from __future__ import annotations

from functools import cache

import numpy as np

from stonefield.games.caminos.moves import Placement
from stonefield.selfplay.caminos.geometry import BASES, CUBES, FILES, LETTERS, ORIENTATIONS, SHAPE_OF


@cache
def text_of(action: int, turn: int = 0) -> str:
    """The text of an action; it is the same for both colours."""
    anchor, orientation = divmod(action, ORIENTATIONS)
    rank, file = divmod(anchor, FILES)
    cubes = (
        (file + x, rank + y, int(BASES[orientation, y, x]) + level)
        for y, x in np.argwhere(CUBES[orientation])
        for level in range(CUBES[orientation, y, x])
    )
    return Placement(LETTERS[SHAPE_OF[orientation]], cubes).text
