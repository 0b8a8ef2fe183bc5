"""``stonefield explorer``: what was played from a position, and your own collections."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias, TypeVar

import typer

from stonefield.cli import inputs
from stonefield.cli.help import Group
from stonefield.cli.progress import Report, bar
from stonefield.games.game import StonefieldError

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from stonefield.explorer.explorer import Explored
    from stonefield.explorer.index import IndexedGame
    from stonefield.records import Record

AT_ONCE = 20
"""Games that are written together: a server over the same database plays on meanwhile."""
Answer = TypeVar("Answer")

explorer = Group("See what was played from a position, and add collections of games.")
Database: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="The server's: sqlite:///file.db or postgresql://…; the file in your data folder by default.",
    ),
]
Files: TypeAlias = Annotated[
    list[Path],
    typer.Argument(metavar="FILE", help="Records of any format, or files that `explorer index` wrote."),
]


@explorer.command()
def show(
    source: inputs.Source,
    game: inputs.Number = 1,
    ply: inputs.Ply = None,
    collection: Annotated[
        str | None,
        typer.Option("--source", metavar="NAME", help="here, engine or a collection (default: all)."),
    ] = None,
    database: Database = None,
    json: Annotated[bool, typer.Option("--json", help="Write JSON instead of tables.")] = False,
) -> None:
    """Show what was played from a position; rotated and mirrored positions count as one."""
    from stonefield.explorer.explorer import look_up
    from stonefield.explorer.keys import locate

    place = locate(inputs.read_shown(source, game, ply).position)
    sources = None if collection is None else [collection]

    def look(connection: Connection) -> Explored:
        _add_shipped(connection)
        _check_source(connection, collection)
        return look_up(connection, place, sources)

    found = _in_database(database, look)
    if json:
        _print_json(found)
    else:
        _print_tables(found)


@explorer.command()
def build(
    files: Files,
    name: Annotated[str, typer.Option(metavar="NAME", help="What the collection is called.")] = "mine",
    database: Database = None,
) -> None:
    """Add finished games from files to a collection, each once; a running server shows it at once."""
    from stonefield.explorer.identity import KnownGames
    from stonefield.explorer.rows import add_games

    _check_name(name)
    found, unfinished = _finished(files)
    known = _in_database(database, lambda connection: KnownGames(connection, name))
    new = [game for game in found if known.take(game)]
    with bar("indexing", len(new)) as report:
        ready = _indexed(new, report)
        while some := list(islice(ready, AT_ONCE)):
            _in_database(database, partial(add_games, source=name, ready=some))
    print(f"{_games(len(new))} added to {name}{_left_out(unfinished, len(found) - len(new))}")


@explorer.command("index")
def write_index_file(
    files: Files,
    out: Annotated[Path, typer.Option(metavar="FILE", help="The file to write, e.g. games.explorer.")],
) -> None:
    """Index records once, so that `explorer build` is quick elsewhere."""
    from stonefield.explorer.index import write_index

    found, unfinished = _finished(files)
    with bar("indexing", len(found)) as report:
        count = write_index(out, _indexed(found, report))
    print(f"{_games(count)} in {out}{_left_out(unfinished)}")


@explorer.command("list")
def list_sources(database: Database = None) -> None:
    """List the collections and how many games they have."""
    from stonefield.explorer.rows import count_sources

    found = _in_database(database, count_sources)
    for source, count in found.items():
        print(f"{source}: {_games(count)}")
    if not found:
        print("No collections yet.")


@explorer.command()
def remove(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The collection.")], database: Database = None
) -> None:
    """Delete a collection."""
    from stonefield.explorer.rows import remove_source

    _check_name(name)
    count = _in_database(database, lambda connection: remove_source(connection, name))
    if not count:
        raise StonefieldError(f"`{name}`: there is no such collection")
    print(f"{_games(count)} removed")


def _add_shipped(connection: Connection) -> None:
    """The engine's games are always there, also where no server has run on this database."""
    from stonefield.explorer.index import SHIPPED, shipped
    from stonefield.explorer.rows import add_games, count_sources

    if SHIPPED not in count_sources(connection):
        add_games(connection, SHIPPED, shipped())


def _check_source(connection: Connection, name: str | None) -> None:
    from stonefield.explorer.rows import count_sources
    from stonefield.server.store.explorer import HERE

    known = {HERE, *count_sources(connection)}
    if name is not None and name not in known:
        raise typer.BadParameter(f"`--source {name}`: the sources are {', '.join(sorted(known))}")


def _check_name(name: str) -> None:
    from stonefield.explorer.index import SHIPPED
    from stonefield.server.store.explorer import HERE

    if name in (HERE, SHIPPED):
        raise StonefieldError(f"`{name}`: the server keeps this one itself")
    if not 1 <= len(name) <= 64 or not name.isprintable():
        raise StonefieldError("the name of a collection has 1 to 64 characters")


def _in_database(address: str | None, work: Callable[[Connection], Answer]) -> Answer:
    from stonefield.server.settings import default_database
    from stonefield.server.store import open_database

    async def run() -> Answer:
        engine = await open_database(address or default_database())
        try:
            async with engine.begin() as connection:
                return await connection.run_sync(work)
        finally:
            await engine.dispose()

    return asyncio.run(run())


def _finished(files: list[Path]) -> tuple[list[Record | IndexedGame], int]:
    """The games of files that have a result and a move, and how many have none."""
    from stonefield.explorer.index import ENDING, read_index
    from stonefield.records.record import UNFINISHED

    found: list[Record | IndexedGame] = []
    unfinished = 0
    for file in files:
        if file.name.endswith(ENDING):
            found += read_index(_content(file), file.name)
            continue
        records = inputs.records_in(inputs.read_text(str(file)))
        finished = [record for record in records if record.result != UNFINISHED and record.moves]
        found += finished
        unfinished += len(records) - len(finished)
    return found, unfinished


def _content(file: Path) -> bytes:
    if not file.is_file():
        raise typer.BadParameter(f"`{file}`: there is no such file")
    return file.read_bytes()


def _indexed(games: list[Record | IndexedGame], report: Report) -> Iterator[IndexedGame]:
    from stonefield.explorer.index import IndexedGame, index

    for done, game in enumerate(games, start=1):
        yield game if isinstance(game, IndexedGame) else index(game)
        report(done)


def _left_out(unfinished: int, known: int = 0) -> str:
    """What else was in the files, to follow the number of games that were taken."""
    parts = [f"{known} already there"] * (known > 0) + [f"{unfinished} without a result"] * (unfinished > 0)
    return f" ({', '.join(parts)})" if parts else ""


def _print_tables(found: Explored) -> None:
    from rich.console import Console
    from rich.table import Table

    colours = found.position.game.colours
    moves = Table("move", "games", *(f"{colour} wins" for colour in colours), "draws", "engine")
    for one in found.continuations:
        opinion = one.opinion
        moves.add_row(
            one.move,
            str(one.games),
            *(f"{one.wins.get(colour, 0) / one.games:.0%}" for colour in colours),
            f"{one.draws / one.games:.0%}",
            f"{opinion.win_rate:.0%} ({opinion.simulations})" if opinion else "",
        )
    moves.caption = _games(found.games)
    games = Table("game", "source", "played", "first", "second", "result", "move")
    for game in found.listed:
        games.add_row(str(game.id), game.source, game.played, game.first, game.second, game.result, game.move)
    console = Console()
    console.print(moves)
    if found.listed:
        console.print(games)


def _print_json(found: Explored) -> None:
    from dataclasses import asdict
    from json import dumps

    told = {
        "position": str(found.position),
        "games": found.games,
        "continuations": [asdict(one) for one in found.continuations],
        "listed": [asdict(game) for game in found.listed],
    }
    print(dumps(told, indent=1))


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count} games"
