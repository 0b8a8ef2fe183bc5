"""``play``: two people at one keyboard."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Annotated

import typer

from stonefield.cli import inputs


def play(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="carnac or caminos.")] = "carnac",
    board: inputs.Board = None,
    stock: inputs.Stock = None,
    first: inputs.First = None,
    final_tilt: inputs.FinalTilt = None,
    swap: inputs.Swap = None,
    players: inputs.Players = None,
    neutral: inputs.Neutral = None,
    points: inputs.Points = None,
    pieces: inputs.Pieces = None,
    resume: Annotated[str | None, typer.Option("--from", help="Go on with this record or position.")] = None,
    colour: inputs.Colour = None,
    lang: inputs.Language = None,
) -> None:
    """Play in the terminal, two people at one keyboard."""
    from stonefield.cli.sitting import Table
    from stonefield.cli.telling import Teller, catalogue
    from stonefield.records import Record

    start = inputs.start_of(
        game,
        board=board,
        stock=stock,
        first=first,
        final_tilt=final_tilt,
        swap=swap,
        players=players,
        neutral=neutral,
        points=points,
        pieces=pieces,
    )
    record = Record(start) if resume is None else inputs.records_in(inputs.read_text(resume))[0]
    if sys.stdin.isatty():
        # Arrow keys and a memory for what was typed, where Python has them.
        with suppress(ImportError):
            import readline  # noqa: F401
    Table(record, Teller(catalogue(lang)), colour).sit_down()
