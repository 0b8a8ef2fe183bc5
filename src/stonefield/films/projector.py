"""The pictures of a film as pixels; of each, only what has changed is drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from io import BytesIO
from math import ceil, floor
from typing import TYPE_CHECKING

from stonefield.draw.raster import png_of
from stonefield.draw.scene import Frame, Scene
from stonefield.films.extents import Box, Piece, merged, pieces, trimmed

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_REDRAWN = 0.6
"""The share of a picture from which on it is drawn as a whole."""


class Projector:
    """Draws the pictures of a film one after the other, all in one frame and ``width`` pixels wide.

    ``fixed`` are the elements at the back that all of them begin with; they are drawn once.
    """

    def __init__(self, scene: Scene, frame: Frame, width: int, fixed: Sequence[str]) -> None:
        self._scene = scene
        self._scale = width / frame.width
        self._width, self._height = width, max(1, ceil(frame.height * self._scale))
        # A whole number of pixels, so that parts that are drawn later fit in.
        self._frame = frame._replace(height=self._height / self._scale)
        whole = (0, 0, self._width, self._height)
        page = f'<rect x="-9999" y="-9999" width="19998" height="19998" fill="{scene.theme.page[1]}"/>'
        self._ground = self._drawn(whole, (page, *fixed)).convert("RGB")
        self._fixed = len(fixed)
        self._elements: Sequence[str] = ()
        self._shown = self._ground

    def show(self, elements: Sequence[str]) -> Image:
        """The picture of these elements, from back to front."""
        loose = elements[self._fixed :]
        self._shown = self._shown.copy()
        for window in self._windows(self._elements, loose):
            part = self._ground.crop(window)
            drawn = self._drawn(window, loose)
            part.paste(drawn, (0, 0), drawn)
            self._shown.paste(part, window)
        self._elements = loose
        return self._shown

    def _windows(self, old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
        """The parts of the picture, in pixels, in which something is different."""
        changed = [piece.box for piece in _changed(old, new)]
        windows = merged([self._pixels(box) for box in changed])
        area = sum((right - left) * (bottom - top) for left, top, right, bottom in windows)
        if area > MOST_REDRAWN * self._width * self._height:
            yield 0, 0, self._width, self._height
            return
        for left, top, right, bottom in windows:
            if left < right and top < bottom:
                yield int(left), int(top), int(right), int(bottom)

    def _pixels(self, box: Box) -> Box:
        left, top, *_ = self._frame
        seen = Box(
            floor((box.left - left) * self._scale) - 1,
            floor((box.top - top) * self._scale) - 1,
            ceil((box.right - left) * self._scale) + 1,
            ceil((box.bottom - top) * self._scale) + 1,
        )
        return seen.within(Box(0, 0, self._width, self._height))

    def _drawn(self, window: tuple[int, int, int, int], elements: Sequence[str]) -> Image:
        """What the elements show in a window, transparent where that is nothing."""
        from PIL import Image

        left, top, right, bottom = window
        width, height = (right - left) / self._scale, (bottom - top) / self._scale
        west, north = self._frame.left + left / self._scale, self._frame.top + top / self._scale
        view = Box(west, north, west + width, north + height)
        drawn = "\n".join(filter(None, (trimmed(element, view) for element in elements)))
        box = " ".join(f"{value:.6f}" for value in (west, north, width, height))
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{right - left}"'
            f' height="{bottom - top}" font-family="Georgia, \'Times New Roman\', serif">'
            f"<defs>{self._scene.shared()}</defs>"
        )
        return Image.open(BytesIO(png_of(f"{head}{drawn}</svg>"))).convert("RGBA")


def _changed(old: Sequence[str], new: Sequence[str]) -> Iterator[Piece]:
    """What is seen in one of two pictures alone, or before or behind something else than in the other."""
    before: Counter[Piece] = Counter()
    after: Counter[Piece] = Counter()
    for same, *place in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if same == "equal":
            continue
        for elements, outlines in ((old[place[0] : place[1]], before), (new[place[2] : place[3]], after)):
            for element in elements:
                found = pieces(element)
                if len(found) > 1:
                    outlines.update(found)
                else:
                    yield from found
    # A path of many outlines that has one more of them has changed only there.
    yield from (before - after) + (after - before)
