"""Parts that tell their whole, and do not keep it alive by that."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar
from weakref import WeakMethod

P = ParamSpec("P")
T = TypeVar("T")


def weakly(method: Callable[P, T]) -> Callable[P, T]:
    """A method that can be called as long as its object is in use elsewhere; then ReferenceError.

    A whole that gives its part a method of its own makes a circle of references, which only a search for
    garbage undoes (`garbage.py` says why those are few).
    """
    weak: WeakMethod[Callable[P, T]] = WeakMethod(method)

    def call(*args: P.args, **options: P.kwargs) -> T:
        found = weak()
        if found is None:
            raise ReferenceError(f"the owner of {call.__name__} has gone")
        return found(*args, **options)

    call.__name__ = method.__name__
    return call
