"""``play``: two people at one keyboard."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Annotated

import typer

from stonefield.cli import inputs

Game = Annotated[str, typer.Argument(metavar="[GAME]", help="carnac or caminos.")]


@inputs.begins(Game, "carnac")
def play(
    start: inputs.Start,
    resume: Annotated[str | None, typer.Option("--from", help="Go on with this record or position.")] = None,
    colour: inputs.Colour = None,
    lang: inputs.Language = None,
) -> None:
    """Play in the terminal, two people at one keyboard."""
    from stonefield.cli.sitting import Table
    from stonefield.cli.telling import Teller, catalogue
    from stonefield.records import Record

    record = Record(start) if resume is None else inputs.records_in(inputs.read_text(resume))[0]
    if sys.stdin.isatty():
        # Arrow keys and a memory for what was typed, where Python has them.
        with suppress(ImportError):
            import readline  # noqa: F401
    Table(record, Teller(catalogue(lang)), colour).sit_down()
