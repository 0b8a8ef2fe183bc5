"""Where compiled code is kept, and which parts of an engine are there; nothing is compiled here.

A part is compiled by one process at a time: it holds the part's lock, which ends with the process.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from pathlib import Path

import platformdirs

from stonefield.engine.game_engine import Part, engine_for

if sys.platform != "win32":
    import fcntl

HERE = Path(__file__).parent
SHARED = tuple(
    HERE / f"{module}.py"
    for module in ("compiled", "linking", "rng", "tree", "selection", "softmax", "pruning", "network_search")
)


@cache
def cache_folder(source: Path) -> Path:
    """Where the compiled code of a source file is kept: a folder for each state of all that it may call."""
    kin = sorted({*SHARED, *(source.parent.glob("*.py") if source.parent != HERE else ())})
    state = hashlib.sha256(b"".join(path.read_bytes() for path in kin)).hexdigest()[:16]
    return cache_root() / f"compiled-{state}"


def cache_root() -> Path:
    """The folder of all that is kept for this machine."""
    return Path(os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir("stonefield"))


def missing_parts(game: str, names: Sequence[str] | None = None) -> list[Part]:
    """Those of the named parts of a game, or of all, that are not compiled, in the order of need."""
    wanted = [part for part in engine_for(game).parts if names is None or part.name in names]
    return [part for part in wanted if not _mark(game, part.name).exists()]


def seconds_to_compile(game: str, names: Sequence[str]) -> float:
    """About how long the missing of these parts take here, by how long those took that are done."""
    expected, taken = 0.0, 0.0
    for part in engine_for(game).parts:
        mark = _mark(game, part.name)
        if mark.exists():
            expected, taken = expected + part.seconds, taken + float(mark.read_text() or 0)
    pace = taken / expected if taken else 1.0
    return pace * sum(part.seconds for part in missing_parts(game, names))


def mark_compiled(game: str, part: str, seconds: float) -> None:
    """Note that a part is compiled and how long that took."""
    _mark(game, part).write_text(f"{seconds:.1f}", encoding="utf-8")


@contextmanager
def locked(game: str, name: str) -> Iterator[None]:
    """Hold the lock of a part, as soon as no other process does."""
    path = _mark(game, name).with_suffix(".lock")
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        if sys.platform != "win32":
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _mark(game: str, name: str) -> Path:
    """The file that says that a part is compiled, for this Python, numba and machine."""
    module = sys.modules[type(engine_for(game)).__module__]
    kind = f"{sys.implementation.cache_tag}-numba{version('numba')}-{platform.machine()}-{platform.node()}"
    return cache_folder(Path(str(module.__file__))) / f"{name.replace(' ', '-')}.{kind}.done"
