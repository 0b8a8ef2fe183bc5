"""``show``, ``score``, pictures, ``convert``, ``random`` and ``perft``: what needs nothing but the rules."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stonefield.cli import inputs

if TYPE_CHECKING:
    from stonefield.games.game import Position


def show(
    source: inputs.Source,
    game: inputs.Number = 1,
    ply: inputs.Ply = None,
    colour: inputs.Colour = None,
    lang: inputs.Language = None,
) -> None:
    """Draw a position in the terminal, and say who decides or who won."""
    from stonefield.cli.narrator import Narrator, catalogue, drawing, tell

    shown = inputs.read_shown(source, game, ply)
    narrator = Narrator(catalogue(lang))
    if shown.names:
        tell(" – ".join(shown.names))
    print(drawing(shown.position, colour))
    tell(narrator.legend(shown.position))
    if shown.position.is_over:
        lines = narrator.standing(shown.position)
    elif shown.ended:
        lines = narrator.result(shown.ended)
    else:
        lines = narrator.turn(shown.position)
    for line in lines:
        tell(line)


def score(
    source: inputs.Source, game: inputs.Number = 1, ply: inputs.Ply = None, lang: inputs.Language = None
) -> None:
    """Explain the score: every dolmen or the path, and what decides the game."""
    from stonefield.cli.narrator import Narrator, catalogue, tell

    shown = inputs.read_shown(source, game, ply)
    narrator = Narrator(catalogue(lang))
    for line in narrator.standing(shown.position):
        tell(line)
    if shown.ended:
        for line in narrator.result(shown.ended):
            tell(line)
    elif not shown.position.is_over:
        tell(narrator.text("goes_on"))


def svg(
    source: inputs.Source,
    out: Annotated[
        Path | None, typer.Argument(metavar="OUT", help="The file to write (default: standard output).")
    ] = None,
    view: inputs.View = "isometric",
    theme: inputs.Theme = "light",
    paint: inputs.Paint = None,
    size: Annotated[int | None, inputs.count("The width in pixels.", metavar="PIXELS")] = None,
    last: Annotated[bool, typer.Option(help="Mark the last move.")] = True,
    game: inputs.Number = 1,
    ply: inputs.Ply = None,
) -> None:
    """Draw a position as an SVG picture."""
    from stonefield import draw

    shown = inputs.read_shown(source, game, ply)
    marked = shown.last if last else None
    picture = draw.svg(shown.position, view=view, theme=theme, paint=paint, size=size, last=marked)
    inputs.write_text(out, picture)


def png(
    source: inputs.Source,
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write.")],
    view: inputs.View = "isometric",
    theme: inputs.Theme = "light",
    paint: inputs.Paint = None,
    size: inputs.Width = 480,
    last: Annotated[bool, typer.Option(help="Mark the last move.")] = True,
    game: inputs.Number = 1,
    ply: inputs.Ply = None,
) -> None:
    """Draw a position as a PNG picture."""
    from stonefield import draw

    shown = inputs.read_shown(source, game, ply)
    marked = shown.last if last else None
    out.write_bytes(draw.png(shown.position, view=view, theme=theme, paint=paint, size=size, last=marked))


def convert(
    source: inputs.Source,
    out: Annotated[
        Path | None,
        typer.Argument(
            metavar="OUT",
            help="A file: .json, .sgf (Boardspace), .abstractplay.json, or any other for our text"
            " (default: our text on standard output).",
        ),
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(
            metavar="FORMAT",
            help="Output format, overriding the extension of OUT: text, json, boardspace or abstractplay.",
        ),
    ] = None,
    board: Annotated[
        str | None,
        typer.Option(
            metavar="BOARD", help="Board for a bare list of AbstractPlay moves, which does not name one."
        ),
    ] = None,
) -> None:
    """Convert records between our text, JSON, Boardspace SGF and AbstractPlay.

    The format of the input is detected.
    """
    from stonefield.records import detect, formats

    text = inputs.read_text(source)
    read_on_board = formats()[detect(text)].read_on_board
    found = read_on_board(text, board) if board and read_on_board else inputs.records_in(text)
    inputs.write_records(out, found, to)


@inputs.takes_game_options(inputs.GameName)
def random(
    start: inputs.Start,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Random seed: the same seed gives the same game.")
    ] = None,
    plies: Annotated[int | None, inputs.count("Stop after this many plies.", least=0)] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="File to write; the extension chooses the format, as in convert."),
    ] = None,
) -> None:
    """Play random moves and write the record."""
    from random import Random

    from stonefield.records import Record

    position = start
    chance = Random(seed)
    moves: list[str] = []
    while not position.is_over and (plies is None or len(moves) < plies):
        move = chance.choice(position.legal_moves())
        moves.append(str(move))
        position = position.play(move)
    inputs.write_records(out, [Record.of(start, moves)])


@inputs.takes_game_options(inputs.GameName)
def perft(
    start: inputs.Start,
    depth: Annotated[int, inputs.count("How many plies.", least=0)],
    position: Annotated[
        str | None, typer.Option(metavar="POSITION", help="Count from this position instead of the start.")
    ] = None,
) -> None:
    """Count all sequences of the given number of plies. The last line is the count for the full depth."""

    if position is not None:
        start = start.game.parse(position)
    for shallower in range(1, depth):
        print(f"depth {shallower}: {_leaves(start, shallower)}", flush=True)
    print(_leaves_watched(start, depth) if depth > 2 and sys.stderr.isatty() else _leaves(start, depth))


def _leaves(position: Position, depth: int) -> int:
    """The number of sequences of exactly ``depth`` plies."""
    if depth == 0:
        return 1
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(_leaves(position.play(move), depth - 1) for move in moves)


def _leaves_watched(position: Position, depth: int) -> int:
    """The same, with a bar that shows how far it is."""
    from rich.console import Console
    from rich.progress import track

    moves = track(position.legal_moves(), f"depth {depth}", console=Console(stderr=True), transient=True)
    return sum(_leaves(position.play(move), depth - 1) for move in moves)
