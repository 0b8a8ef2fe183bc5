"""``stonefield bench``: players compared by proven positions."""

from __future__ import annotations

import json
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
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write all results to this JSON file.")
    ] = None,
) -> None:
    """Test players on positions whose best moves are proven, and count their right answers."""
    from rich.console import Console
    from rich.progress import Progress

    from stonefield.arena import read_spec
    from stonefield.arena.bench import LIMITED, positions, run_bench, to_json
    from stonefield.games.game import find_game

    if game is not None:
        find_game(game)
    times = seconds or [0.1, 1.0]
    specs = [read_spec(player) for player in players]
    wanted = sum(game in (None, proven.game) for proven in positions())
    rounds = sum(len(times) if spec.kind in LIMITED else 1 for spec in specs)
    console = Console()
    scores: list[Score] = []
    with Progress(console=console, transient=True) as progress:
        bar = progress.add_task("thinking", total=wanted * rounds)
        for spec in specs:
            scores += run_bench(spec, times, game=game, report=lambda: progress.advance(bar))
    console.print(_table(scores))
    if out is not None:
        out.write_text(json.dumps(to_json(scores), indent=1) + "\n", "utf-8", newline="\n")


def _table(scores: list[Score]) -> Table:
    from rich.table import Table

    table = Table("player", "seconds", "right", *scores[0].by_kind())
    for score in scores:
        of = len(score.answers)
        pace = f"{score.seconds:g}" if score.seconds is not None else "its own"
        kinds = (f"{right}/{all_}" for right, all_ in score.by_kind().values())
        table.add_row(score.player, pace, f"{score.right}/{of}", *kinds)
    return table
