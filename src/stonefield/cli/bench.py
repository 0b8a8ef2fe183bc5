"""``stonefield bench``: players compared by proven positions."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stonefield.cli import inputs
from stonefield.games.game import game_names

if TYPE_CHECKING:
    from rich.table import Table

    from stonefield.arena.bench import Score


def bench(
    players: Annotated[
        list[str],
        typer.Argument(metavar="PLAYER", help="level:3, full, random, greedy, plain or ugi:COMMAND."),
    ],
    seconds: Annotated[
        list[float] | None,
        inputs.measure("Seconds per position; may be repeated. Levels keep their own limits.", least=0.001),
    ] = None,
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help=f"Only {' or '.join(game_names())}.")
    ] = None,
    positions: Annotated[
        str,
        typer.Option(
            metavar="SET",
            help="puzzles: one decision is right. play: positions of games, with all decisions judged.",
        ),
    ] = "puzzles",
    board: Annotated[str | None, typer.Option(metavar="BOARD", help="Only this board.")] = None,
    every: Annotated[int, typer.Option(metavar="N", min=1, help="Only every Nth position of a board.")] = 1,
    workers: Annotated[int, typer.Option(metavar="N", min=1, help="Positions at once.")] = 1,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write all results to this JSON file.")
    ] = None,
) -> None:
    """Test players on positions whose best moves are proven, and count their right answers."""
    from rich.console import Console
    from rich.progress import Progress

    from stonefield.arena import read_spec
    from stonefield.arena.bench import LIMITED, SETS, questions, run_bench, to_json
    from stonefield.games.game import find_game

    if game is not None:
        find_game(game)
    if positions not in SETS:
        raise typer.BadParameter(f"`--positions {positions}`: the sets are {' and '.join(SETS)}")
    asked = questions(positions, game=game, board=board, every=every)
    if not asked:
        raise typer.BadParameter("there are no such positions")
    times = seconds or [0.1, 1.0]
    specs = [read_spec(player) for player in players]
    rounds = sum(len(times) if spec.kind in LIMITED else 1 for spec in specs)
    console = Console()
    scores: list[Score] = []
    with Progress(console=console, transient=True) as progress:
        bar = progress.add_task("thinking", total=len(asked) * rounds)
        for spec in specs:
            scores += run_bench(
                spec, times, asked, workers=workers, report=lambda done: progress.advance(bar, done)
            )
    for table in _tables(scores, positions):
        console.print(table)
    if out is not None:
        out.write_text(json.dumps(to_json(scores, positions), indent=1) + "\n", "utf-8", newline="\n")


def _tables(scores: list[Score], positions: str) -> list[Table]:
    if positions == "puzzles":
        return [_table(scores, str, lambda right, of: f"{right}/{of}")]
    return [_table(scores, name, lambda right, of: f"{right / of:.1%}") for name in (_board, _depth)]


def _board(kind: str) -> str:
    return kind.partition(",")[0]


def _depth(kind: str) -> str:
    return f"{kind.split()[0]}, {kind.rpartition(', ')[2]}"


def _table(scores: list[Score], name: Callable[[str], str], share: Callable[[int, int], str]) -> Table:
    from rich.table import Table

    table = Table("player", "seconds", "right", *scores[0].by_kind(name))
    for score in scores:
        pace = f"{score.seconds:g}" if score.seconds is not None else "its own"
        kinds = (share(right, of) for right, of in score.by_kind(name).values())
        table.add_row(score.player, pace, share(score.right, len(score.answers)), *kinds)
    return table
