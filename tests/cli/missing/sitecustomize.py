"""Every Python that finds this file when it starts misses the modules that MISSING_MODULES names."""

from __future__ import annotations

import os
import sys
from importlib.abc import MetaPathFinder

MISSING = frozenset(os.environ.get("MISSING_MODULES", "").split(","))


class Missing(MetaPathFinder):
    """Finds nothing, and lets no one else look for what is missing."""

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in MISSING:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


sys.meta_path.insert(0, Missing())
