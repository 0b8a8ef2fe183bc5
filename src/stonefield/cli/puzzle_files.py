"""Files of puzzles as options of commands, and the processes that work on them."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stonefield.cli.extras import require

if TYPE_CHECKING:
    from stonefield.arena import Workers
    from stonefield.puzzles import Puzzle

From = Annotated[
    Path | None,
    typer.Option(
        "--from", metavar="FILE", help="A file of puzzles (default: those that come with Stonefield)."
    ),
]
WorkerCount = Annotated[int, typer.Option(metavar="N", min=1, help="Games or puzzles at once.")]


def pool_of(workers: int, dask: str | None) -> AbstractContextManager[Workers]:
    """Processes of this machine, or the workers of a Dask cluster."""
    from stonefield.arena import dask_workers, local_workers

    if dask is None:
        return local_workers(workers)
    require("cluster")
    return dask_workers(dask)


def read_from(source: Path | None) -> tuple[Puzzle, ...]:
    """The puzzles of a file, or those that come with Stonefield."""
    from stonefield.puzzles import read_puzzles, shipped

    return shipped() if source is None else read_puzzles(source.read_text("utf-8"), str(source))
