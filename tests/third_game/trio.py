"""Trio: three in a row on nine squares. A whole game in a few dozen lines, known to nobody but the tests."""

from __future__ import annotations

from dataclasses import dataclass

from stonefield.games.game import (
    Game,
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    Move,
    Option,
    Outcome,
    Position,
)
from stonefield.games.plugin import GamePlugin

COLOURS = ("red", "white")
SQUARES = tuple(f"{file}{rank}" for rank in "123" for file in "abc")
ROWS = (
    *(slice(n, n + 3) for n in (0, 3, 6)),
    *(slice(n, 9, 3) for n in (0, 1, 2)),
    slice(0, 9, 4),
    slice(2, 7, 2),
)


@dataclass(frozen=True)
class Board:
    name: str = "tiny"
    files: int = 3
    ranks: int = 3
    names: tuple[str, ...] = SQUARES


class Mark(Move):
    """One's own colour on an empty square."""

    def __init__(self, square: str) -> None:
        self.text = square

    @property
    def squares(self) -> tuple[str, ...]:
        return (self.text,)


@dataclass(frozen=True, repr=False)
class Trio(Position):
    marks: str = "........."
    """One letter a square: r, w, or a dot."""
    first: str = "red"

    board = Board()
    options = property(lambda self: {"board": "tiny", "first": self.first})
    game = property(lambda self: GAME)
    longest = 9

    def colour_of(self, player):
        return self.first if player == 1 else GAME.other(self.first)

    @property
    def player(self):
        return 1 + (9 - self.marks.count(".")) % 2

    @property
    def turn(self):
        return self.colour_of(self.player)

    @property
    def tops(self):
        names = {letter: colour for colour, letter in GAME.letters.items()}
        return {square: names[mark] for square, mark in zip(SQUARES, self.marks, strict=True) if mark != "."}

    def score(self, colour):
        return sum(self.marks[row] == 3 * colour[0] for row in ROWS)

    @property
    def outcome(self):
        for colour in COLOURS:
            if self.score(colour):
                return Outcome(colour, "row")
        return None if "." in self.marks else Outcome(None, "full")

    @property
    def is_over(self):
        return self.outcome is not None

    def legal_moves(self):
        empty = () if self.is_over else zip(SQUARES, self.marks, strict=True)
        return [Mark(square) for square, mark in empty if mark == "."]

    def read(self, text):
        if text not in SQUARES:
            raise InvalidMove(f"`{text}`: a move is a square such as b2")
        return Mark(text)

    def play(self, move):
        number = SQUARES.index(str(self.read(str(move))))
        if self.is_over or self.marks[number] != ".":
            raise IllegalMove(f"`{move}`: this square is not empty, or the game is over")
        return Trio(self.marks[:number] + self.turn[0] + self.marks[number + 1 :], self.first)

    def __str__(self):
        return f"trio {self.first[0]} {self.marks}"


def start(board="tiny", *, first="red"):
    GAME.option("board").check(board)
    return Trio(first=str(GAME.option("first").check(first)))


def parse(text):
    words = text.split()
    if len(words) != 3 or words[1] not in ("r", "w") or len(words[2]) != 9 or set(words[2]) - set(".rw"):
        raise InvalidPosition(f"`{text}`: a position is written like trio r r..w.....")
    return Trio(words[2], COLOURS["rw".index(words[1])])


PLUGIN = GamePlugin(name="trio", game="trio:GAME")
GAME = Game(
    name="trio",
    colours=COLOURS,
    boards=("tiny",),
    options=(Option("board", "tiny", ("tiny",)), Option("first", "red", COLOURS)),
    start=start,
    parse=parse,
    symmetries=lambda position: (),
)
