"""Build the page into src/stonefield/static: `python frontend/build_page.py [--if-stale] [--progress]`.

With `--progress` it prints a line when a stage begins: `packages 36`, then `build`.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

FRONTEND = Path(__file__).resolve().parent
STATIC = FRONTEND.parent / "src" / "stonefield" / "static"
MARK = ".built-from"
NOT_SOURCES = ("node_modules", "dist", "dev", "tests", "generated", "__pycache__")

sys.path.insert(0, str(FRONTEND))
from npm import npm  # noqa: E402


def sources_hash() -> str:
    """One value for everything the build reads: equal sources, equal page."""
    digest = hashlib.sha256()
    for file in sorted(FRONTEND.rglob("*")):
        name = file.relative_to(FRONTEND)
        if file.is_file() and not {*name.parts} & {*NOT_SOURCES} and file.suffix not in (".py", ".pyc"):
            digest.update(name.as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def is_current(static: Path = STATIC) -> bool:
    """Whether the built page is of these sources."""
    mark = static / MARK
    return mark.is_file() and mark.read_text("utf-8") == sources_hash()


def _silent(stage: str) -> None:
    pass


def build(static: Path = STATIC, tell: Callable[[str], None] = _silent) -> None:
    """Build in a copy, so that no node_modules lands in the source tree; the result replaces `static`."""
    built_from = sources_hash()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder) / "frontend"
        shutil.copytree(FRONTEND, work, ignore=shutil.ignore_patterns(*NOT_SOURCES))
        if not _borrowed_packages(work):
            tell(f"packages {_packages_needed()}")
            npm(["ci", "--omit=dev", "--include=optional", "--no-audit", "--no-fund"], work)
        tell("build")
        npm(["run", "build"], work)
        # The mark comes last: a build that was interrupted is not taken for a whole one.
        shutil.rmtree(static, ignore_errors=True)
        shutil.copytree(work / "dist", static)
        (static / MARK).write_text(built_from, "utf-8")


def _packages_needed() -> int:
    """How many packages the page is built with on every machine; some come in one form for each system."""
    lock = json.loads((FRONTEND / "package-lock.json").read_text("utf-8"))
    return sum(
        bool(name) and not package.get("dev") and not package.get("optional")
        for name, package in lock["packages"].items()
    )


def _borrowed_packages(work: Path) -> bool:
    """Use what a developer has installed beside the sources, if it is what the lock file asks for."""
    packages = FRONTEND / "node_modules"
    installed = packages / ".package-lock.json"
    lock = FRONTEND / "package-lock.json"
    if not installed.is_file() or installed.stat().st_mtime < lock.stat().st_mtime:
        return False
    try:
        (work / "node_modules").symlink_to(packages.resolve(), target_is_directory=True)
    except OSError:
        return False
    return True


if __name__ == "__main__":
    if "--if-stale" not in sys.argv or not is_current():
        build(tell=lambda stage: print(stage, flush=True) if "--progress" in sys.argv else None)
