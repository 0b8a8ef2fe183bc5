"""``stonefield train``: one command for each step of training the engine's network (extra ``train``)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from stonefield.cli import inputs
from stonefield.cli.help import Group
from stonefield.games.game import StonefieldError

train = Group("Train the engine's network: self-play, comparison, export.", extra="train")

LONGEST = 30 * inputs.DAY
"""Seconds of training."""
Checkpoint = Annotated[Path, typer.Argument(help="A checkpoint that `run` wrote.", exists=True)]


@train.command()
def run(
    folder: Annotated[Path, typer.Argument(help="Where the log and the checkpoint go.")],
    game: Annotated[str | None, typer.Option(help="The game to train for.")] = None,
    seconds: Annotated[
        float, inputs.measure("Stop after this many seconds, including compilation.", least=1, most=LONGEST)
    ] = 570.0,
    resume: Annotated[Path | None, typer.Option(help="Checkpoint to continue from.", exists=True)] = None,
    rate: Annotated[float, inputs.measure("Peak learning rate.", least=1e-9, most=1, metavar="RATE")] = 2e-3,
    since: Annotated[
        float, inputs.measure("Seconds of training after which the rate peaks.", least=0, most=LONGEST)
    ] = 0.0,
    planned: Annotated[
        float, inputs.measure("Planned seconds of training over all runs.", least=1, most=LONGEST)
    ] = 1000.0,
    games: Annotated[int, inputs.count("Games played in parallel.", least=2)] = 8192,
    batch: Annotated[int, inputs.count("Samples per training step.")] = 4096,
    blocks: Annotated[int, inputs.count("Residual blocks of a new network.")] = 6,
    channels: Annotated[int, inputs.count("Channels of a new network.", least=4)] = 64,
    simulations: Annotated[int, inputs.count("Simulations per decision.")] = 32,
    deep: Annotated[
        int,
        inputs.count("Simulations of the decisions whose policies are trained on (0: of all).", least=0),
    ] = 0,
    deep_share: Annotated[
        float, inputs.measure("Share of these decisions among all.", least=0, most=1, metavar="SHARE")
    ] = 0.25,
    trust: Annotated[
        float, inputs.measure("Weight of the search's own value.", least=0, most=1000, metavar="WEIGHT")
    ] = 0.0,
    passes: Annotated[
        float, inputs.measure("How many times each sample is used.", least=0.01, most=1000, metavar="TIMES")
    ] = 4.0,
    seed: Annotated[int, typer.Option(help="Random seed of the run.")] = 0,
) -> None:
    """Train by self-play until the time is up."""
    from stonefield.selfplay.checkpoint import load
    from stonefield.selfplay.game import training_game
    from stonefield.selfplay.network import Network, Shape
    from stonefield.selfplay.plan import Plan
    from stonefield.selfplay.run import train as train_until

    new = Network(training_game(game), Shape.of(blocks, channels))
    network = load(resume)[0] if resume else new
    plan = replace(
        Plan(network.game),
        shape=network.shape,
        games=games,
        batch=batch,
        simulations=simulations,
        considered=min(16, simulations),
        deep=deep,
        deep_share=deep_share,
        trust=trust,
        passes=passes,
        rate=rate,
        since_seconds=since,
        planned_seconds=planned,
    )
    train_until(plan, folder, seconds=seconds, resume=resume, seed=seed)


@train.command()
def compare(
    challenger: Checkpoint,
    champion: Checkpoint,
    games: Annotated[int, inputs.paired("Games per board (an even number).")] = 200,
    simulations: Annotated[
        int, inputs.count("Simulations per decision (0: the bare policies play).", least=0)
    ] = 0,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed of the games.")] = 0,
) -> None:
    """Play two checkpoints against each other on every board, each opening twice, with sides exchanged."""
    import jax
    import numpy as np

    from stonefield.selfplay.checkpoint import load
    from stonefield.selfplay.contest import contest

    network, train_state, _ = load(challenger)
    other_network, other, _ = load(champion)
    if network.game is not other_network.game:
        raise StonefieldError(f"`{champion}`: holds {other_network}, `{challenger}` {network}")
    play = jax.jit(contest(network, games, other=other_network, simulations=simulations))
    scores = np.asarray(play(train_state.playing(), other.playing(), jax.random.key(seed)))
    for board, pairs in zip(network.game.boards, scores, strict=True):
        error = 1.96 * pairs.std() / len(pairs) ** 0.5
        print(f"{board:8} {pairs.mean():.3f} ± {error:.3f} (95 %, {2 * len(pairs)} games)")


@train.command()
def match(
    checkpoint: Checkpoint,
    player: Annotated[
        str,
        typer.Argument(
            metavar="PLAYER", help="The opponent, as for `stonefield match`, e.g. full:nodes=1000."
        ),
    ],
    board: Annotated[
        str | None, typer.Option(metavar="BOARD", help="The board (default: the game's first).")
    ] = None,
    games: Annotated[int, inputs.count("Number of games.")] = 20,
    simulations: Annotated[int, inputs.count("The checkpoint's simulations per decision.")] = 64,
) -> None:
    """Play a checkpoint against another player ({files} and {ranks} in PLAYER become the board's)."""
    import os

    from rich.progress import Progress

    from stonefield.selfplay.checkpoint import load
    from stonefield.selfplay.matches import NetworkMatch

    network, train_state, _ = load(checkpoint)
    board = board or network.game.boards[0]
    if board not in network.game.boards:
        raise StonefieldError(f"`{board}`: the boards are {', '.join(network.game.boards)}")
    weights = train_state.playing()
    network_match = NetworkMatch(network, player, simulations=simulations)
    at_once = 2 * max(1, (os.cpu_count() or 1) // 2)
    won = drawn = lost = 0
    with Progress(transient=True) as progress:
        task = progress.add_task("playing", total=games)
        while (played := won + drawn + lost) < games:
            more = network_match.games(weights, board, min(at_once, games - played), seed=played)
            won, drawn, lost = won + more[0], drawn + more[1], lost + more[2]
            progress.update(task, completed=played, description=f"{won} won, {lost} lost")
    print(f"{board}: {won} won, {drawn} drawn, {lost} lost")


@train.command()
def export(
    checkpoint: Checkpoint,
    target: Annotated[Path, typer.Argument(help="The .onnx file to write.")],
    exact: Annotated[
        bool, typer.Option("--exact", help="Full precision instead of eight bits: slower, for comparison.")
    ] = False,
) -> None:
    """Export a checkpoint's network for the engine, in eight bits."""
    from stonefield.selfplay.export import export as write

    write(checkpoint, target, exact=exact)
    print(f"{target}: {target.stat().st_size / 1e6:.1f} MB")


@train.command()
def compact(
    checkpoint: Checkpoint,
    target: Annotated[Path, typer.Argument(help="The .npz file to write.")],
) -> None:
    """Shrink a checkpoint: half precision, without optimizer state."""
    from stonefield.selfplay.checkpoint import load, save_compact

    save_compact(target, *load(checkpoint))
    print(f"{target}: {target.stat().st_size / 1e6:.1f} MB")


@train.command()
def average(
    target: Annotated[Path, typer.Argument(help="The .npz file to write.")],
    checkpoints: Annotated[
        list[Path], typer.Argument(metavar="CHECKPOINT", help="Checkpoints of one network.", exists=True)
    ],
) -> None:
    """Average the weights of several checkpoints, e.g. the ends of consecutive runs."""
    from stonefield.selfplay.checkpoint import mean_of, save

    save(target, *mean_of(checkpoints))
    print(f"{target}: the mean of {len(checkpoints)}")
