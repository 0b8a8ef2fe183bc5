"""The themes of pictures, light and dark: the colours of the page, the board and the pieces."""

from __future__ import annotations

from dataclasses import dataclass

from stonefield.games.game import InvalidOption


@dataclass(frozen=True, slots=True)
class Material:
    """What a block is made of: its top, south and east faces, its edges, the symbol on it.

    ``outline`` is the line around what counts and ``rim`` the one that sets it off from any ground, ``slope``
    a side of a standing megalith as seen from above, ``word`` what the colour is called.
    """

    word: str
    top: str
    south: str
    east: str
    edge: str
    shine: str
    symbol: str
    outline: str = ""
    rim: str = "#1b1512"
    slope: str = ""


_DARK_GRANITE = ("#4a4c53", "#3b3d43", "#2d2f34", "#17181a", "#82858e")
PALE_GRANITE = ("#b4afa6", "#969189", "#7b7770", "#37342f", "#e6e2da")


class Palette(dict[str, Material]):
    """The materials by colour; a colour that has none is grey and told by its symbol."""

    def __missing__(self, colour: str) -> Material:
        return Material(colour, *PALE_GRANITE, symbol="#17161a", outline="#0d0d10", slope="#45434a")


MATERIALS = Palette(
    red=Material("red", *_DARK_GRANITE, symbol="#ff5a42", outline="#ff4b33", slope="#96443a"),
    white=Material("white", *_DARK_GRANITE, symbol="#f8f2e4", outline="#fff6dc", slope="#aaa69b"),
    yellow=Material(
        "yellow", "#f6c945", "#dca82a", "#b98817", "#5d4206", "#ffe9a0", "#7a5600", outline="#fff8d6"
    ),
    green=Material(
        "green", "#4c9a60", "#38804b", "#286438", "#0f3219", "#8fcf9f", "#d9f5de", outline="#eafff0"
    ),
    neutral=Material("neutral", "#7f97bb", "#647ca2", "#4d6388", "#1e2c44", "#b9c8e0", "#22304a"),
)


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of everything that is drawn, as CSS writes them."""

    name: str
    page: tuple[str, str]
    frame: str
    frame_south: str
    frame_east: str
    field: str
    field_other: str
    groove: str
    label: str
    ink: str
    shadow: float
    accent: str
    materials: Palette


LIGHT = Theme(
    name="light",
    page=("#f7f3ea", "#e6dcc9"),
    frame="#9a6a41",
    frame_south="#74492a",
    frame_east="#5f3a20",
    field="#e3c79c",
    field_other="#dcbd8e",
    groove="#9a7446",
    label="#fff3dc",
    ink="#3a3128",
    shadow=0.3,
    accent="#ffb400",
    materials=MATERIALS,
)
DARK = Theme(
    name="dark",
    page=("#2b3a35", "#141b19"),
    frame="#5d3d26",
    frame_south="#422917",
    frame_east="#341f11",
    field="#b18a5b",
    field_other="#a88052",
    groove="#6d4b29",
    label="#f0dcbb",
    ink="#ece5d8",
    shadow=0.42,
    accent="#ffc533",
    materials=MATERIALS,
)
THEMES = {theme.name: theme for theme in (LIGHT, DARK)}


def find_theme(name: str) -> Theme:
    """The theme of that name."""
    if name not in THEMES:
        raise InvalidOption(f"`{name}`: a picture is {' or '.join(THEMES)}")
    return THEMES[name]
