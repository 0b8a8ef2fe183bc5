"""``stonefield accounts``: what an operator does with the accounts of a server."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, TypeAlias, TypeVar

import typer

from stonefield.cli.help import Group
from stonefield.games.game import StonefieldError

if TYPE_CHECKING:
    from stonefield.server.accounts.operating import Operating

T = TypeVar("T")
accounts = Group("List, show, rename and delete accounts, end their sessions, and let people back in.")
Name: TypeAlias = Annotated[str, typer.Argument(metavar="NAME", help="The account's name.")]
Database: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="The server's: sqlite:///file.db or postgresql://…; the file in your data folder by default.",
    ),
]


@accounts.command("list")
def list_accounts(
    most: Annotated[int, typer.Option(min=1, metavar="N", help="At most this many.")] = 100,
    database: Database = None,
) -> None:
    """List accounts, those used last first: name, when it was made, when it was last used."""
    for account in _run(database, lambda operating: operating.latest(most)):
        print(f"{account.name}\t{_day(account.created)}\t{_day(account.touched)}")


@accounts.command()
def show(name: Name, database: Database = None) -> None:
    """Show what there is of an account."""
    for word, value in _run(database, lambda operating: operating.facts(name)).items():
        print(f"{word}: {_day(value) if word in ('made', 'last used') else value}")


@accounts.command()
def rename(
    name: Name,
    new: Annotated[str, typer.Argument(metavar="NEW", help="The name that it gets.")],
    database: Database = None,
) -> None:
    """Give an account another name; the one it had stays reserved for it."""
    print(_run(database, lambda operating: operating.rename(name, new)))


@accounts.command()
def delete(
    name: Name,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    database: Database = None,
) -> None:
    """Delete an account with its studies and practice; its games stay without its name."""
    if not yes:
        typer.confirm(f"Delete {name} for good?", abort=True)
    _run(database, lambda operating: operating.delete(name))
    print("deleted")


@accounts.command("end-sessions")
def end_sessions(name: Name, database: Database = None) -> None:
    """Sign an account out everywhere."""
    count = _run(database, lambda operating: operating.end_sessions(name))
    print("1 session ended" if count == 1 else f"{count} sessions ended")


@accounts.command()
def recovery(name: Name, database: Database = None) -> None:
    """Print new recovery codes for a person who cannot sign in; the old ones do not count any more."""
    for code in _run(database, lambda operating: operating.recovery(name)):
        print(code)


def _run(database: str | None, work: Callable[[Operating], Awaitable[T]]) -> T:
    return asyncio.run(_work(database, work))


async def _work(database: str | None, work: Callable[[Operating], Awaitable[T]]) -> T:
    from stonefield.server.protocol.problems import Refusal

    async with _opened(database) as operating:
        try:
            return await work(operating)
        except Refusal as refusal:
            raise StonefieldError(refusal.detail) from None


@contextlib.asynccontextmanager
async def _opened(database: str | None) -> AsyncIterator[Operating]:
    from stonefield.server.accounts.operating import operating
    from stonefield.server.settings import default_database

    async with operating(database or default_database()) as opened:
        yield opened


def _day(at: object) -> str:
    assert isinstance(at, int)
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d")
