"""What benchmarks compare this working tree with: another commit, or the yardstick, a native program."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def sources(ref: str | None = None) -> Path:
    """The sources of the working tree or of a commit.

    Those of a commit are unpacked once, so that its engine is compiled once too.
    """
    if ref is None:
        return ROOT / "src"
    named = ["git", "rev-parse", "--verify", f"{ref}^{{commit}}"]
    commit = subprocess.run(named, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    folder = ROOT / ".benchmarks" / "commits" / commit
    if not (folder / "src").exists():
        archive = subprocess.run(
            ["git", "archive", commit, "src"], cwd=ROOT, stdout=subprocess.PIPE, check=True
        )
        partial = folder.with_suffix(".partial")
        partial.mkdir(parents=True, exist_ok=True)
        subprocess.run(["tar", "-x", "-C", str(partial)], input=archive.stdout, check=True)
        partial.rename(folder)
    return folder / "src"


def environment(source: Path) -> dict[str, str]:
    """That of a process which imports Stonefield from these sources."""
    return {**os.environ, "PYTHONPATH": str(source)}


def compile_yardstick(source: Path, folder: Path) -> Path:
    """The yardstick, built for this machine."""
    program = folder / "limit"
    subprocess.run(["gcc", "-O3", "-march=native", "-o", program, source, "-lm"], check=True)
    return program
