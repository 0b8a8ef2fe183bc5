"""The symbols of the colours, each in a square of 100 by 100: knot and spiral, sun, leaf and water."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import cos, pi, sin

Curve = Callable[[float], tuple[float, float, float, float]]


def number(value: float, digits: int = 1) -> str:
    """A number as short as it can be written."""
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _trace(curve: Curve, start: float, end: float, pieces: int) -> str:
    """A curve, given with its derivative, as a chain of Bézier arcs."""
    step = (end - start) / pieces
    x, y, dx, dy = curve(start)
    path = f"M{number(x)} {number(y)}"
    for piece in range(1, pieces + 1):
        to_x, to_y, to_dx, to_dy = curve(start + piece * step)
        third = step / 3
        points = (x + dx * third, y + dy * third, to_x - to_dx * third, to_y - to_dy * third, to_x, to_y)
        path += "C" + " ".join(number(value) for value in points)
        x, y, dx, dy = to_x, to_y, to_dx, to_dy
    return path


def _knot_curve(t: float) -> tuple[float, float, float, float]:
    # Turned by an eighth, so that its four loops point to the corners of the square.
    size = 34.5 / 3
    x, y = sin(t) + 2 * sin(3 * t), cos(t) - 2 * cos(3 * t)
    dx, dy = cos(t) + 6 * cos(3 * t), -sin(t) + 6 * sin(3 * t)
    turn = size * cos(pi / 4)
    return 50 + turn * (x - y), 50 + turn * (x + y), turn * (dx - dy), turn * (dx + dy)


def _spiral_curve(t: float) -> tuple[float, float, float, float]:
    radius, growth = 3 + 31 * t, 31.0
    turns = 2.6 * 2 * pi
    angle = t * turns - 0.6
    c, s = cos(angle), sin(angle)
    return 50 + radius * c, 50 + radius * s, growth * c - radius * s * turns, growth * s + radius * c * turns


@cache
def knot(colour: str, ground: str) -> str:
    """A knot of four loops: each strand passes over two crossings and under the next two."""
    whole = _trace(_knot_curve, 0, 2 * pi, 24)
    over = "".join(
        _trace(_knot_curve, t - 0.25, t + 0.25, 3) for t in (1.3265 + k * pi / 2 for k in range(4))
    )
    return (
        '<g fill="none" stroke-linecap="butt">'
        f'<path d="{whole}Z" stroke="{colour}" stroke-width="6.2"/>'
        f'<path d="{over}" stroke="{ground}" stroke-width="11"/>'
        f'<path d="{over}" stroke="{colour}" stroke-width="6.2"/></g>'
    )


@cache
def spiral(colour: str, ground: str) -> str:
    """A spiral of two turns and a half."""
    path = _trace(_spiral_curve, 0, 1, 20)
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="6.6" stroke-linecap="round"/>'


def _burnt(path: str, colour: str) -> str:
    """A line burnt into wood."""
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="5" stroke-linecap="round"'
        ' stroke-linejoin="round"/>'
    )


def sun(colour: str, ground: str) -> str:
    """A ring and its rays."""
    rays = "".join(
        f"M{number(50 + 21 * cos(k * pi / 4))} {number(50 + 21 * sin(k * pi / 4))}"
        f"L{number(50 + 29 * cos(k * pi / 4))} {number(50 + 29 * sin(k * pi / 4))}"
        for k in range(8)
    )
    return _burnt(f"M63 50A13 13 0 1 1 37 50A13 13 0 1 1 63 50{rays}", colour)


def leaf(colour: str, ground: str) -> str:
    """A leaf with its rib."""
    return _burnt("M25 75C20 40 40 20 75 25C80 60 60 80 25 75ZM25 75L62 38", colour)


def water(colour: str, ground: str) -> str:
    """Three waves."""
    return _burnt("".join(f"M23 {y}q9-10 18 0t18 0t18 0" for y in (34, 50, 66)), colour)


SYMBOLS: dict[str, Callable[[str, str], str]] = {
    "red": knot,
    "white": spiral,
    "yellow": sun,
    "green": leaf,
    "neutral": water,
}


def symbol_of(colour: str, paint: str, ground: str) -> str:
    """The symbol of a colour, painted on a ground; a colour without one shows its first letter."""
    if colour in SYMBOLS:
        return SYMBOLS[colour](paint, ground)
    return (
        f'<text x="50" y="70" font-size="60" text-anchor="middle" fill="{paint}">{colour[0].upper()}</text>'
    )


def grain() -> str:
    """The speckles of granite, light and dark, always the same."""
    seed, dots = 20240621, {"#fff": "", "#000": ""}
    for index in range(64):
        values = []
        for _ in range(3):
            seed = (seed * 1103515245 + 12345) % 2**31
            values.append(seed / 2**31)
        x, y, size = 4 + 92 * values[0], 4 + 92 * values[1], 0.8 + 1.6 * values[2]
        dot = f"M{number(x)} {number(y)}l{number(size)} {number(size)} {number(-size)} {number(size)}"
        dots["#fff" if index % 2 else "#000"] += f"{dot} {number(-size)} {number(-size)}z"
    return "".join(f'<path d="{path}" fill="{colour}" opacity=".16"/>' for colour, path in dots.items())
