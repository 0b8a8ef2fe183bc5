"""How the engine compiles: numba's settings, and the few machine instructions that numba lacks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeAlias, TypeVar, cast

import numba
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types
from numba.extending import intrinsic

P = ParamSpec("P")
R = TypeVar("R")

# What compiled code computes with: numpy's own scalar types change under almost every operator for mypy.
Word: TypeAlias = Any
"""An uint64."""
Whole: TypeAlias = Any
"""An int64."""

# Contracted or reassociated floats would let the same seed play differently on another machine.
_SETTINGS: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "fastmath": False}


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile on first call, keep the code on disk, release the GIL while it runs."""
    return cast("Callable[P, R]", numba.njit(**_SETTINGS)(function))


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """The same for the small change of inner loops: LLVM copies it into its callers."""
    return cast("Callable[P, R]", numba.njit(**_SETTINGS, forceinline=True)(function))


def machine(function: Callable[..., Any]) -> Callable[..., Any]:
    """One machine instruction, written as LLVM's."""
    return cast("Callable[..., Any]", intrinsic(function))


@machine
def bit_count(typing: Any, word: Any) -> Any:
    """The number of ones in a uint64."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), build


@machine
def lowest_bit(typing: Any, word: Any) -> Any:
    """The number of zeros below the lowest one of a uint64 that is not zero."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), build
