"""Build the page with a Node that comes from PyPI, so that `pip install .` is the only step."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class FrontendHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the built page into src/stonefield/static before the wheel is packed."""

    PLUGIN_NAME = "frontend"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, unless STONEFIELD_SKIP_FRONTEND says that the page is built already or not wanted."""
        if self.target_name != "wheel" or os.environ.get("STONEFIELD_SKIP_FRONTEND"):
            return
        root = Path(self.root)
        self.app.display_waiting("Building the page (npm ci, vite build) …")
        build(root / "frontend", root / "src" / "stonefield" / "static")


def build(frontend: Path, static: Path) -> None:
    """Build in a copy, so that no node_modules lands in the source tree, and replace `static` by the result."""
    sys.path.insert(0, str(frontend))
    from npm import npm  # type: ignore[import-not-found]

    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder) / "frontend"
        shutil.copytree(frontend, work, ignore=shutil.ignore_patterns("node_modules", "dist"))
        npm(["ci", "--omit=dev", "--include=optional", "--no-audit", "--no-fund"], work)
        npm(["run", "build"], work)
        shutil.rmtree(static, ignore_errors=True)
        shutil.copytree(work / "dist", static)


if __name__ == "__main__":
    here = Path(__file__).resolve().parent
    build(here / "frontend", here / "src" / "stonefield" / "static")
