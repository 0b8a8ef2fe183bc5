"""``stonefield analyse``: a whole game reviewed by the engine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stonefield.cli import inputs

if TYPE_CHECKING:
    from rich.table import Table

    from stonefield.study.review import Review


def analyse(
    source: inputs.Source,
    game: inputs.Number = 1,
    movetime: Annotated[float, typer.Option(help="Seconds for each position.")] = 1.0,
    nodes: Annotated[int | None, typer.Option(help="Nodes for each position instead of seconds.")] = None,
    threads: Annotated[int, typer.Option(min=1, help="Cores to use.")] = 2,
    seed: Annotated[
        int | None, typer.Option(help="Seed for repeatable results (needs --nodes and --threads 1).")
    ] = None,
    json: Annotated[Path | None, typer.Option(help="Write the review as JSON; - is standard output.")] = None,
    annotated: Annotated[
        Path | None, typer.Option(help="Write the record annotated with marks and better lines.")
    ] = None,
    svg: Annotated[Path | None, typer.Option(help="Write the win rate as an SVG graph.")] = None,
) -> None:
    """Review a whole game: win rate at each ply, best move, and how much each decision gave away."""
    from json import dumps

    from rich.console import Console
    from rich.progress import Progress

    from stonefield.engine import Limits, Settings, thinker_for
    from stonefield.records import write
    from stonefield.study.graph import win_rate_graph
    from stonefield.study.review import review

    played = inputs.read_record(source, game)
    thinker = thinker_for(played.start.game.name)
    limits = Limits(movetime=movetime) if nodes is None else Limits(nodes=nodes)
    settings = Settings(threads=threads, seed=seed)
    with Progress(console=Console(stderr=True)) as progress:
        bar = progress.add_task("compiling", total=None)
        thinker.warm_up(played.start, settings)
        progress.update(bar, description="thinking", total=len(played.positions))
        result = review(
            played,
            thinker,
            limits,
            settings,
            progress=lambda done: progress.update(bar, completed=done),
        )
    if json:
        inputs.write_text(json, dumps(result.to_json(), indent=1) + "\n")
    if annotated:
        inputs.write_text(annotated, write(result.annotated()))
    if svg:
        inputs.write_text(svg, win_rate_graph(result))
    if Path("-") not in (json, annotated, svg):
        Console().print(_review_table(result))


def _review_table(review: Review) -> Table:
    from rich.table import Table

    from stonefield.engine.sides import colour_of_side
    from stonefield.study.decision import MARKS

    table = Table("ply", "colour", "move", "win rate", "after", "loss", "best line")
    for decision in review.decisions:
        table.add_row(
            str(decision.ply),
            decision.colour,
            decision.move + decision.mark,
            f"{decision.win_rate:.0%}" + (f" ({decision.proven})" if decision.proven else ""),
            f"{decision.after:.0%}",
            f"{decision.loss:.0%}" if decision.verdict else "",
            "" if decision.move == decision.best[0] else " ".join(decision.best[:6]),
        )
    summaries = []
    for side in (0, 1):
        colour = colour_of_side(review.record.final, side)
        counts = ", ".join(f"{review.count(side, verdict)} {mark}" for verdict, mark in MARKS.items())
        summaries.append(f"{colour}: {counts}, on average {review.loss_of(side):.1%} lost")
    table.caption = "\n".join(summaries)
    return table
