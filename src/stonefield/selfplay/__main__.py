"""Training on a machine that has JAX and optax but not the rest of this package's requirements.

`PYTHONPATH=src python3 -m stonefield.selfplay --help`; elsewhere `stonefield train run` does the same.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from pathlib import Path


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m stonefield.selfplay", description="Train until the time is up."
    )
    parser.add_argument("--game", help="the game to train for")
    parser.add_argument("folder", type=Path, help="where the log and the checkpoint go")
    parser.add_argument("--seconds", type=float, default=570.0, help="stop after so long, compiling included")
    parser.add_argument("--resume", type=Path, help="the checkpoint to go on from")
    parser.add_argument(
        "--samples", type=Path, help="where the samples are kept for the next run, and those of the last lie"
    )
    parser.add_argument("--rate", type=float, help="the learning rate at its height")
    parser.add_argument("--since", type=float, help="seconds of training at which the rate is at its height")
    parser.add_argument("--planned", type=float, help="seconds after which the learning rate is down")
    parser.add_argument("--games", type=int, help="games side by side")
    parser.add_argument("--shares", help="share of the games on each board, such as 0.2,0.3,0.4")
    parser.add_argument("--simulations", type=int, help="simulations a decision")
    parser.add_argument(
        "--deep", type=int, help="simulations of the few decisions whose policies are learned"
    )
    parser.add_argument("--deep-share", type=float, help="how many of the decisions those are")
    parser.add_argument("--trust", type=float, help="how much the search's own value counts")
    parser.add_argument("--passes", type=float, help="how often each sample is used")
    parser.add_argument("--batch", type=int, help="samples in one step of training")
    parser.add_argument("--auxiliary", type=float, help="how much the auxiliary losses count")
    parser.add_argument("--averaging", type=float, help="how much of the averaged weights a step keeps")
    parser.add_argument("--blocks", type=int, default=6, help="residual blocks")
    parser.add_argument("--channels", type=int, default=64, help="channels")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--cache", type=Path, help="where compiled programs are kept for the next run")
    return parser


def main() -> None:
    """Train until the time is up."""
    parser = _parser()
    options = parser.parse_args()
    if options.cache:
        os.environ["JAX_COMPILATION_CACHE_DIR"] = str(options.cache)

    from stonefield.games.game import StonefieldError
    from stonefield.selfplay.game import training_game
    from stonefield.selfplay.network import Shape
    from stonefield.selfplay.plan import Plan, read_shares
    from stonefield.selfplay.run import train

    try:
        game = training_game(options.game)
        chosen = {
            "rate": options.rate,
            "since_seconds": options.since,
            "planned_seconds": options.planned,
            "games": options.games,
            "shares": read_shares(game, options.shares) if options.shares else None,
            "simulations": options.simulations,
            "deep": options.deep,
            "deep_share": options.deep_share,
            "trust": options.trust,
            "passes": options.passes,
            "batch": options.batch,
            "auxiliary": options.auxiliary,
            "averaging": options.averaging,
            "shape": Shape.of(options.blocks, options.channels),
        }
        plan = replace(
            Plan(game),
            **{name: value for name, value in chosen.items() if value is not None},
        )
        resume = options.resume if options.resume and options.resume.exists() else None
        done = train(
            plan,
            options.folder,
            seconds=options.seconds,
            resume=resume,
            samples=options.samples,
            seed=options.seed,
        )
    except StonefieldError as error:
        parser.error(str(error))
    print(done)


if __name__ == "__main__":
    main()
