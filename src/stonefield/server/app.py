"""The application: everything put together, started and stopped."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic_core import to_json
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from stonefield import __version__
from stonefield.server import metrics
from stonefield.server.bus import Bus, make_bus
from stonefield.server.composition import open_application
from stonefield.server.protocol.problems import Refusal, problem_body
from stonefield.server.protocol.schema import components
from stonefield.server.settings import ServerSettings
from stonefield.server.web import (
    account_games_api,
    accounts_api,
    challenges_api,
    explorer,
    films,
    lessons,
    lobby_api,
    manners_api,
    messages_api,
    moderation_api,
    plans_api,
    positions_api,
    previews,
    profiles_api,
    puzzles_api,
    ratings_api,
    sessions_api,
    strength,
    turns_api,
)
from stonefield.server.web.api import router
from stonefield.server.web.budgets import Purses
from stonefield.server.web.caching import packed
from stonefield.server.web.disconnects import no_one_there
from stonefield.server.web.guard import Guard
from stonefield.server.web.operations import MetricsPage
from stonefield.server.web.pocket_files import PocketFiles
from stonefield.server.web.prices import Price, PricedRoute
from stonefield.server.web.static_files import PageFiles
from stonefield.server.web.study_api import router as study_router

ROUTERS = (
    router,
    study_router,
    challenges_api.router,
    explorer.router,
    films.router,
    lessons.router,
    lobby_api.router,
    manners_api.router,
    moderation_api.router,
    plans_api.router,
    previews.router,
    positions_api.router,
    turns_api.router,
    messages_api.mine,
    messages_api.links,
    puzzles_api.router,
    profiles_api.router,
    strength.router,
    accounts_api.router,
    account_games_api.router,
    ratings_api.router,
    sessions_api.router,
)
_CODES = {400: "unreadable", 404: "not_found", 405: "method_not_allowed", 413: "too_large"}
logger = logging.getLogger(__name__)


def create_app(settings: ServerSettings | None = None, bus: Bus | None = None) -> FastAPI:
    """The web application; its database is opened when it starts. ``bus`` connects it with others over it."""
    chosen = settings or ServerSettings()
    purses, pocket = Purses(chosen.quotas), PocketFiles()

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with contextlib.AsyncExitStack() as stack:
            connecting = bus or make_bus(chosen.bus, chosen.database)
            await stack.enter_async_context(connecting.running())
            stack.push_async_callback(pocket.close)
            app.state.application = await open_application(chosen, connecting, purses, stack)
            yield

    app = FastAPI(
        title="Stonefield",
        version=__version__,
        lifespan=lifespan,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        # A redirect would name an address of its own, behind a proxy even one without TLS.
        redirect_slashes=False,
        middleware=[Middleware(Guard, settings=chosen, purses=purses)],
    )
    app.router.route_class = PricedRoute
    for part in ROUTERS:
        # `include_router` would put every route together a second time, for each application.
        app.router.routes.extend(part.routes)
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_problem)
    app.add_exception_handler(ClientDisconnect, no_one_there)
    app.add_exception_handler(Exception, _our_mistake)
    app.router.default = PageFiles(chosen.static, previews.head_of, pocket)
    if chosen.metrics:
        app.add_api_route("/metrics", MetricsPage(chosen.metrics), include_in_schema=False)
    app.openapi = lambda: _described(app)  # type: ignore[method-assign]
    app.add_api_route("/openapi.json", _OpenApiPage(), include_in_schema=False)
    return app


class _OpenApiPage:
    """The OpenAPI document; putting it together takes a while, so it is done once."""

    price = Price(1)

    def __init__(self) -> None:
        self._document: bytes | None = None

    async def __call__(self, request: Request) -> Response:
        if self._document is None:
            self._document = await asyncio.to_thread(lambda: to_json(request.app.openapi()))
        return packed(request, self._document, "application/json")


def _described(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document, with the models of the socket too."""
    document = FastAPI.openapi(app)
    for name, schema in components().items():
        document["components"]["schemas"].setdefault(name, schema)
    return document


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    metrics.refusals.labels(error.code).inc()
    headers = {}
    if error.retry_after is not None or error.status in (429, 503):
        headers["Retry-After"] = str(int(error.retry_after or 0) + 1)
    body = problem_body(error.code, error.detail, error.state, error.place)
    error.told()
    return Response(body, error.status, headers, media_type="application/json")


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return _problem(400, "unreadable", "the body is no JSON")
    place = ".".join(str(part) for part in first["loc"])
    return _problem(422, "invalid", f"{place}: {first['msg']}")


async def _http_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = _CODES.get(error.status_code, "invalid")
    return _problem(error.status_code, code, str(error.detail), error.headers)


async def _our_mistake(request: Request, error: Exception) -> Response:
    logger.error("%s %s", request.method, request.url.path, exc_info=error)
    return _problem(500, "internal", "this is a mistake of ours; nothing was changed")


def _problem(status: int, code: str, detail: str, headers: Mapping[str, str] | None = None) -> Response:
    metrics.refusals.labels(code).inc()
    return Response(problem_body(code, detail), status, headers, media_type="application/json")
