"""``stonefield match``, ``ladder`` and ``selfplay``: players measured against each other, and their games."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stonefield.cli import inputs
from stonefield.cli.extras import needs, require
from stonefield.games.game import StonefieldError

if TYPE_CHECKING:
    from rich.console import Console

    from stonefield.arena import PlayedPair, Sprt, Tournament, Workers
    from stonefield.games.game import Position

_PLAYER = (
    "level:3, full:movetime=1,threads=2, random, greedy, plain:nodes=1000, "
    "ugi:COMMAND (ugi:movetime=1;COMMAND sets limits), uct:PROGRAM WIDTH HEIGHT GAMES"
)
MOST_WORKERS = 1024
Game = Annotated[str, typer.Option(metavar="GAME", help=inputs.GAMES)]
Plies = Annotated[int, inputs.count("Random plies before the players take over.", least=0)]
Openings = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Take the openings from this .stones file (one per game) instead of random ones.",
    ),
]


Games = Annotated[int, inputs.paired("Games to play (an even number).")]
PairedGames = Annotated[int, inputs.paired("Games per pairing (an even number).")]
Seed = Annotated[int, typer.Option(metavar="N", help="Seed for the random openings.")]
Results = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Save results here as JSON Lines; run the same command again to continue.",
    ),
]
Records = Annotated[Path | None, typer.Option(metavar="FILE", help="Write all games to this .stones file.")]
WorkerCount = Annotated[
    int, inputs.count("Games at once; 0: as many as the cores allow.", least=0, most=MOST_WORKERS)
]


@inputs.takes_game_options(Game, inputs.FIRST_GAME)
def match(
    a: Annotated[str, typer.Argument(metavar="A", help=f"First player: {_PLAYER}.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Second player, in the same form.")],
    games: Games = 100,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(
            help="Stop early once a sequential test (SPRT) decides between the two Elo differences.",
            metavar="ELO0 ELO1",
        ),
    ] = None,
    *,
    start: inputs.Start,
    opening_plies: Plies = 4,
    openings: Openings = None,
    seed: Seed = 1,
    results: Results = None,
    records: Records = None,
    workers: WorkerCount = 0,
    dask: inputs.Dask = None,
) -> None:
    """Play a match: each opening twice, with sides exchanged. Reports who is stronger, and by how much."""
    from rich.console import Console

    from stonefield.arena import Sprt, Tournament
    from stonefield.cli.arena_tables import match_table

    test = Sprt(*sprt) if sprt else None
    tournament = Tournament((a, b), str(start), opening_plies, seed, book=_book(openings, start))
    console = Console()
    played = _play(tournament, games, results, records, _workers(tournament, workers, dask), test, console)
    console.print(match_table(tournament, played, test))


@inputs.takes_game_options(Game, inputs.FIRST_GAME)
def ladder(
    entrants: Annotated[list[str], typer.Argument(metavar="PLAYER", help=f"{_PLAYER}.")],
    games: PairedGames = 20,
    neighbours: Annotated[
        int,
        inputs.count(
            "Only players at most this far apart in the list meet (0: everyone meets everyone).", least=0
        ),
    ] = 0,
    *,
    start: inputs.Start,
    opening_plies: Plies = 4,
    openings: Openings = None,
    seed: Seed = 1,
    results: Results = None,
    records: Records = None,
    workers: WorkerCount = 0,
    dask: inputs.Dask = None,
) -> None:
    """Rate many players at once: everyone plays everyone, and the best-fitting ratings are printed."""
    from rich.console import Console

    from stonefield.arena import Tournament
    from stonefield.cli.arena_tables import ladder_table, meetings_table

    book = _book(openings, start)
    tournament = Tournament(tuple(entrants), str(start), opening_plies, seed, neighbours, book)
    console = Console()
    played = _play(tournament, games, results, records, _workers(tournament, workers, dask), None, console)
    console.print(ladder_table(tournament, played))
    console.print(meetings_table(tournament, played))


@needs("envs")
@inputs.takes_game_options(Game, inputs.FIRST_GAME)
def selfplay(
    out: Annotated[Path, typer.Option(metavar="FILE", help="The Parquet file to write.")],
    games: Games = 100,
    player: Annotated[str, typer.Option(metavar="PLAYER", help=f"{_PLAYER}.")] = "level:5",
    *,
    start: inputs.Start,
    opening_plies: Plies = 4,
    seed: Seed = 1,
    workers: WorkerCount = 0,
    dask: inputs.Dask = None,
) -> None:
    """Let a player play itself and save the games as a Parquet file.

    Can be interrupted: run it again to continue.
    """
    from rich.console import Console

    from stonefield.arena import Tournament
    from stonefield.envs.tables import played_table, write_table

    tournament = Tournament((player, player), str(start), opening_plies, seed)
    console = Console()
    kept = out.with_name(f"{out.name}.jsonl")
    played = _play(tournament, games, kept, None, _workers(tournament, workers, dask), None, console)
    table = played_table(played)
    write_table(table, out)
    console.print(f"{out}: {table.num_rows} games")


def _book(path: Path | None, start: Position) -> tuple[tuple[str, ...], ...]:
    from stonefield.arena import book_of

    return book_of(inputs.records_in(inputs.read_text(str(path))), start) if path else ()


def _workers(tournament: Tournament, workers: int, dask: str | None) -> AbstractContextManager[Workers]:
    from stonefield.arena import dask_workers, default_count, local_workers, read_spec

    if dask is not None:
        require("cluster")
        return dask_workers(dask)
    return local_workers(workers or default_count([read_spec(player) for player in tournament.players]))


def _play(
    tournament: Tournament,
    games: int,
    results: Path | None,
    records: Path | None,
    workers: AbstractContextManager[Workers],
    test: Sprt | None,
    console: Console,
) -> list[PlayedPair]:
    """Play a tournament under a progress bar; what was played before counts."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from stonefield.arena import RecordsFile, ResultsFile, play_tournament, tally_of

    rounds = (games + 1) // 2
    kept = ResultsFile(results, tournament.header()) if results else None
    wanted = {pairing.key for pairing in tournament.pairings(rounds)}
    played = [pair for pair in kept.played if pair.pairing.key in wanted] if kept else []
    file = RecordsFile(records, played) if records else None
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())

    def decided() -> bool:
        return test is not None and test.verdict(tally_of(played)) is not None

    def description() -> str:
        if len(tournament.players) > 2 or not played:
            return "playing"
        tally = tally_of(played)
        return f"{tally.score:.1%} ± {(tally.interval[1] - tally.interval[0]) / 2:.1%}"

    with workers as here, Progress(*columns, console=console) as progress:
        bar = progress.add_task(description(), total=2 * len(wanted), completed=2 * len(played))
        try:
            for pair in play_tournament(tournament.pairings(rounds), here, played, done=decided):
                if pair.absence:
                    player, reason = pair.absence
                    raise StonefieldError(f"`{player}` makes no decision: {reason}")
                played.append(pair)
                if kept:
                    kept.write(pair)
                if file:
                    file.add(pair)
                progress.update(bar, completed=2 * len(played), description=description())
        except KeyboardInterrupt:
            console.print("Stopped. The games played so far count.")
    return played
