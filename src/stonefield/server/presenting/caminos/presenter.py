"""Caminos for a page."""

from __future__ import annotations

from functools import lru_cache

from stonefield.games.caminos.board import square_name
from stonefield.games.caminos.moves import COLOURS, Placement, Sites
from stonefield.games.caminos.pieces import Cube
from stonefield.games.caminos.position import Position
from stonefield.server.protocol.caminos import CaminosLegal, CaminosScene
from stonefield.server.protocol.views import MoveDescription, ScoreView


class CaminosPresenter:
    """Pieces, the heights they make and the path across."""

    def scene(self, before: Position | None, position: Position, ply: int) -> CaminosScene:
        placed = before is not None and len(position.pieces) > len(before.pieces)
        return {
            "game": "caminos",
            "ply": ply,
            "pieces": [
                {
                    "shape": piece.shape,
                    "colour": piece.colour,
                    "seat": _owner(position, piece.seat),
                    "cubes": sorted(piece.cubes),
                }
                for piece in position.pieces
            ],
            "heights": {name: height for name, height in position.heights.items() if height},
            "tops": position.tops,
            "path": {colour: position.path(colour) for colour in COLOURS},
            "supply": [dict(position.supply(player)) for player in position.players],
            "points": {colour: position.score(colour) for colour in COLOURS},
            "last": _columns(position.pieces[-1].cubes) if placed else [],
        }

    def legal(self, position: Position) -> CaminosLegal:
        """By shape and orientation, with the anchors in one text: a fifth of what a list would take."""
        turnings = _turnings(position.sites)
        anchors: dict[str, dict[int, list[str]]] = {}
        for shape, left in position.supply(position.player).items():
            if left and (shape == _neutral_letter(position)) == position.places_neutral:
                anchors[shape] = {}
        for move in position.legal_moves():
            if isinstance(move, Placement):
                number, anchor = turnings.placed[id(move)]
                anchors[move.piece].setdefault(number, []).append(anchor)
        return {
            "game": "caminos",
            "shapes": {
                shape: [
                    {"cubes": turnings.cubes[number], "at": " ".join(at)} for number, at in sorted(by.items())
                ]
                for shape, by in anchors.items()
            },
            "swap": position.may_swap,
        }

    def describe_move(self, before: Position, text: str, after: Position, ply: int) -> MoveDescription:
        if text == "swap":
            return {"stone": 0, "squares": [], "top": None, "axis": None}
        piece = after.pieces[-1]
        return {
            "stone": len(after.pieces),
            "squares": _columns(piece.cubes),
            "top": piece.colour,
            "axis": None,
        }

    def score(self, position: Position, reason: str) -> ScoreView:
        """The path that won, or the pieces on the border where these were counted."""
        counted = reason in ("border", "equal")
        winner = position.outcome.winner if position.outcome else None
        return {
            "decided_by": {"no path": "none"}.get(reason, reason),
            "counts": {colour: position.border_pieces(colour) for colour in COLOURS} if counted else {},
            "pairs": [],
            "path": position.path(winner) if winner else [],
            "points": {colour: position.score(colour) for colour in COLOURS},
        }


PRESENTER = CaminosPresenter()


def _owner(position: Position, seat: int | None) -> int:
    """The seat at our table; the rules count a two-player game's seats by colour."""
    if seat is None:
        return -1
    if len(position.players) == 4:
        return seat
    colour = position.setup.colour_of_seat(seat)
    return next(n for n, player in enumerate(position.players) if position.colour_of(player) == colour)


def _columns(cubes: frozenset[Cube]) -> list[str]:
    return [square_name(*column) for column in sorted({(file, rank) for file, rank, _ in cubes})]


def _neutral_letter(position: Position) -> str | None:
    neutral = position.setup.pieces.neutral
    return neutral.letter if neutral else None


class _Turnings:
    """Every way a shape can be turned, numbered, and for each placement its number and anchor."""

    def __init__(self, sites: Sites) -> None:
        self.sites = sites  # keeps the placements alive whose identities are the keys
        self.cubes: list[list[Cube]] = []
        self.placed: dict[int, tuple[int, str]] = {}
        numbers: dict[tuple[str, tuple[Cube, ...]], int] = {}
        for shape in sites.of_shape:
            for site in shape:
                move = site.placement
                file = min(cube[0] for cube in move.cubes)
                rank = min(cube[1] for cube in move.cubes)
                turned = tuple(sorted((x - file, y - rank, z) for x, y, z in move.cubes))
                number = numbers.setdefault((move.piece, turned), len(numbers))
                if number == len(self.cubes):
                    self.cubes.append(list(turned))
                self.placed[id(move)] = number, square_name(file, rank)


@lru_cache(maxsize=8)
def _turnings(sites: Sites) -> _Turnings:
    return _Turnings(sites)
