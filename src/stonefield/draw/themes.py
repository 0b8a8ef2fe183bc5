"""The colours of a picture by day and by night. Every colour of a player comes with a symbol of its own."""

from __future__ import annotations

from dataclasses import dataclass

from stonefield.games.game import InvalidOption


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
)
THEMES = {theme.name: theme for theme in (LIGHT, DARK)}


@dataclass(frozen=True, slots=True)
class Stuff:
    """What a block is made of: its top, south and east faces, its edges, the symbol on it, its outline."""

    top: str
    south: str
    east: str
    edge: str
    shine: str
    symbol: str


GRANITE_RED = Stuff("#4a4c53", "#3b3d43", "#2d2f34", "#17181a", "#82858e", "#ff5a42")
GRANITE_WHITE = Stuff("#4a4c53", "#3b3d43", "#2d2f34", "#17181a", "#82858e", "#f8f2e4")
STUFFS = {
    "red": GRANITE_RED,
    "white": GRANITE_WHITE,
    "yellow": Stuff("#f6c945", "#dca82a", "#b98817", "#5d4206", "#ffe9a0", "#7a5600"),
    "green": Stuff("#4c9a60", "#38804b", "#286438", "#0f3219", "#8fcf9f", "#d9f5de"),
    "neutral": Stuff("#7f97bb", "#647ca2", "#4d6388", "#1e2c44", "#b9c8e0", "#22304a"),
}
OUTLINES = {"red": "#ff4b33", "white": "#fff6dc", "yellow": "#fff8d6", "green": "#eafff0"}


def find_theme(name: str) -> Theme:
    """The theme of that name."""
    try:
        return THEMES[name]
    except KeyError:
        raise InvalidOption(f"`{name}`: a picture is {' or '.join(THEMES)}") from None
