"""How far a long command has come: a bar on standard error, and nothing where that is no terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

Report: TypeAlias = Callable[[int], None]
"""Takes how many steps are done."""


@contextmanager
def bar(work: str, steps: int | None = None) -> Iterator[Report]:
    """A bar with the name of the work; without a number of steps it only shows that something is done."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(work, total=steps)
        yield lambda done: progress.update(task, completed=done)
