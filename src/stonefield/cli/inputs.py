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

from stonefield.cli.extras import needed
from stonefield.games.game import Option, Position, find_game, game_names, games, parse

if TYPE_CHECKING:
    from stonefield.records import Record

Command: TypeAlias = Callable[..., None]
Start: TypeAlias = Position

DAY = 86_400
MOST_THREADS = 64


def count(help: str, *names: str, least: int = 1, most: int | None = None, metavar: str = "N") -> Any:
    """An option that says how many; fewer than ``least`` make no sense."""
    return typer.Option(*names, metavar=metavar, min=least, max=most, help=help)


def measure(help: str, *, least: float, most: float = DAY, metavar: str = "SECONDS") -> Any:
    """An option that says how long or how much: neither less than ``least`` nor endless."""
    return typer.Option(metavar=metavar, min=least, max=most, help=help)


def paired(help: str) -> Any:
    """An option for a number of games that are played in pairs."""
    return typer.Option(metavar="N", min=2, callback=_even, help=help)


def _even(games: int) -> int:
    if games % 2:
        raise typer.BadParameter("an even number: each opening is played twice, with sides exchanged")
    return games


Source = Annotated[
    str,
    typer.Argument(metavar="IN", help="A record or a position: a file, - for standard input, or its text."),
]
FIRST_GAME = game_names()[0]
GAMES = f"The game: {' or '.join(game_names())}."
GameName = Annotated[str, typer.Argument(metavar="GAME", help=GAMES)]
Number = Annotated[int, count("Which game to use if the file holds several.", "--game")]
Ply = Annotated[int | None, count("Take the position after this many plies (0 is the start).", least=0)]
Width = Annotated[int, count("The width in pixels.", metavar="PIXELS")]
Language = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="LANGUAGE",
        help="Language: en, de, fr, nl, it, hu or ro (default: from your locale).",
    ),
]
View = Annotated[str, typer.Option(metavar="VIEW", help="isometric or above.")]
Theme = Annotated[str, typer.Option(metavar="THEME", help="light or dark.")]
Paint = Annotated[
    str | None,
    typer.Option(
        "--paint",
        "--stones",
        metavar="PAINT",
        help="How the pieces are painted (default: as usual); a wrong name lists them.",
    ),
]
Dask = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help=f"Dask scheduler whose workers to use. {needed('cluster')}."),
]
Colour = Annotated[
    bool | None,
    typer.Option("--colour/--no-colour", help="Use colours (default: only when printing to a terminal)."),
]


def takes_game_options(game: Any, default: Any = Parameter.empty) -> Callable[[Command], Command]:
    """Let a command begin a game: instead of its parameter ``start`` it takes a game and that game's options.

    ``game`` is how the command line takes the game's name. Without it (None) the command always begins the
    first game and takes only the options of that one.
    """

    def decorate(command: Command) -> Command:
        options = game_options(None if game else FIRST_GAME)

        @wraps(command)
        def decorated(**given: Any) -> None:
            settings = {name: given.pop(name) for name in options}
            name = given.pop("game") if game else FIRST_GAME
            command(start=start_of(name, **settings), **given)

        parameters = []
        for parameter in signature(command, eval_str=True).parameters.values():
            if parameter.name == "start":
                parameters += [_keyword("game", game, default)] if game else []
                parameters += [_keyword(name, option, None) for name, option in options.items()]
            else:
                parameters.append(parameter.replace(kind=Parameter.KEYWORD_ONLY))
        decorated.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
        decorated.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return decorated

    return decorate


def game_options(game: str | None = None) -> dict[str, Any]:
    """The options of one game or of all, by name, as Typer takes them; what is not given is as usual."""
    chosen = games() if game is None else (find_game(game),)
    having: dict[str, list[tuple[str, Option]]] = {}
    for one in chosen:
        for option in one.options:
            having.setdefault(option.name, []).append((one.name, option))
    return {
        name: Annotated[
            type(found[0][1].default) | None,
            typer.Option(metavar=_metavar(*found[0]), help=_option_help(found, len(chosen))),
        ]
        for name, found in having.items()
    }


def _option_help(having: list[tuple[str, Option]], games: int) -> str:
    """What an option means; where the games differ in it, game by game."""
    texts = {option.help for _, option in having}
    if len(texts) == 1 and len(having) == games:
        return texts.pop()
    return " ".join(f"{game.capitalize()}: {option.help}" for game, option in having)


def _metavar(game: str, option: Option) -> str:
    if isinstance(option.default, int):
        return "N"
    return "COLOUR" if option.default in find_game(game).colours else option.name.upper()


def _keyword(name: str, annotation: Any, default: Any) -> Parameter:
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
            f"`{source}`: there is no such file, and a position begins with {' or '.join(game_names())}"
        )
    return _decoded(path.read_bytes(), source)


def records_in(text: str) -> tuple[Record, ...]:
    """All the games in a text; a position is a game that starts there."""
    from stonefield.records import Record, read_any

    return (Record(parse(text)),) if is_position(text) else read_any(text)


def read_record(source: str, number: int = 1) -> Record:
    """One of the recorded games that a command is given."""
    return _numbered(records_in(read_text(source)), number)


def _numbered(records: tuple[Record, ...], number: int) -> Record:
    if number > len(records):
        raise typer.BadParameter(
            f"`--game {number}`: the file holds {len(records)} game{'s' * (len(records) != 1)}"
        )
    return records[number - 1]


def read_shown(source: str, number: int = 1, ply: int | None = None) -> Shown:
    """The position that a command is given, or the one after some plies of a recorded game."""
    text = read_text(source)
    if is_position(text):
        return Shown(parse(text))
    record = _numbered(records_in(text), number)
    after = len(record.moves) if ply is None else ply
    if after > len(record.moves):
        raise typer.BadParameter(f"`--ply {ply}`: this game has {len(record.moves)} plies")
    return Shown(record.positions[after], record, record.moves[after - 1] if after else None)


def is_position(text: str) -> bool:
    """Whether a text is meant as a position: it begins with the name of a game."""
    return text.split(maxsplit=1)[:1] in [[name] for name in game_names()]


def start_of(game: str, **given: object) -> Position:
    """The beginning of a game with the options that were given, the others as they usually are."""
    if game not in game_names():
        raise typer.BadParameter(f"`{game}`: the games are {', '.join(game_names())}")
    found = find_game(game)
    options = {name: value for name, value in given.items() if value is not None}
    known = [option.name for option in found.options]
    for name in options:
        if name not in known:
            flags = ", ".join(f"--{option.replace('_', '-')}" for option in known)
            raise typer.BadParameter(f"`--{name.replace('_', '-')}`: {game} has {flags}")
    return found.start(**{name: found.option(name).read_file(value) for name, value in options.items()})


def write_text(path: Path | None, text: str) -> None:
    """Write to a file, or to standard output if none is named."""
    if path is None or str(path) == "-":
        sys.stdout.write(text)
    else:
        path.write_text(text, "utf-8", newline="\n")


def write_records(path: Path | None, records: Sequence[Record], wanted: str | None = None) -> None:
    """Write records in a format, by the file's ending if none is named; a single record is not a list."""
    from stonefield.records import format_of, formats

    known = formats()
    if wanted is not None and wanted not in known:
        raise typer.BadParameter(f"`--to {wanted}`: the formats are {', '.join(known)}")
    chosen = known[wanted or format_of(path.name if path else "")]
    write_text(path, chosen.write(records[0] if len(records) == 1 else records))


def uses_colour(wanted: bool | None) -> bool:
    """Whether to use colours: as asked, otherwise on a terminal unless the environment forbids it."""
    if wanted is not None:
        return wanted
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def _decoded(content: bytes, source: str) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        from stonefield.records import RecordError

        before = content[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        raise RecordError(f"{source} is not valid UTF-8 text", line, column) from None
