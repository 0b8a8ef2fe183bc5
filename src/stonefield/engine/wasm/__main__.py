"""``python -m stonefield.engine.wasm GAME FOLDER``: the process that builds one game's module."""

from __future__ import annotations

import sys
from pathlib import Path

from stonefield.engine.wasm.building import build_here

if __name__ == "__main__":
    build_here(sys.argv[1], Path(sys.argv[2]))
