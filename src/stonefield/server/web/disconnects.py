"""Clients that hang up: what has not begun for them is not begun."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

T = TypeVar("T")
HUNG_UP = 499
"""The status in the log of a request whose client did not wait for the answer, as nginx has it."""


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """What comes of the work; when the client hangs up it is cancelled, and ClientDisconnect raised.

    For work that only finds something out. The body of the request must have been read.
    """
    working, gone = asyncio.ensure_future(work), asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait((working, gone), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        gone.cancel()
        working.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def no_one_there(request: Request, error: Exception) -> Response:
    """The end of a request whose client has hung up: no one reads it."""
    return Response(status_code=HUNG_UP)
