"""A position of any game we can draw, as a picture that stands for itself."""

from __future__ import annotations

from stonefield.draw import caminos as caminos_picture
from stonefield.draw import carnac as carnac_picture
from stonefield.draw.scene import Scene, draw_exchange, find_camera
from stonefield.draw.themes import STUFFS, find_theme
from stonefield.games import caminos, carnac
from stonefield.games.game import InvalidOption, Move, Position

SMALLEST, LARGEST = 16, 8000


def svg(
    position: Position,
    *,
    view: str = "isometric",
    theme: str = "light",
    stones: str = "red-white",
    last: Move | str | None = None,
    size: int | None = None,
) -> str:
    """A position as SVG: seen ``isometric`` or from ``above``, ``light`` or ``dark``, ``size`` pixels wide.

    ``stones`` is how Carnac's megaliths are painted: ``red-white`` as published, or ``black-red`` as on the
    author's sheet. ``last`` is the move that led to it; it is marked.
    """
    _check_size(size)
    camera, colours = find_camera(view), find_theme(theme, stones)
    move = None if last is None else str(last)
    if isinstance(position, carnac.Position):
        scene = carnac_picture.scene(position, camera, colours, move)
        title, description = carnac_picture.describe(position, colours)
        footer = carnac_picture.footer(position)
    elif isinstance(position, caminos.Position):
        scene = caminos_picture.scene(position, camera, colours, move)
        title, description = caminos_picture.describe(position)
        footer = caminos_picture.footer(position)
    else:
        raise _unknown(position)
    return scene.render(size=size, title=title, description=description, footer=footer)


def move_svg(
    position: Position,
    move: Move | str,
    *,
    theme: str = "light",
    stones: str = "red-white",
    size: int = 48,
) -> str:
    """A small picture of one legal move, for lists: the megalith or piece as it then is."""
    _check_size(size)
    after = position.play(move)
    scene = Scene(find_camera("isometric"), find_theme(theme, stones), tuple(STUFFS))
    if str(move) == "swap":
        draw_exchange(scene, position.game.colours)
    elif isinstance(after, carnac.Position):
        carnac_picture.draw_alone(scene, after)
    elif isinstance(after, caminos.Position):
        caminos_picture.draw_alone(scene, after)
    else:
        raise _unknown(position)
    return scene.render(size=size, title=str(move), description=f"{position.turn} plays {move}", footer=None)


def _check_size(size: int | None) -> None:
    if size is not None and not SMALLEST <= size <= LARGEST:
        raise InvalidOption(f"`{size}`: a picture is from {SMALLEST} to {LARGEST} pixels wide")


def _unknown(position: Position) -> InvalidOption:
    return InvalidOption(f"`{position.game.name}`: only carnac and caminos can be drawn")
