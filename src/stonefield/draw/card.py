"""A position with a few words beside it, as a picture of fixed size: what a link looks like elsewhere."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Sequence
from functools import cache
from html import escape
from typing import NamedTuple

from stonefield.draw.camera import find_camera
from stonefield.draw.foot import Entry, foot, width_of
from stonefield.draw.picture import picture_of
from stonefield.draw.raster import has_letter, png_of
from stonefield.draw.scene import Frame, Scene
from stonefield.draw.symbols import number
from stonefield.games.game import Move, Position

WIDTH, HEIGHT = 1200, 630
"""What sites ask for: a picture nearly twice as wide as high."""
MOST_BYTES = 100_000
"""Some sites show nothing larger."""
_PALETTES = (256, 160, 96, 48)
"""Colours, until the picture is small enough."""
_BOARD = Frame(24, 24, 716, 582)
"""Where the board is."""
_WORDS, _LINE, _MOST_ROWS, _LONGEST = 776, 88, 4, 26
_ROOM = WIDTH - _WORDS - 40
_LARGE = 1.7
"""How much larger its lines are than the one below a picture."""


class CardRow(NamedTuple):
    """A line beside the board: a colour, what is written, and whether it is on turn or has won."""

    colour: str
    text: str
    marked: bool = False


def card(
    position: Position,
    *,
    heading: str,
    rows: Sequence[CardRow] = (),
    last: Move | str | None = None,
    theme: str = "light",
) -> bytes:
    """A position and words about it as PNG, at most 100,000 bytes."""
    svg = _card_svg(position, heading, rows, None if last is None else str(last), theme)
    return _small(png_of(svg))


def _card_svg(position: Position, heading: str, rows: Sequence[CardRow], last: str | None, theme: str) -> str:
    picture = picture_of(position.game.name)
    colours = picture.theme(theme, None)
    board = picture.scene(position, find_camera("isometric"), colours, last)
    around = Scene(board.camera, colours, board.kinds)
    whole = Frame(0, 0, WIDTH, HEIGHT)
    place = " ".join(
        f'{name}="{number(value)}"' for name, value in zip(("x", "y", "width", "height"), _BOARD, strict=True)
    )
    shown = [Entry(row.colour, _written(row.text)[:_LONGEST], row.marked) for row in rows[:_MOST_ROWS]]
    middle = HEIGHT / 2 - _LINE * (len(shown) - 1) / 2 + 30
    large = min(_LARGE, _ROOM / max((width_of(entry) for entry in shown), default=1))
    symbols = {kind: around.name(kind) for kind in around.kinds}
    parts = [
        around.head(whole, size=WIDTH, title=heading, description=""),
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#{around.name("page")})"/>',
        f'<svg {place} viewBox="{board.frame(has_footer=False)}">{"".join(board.elements)}</svg>',
        _words(heading, middle - 92, 54, colours.ink),
    ]
    for line, entry in enumerate(shown):
        y = middle + line * _LINE
        parts.append(f'<g transform="translate({_WORDS + 30} {number(y)}) scale({number(large, 2)})">')
        parts += foot([entry], colours, symbols, middle=0, y=0, room=WIDTH, begins=True)
        parts.append("</g>")
    return "\n".join((*parts, "</svg>\n"))


def _words(text: str, y: float, size: float, ink: str) -> str:
    """A heading, smaller if it is long."""
    shown = _written(text)
    fits = min(size, _ROOM / max(1, len(shown)) * 1.9)
    return (
        f'<text x="{_WORDS}" y="{number(y)}" font-size="{number(fits)}" fill="{ink}">{escape(shown)}</text>'
    )


def _written(text: str) -> str:
    """A text in the letters that there are; without marks where a letter with its marks is missing."""
    return "".join(sign if has_letter(sign) else _plain(sign) for sign in text).strip()


@cache
def _plain(sign: str) -> str:
    base = unicodedata.normalize("NFKD", sign)[:1]
    return base if has_letter(base) else ""


def can_write(text: str) -> bool:
    """Whether most letters of a text are there: a name of which half is missing is no name."""
    return 2 * len(_written(text)) > len(text)


def _small(content: bytes) -> bytes:
    """The picture in as many colours as 100,000 bytes hold."""
    from PIL import Image

    whole = Image.open(io.BytesIO(content)).convert("RGB")
    packed = b""
    for colours in _PALETTES:
        out = io.BytesIO()
        whole.quantize(colours, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
        packed = out.getvalue()
        if len(packed) <= MOST_BYTES:
            break
    return packed
