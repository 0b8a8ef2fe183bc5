"""Lines around groups of squares, drawn a little inside of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from stonefield.draw.camera import Point
from stonefield.draw.picture import Square

# For each side of a square: the way out of it, the corner where it begins, and the way along it.
_SIDES = (
    ((0, -1), (0, 0), (1, 0)),
    ((1, 0), (1, 0), (0, 1)),
    ((0, 1), (1, 1), (-1, 0)),
    ((-1, 0), (0, 1), (0, -1)),
)


def border(group: Collection[Square], square: Square, height: float, inset: float) -> Iterator[list[Point]]:
    """The parts of a group's outline that run along one of its squares, at the height of that square's top.

    Lines of neighbouring squares meet: they are shortened where the outline turns inwards at their end, and
    go on a little into the next square where it turns outwards.
    """
    x, y = square
    for (out_x, out_y), (corner_x, corner_y), (along_x, along_y) in _SIDES:
        if (x + out_x, y + out_y) in group:
            continue
        ends = []
        for step, corner in ((-1, 0), (1, 1)):
            beside = (x + step * along_x, y + step * along_y)
            beyond = (beside[0] + out_x, beside[1] + out_y)
            reach = -inset if beside not in group else inset if beyond in group else 0.0
            along = corner + step * reach
            ends.append(
                (
                    x + corner_x + along * along_x - inset * out_x,
                    y + corner_y + along * along_y - inset * out_y,
                    height,
                )
            )
        yield ends
