"""Caminos for a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stonefield.games.caminos.board import square_name
from stonefield.games.caminos.moves import COLOURS
from stonefield.games.caminos.pieces import Cube
from stonefield.games.caminos.position import Position

if TYPE_CHECKING:
    from stonefield.server.protocol.caminos import CaminosLegal, CaminosScene, OrientationView
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
        heights = tuple(map(len, position.stacks))
        shapes: dict[str, list[OrientationView]] = {}
        for shape, left in position.supply(position.player).items():
            if left and (shape == _neutral_letter(position)) == position.places_neutral:
                number = position.setup.pieces.index[shape]
                free = () if position.is_over else position.sites.anchors(number, heights)
                shapes[shape] = [{"cubes": turning.cubes, "at": " ".join(at)} for turning, at in free]
        return {"game": "caminos", "shapes": shapes, "swap": position.may_swap}

    def describe_move(self, before: Position, text: str, after: Position, ply: int) -> MoveDescription:
        if text == "swap":
            return {"piece": 0, "squares": [], "top": None, "detail": None}
        piece = after.pieces[-1]
        return {
            "piece": len(after.pieces),
            "squares": _columns(piece.cubes),
            "top": piece.colour,
            "detail": None,
        }

    def score(self, position: Position, reason: str) -> ScoreView:
        """The path that won, or the pieces on the border where these were counted."""
        counted = reason in ("border", "equal")
        winner = position.outcome.winner if position.outcome else None
        return {
            "decided_by": {"no path": "none"}.get(reason, reason),
            "counts": {colour: position.border_pieces(colour) for colour in COLOURS} if counted else {},
            "points": {colour: position.score(colour) for colour in COLOURS},
            "detail": {"game": "caminos", "path": position.path(winner) if winner else []},
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
