"""How the engine compiles: numba's settings, and the few machine instructions that numba lacks.

Where ``NUMBA_DISABLE_JIT`` is set, all of it is plain Python: slower by far and the same in every decision.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, ParamSpec, TypeAlias, TypeVar, cast

import numba
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import cgutils, types
from numba.extending import intrinsic, register_jitable
from numba.np.arrayobj import make_array
from numpy.typing import NDArray

from stonefield.engine.linking import LinkedFunction

INTERPRETED = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]
"""Whether nothing is compiled in this process."""

P = ParamSpec("P")
R = TypeVar("R")

# What compiled code computes with: numpy's own scalar types change under almost every operator for mypy.
Word: TypeAlias = Any
"""An uint64."""
Whole: TypeAlias = Any
"""An int64."""
Real: TypeAlias = Any
"""A float64."""

# Contracted or reassociated floats would let the same seed play differently on another machine.
_OPTIONS: dict[str, Any] = {"nopython": True, "nogil": True, "error_model": "numpy", "fastmath": False}


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile on first call, keep the code on disk, release the GIL while it runs.

    The function must not make arrays: it counts no references to those it is given. numba would do so around
    every call, by atomic instructions that threads wait for: more work than a move.
    """
    return _compiled(function, _nrt=False)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """The same for small functions of inner loops: LLVM copies them into their callers."""
    return _compiled(function, _nrt=False, forceinline=True)


def allocating(function: Callable[P, R]) -> Callable[P, R]:
    """`compiled`, for functions that make arrays of their own; only Python and their like may call them."""
    return _compiled(function)


def portable(function: Callable[P, R]) -> Callable[P, R]:
    """Plain Python that compiled code may call too: what a search here does seldom, and a module always."""
    if INTERPRETED:
        return function
    made: Callable[P, R] = register_jitable(**_OPTIONS)(function)
    return made


def _compiled(function: Callable[P, R], **more: Any) -> Callable[P, R]:
    if INTERPRETED:
        return function
    return cast("Callable[P, R]", LinkedFunction(cast("FunctionType", function), {**_OPTIONS, **more}))


A = TypeVar("A", bound=NDArray[Any])


def constant(array: A) -> A:
    """An array that is only read; interpreted code reads plain numbers faster."""
    return cast("A", array.tolist()) if INTERPRETED else array


def machine(plain: Callable[..., Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """One machine instruction, given as LLVM code; interpreted code calls ``plain`` instead."""

    def choose(function: Callable[..., Any]) -> Callable[..., Any]:
        return plain if INTERPRETED else cast("Callable[..., Any]", intrinsic(function))

    return choose


@machine(lambda word: int(word).bit_count())
def bit_count(typing: Any, word: Any) -> Any:
    """The number of ones in a uint64."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), build


@machine(lambda word: (int(word) & -int(word)).bit_length() - 1)
def lowest_bit(typing: Any, word: Any) -> Any:
    """The number of zeros below the lowest one of a uint64 that is not zero."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), build


def _add(array: Any, index: Any, amount: Any) -> Any:
    before = array[index]
    array[index] = before + amount
    return before


@machine(_add)
def add_shared(typing: Any, array: Any, index: Any, amount: Any) -> Any:
    """Add to one number of an array that other threads write too; what it was before."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _pointer(context, builder, signature, arguments)
        value = context.cast(builder, arguments[2], signature.args[2], array.dtype)
        return builder.atomic_rmw("add", pointer, value, "monotonic")

    return array.dtype(array, index, amount), build


def _replace(array: Any, index: Any, expected: Any, wanted: Any) -> bool:
    if array[index] != expected:
        return False
    array[index] = wanted
    return True


@machine(_replace)
def replace_shared(typing: Any, array: Any, index: Any, expected: Any, wanted: Any) -> Any:
    """Set one number of a shared array if it still is what is expected; whether it was."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _pointer(context, builder, signature, arguments)
        old = context.cast(builder, arguments[2], signature.args[2], array.dtype)
        new = context.cast(builder, arguments[3], signature.args[3], array.dtype)
        return builder.extract_value(builder.cmpxchg(pointer, old, new, "acq_rel", "acquire"), 1)

    return types.boolean(array, index, expected, wanted), build


@machine(lambda array, index: array[index])
def read_shared(typing: Any, array: Any, index: Any) -> Any:
    """One number of a shared array, and with it all that its writer wrote before."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _pointer(context, builder, signature, arguments)
        return builder.load_atomic(pointer, "acquire", array.dtype.bitwidth // 8)

    return array.dtype(array, index), build


def _pointer(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    kind = signature.args[0]
    array = _array_struct(kind)(context, builder, arguments[0])
    index = context.cast(builder, arguments[1], signature.args[1], types.intp)
    return _item_pointer(context, builder, kind, array, [index], wraparound=False)


_array_struct: Any = make_array
_item_pointer: Any = cgutils.get_item_pointer
