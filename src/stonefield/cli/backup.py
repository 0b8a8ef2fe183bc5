"""`stonefield backup` and `stonefield restore`: all games of a server in one file."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

Database: TypeAlias = Annotated[
    str | None,
    typer.Option(help="sqlite:///file.db or postgresql://…; the file in your data folder by default."),
]


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; there must be none of this name.")],
    database: Database = None,
) -> None:
    """Write all games of a server into a file, while it runs."""
    from stonefield.server.settings import default_database
    from stonefield.server.storage.backup import back_up

    count = asyncio.run(back_up(database or default_database(), file))
    print(f"{_games(count)} in {file}")


def restore(
    file: Annotated[Path, typer.Argument(help="A file that `stonefield backup` wrote.")],
    database: Database = None,
) -> None:
    """Put the games of a backup into an empty database of either kind."""
    from stonefield.server.settings import default_database
    from stonefield.server.storage.backup import restore as put_back

    address = database or default_database()
    count = asyncio.run(put_back(file, address))
    print(f"{_games(count)} restored")


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count} games"
