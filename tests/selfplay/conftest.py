"""The tests of training need the extra ``train``; without it they are left out."""

from __future__ import annotations

import os
from importlib.util import find_spec

# Here compiling takes longer than running: leave out what makes programs fast.
os.environ.setdefault(
    "XLA_FLAGS", "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true"
)

collect_ignore_glob = (
    [] if all(find_spec(name) for name in ("jax", "mctx", "optax", "onnx")) else ["test_*.py"]
)
