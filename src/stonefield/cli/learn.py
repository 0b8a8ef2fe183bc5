"""``stonefield learn``: one command for each step of training the engine's network (extra ``learn``)."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from stonefield.games.game import StonefieldError

learn = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Train the engine's network: self-play, comparison, export.",
)

Checkpoint = Annotated[Path, typer.Argument(help="A checkpoint that `train` has written.", exists=True)]
Board = Annotated[str, typer.Option(help="small, medium or large.")]


@learn.callback()
def _needs() -> None:
    """Say at once what is missing, not after the first import deep inside."""
    missing = [name for name in ("jax", "optax", "onnx") if find_spec(name) is None]
    if missing:
        raise StonefieldError(f"training needs {', '.join(missing)}: pip install 'stonefield[learn]'")


@learn.command()
def train(
    folder: Annotated[Path, typer.Argument(help="Where the log and the checkpoint go.")],
    seconds: Annotated[float, typer.Option(help="Stop after so long, compiling included.")] = 570.0,
    resume: Annotated[Path | None, typer.Option(help="The checkpoint to go on from.", exists=True)] = None,
    rate: Annotated[float, typer.Option(help="The learning rate at its height.")] = 2e-3,
    since: Annotated[float, typer.Option(help="Seconds of training at which the rate is highest.")] = 0.0,
    planned: Annotated[float, typer.Option(help="Seconds of training over all runs together.")] = 1000.0,
    games: Annotated[int, typer.Option(min=2, help="Games side by side.")] = 8192,
    batch: Annotated[int, typer.Option(min=1, help="Samples in one step of training.")] = 4096,
    blocks: Annotated[int, typer.Option(min=1, help="Residual blocks of a new network.")] = 6,
    channels: Annotated[int, typer.Option(min=4, help="Channels of a new network.")] = 64,
    simulations: Annotated[int, typer.Option(min=1, help="Simulations a decision.")] = 32,
    passes: Annotated[float, typer.Option(help="How often each sample is used.")] = 4.0,
    students: Annotated[
        str | None, typer.Option(help="Sizes of networks that learn beside it, such as 4x48,8x96.")
    ] = None,
    yardstick: Annotated[
        Path | None, typer.Option(help="The yardstick, built: matches on the way.", exists=True)
    ] = None,
    seed: Annotated[int, typer.Option(help="Another seed gives another run.")] = 0,
) -> None:
    """Play against itself and learn from it until the time is up."""
    from stonefield.learn.checkpoint import load
    from stonefield.learn.network import Shape
    from stonefield.learn.plan import Plan
    from stonefield.learn.run import train as run
    from stonefield.learn.students import read_students

    shape = load(resume)[0] if resume else Shape.of(blocks, channels)
    plan = replace(
        Plan(),
        shape=shape,
        students=read_students(students) if students else (),
        games=games,
        batch=batch,
        simulations=simulations,
        considered=min(16, simulations),
        passes=passes,
        rate=rate,
        since_seconds=since,
        planned_seconds=planned,
    )
    run(plan, folder, seconds=seconds, resume=resume, seed=seed, yardstick=yardstick)


@learn.command()
def contest(
    challenger: Checkpoint,
    champion: Checkpoint,
    games: Annotated[int, typer.Option(min=2, help="Games on each board.")] = 200,
    simulations: Annotated[int, typer.Option(min=0, help="Simulations a decision; 0: bare policies.")] = 0,
    seed: Annotated[int, typer.Option(help="Another seed gives other games.")] = 0,
) -> None:
    """Let two checkpoints play each other on every board."""
    import jax

    from stonefield.learn.checkpoint import load
    from stonefield.learn.contest import contest as hold
    from stonefield.learn.field import BOARDS

    shape, learner, _ = load(challenger)
    other_shape, other, _ = load(champion)
    match = jax.jit(hold(shape, games, other=other_shape, simulations=simulations))
    scores = match(learner.playing(), other.playing(), jax.random.key(seed))
    for board, score in zip(BOARDS, scores, strict=True):
        print(f"{board:8} {float(score):.3f}")


@learn.command()
def meet(
    checkpoint: Checkpoint,
    program: Annotated[Path, typer.Argument(help="The yardstick, built.", exists=True)],
    board: Board = "medium",
    rollouts: Annotated[int, typer.Option(min=1, help="The yardstick's random games a decision.")] = 100_000,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 20,
    simulations: Annotated[int, typer.Option(min=1, help="The checkpoint's simulations a decision.")] = 64,
) -> None:
    """Play a checkpoint against the yardstick."""
    import os

    from rich.progress import Progress

    from stonefield.learn.checkpoint import load
    from stonefield.learn.field import BOARDS
    from stonefield.learn.yardstick import Sparring, Tally

    if board not in BOARDS:
        raise StonefieldError(f"`{board}`: the boards are {', '.join(BOARDS)}")
    shape, learner, _ = load(checkpoint)
    weights = learner.playing()
    sparring = Sparring(shape, program, rollouts=rollouts, simulations=simulations)
    at_once = 2 * max(1, (os.cpu_count() or 1) // 2)
    tally = Tally()
    with Progress(transient=True) as progress:
        task = progress.add_task("playing", total=games)
        while tally.played < games:
            some = min(at_once, games - tally.played)
            tally += sparring.games(weights, board, some, seed=tally.played)
            progress.update(task, completed=tally.played, description=f"{tally.won} won, {tally.lost} lost")
    print(f"{board}: {tally.won} won, {tally.drawn} drawn, {tally.lost} lost")


@learn.command()
def export(
    checkpoint: Checkpoint,
    target: Annotated[Path, typer.Argument(help="The .onnx file to write.")],
    exact: Annotated[bool, typer.Option("--exact", help="All bits: slower, for comparison.")] = False,
) -> None:
    """Write a checkpoint's network for the engine, in eight bits."""
    from stonefield.learn.export import export as write

    write(checkpoint, target, exact=exact)
    print(f"{target}: {target.stat().st_size / 1e6:.1f} MB")


@learn.command()
def plot(
    logs: Annotated[list[Path], typer.Argument(help="The log.csv files of one run.", exists=True)],
    to: Annotated[Path, typer.Option(help="The picture to write.")] = Path("strength.svg"),
) -> None:
    """Draw strength and losses over time."""
    from stonefield.learn.plot import draw

    draw(logs, to)
    print(to)
