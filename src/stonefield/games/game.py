"""What a game is: positions, moves as text, outcomes, errors, and how a game is found by its name.

Everything generic (records, drawing, engine, arena, server) relies on this module alone; what is
special to one game stays in that game's own package.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeAlias

from stonefield.games.errors import IllegalMove as IllegalMove
from stonefield.games.errors import InvalidMove as InvalidMove
from stonefield.games.errors import InvalidOption as InvalidOption
from stonefield.games.errors import InvalidPosition as InvalidPosition
from stonefield.games.errors import StonefieldError as StonefieldError
from stonefield.games.errors import UnreadablePosition as UnreadablePosition
from stonefield.games.plugin import game_names as game_names
from stonefield.games.plugin import part_of

if TYPE_CHECKING:
    from stonefield.games.workbench import Workbench

OptionValue: TypeAlias = bool | int | str

_SWITCH = dict.fromkeys(("true", "yes", "on", "1"), True) | dict.fromkeys(("false", "no", "off", "0"), False)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winning colour (None: a draw) and why."""

    winner: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class Option:
    """One setting of a game's start: its default, and for a setting with few values all of them.

    An integer has its bounds in ``low`` and ``high``; ``choices`` of a text are complete only if ``closed``.
    """

    name: str
    default: OptionValue
    choices: tuple[str, ...] = ()
    closed: bool = True
    low: int = 0
    high: int = 0
    help: str = ""
    """What it means, for the command line."""
    load: Callable[[str], Any] | None = None
    """How a player's own value is read from a TOML file, if there are such files."""

    def read(self, text: str) -> OptionValue:
        """The value that ``text`` means."""
        value: OptionValue = text.strip()
        if isinstance(self.default, bool):
            value = _SWITCH.get(text.strip().lower(), value)
        elif isinstance(self.default, int):
            with suppress(ValueError):
                value = int(text)
        return self.check(value)

    def read_file(self, value: Any) -> Any:
        """``value``, or what a TOML file describes if it is the name of one that this option takes."""
        is_file = isinstance(value, str) and value.endswith(".toml")
        return self.load(value) if self.load and is_file else value

    def check(self, value: OptionValue) -> OptionValue:
        """``value`` itself if it can be one of this option."""
        fits, values = type(value) is type(self.default), "true or false"
        if isinstance(self.default, str):
            fits = fits and (not self.closed or value in self.choices)
            values = f"one of {', '.join(self.choices)}"
        elif not isinstance(self.default, bool):
            fits = fits and self.low <= int(value) <= self.high
            values = f"a number from {self.low} to {self.high}"
        if not fits:
            raise InvalidOption(f"`{value}`: {self.name} is {values}")
        return value


class Move(ABC):
    """One decision. Its text is all that matters outside a game's own package."""

    __slots__ = ("text",)
    text: str

    @property
    def squares(self) -> tuple[str, ...]:
        """The squares that the text names; none for a decision that names none."""
        return ()

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.text}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


class Board(Protocol):
    """Squares within a rectangle of files (from the west) and ranks (from the south)."""

    @property
    def name(self) -> str: ...
    @property
    def files(self) -> int: ...
    @property
    def ranks(self) -> int: ...
    @property
    def names(self) -> tuple[str, ...]:
        """The names of all squares, such as ``c4``."""
        ...


class Position(ABC):
    """A moment of a game: immutable and hashable; ``str(p)`` is lossless, and equal for equal positions."""

    __slots__ = ()

    @property
    @abstractmethod
    def game(self) -> Game:
        """The game this is a position of."""

    @property
    @abstractmethod
    def board(self) -> Board:
        """The board it is played on."""

    @property
    @abstractmethod
    def options(self) -> Mapping[str, Any]:
        """What ``game.start(**options)`` takes to begin the same game again."""

    @property
    @abstractmethod
    def turn(self) -> str:
        """The colour that decides now (once the game is over: the one that would)."""

    @property
    @abstractmethod
    def player(self) -> int:
        """The player who decides now: 1 or 2, or the seat 0-3 of four."""

    @property
    def memory(self) -> int:
        """About how many bytes it takes that it does not share with the position before it."""
        return 1_000

    @property
    def own_memory(self) -> int:
        """About how many bytes a board and pieces of the players' own take; 0 for what all games share."""
        return 0

    @property
    def players(self) -> tuple[int, ...]:
        """All players, in the order of their first turns."""
        return (1, 2)

    @property
    def out(self) -> frozenset[int]:
        """The players who have dropped out."""
        return frozenset()

    @property
    def phase(self) -> str:
        """What kind of decision comes next."""
        return "place"

    @property
    def may_swap(self) -> bool:
        """Whether colours may be exchanged now instead of any other decision."""
        return False

    @abstractmethod
    def colour_of(self, player: int) -> str:
        """The colour a player owns at this moment; only ``swap`` changes it."""

    @abstractmethod
    def legal_moves(self) -> Sequence[Move]:
        """Every decision that may be taken now, distinct, in a fixed order; none once the game is over."""

    @abstractmethod
    def read(self, text: str) -> Move:
        """The move that ``text`` is, or InvalidMove; whether it is legal shows when it is played."""

    @abstractmethod
    def play(self, move: Move | str) -> Self:
        """The position after a move. InvalidMove or IllegalMove leave this one as it is."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it is played."""

    @property
    @abstractmethod
    def longest(self) -> int:
        """No game from this game's start has more plies than this."""

    @property
    def continuation_key(self) -> Hashable:
        """Everything the rest of the game depends on; what has ceased to matter may be left out."""
        return self

    @property
    @abstractmethod
    def tops(self) -> Mapping[str, str]:
        """The colour seen from above on each occupied square, by the square's name."""

    @abstractmethod
    def score(self, colour: str) -> int:
        """What a colour has: in Carnac its dolmens, in Caminos its points."""

    @property
    def ordered_text(self) -> str:
        """The text to store or send: with the order of placing, if reading ``str`` would search for one."""
        return str(self)

    def __deepcopy__(self, memo: object) -> Self:
        """Itself: it never changes, and copying all that it refers to takes long."""
        return self

    def __repr__(self) -> str:
        return f"<{self}>"

    def _repr_svg_(self) -> str:
        """How notebooks show it. Only here do the rules ask a layer above them, and only when called."""
        from stonefield.draw import svg

        return svg(self)


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A way to turn, mirror or recolour the board that the rules do not notice."""

    name: str
    position: Callable[[Any], Any]
    move: Callable[[Any], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """The declaration of a game: its words, its settings and how to begin."""

    name: str
    colours: tuple[str, str]
    boards: tuple[str, ...]
    """The names of its boards, as the option ``board`` takes them."""
    options: tuple[Option, ...]
    start: Callable[..., Position]
    parse: Callable[[str], Position]
    symmetries: Callable[[Any], tuple[Symmetry, ...]]
    workbench: Workbench[Any] | None = None
    """How its positions are set up by hand, where they can be."""
    seats: tuple[int, ...] = (2,)
    """How many may play."""
    sides: tuple[int, int] | None = None
    """The shortest and the longest side of a player's own board, where any rectangle may be played on."""
    neutral_colour: str | None = None
    """A colour that no player owns."""
    is_reconstructed: bool = False
    """Whether parts of the rules are lost and are given as we believe they were."""

    @property
    def first_board(self) -> str:
        """The board to begin with."""
        return str(self.option("board").default)

    @property
    def letters(self) -> dict[str, str]:
        """How the colours are written in moves and positions."""
        neutral = (self.neutral_colour,) if self.neutral_colour else ()
        return {colour: colour[0] for colour in (*self.colours, *neutral)}

    def option(self, name: str) -> Option:
        """The option of that name."""
        for option in self.options:
            if option.name == name:
                return option
        known = ", ".join(option.name for option in self.options)
        raise InvalidOption(f"`{name}`: {self.name} has the options {known}")

    def other(self, colour: str) -> str:
        """The opponent's colour."""
        return self.colours[1 - self.colours.index(colour)]

    def read_options(self, texts: Mapping[str, str]) -> dict[str, OptionValue]:
        """Settings given as text (names as in ``start``), as ``start`` takes them."""
        return {name: self.option(name).read(text) for name, text in texts.items()}


def games() -> tuple[Game, ...]:
    """All games known."""
    return tuple(find_game(name) for name in game_names())


def find_game(name: str) -> Game:
    """The game of that name."""
    game: Game | None = part_of(name, "game", None)
    if game is None:
        raise InvalidOption(f"`{name}`: the games are {', '.join(game_names())}")
    return game


def parse(text: str) -> Position:
    """The position of any game: its text begins with the game's name."""
    name = text.split(maxsplit=1)[0] if text.strip() else ""
    game: Game | None = part_of(name, "game", None)
    if game is None:
        games, start = ", ".join(game_names()), text.find(name)
        raise UnreadablePosition(
            f"`{name}`: a position begins with the game's name ({games})",
            "no_game",
            span=(start, start + len(name)),
            games=games,
        )
    return game.parse(text)
