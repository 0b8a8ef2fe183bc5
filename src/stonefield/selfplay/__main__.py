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
    parser.add_argument(
        "--seconds", type=float, default=570.0, help="stop after this many seconds, including compilation"
    )
    parser.add_argument("--resume", type=Path, help="checkpoint to continue from")
    parser.add_argument(
        "--samples", type=Path, help="file of samples to continue with and to write for the next run"
    )
    parser.add_argument("--rate", type=float, help="peak learning rate")
    parser.add_argument("--since", type=float, help="seconds of training after which the rate peaks")
    parser.add_argument("--planned", type=float, help="planned seconds of training over all runs")
    parser.add_argument("--games", type=int, help="games played in parallel")
    parser.add_argument("--shares", help="share of the games on each board, e.g. 0.2,0.3,0.4")
    parser.add_argument("--simulations", type=int, help="simulations per decision")
    parser.add_argument(
        "--deep", type=int, help="simulations of the decisions whose policies are trained on (0: of all)"
    )
    parser.add_argument("--deep-share", type=float, help="share of these decisions among all")
    parser.add_argument("--trust", type=float, help="weight of the search's own value")
    parser.add_argument("--passes", type=float, help="how many times each sample is used")
    parser.add_argument("--batch", type=int, help="samples per training step")
    parser.add_argument("--auxiliary", type=float, help="weight of the auxiliary losses")
    parser.add_argument("--averaging", type=float, help="share of the averaged weights that a step keeps")
    parser.add_argument("--blocks", type=int, default=6, help="residual blocks")
    parser.add_argument("--channels", type=int, default=64, help="channels")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--cache", type=Path, help="folder of compiled programs for the next run")
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
        plan = replace(Plan(game), **{name: value for name, value in chosen.items() if value is not None})
        resume = options.resume if options.resume and options.resume.exists() else None
        settings = {"seconds": options.seconds, "samples": options.samples, "seed": options.seed}
        done = train(plan, options.folder, resume=resume, **settings)
    except StonefieldError as error:
        parser.error(str(error))
    print(done)


if __name__ == "__main__":
    main()
