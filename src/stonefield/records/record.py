"""A played game: where it started, the decisions as a tree, what was said about them, and how it ended."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from stonefield.games.game import Position, StonefieldError
from stonefield.records.limits import (
    DEEPEST,
    LONGEST_CLOCK,
    LONGEST_TAG,
    LONGEST_TAG_NAME,
    MOST_TAGS,
    MOST_VARIATIONS,
)

MARKS = ("!", "?", "!!", "??", "!?", "?!")
UNFINISHED = "*"
DRAWN = "1/2-1/2"
RESULTS = ("1-0", "0-1", DRAWN, UNFINISHED)

_TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*+")


class RecordError(StonefieldError):
    """An invalid record: the message says why; ``line`` and ``column`` (from 1) say where, if it was read."""

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        place = "" if line is None else f"line {line}, column {column}: "
        super().__init__(place + message)
        self.message, self.line, self.column = str(self).removeprefix(place), line, column

    def __reduce__(self) -> tuple[type[RecordError], tuple[object, ...]]:
        return RecordError, (self.message, self.line, self.column)


@dataclass(frozen=True, slots=True)
class Ply:
    """One decision, and what is said about it.

    ``clock`` is the time its player had left after it, in seconds, kept to the millisecond; ``variations``
    are lines that could have been played in its place.
    """

    move: str
    mark: str = ""
    comment: str = ""
    clock: float | None = None
    variations: tuple[Line, ...] = ()

    def __post_init__(self) -> None:
        if self.mark and self.mark not in MARKS:
            raise RecordError(f"`{self.mark}`: a mark is one of {' '.join(MARKS)}")
        if self.clock is not None:
            if not 0 <= self.clock < LONGEST_CLOCK:
                raise RecordError(
                    f"`{self.clock}`: a clock shows less than {LONGEST_CLOCK} s, and never below 0"
                )
            thousandths = min(round(self.clock * 1000), LONGEST_CLOCK * 1000 - 1)
            object.__setattr__(self, "clock", thousandths / 1000)


@dataclass(frozen=True, slots=True)
class Line:
    """Plies one after the other; ``comment`` stands before the first."""

    plies: tuple[Ply, ...] = ()
    comment: str = ""

    def __iter__(self) -> Iterator[Ply]:
        return iter(self.plies)

    def __len__(self) -> int:
        return len(self.plies)


@dataclass(slots=True)
class GrowingPly:
    """A ply while it is read: what is said about it comes bit by bit and is put together once."""

    ply: Ply
    said: list[str] = field(default_factory=list)
    clock: float | None = None
    variations: list[Line] = field(default_factory=list)

    def whole(self) -> Ply:
        """The ply with all that was said."""
        return replace(
            self.ply, comment=joined(self.said), clock=self.clock, variations=tuple(self.variations)
        )


@dataclass(frozen=True)
class Record:
    """A game as it was played. Every line in it is legal, and its result agrees with the rules.

    ``result`` is ``1-0`` if the player who began won, ``0-1``, ``1/2-1/2``, or ``*`` while it is played.
    """

    start: Position
    line: Line = Line()
    result: str = UNFINISHED
    tags: Mapping[str, str] = field(default_factory=dict)
    positions: tuple[Position, ...] = field(init=False, compare=False, repr=False)
    """Every position of the game itself, from the start to the last."""

    def __post_init__(self) -> None:
        self._check_words()
        line, positions = _play_line(self.start, self.line)
        self._settle(line, positions)

    @classmethod
    def of_played(
        cls,
        start: Position,
        line: Line,
        positions: Iterable[Position],
        result: str,
        tags: Mapping[str, str],
    ) -> Record:
        """A record of a line that was played while it was read; none of its moves is played again.

        ``line`` has its moves in their own spelling and its variations are legal; ``positions`` are those of
        the game itself, the start included.
        """
        record = object.__new__(cls)
        for name, value in (("start", start), ("line", line), ("result", result), ("tags", tags)):
            object.__setattr__(record, name, value)
        record._check_words()
        record._settle(line, tuple(positions))
        return record

    def _check_words(self) -> None:
        """Refuse a result, tags or comments that cannot be, and variations that are empty or too deep."""
        object.__setattr__(self, "tags", dict(self.tags))
        if self.result not in RESULTS:
            raise RecordError(f"`{self.result}`: a result is one of {' '.join(RESULTS)}")
        taken = reserved_tags(self.start)
        if len(self.tags) > MOST_TAGS:
            raise RecordError(f"a record has at most {MOST_TAGS} tags, not {len(self.tags)}")
        for name, value in self.tags.items():
            if not _TAG_NAME.fullmatch(name):
                raise RecordError(f"`{name}`: a tag's name is letters and digits, a letter first")
            if len(name) > LONGEST_TAG_NAME or len(value) > LONGEST_TAG:
                raise RecordError(
                    f"`{name}`: a tag has at most {LONGEST_TAG} characters, its name {LONGEST_TAG_NAME}"
                )
            if name in taken:
                raise RecordError(f"`{name}`: this tag says how the game is set up and is written by itself")
            _check_text(value)
        if _check_line(self.line, 0) > MOST_VARIATIONS:
            raise RecordError(f"a game has at most {MOST_VARIATIONS} variations")

    def _settle(self, line: Line, positions: tuple[Position, ...]) -> None:
        """Keep the line as it was played, if the result agrees with the rules."""
        object.__setattr__(self, "line", line)
        object.__setattr__(self, "positions", positions)
        ended = result_of(self.final)
        if ended not in (UNFINISHED, self.result):
            raise RecordError(f"`{self.result}`: by the rules this game ended {ended}")

    def __hash__(self) -> int:
        return hash((self.start, self.line, self.result))

    @classmethod
    def of(cls, start: Position, moves: Iterable[str], tags: Mapping[str, str] | None = None) -> Record:
        """The game of these moves, with the result that the rules give it."""
        line, positions = _play_line(start, Line(tuple(Ply(str(move)) for move in moves)))
        return cls.of_played(start, line, positions, result_of(positions[-1]), tags or {})

    @property
    def moves(self) -> tuple[str, ...]:
        """The decisions of the game itself, without the variations."""
        return tuple(ply.move for ply in self.line)

    @property
    def final(self) -> Position:
        """The position after the last ply."""
        return self.positions[-1]

    def _repr_svg_(self) -> str:
        """How notebooks show it: the last position, its last move marked."""
        from stonefield import draw

        return draw.svg(self.final, last=self.moves[-1] if self.moves else None)

    @property
    def winner(self) -> str | None:
        """The colour that won, if one did."""
        if self.result not in ("1-0", "0-1"):
            return None
        colour = self.final.colour_of(self.final.players[0])
        return colour if self.result == "1-0" else self.final.game.other(colour)

    def play(self, move: str, *, mark: str = "", comment: str = "", clock: float | None = None) -> Record:
        """The record with one more ply at its end."""
        if self.result != UNFINISHED:
            raise RecordError(f"`{move}`: this game has ended {self.result}")
        added, (_, final) = _play_line(self.final, Line((Ply(str(move), mark, comment, clock),)))
        line = replace(self.line, plies=(*self.line, *added))
        return self.of_played(self.start, line, (*self.positions, final), result_of(final), self.tags)

    def finish(self, result: str, reason: str) -> Record:
        """The record of a game that ended otherwise than by the rules: ``resignation``, ``time``, …"""
        return replace(self, result=result, tags={**self.tags, "Reason": reason})


def result_of(position: Position) -> str:
    """The result that the rules give: ``1-0`` if the player who began has won."""
    outcome = position.outcome
    if outcome is None:
        return UNFINISHED
    if outcome.winner is None:
        return DRAWN
    return "1-0" if outcome.winner == position.colour_of(position.players[0]) else "0-1"


def is_placement(move: str) -> bool:
    """Whether a ply puts something on the board and so has a number: it names a square. Answers name none."""
    return any(character.isdigit() for character in move)


def joined(said: Iterable[str]) -> str:
    """Several comments as one."""
    return "\n".join(filter(None, said))


def tag_of(option: str) -> str:
    """The tag of an option of the start: ``FinalTilt`` for ``final_tilt``."""
    return "".join(part.capitalize() for part in option.split("_"))


def reserved_tags(start: Position) -> frozenset[str]:
    """The tags that describe the start and the result, written from the record itself."""
    return frozenset({"Game", "Position", "Result", *(tag_of(option.name) for option in start.game.options)})


def is_set_up(start: Position) -> bool:
    """Whether a game starts from a position of its own instead of the beginning."""
    return start != start.game.start(**start.options)


def _check_line(line: Line, depth: int) -> int:
    """Refuse texts that no file can hold and variations that are none; the number of variations."""
    if depth > DEEPEST:
        raise RecordError(f"variations lie in each other at most {DEEPEST} deep")
    _check_text(line.comment)
    found = 0
    for ply in line:
        _check_text(ply.comment)
        found += len(ply.variations)
        for variation in ply.variations:
            if not variation:
                raise RecordError(f"`{ply.move}`: a variation has at least one move")
            found += _check_line(variation, depth + 1)
    return found


def _play_line(position: Position, line: Line) -> tuple[Line, tuple[Position, ...]]:
    """The line with every move in its own spelling, and its positions; illegal moves are refused."""
    plies, positions = [], [position]
    for ply in line:
        variations = tuple(_play_line(positions[-1], other)[0] for other in ply.variations)
        move = positions[-1].read(ply.move)
        positions.append(positions[-1].play(move))
        plies.append(replace(ply, move=str(move), variations=variations))
    return replace(line, plies=tuple(plies)), tuple(positions)


def _check_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise RecordError(f"{text[error.start]!a}: half a character, which no file can hold") from None
