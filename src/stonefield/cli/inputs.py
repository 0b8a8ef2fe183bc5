"""What commands are given: the options they share, and records and positions from files or the command line.

Nothing slow is imported before it is needed, so that help comes at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

if TYPE_CHECKING:
    from stonefield.games.game import Position
    from stonefield.records import Record

Command: TypeAlias = Callable[..., None]
Start: TypeAlias = "Position"

Source = Annotated[
    str,
    typer.Argument(metavar="IN", help="A record or a position: a file, - for standard input, or its text."),
]
GameName = Annotated[str, typer.Argument(metavar="GAME", help="carnac or caminos.")]
Number = Annotated[int, typer.Option("--game", min=1, help="Which game of a file with several.")]
Ply = Annotated[int | None, typer.Option(min=0, help="Stop after so many plies; 0 is the start.")]
Language = Annotated[
    str | None, typer.Option("--lang", help="en, de, fr, nl, it, hu or ro; your locale's if not given.")
]
Colour = Annotated[
    bool | None, typer.Option("--colour/--no-colour", help="Use colours; only on a terminal if not given.")
]

Board = Annotated[
    str | None,
    typer.Option(help="small, medium, large or 5x4; square, diamond, octagon, torus or a TOML file."),
]
Stock = Annotated[int | None, typer.Option(help="Carnac: how many megaliths there are.")]
First = Annotated[str | None, typer.Option(help="The colour that begins.")]
FinalTilt = Annotated[bool | None, typer.Option(help="Carnac: the last megalith may still be tilted.")]
Swap = Annotated[bool | None, typer.Option(help="The second player may take the first one's colour.")]
RULES: dict[str, Any] = {
    "board": Board,
    "stock": Stock,
    "first": First,
    "final_tilt": FinalTilt,
    "swap": Swap,
    "players": Annotated[int | None, typer.Option(help="Caminos: 2, or 4 in two teams.")],
    "neutral": Annotated[bool | None, typer.Option(help="Caminos: each team places a neutral piece first.")],
    "points": Annotated[bool | None, typer.Option(help="Caminos: play for points.")],
    "pieces": Annotated[str | None, typer.Option(help="Caminos: the piece set, classic or a TOML file.")],
}
"""The options of both games; what is not given is as usual."""


def begins(game: Any, default: Any = Parameter.empty) -> Callable[[Command], Command]:
    """Let a command begin a game: for its parameter ``start`` a person names a game and its options."""

    def dress(command: Command) -> Command:
        @wraps(command)
        def dressed(**given: Any) -> None:
            rules = {name: given.pop(name) for name in RULES}
            command(start=start_of(given.pop("game"), **rules), **given)

        parameters = []
        for parameter in signature(command, eval_str=True).parameters.values():
            if parameter.name == "start":
                parameters.append(_option("game", game, default))
                parameters += [_option(name, rule, None) for name, rule in RULES.items()]
            else:
                parameters.append(parameter.replace(kind=Parameter.KEYWORD_ONLY))
        dressed.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
        dressed.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return dressed

    return dress


def _option(name: str, annotation: Any, default: Any) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


@dataclass(frozen=True, slots=True)
class Shown:
    """A position that a command is about: where it comes from, and the move that led to it."""

    position: Position
    record: Record | None = None
    last: str | None = None

    @property
    def names(self) -> list[str]:
        """Who plays, as far as the record says so."""
        tags = self.record.tags if self.record else {}
        seats = [f"{kind}{player}" for kind in ("Player", "Seat") for player in range(4)]
        return [tags[seat] for seat in seats if seat in tags]

    @property
    def ended(self) -> Record | None:
        """The record, if it ended with this position but not by the rules."""
        record = self.record
        if record is None or record.result == "*" or self.position.is_over:
            return None
        return record if self.position == record.final else None


def read_text(source: str) -> str:
    """The text that a command is given: the content of a file, standard input, or a position itself."""
    if source == "-":
        return _decoded(sys.stdin.buffer.read(), "standard input")
    if is_position(source) and not os.path.exists(source):
        return source
    path = Path(source)
    if not path.is_file():
        raise typer.BadParameter(
            f"`{source}`: there is no such file, and a position begins with {' or '.join(_names())}"
        )
    return _decoded(path.read_bytes(), source)


def records_in(text: str) -> tuple[Record, ...]:
    """All the games in a text; a position is a game that starts there."""
    from stonefield.games.game import parse
    from stonefield.records import Record, read_any

    return (Record(parse(text)),) if is_position(text) else read_any(text)


def read_shown(source: str, number: int = 1, ply: int | None = None) -> Shown:
    """The position that a command is given, or the one after some plies of a recorded game."""
    from stonefield.games.game import parse
    from stonefield.records import read_any

    text = read_text(source)
    if is_position(text):
        return Shown(parse(text))
    records = read_any(text)
    if number > len(records):
        raise typer.BadParameter(f"`--game {number}`: the number of games in it is {len(records)}")
    record = records[number - 1]
    after = len(record.moves) if ply is None else ply
    if after > len(record.moves):
        raise typer.BadParameter(f"`--ply {ply}`: this game has {len(record.moves)} plies")
    return Shown(record.positions[after], record, record.moves[after - 1] if after else None)


def is_position(text: str) -> bool:
    """Whether a text is meant as a position: it begins with the name of a game."""
    return text.split(maxsplit=1)[:1] in [[name] for name in _names()]


def start_of(game: str, **given: object) -> Position:
    """The beginning of a game with the options that were given, the others as they usually are."""
    from stonefield.games.game import find_game

    if game not in _names():
        raise typer.BadParameter(f"`{game}`: the games are {', '.join(_names())}")
    found = find_game(game)
    options = {name: value for name, value in given.items() if value is not None}
    known = [option.name for option in found.options]
    for name in options:
        if name not in known:
            flags = ", ".join(f"--{option.replace('_', '-')}" for option in known)
            raise typer.BadParameter(f"`--{name.replace('_', '-')}`: {game} has {flags}")
    if game == "caminos":
        options |= _from_toml(options)
    return found.start(**options)


def _from_toml(options: dict[str, object]) -> dict[str, object]:
    """Boards and piece sets of one's own, read from the files that are named."""
    from stonefield.games.caminos import Board, PieceSet

    found: dict[str, object] = {}
    board, pieces = str(options.get("board")), str(options.get("pieces"))
    if board.endswith(".toml"):
        found["board"] = Board.load(board)
    if pieces.endswith(".toml"):
        found["pieces"] = PieceSet.load(pieces)
    return found


def write_text(path: Path | None, text: str) -> None:
    """Write to a file, or to standard output if none is named."""
    if path is None or str(path) == "-":
        sys.stdout.write(text)
    else:
        path.write_text(text, "utf-8", newline="\n")


def write_records(path: Path | None, records: Sequence[Record], form: str | None = None) -> None:
    """Write records in a format, that of the file's ending if none is named; one alone is no list."""
    from stonefield.records import FORMS, form_of

    if form is not None and form not in FORMS:
        raise typer.BadParameter(f"`--to {form}`: the formats are {', '.join(FORMS)}")
    chosen = FORMS[form or form_of(path.name if path else "")]
    write_text(path, chosen.write(records[0] if len(records) == 1 else records))


def uses_colour(wanted: bool | None) -> bool:
    """Whether to draw in colour: as asked, else if a terminal shows it and nobody objects."""
    if wanted is not None:
        return wanted
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def _names() -> list[str]:
    from stonefield.games.game import games

    return [game.name for game in games()]


def _decoded(content: bytes, source: str) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        from stonefield.records import RecordError

        before = content[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        raise RecordError(f"{source} is no text in UTF-8", line, column) from None
