"""What the server does by itself, beside the requests that it answers."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextvars import Context
from typing import Any, TypeVar

T = TypeVar("T")


def background(work: Coroutine[Any, Any, T], *, name: str) -> asyncio.Task[T]:
    """Start work that belongs to no request, even if one is its occasion.

    A task takes over the context of its starter. Without that its log lines have no request's id, and what it
    does in threads is not counted for the person who asked last.
    """
    return asyncio.create_task(work, name=name, context=Context())
