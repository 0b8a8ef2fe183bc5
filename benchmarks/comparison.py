"""What benchmarks compare this working tree with, and on what machine."""

from __future__ import annotations

import os
import subprocess
import time
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


def tell_machine() -> None:
    """Print what figures of one machine need to be read beside those of another."""
    print(f"load of the machine beforehand: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    best = min(_seconds_to_add() for _ in range(5))
    print(f"this Python adds {_ADDED / best / 1e6:.1f} million numbers per second")


_ADDED = 1_000_000


def _seconds_to_add() -> float:
    began, total = time.perf_counter(), 0
    for number in range(_ADDED):
        total += number
    return time.perf_counter() - began
