"""The symmetries of Caminos: the board turned and mirrored, and the two colours exchanged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from stonefield.games.caminos.board import Board
from stonefield.games.caminos.moves import COLOURS, Placement
from stonefield.games.caminos.position import Position
from stonefield.games.game import Move, Symmetry

_PlaceMap: TypeAlias = Callable[[int, int], tuple[int, int]]


def symmetries(position: Position) -> tuple[Symmetry, ...]:
    """Those of the eight turns and mirrorings that map the board to itself, and the exchange of colours."""
    board, pieces = position.board, position.setup.pieces
    mirrors = all(shape.is_its_mirror_image for shape in pieces.all_shapes)
    found = [
        Symmetry(name, _turn_position(place), _turn_move(place))
        for name, place, mirrored in _turns(board)
        if (mirrors or not mirrored) and _maps_to_itself(board, place)
    ]
    return (*found, Symmetry("colours", exchange_colours, lambda move: move))


def exchange_colours(position: Position) -> Position:
    """The same position with yellow for green and green for yellow, the players staying who they are."""
    first = COLOURS[1 - COLOURS.index(position.setup.first)]
    return position.rebuilt(setup=replace(position.setup, first=first))


def _turns(board: Board) -> tuple[tuple[str, _PlaceMap, bool], ...]:
    east, north = board.files - 1, board.ranks - 1
    return (
        ("identity", lambda file, rank: (file, rank), False),
        ("quarter turn", lambda file, rank: (north - rank, file), False),
        ("half turn", lambda file, rank: (east - file, north - rank), False),
        ("three-quarter turn", lambda file, rank: (rank, east - file), False),
        ("mirror east-west", lambda file, rank: (east - file, rank), True),
        ("mirror north-south", lambda file, rank: (file, north - rank), True),
        ("mirror rising diagonal", lambda file, rank: (rank, file), True),
        ("mirror falling diagonal", lambda file, rank: (north - rank, east - file), True),
    )


def _maps_to_itself(board: Board, place: _PlaceMap) -> bool:
    """Whether squares go to squares, and the pairs of sides that a path may join to such pairs."""
    squares = {divmod(square, board.files)[::-1] for square in board.squares}
    if {place(*square) for square in squares} != squares:
        return False
    sides = [
        frozenset(divmod(board.square(name), board.files)[::-1] for name in side) for side in board.sides
    ]
    turned = [frozenset(place(*square) for square in side) for side in sides]
    links = {(frozenset((sides[one], sides[other])), kind) for one, other, kind in board.links}
    return {(frozenset((turned[one], turned[other])), kind) for one, other, kind in board.links} == links


def _turn_move(place: _PlaceMap) -> Callable[[Move], Move]:
    def turned(move: Move) -> Move:
        if not isinstance(move, Placement):
            return move
        return Placement(move.piece, ((*place(file, rank), level) for file, rank, level in move.cubes))

    return turned


def _turn_position(place: _PlaceMap) -> Callable[[Position], Position]:
    def turned(position: Position) -> Position:
        return position.rebuilt(place=place)

    return turned
