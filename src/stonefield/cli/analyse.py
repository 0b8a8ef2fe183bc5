"""``stonefield analyse``: a whole game reviewed by the engine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stonefield.cli import inputs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.table import Table

    from stonefield.cli.narrator import Narrator
    from stonefield.study.decision import Decision
    from stonefield.study.review import Review

LONGEST_LINE = 6
"""Moves of a line that are shown."""
Movetime = Annotated[float, inputs.measure("Seconds per position.", least=0.01)]
Nodes = Annotated[int | None, inputs.count("Nodes per position, instead of seconds.")]


def analyse(
    source: inputs.Source,
    game: inputs.Number = 1,
    movetime: Movetime = 1.0,
    nodes: Nodes = None,
    threads: Annotated[int, inputs.count("Cores to use.", most=inputs.MOST_THREADS)] = 2,
    seed: Annotated[
        int | None,
        typer.Option(metavar="N", help="Seed for repeatable results (needs --nodes and --threads 1)."),
    ] = None,
    json: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the review as JSON; - is standard output.")
    ] = None,
    annotated: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the record annotated with marks and better lines."),
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the win rate as an SVG graph.")
    ] = None,
    lang: inputs.Language = None,
) -> None:
    """Review a whole game: win rate at each ply, best move, how much each decision gave away, and why."""
    from json import dumps

    from rich.console import Console
    from rich.progress import Progress

    from stonefield.cli.narrator import Narrator, catalogue, tell
    from stonefield.engine import Limits, Settings, thinker_for
    from stonefield.records import write
    from stonefield.study.review import review

    narrator = Narrator(catalogue(lang))
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
        inputs.write_text(annotated, write(result.annotated(narrator.words)))
    if svg:
        inputs.write_text(svg, result.graph())
    if Path("-") not in (json, annotated, svg):
        Console().print(_table(result, narrator))
        parts = (_turning_points, _summary, _others)
        tell("\n".join(line for part in parts for line in part(result, narrator)))


def _table(review: Review, narrator: Narrator) -> Table:
    from rich.table import Table

    columns = ("ply", "colour", "move", "before", "after", "loss", "best")
    table = Table(*(narrator.text(f"review.{column}") for column in columns))
    for decision in review.decisions:
        table.add_row(
            str(decision.ply),
            narrator.colour(decision.colour),
            decision.move + decision.mark,
            narrator.percent(decision.win_rate)
            + (f" ({narrator.proven(decision.proven)})" if decision.proven else ""),
            narrator.percent(decision.after),
            narrator.percent(decision.loss) if decision.verdict else "",
            "" if decision.move == decision.best[0] else " ".join(decision.best[:LONGEST_LINE]),
        )
    return table


def _turning_points(review: Review, narrator: Narrator) -> Iterator[str]:
    """What turned the game, each with its reasons, in the order it was played."""
    from stonefield.study.explain.wording import listed

    if review.turning_points:
        moves = listed([_numbered(one) for one in review.turning_points], narrator.words)
        yield narrator.text("review.turning_points", moves=moves)
        for decision in sorted(review.turning_points, key=lambda one: one.ply):
            yield from _explained(decision, narrator)
        yield ""


def _summary(review: Review, narrator: Narrator) -> Iterator[str]:
    """Both sides' accuracy and what they gave away."""
    from stonefield.engine.sides import colour_of_side
    from stonefield.study.scales import MARKS

    for side in (0, 1):
        accuracy = review.accuracy(side)
        if accuracy is not None:
            yield narrator.text(
                "review.side",
                colour=narrator.side(colour_of_side(review.record.final, side)),
                accuracy=round(accuracy),
                marks=", ".join(f"{review.count(side, verdict)} {mark}" for verdict, mark in MARKS.items()),
                loss=round(100 * review.loss_of(side)),
            )


def _others(review: Review, narrator: Narrator) -> Iterator[str]:
    """The other costly decisions with their reasons; only how many they are where there are too many."""
    turning = {decision.ply for decision in review.turning_points}
    others = [one for one in review.decisions if one.verdict and one.ply not in turning]
    if review.is_crowded:
        yield ""
        yield narrator.text("review.others", count=len(others))
        return
    for decision in others:
        yield from _explained(decision, narrator)


def _explained(decision: Decision, narrator: Narrator) -> Iterator[str]:
    """A costly decision, why it was one, and what the better one does."""
    from stonefield.study.explain.wording import sentence

    if decision.explanation is None:
        return
    yield ""
    yield (
        f"{_numbered(decision)} ({narrator.colour(decision.colour)},"
        f" {narrator.percent(decision.win_rate)} → {narrator.percent(decision.after)})"
    )
    for claim in decision.explanation.cost:
        yield f"  {sentence(claim, narrator.words)}"
    yield f"  {narrator.text('review.better', line=' '.join(decision.best[:LONGEST_LINE]))}"
    for claim in decision.explanation.better:
        yield f"    {sentence(claim, narrator.words)}"


def _numbered(decision: Decision) -> str:
    return f"{decision.ply}. {decision.move}{decision.mark}"
