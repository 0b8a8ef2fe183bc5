"""Setting up positions of Caminos by hand: pieces of any colour go wherever they rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from stonefield.games.caminos.board import square_name
from stonefield.games.caminos.moves import COLOURS, NEUTRAL, Placement
from stonefield.games.caminos.notation import read
from stonefield.games.caminos.parsing import check_support, parse, seat_on_turn, seat_to_place
from stonefield.games.caminos.position import Position
from stonefield.games.caminos.setup import Piece, Setup
from stonefield.games.caminos.sites import sites_of
from stonefield.games.game import IllegalMove, InvalidMove, InvalidPosition


def put(position: Position, word: str) -> Position:
    """Another piece: its colour's letter and a placement, such as ``yL:a1*3,b1``."""
    setup = position.setup
    colour = next((name for name in (*COLOURS, NEUTRAL) if name[0] == word[:1]), None)
    try:
        move = position.read(word[1:])
        if colour is None or not isinstance(move, Placement):
            raise InvalidMove(f"`{word}`: a piece is its colour and its columns, such as yL:a1*3,b1")
        site = position.sites.find(move, [len(column) for column in position.stacks])
    except (InvalidMove, IllegalMove) as error:
        raise InvalidPosition(str(error), "does_not_rest", word=word[1:]) from None
    if (colour == NEUTRAL) != (setup.pieces.index[move.piece] == len(setup.pieces.shapes)):
        raise InvalidPosition(
            f"`{word}`: {colour} has no piece {move.piece}", "no_such_piece", colour=colour, shape=move.piece
        )
    piece = Piece(move.piece, colour, None, site.cubes)
    return _laid(setup, (*position.pieces, piece), position)


def remove(position: Position, square: str) -> Position:
    """Without the piece whose cube is on top of a square; nothing may rest on it."""
    there = {
        cube[2]: piece
        for piece in position.pieces
        for cube in piece.cubes
        if square_name(*cube[:2]) == square
    }
    if not there:
        raise InvalidPosition(f"{square}: no piece is there", "empty", square=square)
    gone = there[max(there)]
    others = [piece for piece in position.pieces if piece is not gone]
    filled = {cube for piece in others for cube in piece.cubes}
    for file, rank, level in sorted(gone.cubes):
        if (file, rank, level + 1) in filled:
            name = square_name(file, rank)
            raise InvalidPosition(
                f"{square}: another piece rests on this one, on {name}", "covered", square=name
            )
    return _laid(position.setup, others, position)


class PieceBench:
    """Pieces of both colours in hand, and neutral ones where they are played with."""

    verbs: Mapping[str, Callable[[Position, str], Position]] = {"put": put, "remove": remove}

    def read(self, text: str) -> Position:
        fields = read(text)
        check_support(fields)
        seat, swapped = seat_on_turn(fields)
        pieces = _resting(fields.setup, fields.pieces)
        return _supplied(Position.laid(fields.setup, pieces, seat, swapped=swapped, out=fields.out))

    def again(self, start: Position, position: Position) -> Position:
        """The pieces one after the other, as long as each still fits."""
        for piece in position.pieces:
            try:
                start = put(start, piece.colour[0] + Placement(piece.shape, piece.cubes).text)
            except InvalidPosition:
                continue
        return start

    def give_turn(self, position: Position, player: int) -> Position:
        return self._seated(position, position.seat_of(player), position.is_swapped)

    def swapped(self, position: Position, swapped: bool) -> Position:
        return self._seated(position, position.seat, swapped)

    def _seated(self, position: Position, seat: int, swapped: bool) -> Position:
        return Position.laid(position.setup, position.pieces, seat, swapped=swapped, out=position.out_seats)

    def hands(self, position: Position) -> Mapping[str, Position]:
        setup = position.setup
        found = {setup.colour_of_seat(seat): position.holding(seat) for seat in (0, 1)}
        if position.neutral_due:
            found[NEUTRAL] = position.holding(2 - position.neutral_due, neutral=True)
        return found


def _laid(setup: Setup, pieces: Sequence[Piece], before: Position) -> Position:
    """These pieces, with the turn to the seat that has it after them; seats that cannot place may be out."""
    next_seat = seat_to_place(setup, pieces)
    seat = before.seat if next_seat is None else next_seat
    position = _supplied(Position.laid(setup, pieces, seat, swapped=before.is_swapped))
    stuck = frozenset(seat for seat in range(setup.players) if not position.can_place(seat))
    if position.is_over or not stuck or _leads_here(position):
        return position
    for following in range(setup.players):
        then = Position.laid(setup, pieces, following, swapped=before.is_swapped, out=stuck)
        if _leads_here(then):
            return then
    return position


def _leads_here(position: Position) -> bool:
    try:
        parse(position.ordered_text)
    except InvalidPosition:
        return False
    return True


def _supplied(position: Position) -> Position:
    """The position itself, if no seat has placed more pieces than there are."""
    setup = position.setup
    if position.neutral_due < 0:
        count = 2 * setup.neutral
        raise InvalidPosition(f"neutral pieces: this game has {count}", "neutrals", count=count)
    for seat, hand in enumerate(position.hands):
        for shape, count, left in zip(setup.pieces.shapes, setup.pieces.counts, hand, strict=True):
            if left < 0:
                colour, letter = setup.colour_of_seat(seat), shape.letter
                raise InvalidPosition(
                    f"{colour} has only {count} {letter}", "supply", colour=colour, shape=letter, count=count
                )
    return position


def _resting(setup: Setup, pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces in an order in which each rests on those before it."""
    sites = sites_of(setup.board, setup.pieces)
    heights = [0] * (setup.board.files * setup.board.ranks)
    left, found = list(pieces), list[Piece]()
    while left:
        for piece in left:
            filling = sites.filling(Placement(piece.shape, piece.cubes))
            site = next((site for site in filling if site.cubes == piece.cubes), None)
            if site and site.is_free(heights):
                break
        else:
            raise InvalidPosition("these pieces rest on one another in a ring", "ring")
        for column, count in zip(site.columns, site.counts, strict=True):
            heights[column] += count
        left.remove(piece)
        found.append(piece)
    return found
