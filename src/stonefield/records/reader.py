"""Reads records in our text format: all of a text, or an error with line and column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from stonefield.games.game import Game, Position, StonefieldError, find_game, parse
from stonefield.records.limits import DEEPEST
from stonefield.records.record import (
    RESULTS,
    UNFINISHED,
    GrowingPly,
    Line,
    Ply,
    Record,
    RecordError,
    is_placement,
    joined,
    reserved_tags,
    result_of,
    tag_of,
)
from stonefield.records.source import Text

# What may be long is matched possessively: nothing is tried twice, so reading takes time in proportion.
_TAG = re.compile(r'\[[ \t]*+([A-Za-z][A-Za-z0-9_]*+)[ \t]++"((?:[^"\\\n]++|\\.)*+)"[ \t]*+\]')
_COMMENT = re.compile(r"\{(?:[^{}\\]++|\\.)*+\}", re.DOTALL)
_WORD = re.compile(r'[^\s\[\](){}"]++')
_NUMBER = re.compile(r"([0-9]{1,9})(\.\.\.|\.)(.*+)")
_PLAIN = re.compile(r"[^\\\[]++")
_CLOCK = re.compile(r"\[%clk ([0-9]{1,3}):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]{1,3}))?\]")
_ESCAPES = {"\\": "\\", '"': '"', "{": "{", "}": "}", "[": "[", "n": "\n", "r": "\r"}


class _Token(NamedTuple):
    kind: str
    text: str
    offset: int


class _Piece(NamedTuple):
    """A part of a comment or of a tag's value: plain text, an escape, or a clock."""

    text: str
    offset: int
    is_clock: bool = False


class _Number(NamedTuple):
    value: int
    dots: str
    offset: int


def read(text: str) -> Record:
    """The one game that is written in ``text``."""
    reader = _Reader(text)
    record = reader.game()
    if reader.token.kind != "end":
        raise reader.error("the one game ended before this; read_all reads several games")
    return record


def read_all(text: str) -> tuple[Record, ...]:
    """All the games that are written in ``text``, at least one."""
    reader = _Reader(text)
    records = [reader.game()]
    while reader.token.kind != "end":
        records.append(reader.game())
    return tuple(records)


class _Reader:
    def __init__(self, content: str) -> None:
        self.text = Text(content)
        self.offset = 0
        self.token = self.next()

    def error(self, message: str, offset: int | None = None) -> RecordError:
        return self.text.error(message, self.token.offset if offset is None else offset)

    def advance(self) -> None:
        self.token = self.next()

    def next(self) -> _Token:
        """What follows at the offset, which moves on behind it."""
        content = self.text.content
        while self.offset < len(content) and content[self.offset].isspace():
            self.offset += 1
        start = self.offset
        if start == len(content):
            return _Token("end", content[start:], start)
        first = content[start]
        if first in "()":
            self.offset += 1
            return _Token(first, first, start)
        kind, pattern, problem = {
            "[": ("tag", _TAG, 'a tag is written [Name "value"]'),
            "{": (
                "comment",
                _COMMENT,
                r"this comment is not closed (within it, a brace is written \{ or \})",
            ),
        }.get(first, ("word", _WORD, f"`{first}` does not belong here"))
        match = pattern.match(content, start)
        if match is None:
            raise self.error(problem, start)
        self.offset = match.end()
        return _Token(kind, match[0], start)

    def game(self) -> Record:
        if self.token.kind != "tag":
            raise self.error('a game begins with its tags, the first of them [Game "…"]')
        tags, places = self.tags()
        start = self.start(tags, places)
        line, positions = self.line(start, 0, 0)
        result = self.token.text
        if tags.get("Result", result) != result:
            raise self.error(f"`{tags['Result']}`: the game itself ends with {result}", places["Result"])
        ended = result_of(positions[-1])
        if result == UNFINISHED:
            result = ended
        if ended not in (UNFINISHED, result):
            raise self.error(f"`{result}`: by the rules this game ended {ended}")
        setting = reserved_tags(start)
        try:
            told = {name: value for name, value in tags.items() if name not in setting}
            record = Record.of_played(start, line, positions, result, told)
        except StonefieldError as error:
            raise self.text.error(str(error), places["Game"]) from error
        self.advance()
        return record

    def tags(self) -> tuple[dict[str, str], dict[str, int]]:
        tags: dict[str, str] = {}
        places: dict[str, int] = {}
        while self.token.kind == "tag":
            match = _TAG.fullmatch(self.token.text)
            assert match is not None
            name = match[1]
            if name in tags:
                raise self.error(f"`{name}`: this tag is there twice")
            places[name] = self.token.offset
            tags[name] = "".join(map(self.unescaped, _pieces(self.token, *match.span(2))))
            self.advance()
        return tags, places

    def start(self, tags: dict[str, str], places: dict[str, int]) -> Position:
        if "Game" not in tags:
            raise self.error('the tag [Game "…"] is missing', min(places.values()))
        place = places["Game"]
        try:
            game = find_game(tags["Game"])
            given: dict[str, object] = {}
            for option in game.options:
                name = tag_of(option.name)
                if name in tags:
                    place = places[name]
                    given[option.name] = option.read(tags[name])
            if "Position" not in tags:
                return self.text.admit(game.start(**given))
            place = places["Position"]
            return self.text.admit(self.set_up(game, tags, places, given))
        except RecordError as error:
            if error.line is not None:
                raise
            raise self.text.error(str(error), place) from error
        except StonefieldError as error:
            raise self.text.error(str(error), place) from error

    def set_up(
        self, game: Game, tags: dict[str, str], places: dict[str, int], given: dict[str, object]
    ) -> Position:
        position = parse(tags["Position"])
        if position.game is not game:
            raise self.error(f"`{position.game.name}`: this is a game of {game.name}", places["Position"])
        for name, value in given.items():
            if position.options[name] != value:
                raise self.error(
                    f"`{value}`: the position says {position.options[name]}", places[tag_of(name)]
                )
        return position

    def line(self, position: Position, placed: int, depth: int) -> tuple[Line, list[Position]]:
        """A line and its positions up to its end, which stays the current token: a result, or a bracket."""
        plies: list[GrowingPly] = []
        positions = [position]
        comments: list[str] = []
        number: _Number | None = None
        placed_before = placed
        while True:
            token = self.token
            if number and (token.kind != "word" or token.text in RESULTS):
                raise self.error(f"`{number.value}{number.dots}`: no move follows this number", number.offset)
            if token.kind == "comment":
                said, clock = self.comment()
                if not plies:
                    if clock is not None:
                        raise self.error("a clock stands after the move it belongs to")
                    comments.append(said)
                else:
                    self.annotate(plies[-1], said, clock)
            elif token.kind == "(":
                self.variations(plies, positions, placed_before, depth)
                continue
            elif token.kind == "word" and token.text not in RESULTS:
                number, move = self.numbered(token, number)
                if move.text:
                    placed_before = placed
                    ply, position = self.ply(positions[-1], move)
                    placed += is_placement(ply.move)
                    if number:
                        self.check_number(number, placed, ply)
                    number = None
                    plies.append(GrowingPly(ply))
                    positions.append(position)
            else:
                self.check_end(token, plies, depth)
                return Line(tuple(ply.whole() for ply in plies), joined(comments)), positions
            self.advance()

    def check_end(self, token: _Token, plies: list[GrowingPly], depth: int) -> None:
        if token.kind == "word" and depth:
            raise self.error(f"`{token.text}`: the result stands at the end, outside the variations")
        if token.kind == ")" and not depth:
            raise self.error("`)`: no variation is open here")
        if token.kind == ")" and not plies:
            raise self.error("a variation has at least one move")
        if token.kind == "tag":
            raise self.error("the game before this tag has no result (`*` if it is not over)")
        if token.kind == "end":
            missing = "`)` is missing" if depth else "the result is missing (`*` if the game is not over)"
            raise self.error(f"the text ends here, but {missing}")

    def numbered(self, token: _Token, number: _Number | None) -> tuple[_Number | None, _Token]:
        """A word taken apart: the number, if there is one, and the move that may follow it at once."""
        match = _NUMBER.fullmatch(token.text)
        if match is None:
            return number, token
        if number:
            raise self.error(f"`{number.value}{number.dots}`: no move follows this number", number.offset)
        number = _Number(int(match[1]), match[2], token.offset)
        return number, token._replace(text=match[3], offset=token.offset + match.start(3))

    def check_number(self, number: _Number, placed: int, ply: Ply) -> None:
        dots = "." if is_placement(ply.move) else "..."
        if (number.value, number.dots) != (placed, dots):
            raise self.error(
                f"`{number.value}{number.dots}`: the number of this move is {placed}{dots}", number.offset
            )

    def ply(self, position: Position, token: _Token) -> tuple[Ply, Position]:
        bare = token.text.rstrip("!?") or token.text[0]
        try:
            move = position.read(bare)
            return Ply(str(move), token.text[len(bare) :]), position.play(move)
        except StonefieldError as error:
            raise self.text.error(str(error), token.offset) from error

    def annotate(self, ply: GrowingPly, said: str, clock: float | None) -> None:
        if clock is not None:
            if ply.clock is not None:
                raise self.error(f"`{ply.ply.move}`: this move has two clocks")
            ply.clock = clock
        ply.said.append(said)

    def variations(self, plies: list[GrowingPly], positions: list[Position], placed: int, depth: int) -> None:
        """Give the last ply the variations that follow; the token after them is the current one."""
        if not plies:
            raise self.error("a variation stands after the move it replaces")
        if depth == DEEPEST:
            raise self.error(f"variations lie in each other at most {DEEPEST} deep")
        while self.token.kind == "(":
            self.advance()
            plies[-1].variations.append(self.line(positions[-2], placed, depth + 1)[0])
            self.advance()

    def comment(self) -> tuple[str, float | None]:
        """What the current token says, and the clock in it."""
        said: list[str] = []
        clock: float | None = None
        for piece in _pieces(self.token, 1, len(self.token.text) - 1):
            if not piece.is_clock:
                said.append(self.unescaped(piece))
                continue
            match = _CLOCK.fullmatch(piece.text)
            if match is None or clock is not None:
                raise self.error(f"`{piece.text}`: a clock is written once, as [%clk 0:04:59]", piece.offset)
            hours, minutes, seconds, thousandths = match.groups(default="")
            whole = int(hours) * 3600 + int(minutes) * 60 + int(seconds)
            clock = (whole * 1000 + int(thousandths.ljust(3, "0"))) / 1000
        text = "".join(said)
        return (text if clock is None else text.strip()), clock

    def unescaped(self, piece: _Piece) -> str:
        """A piece of a comment or of a tag's value as it was meant."""
        if not piece.text.startswith("\\"):
            return piece.text
        if piece.text[1] not in _ESCAPES:
            known = " ".join(f"\\{character}" for character in _ESCAPES)
            raise self.error(f"`{piece.text}`: the escapes are {known}", piece.offset)
        return _ESCAPES[piece.text[1]]


def _pieces(token: _Token, start: int, end: int) -> Iterator[_Piece]:
    """What stands between two places in a token."""
    text, offset = token.text, start
    closed = True  # Once a clock finds no bracket to close it, no later one looks for it again.
    while offset < end:
        is_clock = False
        if text[offset] == "\\":
            stop = offset + 2
        elif text[offset] != "[":
            plain = _PLAIN.match(text, offset, end)
            assert plain is not None
            stop = plain.end()
        else:
            stop = offset + 1
            if closed and text.startswith("[%clk", offset):
                bracket = text.find("]", offset, end)
                is_clock = closed = bracket != -1
                stop = bracket + 1 if closed else stop
        yield _Piece(text[offset:stop], token.offset + offset, is_clock)
        offset = stop
