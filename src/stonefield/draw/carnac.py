"""Carnac drawn: megaliths of granite on a board of wood, dolmens outlined."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from stonefield.draw.camera import Camera, Point
from stonefield.draw.foot import Entry
from stonefield.draw.outlines import border
from stonefield.draw.picture import Cell, Picture, Square, square_of
from stonefield.draw.scene import Scene, tile
from stonefield.draw.themes import PALE_GRANITE, Material, Theme
from stonefield.games import carnac
from stonefield.games.game import Move

GAP = 0.04
LEAN = 0.8
RISE = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
COLOURS = ("red", "white")
_OTHER = {"red": "white", "white": "red"}
# The author's sheet has black where the published game has white; moves and positions are written the same.
_BLACK_AND_RED = {
    "red": Material(
        "red", *PALE_GRANITE, symbol="#b3230f", outline="#c92a14", rim="#fbf3e4", slope="#b9554a"
    ),
    "white": Material(
        "black", *PALE_GRANITE, symbol="#161518", outline="#0d0d10", rim="#fbf3e4", slope="#45434a"
    ),
}


@dataclass(frozen=True, slots=True)
class Block:
    """A megalith as a body: where it is, how high, and the colour of every face that can be seen."""

    squares: tuple[Square, ...]
    height: int
    top: str
    south: str
    east: str
    west: str

    @property
    def box(self) -> tuple[float, float, float, float, float]:
        """West, south, east and north side and height, with a gap to the next block."""
        xs, ys = [x for x, _ in self.squares], [y for _, y in self.squares]
        return min(xs) + GAP, min(ys) + GAP, max(xs) + 1 - GAP, max(ys) + 1 - GAP, self.height


class CarnacPicture(Picture[carnac.Position]):
    """How Carnac is drawn."""

    paints: Mapping[str, Mapping[str, Material]] = {"red-white": {}, "black-red": _BLACK_AND_RED}

    def scene(self, position: carnac.Position, camera: Camera, theme: Theme, last: str | None) -> Scene:
        drawn = Scene(camera, theme, COLOURS)
        board = position.board
        drawn.table([square_of(name) for name in board.names])
        drawn.cover([(0, board.ranks, 1.0), (board.files, board.ranks, 1.0)])
        blocks = [_block(stone) for stone in position.stones]
        for block in blocks:
            west, _, east, north, height = block.box
            drawn.cover([(west, north, height), (east, north, height)])
        drawn.shadows(block.box for block in blocks)
        drawn.labels([square_of(name) for name in board.names])
        marked = _marked(position, blocks, last)
        if marked and last in RISE:
            _mark_fall(drawn, marked, RISE[last])
        if position.pending is not None:
            _draw_falls(drawn, position)
        dolmens = {
            square: (colour, group)
            for colour in COLOURS
            for names in position.dolmen_groups(colour)
            for group in [frozenset(square_of(name) for name in names)]
            for square in group
        }
        for block in from_back_to_front(blocks, board.files / 2):
            _draw_block(drawn, block)
            if block is marked:
                _mark(drawn, block)
            if not camera.from_above:
                _outline(drawn, block, dolmens)
        if camera.from_above:
            for block in blocks:
                _outline(drawn, block, dolmens)
        return drawn

    def describe(self, position: carnac.Position, theme: Theme) -> tuple[str, str]:
        title = f"Carnac on the {position.board.name} board, {position.stock} megaliths left"
        parts = [
            f"{theme.materials[stone.top].word} on {' and '.join(stone.squares)}" for stone in position.stones
        ]
        told = "; ".join(parts) if parts else "the board is empty"
        counts = ", ".join(f"{theme.materials[colour].word} {position.score(colour)}" for colour in COLOURS)
        return title, f"Seen from above: {told}. Dolmens: {counts}."

    def footer(self, position: carnac.Position) -> list[Entry]:
        entries = []
        for colour in COLOURS:
            sizes = position.dolmens(colour)
            text = f"{len(sizes)}" + (f" · {' '.join(map(str, sizes))}" if sizes else "")
            entries.append(Entry(colour, text, colour == position.turn and not position.is_over))
        return [*entries, Entry(None, f"× {position.stock}")]

    def draw_move(self, scene: Scene, position: carnac.Position, move: Move) -> None:
        block = _block(position.play(move).stones[-1])
        west, south, east, north, height = block.box
        scene.cover((x, y, z) for x in (west, east) for y in (south, north) for z in (0, height))
        _draw_block(scene, block)

    def cells(self, position: carnac.Position) -> Mapping[Square, Cell]:
        found = {square_of(name): Cell(" · ") for name in position.board.names}
        in_dolmens = {
            name for colour in COLOURS for group in position.dolmen_groups(colour) for name in group
        }
        waiting = position.pending.square if position.pending else None
        for block, stone in enumerate(position.stones):
            for name in stone.squares:
                letter = stone.top[0].upper() if name in in_dolmens else stone.top[0]
                around = "  " if not stone.standing else "()" if name == waiting else "[]"
                found[square_of(name)] = Cell(f"{around[0]}{letter}{around[1]}", stone.top, block)
        return found


PICTURE = CarnacPicture()


def _outline(scene: Scene, block: Block, dolmens: Mapping[Square, tuple[str, frozenset[Square]]]) -> None:
    """The part of a dolmen's outline that runs over one block."""
    for square in block.squares:
        if square in dolmens:
            colour, group = dolmens[square]
            lines = border(group, square, block.height, 0.085)
            scene.outline("".join(scene.path(line, closed=False) for line in lines), colour)


def _block(stone: carnac.Stone) -> Block:
    squares = tuple(square_of(name) for name in stone.squares)
    other = _OTHER[stone.top]
    if stone.axis is not None:
        return Block(squares, 2, stone.top, _OTHER[stone.axis], stone.axis, stone.axis)
    red_end, white_end = squares
    if red_end[1] == white_end[1]:
        east = "red" if red_end > white_end else "white"
        return Block(squares, 1, stone.top, other, east, _OTHER[east])
    return Block(squares, 1, stone.top, "red" if red_end < white_end else "white", other, other)


def from_back_to_front(blocks: Iterable[Block], middle: float) -> list[Block]:
    """An order in which no block is drawn over one that stands before it.

    We look from the south, over the file ``middle``: whatever is further north or further from that file
    comes first.
    """
    waiting, ordered = list(blocks), []
    while waiting:
        block = next(one for one in waiting if not any(_is_behind(other, one, middle) for other in waiting))
        waiting.remove(block)
        ordered.append(block)
    return ordered


def _is_behind(one: Block, other: Block, middle: float) -> bool:
    if one is other:
        return False
    west, south, east, north, _ = one.box
    other_west, other_south, other_east, other_north, _ = other.box
    if south >= other_north:
        # Seen from the middle, a block hides a little of what is beside those behind it.
        return west - LEAN < other_east and other_west - LEAN < east
    if other_south >= north:
        return False
    return east <= other_west < middle or middle < other_east <= west


def _draw_block(scene: Scene, block: Block) -> None:
    west, south, east, north, height = block.box
    material = scene.theme.materials[block.top]
    if not scene.camera.from_above:
        front = [(west, south, 0.0), (east, south, 0.0), (east, south, height), (west, south, height)]
        scene.fill(front, material.front, material.edge)
        _draw_front(scene, block)
        _draw_side(scene, block, material)
    top = [(west, south, height), (east, south, height), (east, north, height), (west, north, height)]
    scene.fill(top, material.top, material.edge)
    if scene.camera.from_above and block.height == 2:
        _draw_slopes(scene, block)
    for x, y in block.squares:
        corner = (x, y + 1.0, height)
        scene.face(corner, (1, 0, 0), (0, -1, 0), symbol="grain")
        scene.face(corner, (1, 0, 0), (0, -1, 0), symbol=block.top)
    rim = [(west, south, height), (east, south, height), (east, north, height)]
    scene.line(scene.path(rim, closed=False), material.shine, 1.2, ' opacity=".8"')


def _draw_front(scene: Scene, block: Block) -> None:
    west, south, east, _, _ = block.box
    for x in range(round(west - GAP), round(east + GAP)):
        for level in range(block.height):
            corner: Point = (x, south, level + 1.0)
            scene.face(corner, (1, 0, 0), (0, 0, -1), symbol="grain")
            scene.face(corner, (1, 0, 0), (0, 0, -1), symbol=block.south, dim=0.85)


def _draw_side(scene: Scene, block: Block, material: Material) -> None:
    """The side that is turned to the middle of the board."""
    west, south, east, north, height = block.box
    seen = scene.camera.side_seen(west, east)
    if not seen:
        return
    x, colour = (east, block.east) if seen > 0 else (west, block.west)
    scene.fill(
        [(x, south, 0), (x, north, 0), (x, north, height), (x, south, height)], material.side, material.edge
    )
    for y in range(round(south - GAP), round(north + GAP)):
        for level in range(block.height):
            # Signs are not mirrored: on the west they are read from the north.
            corner, right = (
                ((x, y, level + 1.0), (0, 1, 0)) if seen > 0 else ((x, y + 1, level + 1.0), (0, -1, 0))
            )
            scene.face(corner, right, (0, 0, -1), symbol=colour, dim=0.7)


def _draw_slopes(scene: Scene, block: Block) -> None:
    """From above, a standing megalith shows the colours of its sides as a rim around its top."""
    (square,) = block.squares
    outer, inner = (tile(*square, block.height, inset=inset) for inset in (GAP, GAP + 0.09))
    for side, colour in enumerate((block.south, block.east, block.south, block.west)):
        following = (side + 1) % 4
        corners = [outer[side], outer[following], inner[following], inner[side]]
        scene.fill(corners, scene.theme.materials[colour].slope, "#161412", 1)


def _marked(position: carnac.Position, blocks: list[Block], last: str | None) -> Block | None:
    """The block that the last move placed or answered."""
    if last is None or not blocks or last == "swap":
        return None
    for stone, block in zip(position.stones, blocks, strict=True):
        if len(last) > 2 and stone.squares == (last[:-2],):
            return block
    return blocks[-1] if len(last) == 1 else None


def _mark(scene: Scene, block: Block) -> None:
    west, south, east, north, height = block.box
    around: list[Point] = [(west, south, 0), (east, south, 0), (east, north, height), (west, north, height)]
    scene.line(scene.path(around), "#1b1512", 6)
    scene.line(scene.path(around), scene.theme.accent, 3.4)


def _mark_fall(scene: Scene, block: Block, step: Square) -> None:
    """The square a megalith stood on before it fell, and the way it went."""
    near = min(block.squares, key=lambda square: square[0] * step[0] + square[1] * step[1])
    x, y = near[0] - step[0], near[1] - step[1]
    scene.line(scene.path(tile(x, y, inset=0.14)), scene.theme.accent, 3, ' stroke-dasharray="6 7"')
    _arrow(scene, (x + 0.5, y + 0.5), step, scene.theme.accent)


def _draw_falls(scene: Scene, position: carnac.Position) -> None:
    """An arrow for each way the waiting megalith may fall, in the colour that would come up."""
    pending = position.pending
    assert pending is not None
    x, y = square_of(pending.square)
    for move in position.legal_moves():
        if str(move) in RISE:
            step = RISE[str(move)]
            colour = pending.axis if step[0] else _OTHER[pending.axis]
            middle = (x + 0.5 + 1.0 * step[0], y + 0.5 + 1.0 * step[1])
            _arrow(scene, middle, step, scene.theme.materials[colour].symbol)


def _arrow(scene: Scene, middle: tuple[float, float], step: Square, colour: str) -> None:
    (x, y), (dx, dy) = middle, step
    points: list[Point] = [
        (x + 0.24 * dx, y + 0.24 * dy, 0),
        (x - 0.14 * dx + 0.24 * dy, y - 0.14 * dy + 0.24 * dx, 0),
        (x - 0.14 * dx - 0.24 * dy, y - 0.14 * dy - 0.24 * dx, 0),
    ]
    scene.fill(points, colour, "#1b1512", 2)
