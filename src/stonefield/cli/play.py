"""``play``: two people at one keyboard, or one and the engine."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Annotated

import typer

from stonefield.cli import inputs

Game = Annotated[str, typer.Argument(metavar="GAME", help=inputs.GAMES)]
Engine = Annotated[
    list[int] | None,
    inputs.count("Player (with four players: seat) for the engine; may be repeated.", least=0),
]
Level = Annotated[
    str | None,
    typer.Option(
        metavar="LEVEL", help="Engine level, 1 to 10; 4.5 plays between 4 and 5 (default: full strength)."
    ),
]
Movetime = Annotated[float, inputs.measure("Seconds per move at full strength, and per hint.", least=0.05)]


@inputs.takes_game_options(Game, inputs.FIRST_GAME)
def play(
    start: inputs.Start,
    engine: Engine = None,
    level: Level = None,
    movetime: Movetime = 1.0,
    resume: Annotated[
        str | None, typer.Option("--from", metavar="IN", help="Continue from this record or position.")
    ] = None,
    colour: inputs.Colour = None,
    lang: inputs.Language = None,
) -> None:
    """Play in the terminal, against a friend or the engine."""
    from stonefield.cli.narrator import Narrator, catalogue
    from stonefield.cli.partner import Partner
    from stonefield.cli.session import TerminalGame
    from stonefield.engine.levels import read_level
    from stonefield.engine.ugi_options import FULL_STRENGTH
    from stonefield.records import Record

    record = Record(start) if resume is None else inputs.records_in(inputs.read_text(resume))[0]
    players = record.start.players
    for player in engine or ():
        if player not in players:
            raise typer.BadParameter(f"`--engine {player}`: the players are {', '.join(map(str, players))}")
    if level and not engine:
        raise typer.BadParameter("`--level`: say which player the engine is, such as --engine 2")
    if sys.stdin.isatty():
        # Arrow keys and a memory for what was typed, where Python has them.
        with suppress(ImportError):
            import readline  # noqa: F401
    partner = Partner(frozenset(engine or ()), read_level(level) if level else FULL_STRENGTH, movetime)
    try:
        TerminalGame(record, Narrator(catalogue(lang)), colour, partner).run()
    finally:
        partner.leave()
