"""Pictures: positions of a game, and the examples of the rules page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from stonefield import draw
from stonefield.games import caminos, carnac
from stonefield.games.game import Position
from stonefield.server.problems import Refusal

# A picture carries its own styles and nothing that runs.
SVG_HEADERS = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"}


@dataclass(frozen=True, slots=True)
class Example:
    """A position of the rules page."""

    position: Callable[[], Position]
    last: str | None = None
    view: str = "above"


def _carnac(text: str, last: str | None = None, view: str = "above") -> Example:
    return Example(lambda: carnac.parse(f"carnac {text}"), last, view)


def _caminos(
    moves: str = "", board: str = "square", view: str = "above", *, neutral: bool = False
) -> Example:
    def play() -> Position:
        position: Position = caminos.start(board, neutral=neutral)
        for move in moves.split():
            position = position.play(move)
        return position

    return Example(play, moves.split()[-1] if moves else None, view)


TIE = (
    "a9wr,b9wr,c9d9w,a8b8w,c8d8w,f9g9w,f8g8w,f7g7w,i9j9w,i8wr,l9m9w,l8wr,a6b6w,a5wr,"
    "a3rw,b3rw,c3d3r,a2b2r,c2d2r,f3g3r,f2g2r,f1rw,i3j3r,i2rw,l3m3r,l2rw,d6e6r,d5rw"
)
RULES_PICTURES: dict[str, dict[str, Example]] = {
    "carnac": {
        "material": _carnac("7x5 28 r r1 b3rw,e3f3w", view="isometric"),
        "placing": _carnac("6x4 28 r w2 c2rw?", "c2rw", "isometric"),
        "answering": _carnac("6x4 28 r w2 e2d2w", "E", "isometric"),
        "leaving": _carnac("6x4 28 r r1 b2b3r,c2rw,d2e2w,c3d3w", "c2rw", "isometric"),
        "scoring": _carnac("10x4 28 r r1 a1b1w,a2b2w,a3b3w,d2e2r,d3rw,g1wr,h2wr,i3wr"),
        "tie": _carnac(f"large 28 r r1 {TIE}"),
    },
    "caminos": {
        "boards": _caminos(board="torus"),
        "pieces": _caminos("L:b6,b7,c6,d6 T:b2,c2,c3,d2 S:f6,g6,g7,h7 O:f2,f3,g2,g3", view="isometric"),
        "placing": _caminos("L:d3,d4,d5,e5 S:c3*2,d3*2"),
        "path": _caminos("L:a4,b4,c4,c5 O:a7,a8,b7,b8 L:d4,e4,f4,f5 O:g7,g8,h7,h8 O:g4,g5,h4,h5"),
        "walls": _caminos(
            "L:a4,b4,c4,c5 O:e4*2,e5*2 L:b3,c3,d3,d4 O:a7,a8,b7,b8 L:e4,f4*3 L:g7,g8,h7*2 O:g4,g5,h4,h5"
        ),
        "neutral": _caminos("I:c3,d3,e3 I:f5*3", view="isometric", neutral=True),
    },
}
# What the texts of the rules page call the squares of a picture.
CAPTION_VALUES = {"caminos": {"walls": {"high": "e4", "low": "d4"}}}


def position_picture(position: Position, *, last: str | None, view: str, theme: str) -> str:
    """A position as SVG."""
    return draw.svg(position, view=view, theme=theme, last=last)


@lru_cache(maxsize=128)
def rules_picture(game: str, name: str, theme: str) -> str:
    """An example of the rules page as SVG."""
    example = RULES_PICTURES.get(game, {}).get(name)
    if example is None:
        raise Refusal("no_picture", f"the rules of {game} have no picture `{name}`")
    return position_picture(example.position(), last=example.last, view=example.view, theme=theme)
