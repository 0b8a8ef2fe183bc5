"""Any game for a page, by what its rules alone can say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stonefield.games.game import Position

if TYPE_CHECKING:
    from stonefield.server.protocol.plain import PlainLegal, PlainScene
    from stonefield.server.protocol.views import MoveDescription, ScoreView


class PlainPresenter:
    """Colours seen from above, and moves as their texts with the squares they name."""

    def scene(self, before: Position | None, position: Position, ply: int) -> PlainScene:
        return {
            "game": "plain",
            "ply": ply,
            "tops": dict(position.tops),
            "points": _points(position),
            "last": [] if before is None else _changed(before, position),
        }

    def legal(self, position: Position) -> PlainLegal:
        return {
            "game": "plain",
            "moves": [
                {"text": str(move), "squares": move.squares}
                for move in position.legal_moves()
                if str(move) != "swap"
            ],
            "swap": position.may_swap,
        }

    def describe_move(self, before: Position, text: str, after: Position, ply: int) -> MoveDescription:
        squares = before.read(text).squares
        top = after.tops.get(squares[-1]) if squares else None
        return {"piece": 0 if text == "swap" else ply, "squares": squares, "top": top, "detail": None}

    def score(self, position: Position, reason: str) -> ScoreView:
        return {"decided_by": reason, "counts": {}, "points": _points(position), "detail": None}


def _points(position: Position) -> dict[str, int]:
    return {colour: position.score(colour) for colour in position.game.colours}


def _changed(before: Position, after: Position) -> list[str]:
    """The squares that show something else than before."""
    old, new = before.tops, after.tops
    return [square for square in after.board.names if old.get(square) != new.get(square)]
