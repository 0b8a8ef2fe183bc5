"""Where games are played: in a pool of processes here, or on the workers of a Dask cluster."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from stonefield.arena.players import Spec
from stonefield.games.game import StonefieldError


@dataclass(frozen=True, slots=True)
class Workers:
    """An executor and how many pairs it plays at once."""

    executor: Executor
    count: int


def default_count(specs: list[Spec]) -> int:
    """As many games at once as leave every player the cores it counts on."""
    return max(1, (os.cpu_count() or 1) // max((spec.cores for spec in specs), default=1))


@contextmanager
def local_workers(count: int) -> Iterator[Workers]:
    """A pool of processes on this machine."""
    # Spawned, not forked: a fork would copy the locks of running threads.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(count, mp_context=context, initializer=_leave_with_parent) as executor:
        try:
            yield Workers(executor, count)
        finally:
            executor.shutdown(wait=True, cancel_futures=True)


def _leave_with_parent() -> None:
    """End a worker when the process that started the match is killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, name="parent", daemon=True).start()


@contextmanager
def dask_workers(address: str) -> Iterator[Workers]:
    """The workers of a Dask cluster; each of their threads plays one pair at a time."""
    try:
        from distributed import Client
    except ImportError:
        raise StonefieldError(f"`{address}`: Dask is missing: pip install 'stonefield[cluster]'") from None
    connect: Any = Client
    with connect(address, timeout="30s") as client, client.get_executor(pure=False) as executor:
        yield Workers(executor, max(1, sum(client.nthreads().values())))
