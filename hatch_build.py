"""Build the page with a Node that comes from PyPI, so that `pip install .` is the only step."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class FrontendHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the built page into src/stonefield/static before the wheel is packed."""

    PLUGIN_NAME = "frontend"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, unless it is built already or STONEFIELD_SKIP_FRONTEND says that it is not wanted."""
        if self.target_name != "wheel" or os.environ.get("STONEFIELD_SKIP_FRONTEND"):
            return
        sys.path.insert(0, str(Path(self.root) / "frontend"))
        from build_page import build, is_current  # type: ignore[import-not-found]

        if not is_current():
            self.app.display_waiting("Building the page (npm ci, vite build) …")
            build()
