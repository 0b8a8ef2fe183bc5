"""`stonefield backup` and `stonefield restore`: all games of a server in one file."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

Database: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="URL", help="sqlite:///file.db or postgresql://…; the file in your data folder by default."
    ),
]


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; it must not exist yet.")],
    database: Database = None,
) -> None:
    """Back up all games of a server to a file, even while it is running."""
    from stonefield.server.settings import default_database
    from stonefield.server.store.backup import back_up

    count = asyncio.run(back_up(database or default_database(), file))
    print(f"{_games(count)} in {file}")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `stonefield backup` wrote.")],
    database: Database = None,
) -> None:
    """Restore a backup into an empty database (SQLite or PostgreSQL)."""
    from stonefield.server.settings import default_database
    from stonefield.server.store.backup import restore as put_back

    address = database or default_database()
    count = asyncio.run(put_back(file, address))
    print(f"{_games(count)} restored")


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count} games"
