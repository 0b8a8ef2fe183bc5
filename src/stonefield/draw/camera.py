"""How the board is seen in a picture: before us and from above, as in the browser, or straight from above."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, radians, sin

from stonefield.games.game import InvalidOption

UNIT = 60.0
VIEWS = ("isometric", "above")
AWAY = 1.9
"""How far from the board we are, measured by its longer side."""

Point = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Camera:
    """The table before us, seen from ``height`` degrees above it, as in the browser.

    From ``distance`` squares away what is nearer is larger; without it all lines of sight are parallel.
    """

    height: float
    centre: tuple[float, float] = (0.0, 0.0)
    distance: float | None = None

    def at(self, point: Point) -> tuple[float, float]:
        """Where a point of the table (east, north, up, in squares) is seen."""
        east, north, up = point[0] - self.centre[0], point[1] - self.centre[1], point[2]
        upright, level = sin(radians(self.height)), cos(radians(self.height))
        nearer = up * upright - north * level
        scale = UNIT * (self.distance / (self.distance - nearer) if self.distance else 1)
        return east * scale, -(north * upright + up * level) * scale

    def over(self, files: int, ranks: int) -> Camera:
        """The camera before the middle of a board; from straight above nothing leans, so nothing changes."""
        if self.from_above:
            return self
        return replace(self, centre=(files / 2, ranks / 2), distance=AWAY * max(files, ranks))

    def side_seen(self, west: float, east: float) -> int:
        """Which side of a block is seen besides its front: 1 the east, -1 the west, 0 neither."""
        if self.distance is None:
            return 0
        middle = self.centre[0]
        return 1 if middle > east else -1 if middle < west else 0

    @property
    def from_above(self) -> bool:
        return self.height == 90


CAMERAS = {"isometric": Camera(57), "above": Camera(90)}


def find_camera(view: str) -> Camera:
    """The camera of a view."""
    try:
        return CAMERAS[view]
    except KeyError:
        raise InvalidOption(f"`{view}`: a picture is seen {' or '.join(VIEWS)}") from None
