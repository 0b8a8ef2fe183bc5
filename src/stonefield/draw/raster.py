"""Pictures as pixels: a whole one, and the next one of a film, of which only what has changed is drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from io import BytesIO
from math import ceil, floor
from typing import TYPE_CHECKING

from stonefield.draw.extents import Box, merged, pieces, trimmed
from stonefield.draw.scene import Frame, Scene

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_REDRAWN = 0.6
"""The share of a picture from which on it is drawn as a whole."""


def png_of(svg: str) -> bytes:
    """An SVG picture as PNG, transparent where nothing is drawn."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg, skip_system_fonts="<text" not in svg))


class Projector:
    """Draws the pictures of a film one after the other, all in one frame and ``width`` pixels wide."""

    def __init__(self, scene: Scene, frame: Frame, width: int) -> None:
        self._scene = scene
        self._scale = width / frame.width
        self._width, self._height = width, max(1, ceil(frame.height * self._scale))
        # A whole number of pixels, so that parts that are drawn later fit in.
        self._frame = frame._replace(height=self._height / self._scale)
        self._elements: Sequence[str] = ()
        self._shown: Image | None = None

    def show(self, elements: Sequence[str]) -> Image:
        """The picture of these elements, from back to front."""
        from PIL import Image

        if self._shown is None:
            self._shown = Image.new("RGB", (self._width, self._height))
            self._draw(self._shown, (0, 0, self._width, self._height), elements)
        else:
            self._shown = self._shown.copy()
            for window in self._windows(self._elements, elements):
                self._draw(self._shown, window, elements)
        self._elements = elements
        return self._shown

    def _windows(self, old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
        """The parts of the picture, in pixels, in which something is different."""
        before = Counter(piece for element in old for piece in pieces(element))
        after = Counter(piece for element in new for piece in pieces(element))
        changed = [piece.box for piece in ((before - after) + (after - before))]
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

    def _draw(self, shown: Image, window: tuple[int, int, int, int], elements: Sequence[str]) -> None:
        from PIL import Image

        left, top, right, bottom = window
        width, height = (right - left) / self._scale, (bottom - top) / self._scale
        part = Frame(self._frame.left + left / self._scale, self._frame.top + top / self._scale, width, height)
        view = Box(part.left, part.top, part.left + width, part.top + height)
        drawn = "\n".join(filter(None, (trimmed(element, view) for element in elements)))
        box = " ".join(f"{value:.6f}" for value in part)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{right - left}"'
            f' height="{bottom - top}" font-family="Georgia, \'Times New Roman\', serif">'
            f"<defs>{self._scene.shared()}</defs>"
        )
        page = f'<rect x="-9999" y="-9999" width="19998" height="19998" fill="{self._scene.theme.page[1]}"/>'
        content = png_of(f"{head}{page}{drawn}</svg>")
        shown.paste(Image.open(BytesIO(content)).convert("RGB"), (left, top))
