"""The tests of training need the extra ``learn``; without it they are left out."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore_glob = (
    [] if all(find_spec(name) for name in ("jax", "mctx", "optax", "onnx")) else ["test_*.py"]
)
