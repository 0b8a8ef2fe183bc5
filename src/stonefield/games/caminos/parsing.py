"""Positions from their text: only those that play can lead to.

A text that lists the pieces in the order of placing (``Position.ordered_text``) is played as it is. ``str``
lists them by name; for such a text the parser looks for an order that the rules allow, from the last piece
back to the first, and plays it. So nothing unsupported, uneven or already decided can come out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from stonefield.games.caminos.moves import COLOURS, NEUTRAL, SWAP, Placement
from stonefield.games.caminos.notation import Fields, read, wrong_turn
from stonefield.games.caminos.paths import joins_sides
from stonefield.games.caminos.pieces import Cube
from stonefield.games.caminos.position import Position
from stonefield.games.caminos.setup import Piece, Setup
from stonefield.games.caminos.sites import sites_of
from stonefield.games.errors import Span
from stonefield.games.game import IllegalMove, InvalidPosition
from stonefield.games.reading import shorten

PATIENCE = 3_000
"""How many pieces the search for an order may take back before it gives up."""


class Turn(NamedTuple):
    """One turn of the game that led here: a placement, or a seat dropping out."""

    seat: int
    neutral: bool
    places: bool


def parse(text: str) -> Position:
    """The position that ``text`` describes; nonsense is refused with a reason."""
    fields = read(text)
    seat, swapped = seat_on_turn(fields)
    _check_supplies(fields)
    check_support(fields)
    _check_neutrals(fields)
    if all(_has_path(fields, fields.pieces, colour) for colour in COLOURS):
        raise InvalidPosition(
            "both colours have a path, but the first one would have ended the game", "two_paths"
        )
    _check_turns(fields)
    position = _replay(fields, fields.pieces, seat, swapped)
    if position is None:
        search = _Search(fields)
        order = search.order()
        position = None if order is None else _replay(fields, order, seat, swapped)
        if position is None and search.gave_up:
            raise InvalidPosition(
                f"`{shorten(text)}`: no order of placing these pieces was found, but not all were tried;"
                " list the pieces in the order of placing",
                "order_not_found",
            )
    if position is None:
        raise InvalidPosition(
            f"`{shorten(text)}`: no order of placing these pieces gives player {fields.player} the turn",
            "order",
            colour=fields.turn,
        )
    return position


def seat_on_turn(fields: Fields) -> tuple[int, bool]:
    """The seat on turn, and whether the two players have swapped colours."""
    setup = fields.setup
    if setup.players == 4:
        if setup.colour_of_seat(fields.player) != fields.turn:
            raise wrong_turn(fields, f"seat {fields.player} cannot own {fields.turn}: {setup.first} began")
        return fields.player, False
    if fields.player not in (1, 2):
        raise wrong_turn(fields, f"player {fields.player}: two players are 1 and 2")
    seat = int(fields.turn != setup.first)
    swapped = seat != fields.player - 1
    if swapped and not setup.swap:
        raise InvalidPosition(
            f"player {fields.player} cannot own {fields.turn}: the players cannot have swapped colours",
            "swapped",
            span=fields.turn_span,
            colour=fields.turn,
        )
    return seat, swapped


def _check_supplies(fields: Fields) -> None:
    setup = fields.setup
    lying = Counter((piece.colour, piece.shape) for piece in fields.pieces)
    for index, (shape, count) in enumerate(zip(setup.pieces.shapes, setup.pieces.counts, strict=True)):
        for team, colour in enumerate((setup.colour_of_seat(0), setup.colour_of_seat(1))):
            left = [hand[index] for hand in fields.hands[team::2]]
            if sum(left) + lying[colour, shape.letter] != count or max(left) > setup.full_hand[index]:
                raise InvalidPosition(
                    f"{colour} has {lying[colour, shape.letter]} {shape.letter} on the table and "
                    f"{'+'.join(map(str, left))} left, of {count}",
                    "supply",
                    colour=colour,
                    shape=shape.letter,
                    count=count,
                )
    neutrals = sum(piece.colour == NEUTRAL for piece in fields.pieces)
    if neutrals > 2 * setup.neutral:
        raise InvalidPosition(
            f"{neutrals} neutral pieces on the table: this game has {2 * setup.neutral}",
            "neutrals",
            count=2 * setup.neutral,
        )


def _check_neutrals(fields: Fields) -> None:
    """The neutral pieces come first, unless one of the teams could not place its own."""
    neutrals = sum(piece.colour == NEUTRAL for piece in fields.pieces)
    if neutrals < 2 * fields.setup.neutral and len(fields.pieces) > neutrals and not fields.out:
        raise InvalidPosition(
            f"{neutrals} neutral pieces on the table: both come before any other", "neutral_first"
        )


def _check_turns(fields: Fields) -> None:
    """While all seats play on and neither team has won, the numbers of pieces tell whose turn it is."""
    if fields.out or any(_has_path(fields, fields.pieces, colour) for colour in COLOURS):
        return
    setup = fields.setup
    first, second = (setup.colour_of_seat(seat) for seat in (0, 1))
    ahead, behind = (sum(piece.colour == colour for piece in fields.pieces) for colour in (first, second))
    seat = seat_to_place(setup, fields.pieces)
    if seat is None:
        raise InvalidPosition(
            f"{first} has placed {ahead} and {second} {behind}: they place by turns, and {first} began",
            "uneven",
            first=first,
            second=second,
            ahead=ahead,
            behind=behind,
        )
    turn = setup.colour_of_seat(seat)
    if turn != fields.turn:
        raise InvalidPosition(f"it is the turn of {turn}, not of {fields.turn}", "not_on_turn", colour=turn)


def seat_to_place(setup: Setup, pieces: Sequence[Piece]) -> int | None:
    """The seat whose turn it is after these pieces while no seat is out; None if they were not by turns."""
    neutrals = sum(piece.colour == NEUTRAL for piece in pieces)
    if neutrals < 2 * setup.neutral:
        return neutrals
    placed = len(pieces) - neutrals
    ahead = sum(piece.colour == setup.first for piece in pieces)
    return placed % setup.players if 2 * ahead - placed in (0, 1) else None


def check_support(fields: Fields) -> None:
    """Refuse pieces in one another or over empty space."""
    # Each cube, and where in the text its piece is.
    filled: dict[Cube, Span] = {}
    for piece, span in zip(fields.pieces, fields.piece_spans, strict=True):
        for cube in piece.cubes:
            if cube in filled:
                raise InvalidPosition(
                    f"two pieces fill {_place(fields, cube)}", "twice", span=span, square=_name(fields, cube)
                )
            filled[cube] = span
    for (file, rank, level), span in sorted(filled.items()):
        if level and (file, rank, level - 1) not in filled:
            cube = file, rank, level
            raise InvalidPosition(
                f"there is nothing beneath {_place(fields, cube)}",
                "hanging",
                span=span,
                square=_name(fields, cube),
            )


def _name(fields: Fields, cube: Cube) -> str:
    return fields.setup.board.name_of(cube[1] * fields.setup.board.files + cube[0])


def _place(fields: Fields, cube: Cube) -> str:
    return f"{_name(fields, cube)} at level {cube[2] + 1}"


def _columns(fields: Fields, pieces: Iterable[Piece]) -> list[str]:
    board = fields.setup.board
    columns = [""] * (board.files * board.ranks)
    cubes = sorted(
        (level, rank * board.files + file, p.colour[0]) for p in pieces for file, rank, level in p.cubes
    )
    for _, square, colour in cubes:
        columns[square] += colour
    return columns


def _has_path(fields: Fields, pieces: Iterable[Piece], colour: str) -> bool:
    board = fields.setup.board
    return joins_sides(board, _columns(fields, pieces), colour[0], board.squares)


def _turns(fields: Fields) -> Iterator[Turn]:
    """Whose turn it was each time: how many pieces each seat has placed, and who is out, tell that."""
    setup = fields.setup
    to_come = [sum(setup.full_hand) - sum(hand) for hand in fields.hands]
    neutrals = sum(piece.colour == NEUTRAL for piece in fields.pieces)
    out: set[int] = set()
    for seat in (0, 1) if setup.neutral else ():
        places = seat < neutrals
        if not places and seat not in fields.out:
            return
        yield Turn(seat, True, places)
        if not places:
            out.add(seat)
    seat = 0
    while len(out) < setup.players:
        if seat not in out:
            if to_come[seat]:
                to_come[seat] -= 1
                yield Turn(seat, False, True)
            elif seat in fields.out:
                out.add(seat)
                yield Turn(seat, False, False)
            else:
                return
        seat = (seat + 1) % setup.players


def _replay(fields: Fields, order: Sequence[Piece], seat: int, swapped: bool) -> Position | None:
    """The position after placing the pieces in this order, if the rules and the rest of the text agree."""
    position = Position(fields.setup)
    try:
        for piece in order:
            position = position.play(Placement(piece.shape, piece.cubes))
            if position.pieces[-1].colour != piece.colour:
                return None
            if swapped and position.may_swap:
                position = position.play(SWAP)
    except IllegalMove:
        return None
    reached = position.seat, position.is_swapped, position.out_seats, position.hands
    return position if reached == (seat, swapped, fields.out, fields.hands) else None


class _Search:
    """The search for an order, taking pieces back one by one."""

    def __init__(self, fields: Fields) -> None:
        self.fields, self.turns = fields, tuple(_turns(fields))
        self.sites = sites_of(fields.setup.board, fields.setup.pieces)
        self.patience = PATIENCE
        self.failed: set[tuple[int, tuple[int, ...]]] = set()
        owner = {cube: index for index, piece in enumerate(fields.pieces) for cube in piece.cubes}
        rests = {
            (owner[file, rank, level - 1], index) for (file, rank, level), index in owner.items() if level
        }
        rests = {(under, over) for under, over in rests if under != over}
        self.above = [0] * len(fields.pieces)
        for under, over in rests:
            self.above[under] |= 1 << over
        # What lies on the most others goes first: the rest is then free to go in any colour's turn.
        self.candidates = sorted(range(len(fields.pieces)), key=_count_beneath(len(fields.pieces), rests))

    def order(self) -> list[Piece] | None:
        """The pieces in an order in which they may have been placed."""
        if sum(turn.places for turn in self.turns) != len(self.fields.pieces):
            return None
        setup = self.fields.setup
        placed = tuple(
            full - left
            for hand in self.fields.hands
            for full, left in zip(setup.full_hand, hand, strict=True)
        )
        everything = (1 << len(self.fields.pieces)) - 1
        backwards = self._back(len(self.turns), everything, placed)
        return None if backwards is None else [self.fields.pieces[index] for index in reversed(backwards)]

    @property
    def gave_up(self) -> bool:
        """Whether orders may be left that were not tried."""
        return self.patience <= 0

    def _back(self, turn: int, there: int, placed: tuple[int, ...]) -> list[int] | None:
        """The pieces to take back, last one first; ``placed`` counts each seat's pieces of each shape."""
        if turn == 0:
            return []
        last = self.turns[turn - 1]
        if not last.places:
            return self._back(turn - 1, there, placed) if self._stuck(last, there) else None
        if (there, placed) in self.failed or self.patience <= 0:
            return None
        shapes = len(self.fields.setup.pieces.shapes)
        colour = NEUTRAL if last.neutral else self.fields.setup.colour_of_seat(last.seat)
        for index in self.candidates:
            piece = self.fields.pieces[index]
            if not there >> index & 1 or piece.colour != colour or self.above[index] & there:
                continue
            fewer = placed
            if not last.neutral:
                slot = last.seat * shapes + self.fields.setup.pieces.index[piece.shape]
                if not placed[slot]:
                    continue
                fewer = (*placed[:slot], placed[slot] - 1, *placed[slot + 1 :])
            self.patience -= 1
            rest = there & ~(1 << index)
            if not any(_has_path(self.fields, self._pieces(rest), colour) for colour in COLOURS):
                found = self._back(turn - 1, rest, fewer)
                if found is not None:
                    return [index, *found]
        self.failed.add((there, placed))
        return None

    def _pieces(self, there: int) -> list[Piece]:
        return [piece for index, piece in enumerate(self.fields.pieces) if there >> index & 1]

    def _stuck(self, turn: Turn, there: int) -> bool:
        """Whether the seat could really not place when it dropped out."""
        heights = [len(column) for column in _columns(self.fields, self._pieces(there))]
        hand = self.fields.hands[turn.seat]
        shapes = [len(hand)] if turn.neutral else [shape for shape, left in enumerate(hand) if left]
        return not self.sites.may_place(shapes, heights)


def _count_beneath(pieces: int, rests: set[tuple[int, int]]) -> Callable[[int], int]:
    """Minus the number of pieces that must have been there before a piece, directly or not."""
    beneath = [0] * pieces
    growing = True
    while growing:
        growing = False
        for under, over in rests:
            all_under = beneath[over] | beneath[under] | 1 << under
            growing |= all_under != beneath[over]
            beneath[over] = all_under
    return lambda index: -beneath[index].bit_count()
