"""``stonefield solve``: what a small position is worth under best play."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Annotated

import typer

from stonefield.cli import inputs
from stonefield.games.game import game_names

if TYPE_CHECKING:
    from stonefield.engine.game_engine import Solution, Solve
    from stonefield.games.game import Position

LOOK_EVERY = 0.1
MOST_MEGABYTES = 65_536


@inputs.takes_game_options(None)
def solve(
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="IN", help="A position or record (default: the start of a game with the given options)."
        ),
    ] = None,
    game: inputs.Number = 1,
    ply: inputs.Ply = None,
    *,
    start: inputs.Start,
    table: Annotated[
        int,
        inputs.count("Size of the table of solved positions.", most=MOST_MEGABYTES, metavar="MEGABYTES"),
    ] = 256,
) -> None:
    """Solve a position exactly: who wins, by how much, and a line of best play."""
    from stonefield.engine.game_engine import engine_for

    position = start if source is None else inputs.read_shown(source, game, ply).position
    solver = engine_for(position.game.name).solver()
    if solver is None:
        solved = " and ".join(name.capitalize() for name in game_names() if engine_for(name).solver())
        raise typer.BadParameter(f"only positions of {solved} can be solved")
    print(position)
    if position.is_over:
        print("the game is over")
        return
    began = time.perf_counter()
    solution = _watched(solver, position, table)
    print(f"{position.turn} (player {position.player}) decides and {solution.verdict}")
    print("line:", " ".join(solution.line))
    print(f"{solution.nodes} nodes, {time.perf_counter() - began:.2f} s")


def _watched(solver: Solve, position: Position, table: int) -> Solution:
    """Solve on another thread, so that a person can see that it goes on, and interrupt it."""
    from rich.console import Console

    stop = threading.Event()

    def work() -> Solution:
        return solver(position, table_mb=table, stop=stop)

    with ThreadPoolExecutor(1) as pool, Console(stderr=True).status("solving …"):
        solving = pool.submit(work)
        try:
            while not solving.done():
                time.sleep(LOOK_EVERY)
        except KeyboardInterrupt:
            stop.set()
            raise
        return solving.result()
