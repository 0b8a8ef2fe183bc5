"""`stonefield work`: engines and tasks for servers on other machines."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import typer

from stonefield.cli.extras import needed, require
from stonefield.cli.help import Group

work = Group("Work for servers on other machines that were started with `serve --workers elsewhere`.")
Database: TypeAlias = Annotated[
    str, typer.Option(metavar="URL", help="The servers' database: postgresql://user@host/name.")
]
BusAddress: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="The servers' bus, if they were given one: redis://… or postgresql://…. "
        f"{needed('redis')} for redis://.",
    ),
]
Form: TypeAlias = Annotated[
    Literal["text", "json"],
    typer.Option(metavar="text|json", help="Readable text, or one JSON object per line."),
]
Level: TypeAlias = Annotated[
    Literal["warning", "info"], typer.Option(metavar="warning|info", help="info also logs what begins.")
]


@work.command()
def engine(
    database: Database,
    bus: BusAddress = None,
    engines: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=256, help="Engine processes; one per core by default."),
    ] = None,
    log_format: Form = "text",
    log_level: Level = "warning",
) -> None:
    """Think for servers elsewhere: moves, hints, reviews."""
    _work("engine", database, bus, engines, log_format, log_level)


@work.command()
def tasks(
    database: Database, bus: BusAddress = None, log_format: Form = "text", log_level: Level = "warning"
) -> None:
    """Read records, draw pictures and films, and prove puzzles for servers elsewhere."""
    _work("tasks", database, bus, None, log_format, log_level)


def _work(
    role: Literal["engine", "tasks"],
    database: str,
    bus: str | None,
    engines: int | None,
    log_format: Literal["text", "json"],
    log_level: Literal["warning", "info"],
) -> None:
    from stonefield.server.jobs.working import run
    from stonefield.server.logs import set_up
    from stonefield.server.settings import cores

    if bus is not None and bus.startswith(("redis:", "rediss:")):
        require("redis")
    set_up(log_format, log_level)
    raise typer.Exit(run(role, database=database, bus=bus, engines=engines or cores()))
