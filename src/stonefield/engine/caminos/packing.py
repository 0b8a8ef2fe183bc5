"""A position as bytes, on which the compiled engine works; plain Python, so a browser has it too."""

from __future__ import annotations

from stonefield.games.caminos import Position

NEUTRAL = 3
"""The code of a neutral cube; a cube of the team that began is 1, one of the other team 2."""


def packed(position: Position) -> bytes:
    """What ``arrays`` says that a state is made of: the header, what is left in hand, the columns."""
    setup, outcome = position.setup, position.outcome
    codes = {"n": NEUTRAL} | {letter: 1 if letter == setup.first[0] else 2 for letter in "yg"}
    laid = [piece.seat for piece in position.pieces if piece.seat is not None]
    colours = [setup.colour_of_seat(seat) for seat in (0, 1)]
    won = outcome is not None and outcome.reason == "path"
    header = [
        position.seat,
        sum(1 << seat for seat in position.out_seats),
        position.neutral_due,
        1 + colours.index(outcome.winner or "") if won and outcome else 0,
        int(position.is_swapped),
        min(2, laid.count(0)),
        min(2, len(laid) - laid.count(0)),
        *(position.border_pieces(colour) for colour in colours),
    ]
    hands = [left for hand in position.hands for left in hand]
    columns = [sum(codes[cube] << 2 * level for level, cube in enumerate(stack)) for stack in position.stacks]
    return bytes((*header, *hands, *columns, 0))
