"""Carnac for a page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from stonefield.games.carnac.board import DIRECTIONS, Board
from stonefield.games.carnac.moves import COLOURS, Answer, Placement, fallen
from stonefield.games.carnac.position import Position

if TYPE_CHECKING:
    from stonefield.server.protocol.carnac import AnswerView, CarnacLegal, CarnacMove, CarnacScene, PairView
    from stonefield.server.protocol.views import MoveDescription, ScoreView


class CarnacPresenter:
    """Stones, dolmens and the megalith that may be tilted."""

    def scene(self, before: Position | None, position: Position, ply: int) -> CarnacScene:
        last: Sequence[str] = ()
        origin = None
        if before is not None and position.stones != before.stones:
            last = position.stones[-1].squares
            if before.pending is not None:
                origin = before.pending.square
        elif before is not None and before.pending is not None and position.pending is None:
            last = (before.pending.square,)
        return {
            "game": "carnac",
            "ply": ply,
            "stones": [
                {"squares": stone.squares, "top": stone.top, "axis": stone.axis} for stone in position.stones
            ],
            "pending": position.pending.square if position.pending else None,
            "tops": position.tops,
            "dolmens": {
                colour: [
                    {"squares": squares, "size": len(squares)} for squares in position.dolmen_groups(colour)
                ]
                for colour in COLOURS
            },
            "stock": position.stock,
            "last": last,
            "origin": origin,
        }

    def legal(self, position: Position) -> CarnacLegal:
        pending = position.pending
        return {
            "game": "carnac",
            "placements": {} if pending or position.is_over else _placements(position),
            "answers": _answers(position, pending) if pending else [],
            "swap": position.may_swap,
        }

    def describe_move(self, before: Position, text: str, after: Position, ply: int) -> MoveDescription:
        if text == "swap":
            return {"piece": 0, "squares": [], "top": None, "detail": None}
        stone = after.stones[-1]
        return {
            "piece": len(after.stones),
            "squares": stone.squares,
            "top": stone.top,
            "detail": _STANDING[stone.axis] if stone.axis else None,
        }

    def score(self, position: Position, reason: str) -> ScoreView:
        """Dolmens side by side, largest first, up to the pair that decides and on to the end."""
        sizes = {colour: position.dolmens(colour) for colour in COLOURS}
        longest = max(len(found) for found in sizes.values())
        pairs: list[PairView] = []
        undecided = reason == "sizes"
        for rank in range(longest):
            pair = {colour: found[rank] if rank < len(found) else 0 for colour, found in sizes.items()}
            decides = undecided and len(set(pair.values())) > 1
            undecided = undecided and not decides
            pairs.append({"sizes": pair, "decides": decides})
        counts = {colour: len(found) for colour, found in sizes.items()}
        return {
            "decided_by": {"dolmens": "count", "sizes": "size"}.get(reason, reason),
            "counts": counts,
            "points": counts,
            "detail": {"game": "carnac", "pairs": pairs},
        }


PRESENTER = CarnacPresenter()
_STANDING: dict[str, CarnacMove] = {colour: {"game": "carnac", "axis": colour} for colour in COLOURS}


def _placements(position: Position) -> dict[str, str]:
    """Each empty square with the falls a megalith would have there."""
    squares = _squares(position.board)
    tops = position.tops
    if position.stock == 1 and not position.setup.final_tilt:
        return {name: "" for name in squares if name not in tops}
    taken = sum([squares[name][0] for name in tops])
    return {
        name: "".join([letter for letter, way in falls if not taken & way]) if taken & around else every
        for name, (_, around, every, falls) in squares.items()
        if name not in tops
    }


@lru_cache(maxsize=64)
def _squares(table: Board) -> dict[str, tuple[int, int, str, tuple[tuple[str, int], ...]]]:
    """Each square as a bit, and the falls that stay on the board: all squares, all letters, each of them."""
    found = {}
    for square, name in enumerate(table.names):
        falls = tuple((DIRECTIONS[fall.direction], fall.bits) for fall in table.falls[square])
        around = 0
        for _, way in falls:
            around |= way
        found[name] = (1 << square, around, "".join(letter for letter, _ in falls), falls)
    return found


def _answers(position: Position, pending: Placement) -> list[AnswerView]:
    falls = {fall.direction: fall for fall in position.board.falls[pending.index]}
    answers: list[AnswerView] = []
    for move in position.legal_moves():
        if not isinstance(move, Answer):
            continue
        if move.direction is None:
            answers.append({"text": move.text, "squares": [pending.square], "colour": pending.top})
        else:
            stone = fallen(position.board, pending, falls[move.direction])
            answers.append({"text": move.text, "squares": stone.squares, "colour": stone.top})
    return answers
