"""What a request costs, stated at its route.

A point is about a millisecond of the server's own process; `tests/server/test_prices.py` measures each.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from fastapi import Request
from fastapi.routing import APIRoute
from starlette.types import Receive, Scope, Send

from stonefield.server.web.budgets import Purse

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Price:
    """The points of a request, and whether it makes something that is kept."""

    points: float
    makes: bool = False


def priced(points: float, *, makes: bool = False) -> Callable[[Endpoint], Endpoint]:
    """State the price of a route."""

    def state(endpoint: Endpoint) -> Endpoint:
        endpoint.price = Price(points, makes)  # type: ignore[attr-defined]
        return endpoint

    return state


class PricedRoute(APIRoute):
    """A route that is paid for before anything of the request is read."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        super().__init__(path, endpoint, **options)
        price = getattr(endpoint, "price", None)
        if not isinstance(price, Price):
            raise TypeError(f"{path}: a route has a price; state it with @priced")
        self.price = price

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request that can be paid for."""
        await _purse(scope).pay(self.price.points, makes=self.price.makes)
        await super().handle(scope, receive, send)


def purse_of(request: Request) -> Purse:
    """The points of the person who asks."""
    return _purse(request.scope)


def _purse(scope: Scope) -> Purse:
    purse: Purse = scope["purse"]
    return purse
