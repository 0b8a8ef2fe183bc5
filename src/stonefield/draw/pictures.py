"""Positions and moves of any game as complete SVG pictures."""

from __future__ import annotations

from html import unescape

from stonefield.draw.camera import find_camera
from stonefield.draw.picture import picture_of
from stonefield.draw.raster import png_of
from stonefield.draw.scene import MARK, Scene, draw_exchange
from stonefield.games.game import InvalidOption, Move, Position, UnreadablePosition

SMALLEST, LARGEST = 16, 8000


def svg(
    position: Position,
    *,
    view: str = "isometric",
    theme: str = "light",
    paint: str | None = None,
    last: Move | str | None = None,
    size: int | None = None,
) -> str:
    """A position as SVG: seen ``isometric`` or from ``above``, ``light`` or ``dark``, ``size`` pixels wide.

    ``paint`` is how the pieces are painted, one of the ``paints`` of the game's picture. ``last`` is the move
    that led to the position; it is marked.
    """
    _check_size(size)
    picture = picture_of(position.game.name)
    camera, colours = find_camera(view), picture.theme(theme, paint)
    scene = picture.scene(position, camera, colours, None if last is None else str(last))
    title, description = picture.describe(position, colours)
    return scene.render(
        size=size,
        title=title,
        description=description + picture.describe_turn(position, colours),
        footer=picture.footer(position),
        position=str(position),
    )


def position_in(picture: str) -> str:
    """The text of the position that a picture of ours shows."""
    start = picture.find(f"<metadata {MARK}>")
    end = picture.find("</metadata>", start)
    if start < 0 or end < 0:
        raise UnreadablePosition(
            "this picture carries no position: only those drawn by Stonefield do", "picture"
        )
    return unescape(picture[picture.index(">", start) + 1 : end])


def png(
    position: Position,
    *,
    view: str = "isometric",
    theme: str = "light",
    paint: str | None = None,
    last: Move | str | None = None,
    size: int = 480,
) -> bytes:
    """The picture that `svg` draws, as PNG."""
    return png_of(svg(position, view=view, theme=theme, paint=paint, last=last, size=size))


def move_svg(
    position: Position, move: Move | str, *, theme: str = "light", paint: str | None = None, size: int = 48
) -> str:
    """A small picture of one legal move, for lists: the piece as it then is."""
    _check_size(size)
    played = position.read(str(move))
    picture = picture_of(position.game.name)
    scene = Scene(find_camera("isometric"), picture.theme(theme, paint), tuple(position.game.letters))
    if str(played) == "swap":
        draw_exchange(scene, position.game.colours)
    else:
        picture.draw_move(scene, position, played)
    return scene.render(size=size, title=str(move), description=f"{position.turn} plays {move}", footer=None)


def _check_size(size: int | None) -> None:
    if size is not None and not SMALLEST <= size <= LARGEST:
        raise InvalidOption(f"`{size}`: a picture is from {SMALLEST} to {LARGEST} pixels wide")
