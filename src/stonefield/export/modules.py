"""The module of a game, built once for each state of what it is made of."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path

import stonefield
from stonefield.engine.cache import cache_root
from stonefield.engine.wasm.building import build

if sys.platform != "win32":
    import fcntl

PACKAGE = Path(stonefield.__file__).parent
SOURCES = (PACKAGE / "engine", PACKAGE / "games")
TOOLS = ("numba", "llvmlite", "numpy", "onnx", "ziglang")


@cache
def state() -> str:
    """A number that is another one as soon as a source or a tool of the build is another one."""
    digest = hashlib.sha256(" ".join((sys.version, *map(version, TOOLS))).encode())
    for folder in SOURCES:
        for path in sorted(folder.rglob("*.*")):
            if path.is_file() and path.suffix != ".pyc":
                digest.update(f"{path.relative_to(PACKAGE)} ".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def built(game: str) -> Path:
    """The folder with a game's module."""
    kept = cache_root() / f"wasm-{game}-{state()}"
    make_once(kept, lambda folder: build([game], folder))
    return kept


def make_once(kept: Path, make: Callable[[Path], object]) -> None:
    """Make a folder, unless it is there: one process makes it, others wait; it appears when it is whole."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    with kept.with_name(f"{kept.name}.lock").open("w") as lock:
        if sys.platform != "win32":
            fcntl.flock(lock, fcntl.LOCK_EX)
        if kept.exists():
            return
        made = Path(tempfile.mkdtemp(prefix=f"{kept.name}-", dir=kept.parent))
        try:
            make(made)
            # Where there are no such locks, another process may have been quicker.
            if not kept.exists():
                os.rename(made, kept)
        finally:
            shutil.rmtree(made, ignore_errors=True)
