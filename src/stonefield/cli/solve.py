"""``stonefield solve``: what a small position is worth under best play."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Annotated

import typer

from stonefield.cli import inputs

if TYPE_CHECKING:
    from stonefield.engine.carnac.solver import Solution
    from stonefield.games.carnac import Position

LOOK_EVERY = 0.1


def solve(
    source: Annotated[
        str | None, typer.Argument(metavar="[IN]", help="A position or record; if none, the options' start.")
    ] = None,
    game: inputs.Number = 1,
    ply: inputs.Ply = None,
    board: inputs.Board = None,
    stock: inputs.Stock = None,
    first: inputs.First = None,
    final_tilt: inputs.FinalTilt = None,
    swap: inputs.Swap = None,
    table: Annotated[int, typer.Option(min=1, help="Megabytes for what is already proven.")] = 256,
) -> None:
    """Prove what a position of Carnac is worth: who wins by how many dolmens, and one line of best play."""
    from stonefield.games.carnac import Position

    if source is None:
        position: object = inputs.start_of(
            "carnac", board=board, stock=stock, first=first, final_tilt=final_tilt, swap=swap
        )
    else:
        position = inputs.read_shown(source, game, ply).position
    if not isinstance(position, Position):
        raise typer.BadParameter("only positions of Carnac can be solved")
    print(position)
    if position.is_over:
        print("the game is over")
        return
    began = time.perf_counter()
    solution = _watched(position, table)
    print(_verdict(position, solution))
    print("line:", " ".join(solution.line))
    print(f"{solution.nodes} nodes, {time.perf_counter() - began:.2f} s")


def _watched(position: Position, table: int) -> Solution:
    """Solve on another thread, so that a person can see that it goes on, and interrupt it."""
    from rich.console import Console

    from stonefield.engine.carnac.solver import solve

    stop = threading.Event()

    def work() -> Solution:
        return solve(position, table_mb=table, stop=stop)

    with ThreadPoolExecutor(1) as pool, Console(stderr=True).status("solving …"):
        solving = pool.submit(work)
        try:
            while not solving.done():
                time.sleep(LOOK_EVERY)
        except KeyboardInterrupt:
            stop.set()
            raise
        return solving.result()


def _verdict(position: Position, solution: Solution) -> str:
    """Who wins, said of the player who decides now."""
    who = f"{position.turn} (player {position.player}) decides and "
    if solution.value == "draw":
        return who + "draws"
    dolmens = abs(solution.margin)
    how = f"by {dolmens} dolmen{'s' if dolmens != 1 else ''}" if dolmens else "by the sizes of the dolmens"
    return who + {"win": "wins ", "loss": "loses "}[solution.value] + how
