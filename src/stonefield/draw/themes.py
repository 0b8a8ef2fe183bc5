"""The themes of pictures, light and dark: the colours of the page, the board and the pieces.

They are the colours of the board in the browser (`tests/draw/test_one_hand.py` compares them), so that a
picture looks as if it were drawn there.
"""

from __future__ import annotations

from dataclasses import dataclass

from stonefield.games.game import InvalidOption


def shaded(colour: str, by: float) -> str:
    """A colour in the shade (``by`` below 1) or in a brighter light."""
    values = (min(255, round(int(colour[place : place + 2], 16) * by)) for place in (1, 3, 5))
    return "#" + "".join(f"{value:02x}" for value in values)


@dataclass(frozen=True, slots=True)
class Material:
    """What a block is made of: its top and its front, its edges, the symbol on it.

    ``outline`` is the line around what counts and ``rim`` the one that sets it off from any ground, ``slope``
    a side of a standing megalith as seen from above, ``word`` what the colour is called.
    """

    word: str
    top: str
    edge: str
    shine: str
    symbol: str
    outline: str = ""
    rim: str = "#1b1512"
    slope: str = ""

    @property
    def front(self) -> str:
        """Of the side that is turned to us: the light falls on it from above."""
        return shaded(self.top, 0.78)

    @property
    def side(self) -> str:
        """Of a side, away from the light."""
        return shaded(self.top, 0.6)


_DARK_GRANITE = ("#46433f", "#161412", "#7b766f")
PALE_GRANITE = ("#b0aa9f", "#5d574f", "#e3ded4")


class Palette(dict[str, Material]):
    """The materials by colour; a colour that has none is grey and told by its symbol."""

    def __missing__(self, colour: str) -> Material:
        return Material(colour, *PALE_GRANITE, symbol="#161518", outline="#0d0d10", slope="#45434a")


def _painted(colour: str, paint: str, sign: str, outline: str) -> Material:
    """Painted wood with a sign burnt in."""
    return Material(colour, paint, shaded(paint, 0.36), shaded(paint, 1.25), sign, outline)


MATERIALS = Palette(
    red=Material("red", *_DARK_GRANITE, symbol="#ee5138", outline="#ff7f61", slope="#96443a"),
    white=Material("white", *_DARK_GRANITE, symbol="#f6f0e2", outline="#fff1c4", slope="#aaa69b"),
    yellow=_painted("yellow", "#eab940", "#6b470c", "#fff6dc"),
    green=_painted("green", "#57a05f", "#0b2e17", "#fff6dc"),
    neutral=_painted("neutral", "#5583b8", "#0c1f3a", "#fff6dc"),
)
INLAYS = ("#efe4cb", "#cf7b4d", "#8fb3cf", "#b58bc2")
"""Opposite sides of a board are inlaid with the same material: ivory, copper, steel, plum."""


@dataclass(frozen=True, slots=True)
class Wood:
    """The board: oak in planks with a scored grid, in a frame of walnut with inlaid letters."""

    oak: tuple[str, str, str] = ("#c08d5a", "#b98654", "#b27f4d")
    fibre: str = "#7a4f28"
    second: str = "#3a1c04"
    """Over every second square, almost transparent."""
    groove: str = "#4b2d15"
    walnut: tuple[str, str] = ("#5f3c25", "#472a18")
    label: str = "#ecd3a4"


WOOD = Wood()


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of everything that is drawn, as CSS writes them."""

    name: str
    page: tuple[str, str]
    ink: str
    shadow: float
    accent: str
    materials: Palette


LIGHT = Theme(
    name="light",
    page=("#fbf7ee", "#e0d7c6"),
    ink="#25231e",
    shadow=0.34,
    accent="#ffd76a",
    materials=MATERIALS,
)
DARK = Theme(
    name="dark",
    page=("#35413b", "#131816"),
    ink="#efe8d9",
    shadow=0.42,
    accent="#ffd76a",
    materials=MATERIALS,
)
THEMES = {theme.name: theme for theme in (LIGHT, DARK)}


def find_theme(name: str) -> Theme:
    """The theme of that name."""
    if name not in THEMES:
        raise InvalidOption(f"`{name}`: a picture is {' or '.join(THEMES)}")
    return THEMES[name]
