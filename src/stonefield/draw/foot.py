"""The line below a picture: what each colour has, what is left, and who decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from stonefield.draw.symbols import number
from stonefield.draw.themes import Theme

FOOT = 54.0
"""Room for the line."""
GAP = 40.0
"""Between two of its parts."""


class Entry(NamedTuple):
    """A part of the line: a colour (None: the common stock) and what it has."""

    kind: str | None
    text: str
    on_turn: bool = False


def foot(
    entries: Sequence[Entry],
    theme: Theme,
    symbols: Mapping[str, str],
    *,
    middle: float,
    y: float,
    room: float,
    begins: bool = False,
) -> list[str]:
    """The elements of the line; ``symbols`` are the ids of the colours' symbols, the main colour first.

    ``middle`` is where its middle is, or where it ``begins``.
    """
    widths = [width_of(entry) for entry in entries]
    # What is too long for a narrow board is written smaller.
    scale = min(1.0, room / sum(widths))
    x = middle if begins else middle - (sum(widths) - GAP) / 2 * scale
    parts = []
    for entry, width in zip(entries, widths, strict=True):
        ink = theme.ink
        if entry.on_turn:
            parts += _turn_sign(theme, x, y, width - GAP, scale)
            ink = theme.page[0]
        parts.append(_emblem(entry.kind, theme, symbols, x, y, scale))
        parts.append(
            f'<text x="{number(x + 37 * scale)}" y="{number(y + 7 * scale)}"'
            f' font-size="{number(21 * scale)}" fill="{ink}">{escape(entry.text)}</text>'
        )
        x += width * scale
    return parts


def width_of(entry: Entry) -> float:
    """How wide a part is, with the gap after it."""
    return 34 + 11.5 * len(entry.text) + GAP


def _turn_sign(theme: Theme, x: float, y: float, width: float, scale: float) -> list[str]:
    """The sign of the player who decides: a plate in the colour of the ink, and an arrow on it."""
    tip, back, half = x - 4 * scale, x - 15 * scale, 7 * scale
    return [
        f'<rect x="{number(x - 25 * scale)}" y="{number(y - 20 * scale)}"'
        f' width="{number((width + 33) * scale)}" height="{number(40 * scale)}"'
        f' rx="{number(20 * scale)}" fill="{theme.ink}"/>',
        f'<path d="M{number(back)} {number(y - half)}L{number(tip)} {number(y)}'
        f'L{number(back)} {number(y + half)}Z" fill="{theme.page[0]}"/>',
    ]


def _emblem(
    kind: str | None, theme: Theme, symbols: Mapping[str, str], x: float, y: float, scale: float
) -> str:
    """A colour's symbol on what it is drawn on, or a narrow block for the common stock."""
    material = theme.materials[kind or next(iter(symbols))]
    left, width = (x, 28.0) if kind else (x + 8 * scale, 15.0)
    top = y - 14 * scale
    block = (
        f'<rect x="{number(left)}" y="{number(top)}" width="{number(width * scale)}"'
        f' height="{number(28 * scale)}" rx="4" fill="{material.top}" stroke="{material.edge}"/>'
    )
    if kind is None:
        return block
    size = number(0.28 * scale, 4)
    transform = f"matrix({size} 0 0 {size} {number(x)} {number(top)})"
    return f'{block}<use href="#{symbols[kind]}" transform="{transform}"/>'
