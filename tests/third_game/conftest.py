"""The third game as an installed package: nothing of Stonefield knows it except by its one entry point."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def with_trio(tmp_path_factory) -> dict[str, str]:
    """The environment of a machine on which the package `stonefield-trio` is installed."""
    site = tmp_path_factory.mktemp("site")
    package = site / "stonefield_trio-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: stonefield-trio\nVersion: 1.0\n", "utf-8")
    (package / "entry_points.txt").write_text("[stonefield.games]\ntrio = trio:PLUGIN\n", "utf-8")
    path = os.pathsep.join(filter(None, (str(site), str(HERE), os.environ.get("PYTHONPATH"))))
    return {**os.environ, "PYTHONPATH": path}


@pytest.fixture
def stonefield(with_trio):
    """Runs a command of Stonefield there; what it printed."""

    def run(*arguments: str, stdin: str = "") -> str:
        done = subprocess.run(
            [sys.executable, "-m", "stonefield", *arguments],
            env=with_trio,
            input=stdin,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
