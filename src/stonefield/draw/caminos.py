"""Caminos drawn: wooden pieces of yellow and green, and the winning path over them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from stonefield.draw.camera import Camera, Point
from stonefield.draw.foot import Entry
from stonefield.draw.picture import Cell, Picture, Square, square_of
from stonefield.draw.scene import Scene, tile
from stonefield.draw.themes import Material, Theme
from stonefield.games import caminos
from stonefield.games.game import Move

Cube = tuple[int, int, int]
COLOURS = ("yellow", "green")
KINDS = (*COLOURS, "neutral")


@dataclass(frozen=True, slots=True)
class Side:
    """A kind of face: its corners and the symbol's corner within the cube, and what lies around it."""

    hidden_by: Cube
    corners: tuple[Cube, ...]
    symbol: tuple[Cube, Cube, Cube]
    neighbours: tuple[Cube, ...]


# The neighbours are those across the edges between the corners, in the same order.
TOP = Side(
    (0, 0, 1),
    ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)),
    ((0, 1, 1), (1, 0, 0), (0, -1, 0)),
    ((0, -1, 0), (1, 0, 0), (0, 1, 0), (-1, 0, 0)),
)
SOUTH = Side(
    (0, -1, 0),
    ((0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1)),
    ((0, 0, 1), (1, 0, 0), (0, 0, -1)),
    ((0, 0, -1), (1, 0, 0), (0, 0, 1), (-1, 0, 0)),
)
EAST = Side(
    (1, 0, 0),
    ((1, 0, 0), (1, 1, 0), (1, 1, 1), (1, 0, 1)),
    ((1, 0, 1), (0, 1, 0), (0, 0, -1)),
    ((0, 0, -1), (0, 1, 0), (0, 0, 1), (0, -1, 0)),
)
WEST = Side(
    (-1, 0, 0),
    ((0, 0, 0), (0, 1, 0), (0, 1, 1), (0, 0, 1)),
    ((0, 1, 1), (0, -1, 0), (0, 0, -1)),
    ((0, 0, -1), (0, 1, 0), (0, 0, 1), (0, -1, 0)),
)


class CaminosPicture(Picture[caminos.Position]):
    """How Caminos is drawn."""

    def scene(self, position: caminos.Position, camera: Camera, theme: Theme, last: str | None) -> Scene:
        drawn = Scene(camera, theme, KINDS)
        board = position.board
        squares = [(index % board.files, index // board.files) for index in board.squares]
        drawn.table(squares, [[square_of(name) for name in side] for side in board.sides])
        owner = {cube: index for index, piece in enumerate(position.pieces) for cube in piece.cubes}
        heights = dict.fromkeys(squares, 0)
        for x, y, z in owner:
            heights[x, y] = max(heights[x, y], z + 1)
            drawn.cover([(x, y + 1, z + 1), (x + 1, y + 1, z + 1)])
        drawn.cover([(0, board.ranks, 0.6), (board.files, board.ranks, 0.6)])
        drawn.shadows((x, y, x + 1, y + 1, height) for (x, y), height in heights.items() if height)
        drawn.labels(squares)
        marked = _marked(position, last)
        paths = {colour: [square_of(name) for name in position.path(colour)] for colour in COLOURS}
        middle = board.files / 2
        for cube in sorted(owner, key=lambda cube: (-cube[1], -abs(cube[0] + 0.5 - middle), cube[2])):
            x, y, z = cube
            _draw_cube(drawn, cube, position.pieces[owner[cube]].colour, owner, heights, marked)
            for colour, path in paths.items():
                if (x, y) in path and heights[x, y] == z + 1:
                    _draw_way(drawn, path, path.index((x, y)), heights, colour)
        if camera.from_above:
            _draw_heights(drawn, heights)
        return drawn

    def describe(self, position: caminos.Position, theme: Theme) -> tuple[str, str]:
        title = f"Caminos on the {position.board.name} board, {len(position.pieces)} pieces placed"
        heights = position.heights
        told = "; ".join(
            f"{square} {colour}, {heights[square]} high" for square, colour in position.tops.items()
        )
        paths = [
            f" {colour} has a path: {', '.join(path)}."
            for colour in COLOURS
            if (path := position.path(colour))
        ]
        return title, f"Seen from above: {told or 'the board is empty'}.{''.join(paths)}"

    def footer(self, position: caminos.Position) -> list[Entry]:
        entries = []
        for player in position.players:
            colour = position.colour_of(player)
            left = " ".join(f"{shape}{count}" for shape, count in position.supply(player).items() if count)
            entries.append(Entry(colour, left or "–", player == position.player and not position.is_over))
        return entries

    def draw_move(self, scene: Scene, position: caminos.Position, move: Move) -> None:
        piece = position.play(move).pieces[-1]
        owner = dict.fromkeys(piece.cubes, 0)
        for cube in sorted(owner, key=lambda cube: (-cube[1], cube[0], cube[2])):
            scene.cover(_moved(cube, corner) for side in (TOP, SOUTH) for corner in side.corners)
            _draw_cube(scene, cube, piece.colour, owner, {}, None)

    def cells(self, position: caminos.Position) -> Mapping[Square, Cell]:
        found = {square_of(name): Cell(" · ") for name in position.board.names}
        path = {square_of(name) for colour in COLOURS for name in position.path(colour)}
        levels: dict[Square, int] = {}
        for block, piece in enumerate(position.pieces):
            for file, rank, level in piece.cubes:
                if level >= levels.get((file, rank), 0):
                    levels[file, rank] = level
                    mark = "*" if (file, rank) in path else " "
                    found[file, rank] = Cell(
                        f"{mark}{piece.colour[0].upper()}{level + 1}", piece.colour, block
                    )
        return found


PICTURE = CaminosPicture()


def _marked(position: caminos.Position, last: str | None) -> int | None:
    """Which piece the last move placed."""
    if last is None or last == "swap" or not position.pieces:
        return None
    squares = {part.split("*")[0] for part in last.partition(":")[2].split(",")}
    for index in reversed(range(len(position.pieces))):
        piece = position.pieces[index]
        if piece.shape == last[0] and {f"{chr(97 + x)}{y + 1}" for x, y, _ in piece.cubes} == squares:
            return index
    return None


def _draw_cube(
    scene: Scene,
    cube: Cube,
    colour: str,
    owner: Mapping[Cube, int],
    heights: Mapping[Square, int],
    marked: int | None,
) -> None:
    material = scene.theme.materials[colour]
    faces = [(TOP, material.top, 0.75)]
    if not scene.camera.from_above:
        aside = {1: EAST, -1: WEST}.get(scene.camera.side_seen(cube[0], cube[0] + 1))
        faces = [*([(aside, material.side, 0.5)] if aside else []), (SOUTH, material.front, 0.6), *faces]
    for side, fill, strength in faces:
        if _moved(cube, side.hidden_by) in owner:
            continue
        scene.fill([_moved(cube, corner) for corner in side.corners], fill, fill, 0.7)
        if scene.camera.from_above:
            _shade(scene, cube, heights)
        corner, right, down = side.symbol
        scene.face(_moved(cube, corner), right, down, symbol=colour, dim=strength)
        _draw_edges(scene, cube, side, material, owner, marked)


def _draw_edges(
    scene: Scene, cube: Cube, side: Side, material: Material, owner: Mapping[Cube, int], marked: int | None
) -> None:
    """The edges of a face, except where the same piece goes on in its plane."""
    piece = owner[cube]
    lines = ""
    for place, neighbour in enumerate(side.neighbours):
        beside = _moved(cube, neighbour)
        if owner.get(beside) == piece and _moved(beside, side.hidden_by) not in owner:
            continue
        ends = side.corners[place], side.corners[(place + 1) % 4]
        lines += scene.path([_moved(cube, end) for end in ends], closed=False)
    if lines and piece == marked:
        scene.line(lines, "#1b1512", 4.6)
        scene.line(lines, scene.theme.accent, 2.6)
    elif lines:
        scene.line(lines, material.edge, 1.6)


def _shade(scene: Scene, cube: Cube, heights: Mapping[Square, int]) -> None:
    """From above: the higher the lighter, and a shadow from higher neighbours in the south and west."""
    x, y, z = cube
    if z:
        scene.add(f'<path d="{scene.path(tile(x, y, z))}" fill="#fff" opacity="{0.1 * z:.1f}"/>')
    strips: list[list[Point]] = []
    drop = heights.get((x, y - 1), 0) - z - 1
    if drop > 0:
        strips.append([(x, y, z), (x + 1, y, z), (x + 1, y + 0.1 * drop, z), (x, y + 0.1 * drop, z)])
    drop = heights.get((x - 1, y), 0) - z - 1
    if drop > 0:
        strips.append([(x, y, z), (x + 0.1 * drop, y, z), (x + 0.1 * drop, y + 1, z), (x, y + 1, z)])
    for strip in strips:
        scene.add(f'<path d="{scene.path(strip)}" fill="#000" opacity=".3"/>')


def _draw_heights(scene: Scene, heights: Mapping[Square, int]) -> None:
    for (x, y), height in heights.items():
        if height > 1:
            across, down = scene.camera.at((x + 0.79, y + 0.2, 0))
            scene.add(
                f'<circle cx="{across:.1f}" cy="{down:.1f}" r="9.5" fill="#1b1512" opacity=".8"/>'
                f'<text x="{across:.1f}" y="{down + 5.2:.1f}" font-size="15" fill="#fff"'
                f' text-anchor="middle">{height}</text>'
            )


def _draw_way(
    scene: Scene, path: list[Square], place: int, heights: Mapping[Square, int], colour: str
) -> None:
    """A path's way over one square, and down the walls of it that we see."""
    x, y = path[place]
    height = heights[x, y]
    tint = scene.path(tile(x, y, height))
    scene.add(f'<path d="{tint}" fill="#fff" opacity=".2"/>')
    ways = ""
    for to_x, to_y in (path[place - 1 : place] if place else []) + path[place + 1 : place + 2]:
        middle = (x + to_x + 1) / 2, (y + to_y + 1) / 2
        points = [(x + 0.5, y + 0.5, height), (*middle, height)]
        lower = heights[to_x, to_y]
        if lower < height and to_y < y:
            points.append((*middle, lower))
        ways += scene.path(points, closed=False)
    scene.line(ways, "#1b1512", 9, cap="butt")
    outline = scene.theme.materials[colour].outline
    scene.line(ways, outline, 5)
    if place in (0, len(path) - 1):
        across, down = scene.camera.at((x + 0.5, y + 0.5, height))
        scene.add(
            f'<circle cx="{across:.1f}" cy="{down:.1f}" r="8" fill="{outline}"'
            ' stroke="#1b1512" stroke-width="2"/>'
        )


def _moved(cube: Cube, by: Cube) -> Cube:
    return cube[0] + by[0], cube[1] + by[1], cube[2] + by[2]
