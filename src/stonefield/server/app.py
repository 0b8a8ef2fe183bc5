"""The application: everything put together, started and stopped."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
from collections.abc import AsyncIterator, Mapping
from functools import partial
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic_core import to_json
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from stonefield import __version__
from stonefield.engine.precompile import compile_in_background
from stonefield.server import metrics
from stonefield.server.background import background
from stonefield.server.engine_pool import Pool
from stonefield.server.now import TICK_SECONDS, now_ms
from stonefield.server.play.cleanup import Keeping, keep_tidy
from stonefield.server.play.creating import Maker
from stonefield.server.play.exploring import keep_exploring
from stonefield.server.play.room import Services
from stonefield.server.play.rooms import Rooms
from stonefield.server.play.waking import wake_running
from stonefield.server.practice.learner_cleanup import LearnerKeeping, keep_learners_tidy
from stonefield.server.practice.learners import Learners
from stonefield.server.practice.puzzles import Puzzles
from stonefield.server.practice.storms import Storms
from stonefield.server.practice.training import Training
from stonefield.server.protocol.problems import Refusal, problem_body
from stonefield.server.protocol.schema import components
from stonefield.server.settings import ServerSettings
from stonefield.server.stalls import Watchdog
from stonefield.server.store import Archive, Journal, StudyStore, open_database
from stonefield.server.store.explorer import ExplorerStore
from stonefield.server.store.game_rows import beat
from stonefield.server.store.journal import Conflict
from stonefield.server.store.learners import LearnerStore
from stonefield.server.store.strength import StrengthStore
from stonefield.server.studies.cleanup import StudyKeeping, keep_studies_tidy
from stonefield.server.studies.reviews import Reviews
from stonefield.server.studies.rooms import Sources, StudyRooms
from stonefield.server.threads import FairThreads
from stonefield.server.web import explorer, feed, films, learners_api, lessons, puzzles_api, strength
from stonefield.server.web.api import router
from stonefield.server.web.budgets import Purses
from stonefield.server.web.caching import packed
from stonefield.server.web.disconnects import no_one_there
from stonefield.server.web.guard import Guard
from stonefield.server.web.operations import MetricsPage, Readiness
from stonefield.server.web.prices import PricedRoute, priced
from stonefield.server.web.socket import Sockets
from stonefield.server.web.static_files import PageFiles
from stonefield.server.web.study_api import router as study_router
from stonefield.server.workers import Workers

TICKS_A_PULSE = 4
FILM_SECONDS, FILM_PATIENCE, MOST_FILMS = 30.0, 120.0, 4
"""Processor time that a film may take, how long it may take in any case, and how many wait for one person.

What is known to take more than 20 seconds is not begun (`workers/film_cost.py`)."""
PROOF_SECONDS, PROOF_PATIENCE, PROOF_MEMORY, MOST_PROOFS = 60.0, 300.0, 4 * 2**30, 8
"""The same for a proof; what is compiled reserves much more memory than it uses."""
ROUTERS = (
    router,
    study_router,
    explorer.router,
    films.router,
    lessons.router,
    feed.router,
    puzzles_api.router,
    learners_api.router,
    strength.router,
)
_CODES = {400: "unreadable", 404: "not_found", 405: "method_not_allowed", 413: "too_large"}
logger = logging.getLogger(__name__)


def create_app(settings: ServerSettings | None = None) -> FastAPI:
    """The web application; its database is opened when it starts."""
    chosen = settings or ServerSettings()
    purses = Purses(chosen.quotas)

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with contextlib.AsyncExitStack() as stack:
            await _open(app, chosen, stack)
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
    app.state.purses = purses
    app.router.route_class = PricedRoute
    for part in ROUTERS:
        app.include_router(part)
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_problem)
    app.add_exception_handler(ClientDisconnect, no_one_there)
    app.add_exception_handler(Exception, _our_mistake)
    app.router.default = PageFiles(chosen.static)
    if chosen.metrics:
        app.add_api_route("/metrics", MetricsPage(chosen.metrics), include_in_schema=False)
    app.openapi = lambda: _described(app)  # type: ignore[method-assign]
    app.add_api_route("/openapi.json", _openapi, include_in_schema=False)
    return app


@priced(1)
async def _openapi(request: Request) -> Response:
    """The OpenAPI document; putting it together takes a while, so it is done once."""
    state = request.app.state
    if not hasattr(state, "openapi"):
        state.openapi = await asyncio.to_thread(lambda: to_json(request.app.openapi()))
    return packed(request, state.openapi, "application/json")


def _described(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document, with the models of the socket too."""
    document = FastAPI.openapi(app)
    for name, schema in components().items():
        document["components"]["schemas"].setdefault(name, schema)
    return document


def _prepare_routes(app: FastAPI) -> None:
    """Have every route ready: FastAPI puts one together when it is first looked for, which takes a while."""
    nowhere = {"type": "http", "method": "GET", "path": "/api/nowhere", "root_path": "", "headers": []}
    for route in app.router.routes:
        route.matches(nowhere)


async def _open(app: FastAPI, settings: ServerSettings, stack: contextlib.AsyncExitStack) -> None:
    _prepare_routes(app)
    asyncio.get_running_loop().set_default_executor(FairThreads())
    engine = await open_database(settings.database)
    stack.push_async_callback(engine.dispose)
    archive, journal = Archive(engine), Journal(engine)
    await journal.claim()
    journal.start()
    stack.push_async_callback(journal.close)
    pool = Pool(settings.engines, settings.engine_command, waiting_limit=settings.quotas.advice_waiting)
    stack.push_async_callback(pool.close)
    if not settings.engine_command and (compiling := compile_in_background()):
        stack.callback(compiling.close)
    bill = app.state.purses.bill
    workers = Workers(bill=bill)
    stack.push_async_callback(workers.close)
    film_makers = Workers(seconds=FILM_SECONDS, patience=FILM_PATIENCE, most_of_one=MOST_FILMS, bill=bill)
    stack.push_async_callback(film_makers.close)
    app.state.film_makers = film_makers
    # Without any pulse the server stopped within a second of the first clock's start.
    stopped = await archive.last_pulse() or 0
    rooms = Rooms(
        Services(archive, journal, pool, settings.pace),
        settings.live_games,
        stopped,
        most_bytes=settings.live_bytes,
    )
    stack.callback(rooms.close)
    app.state.rooms, app.state.pool, app.state.archive, app.state.workers = rooms, pool, archive, workers
    app.state.settings = settings
    learners = LearnerStore(engine, journal)
    app.state.learner_store, app.state.strengths = learners, StrengthStore(engine)
    app.state.maker = Maker(rooms, journal, workers, learners, settings.quotas)
    store = StudyStore(engine, journal)
    sources = Sources(rooms, archive, workers)
    studies = StudyRooms(store, sources, settings.quotas, settings.study_memory)
    stack.callback(studies.close)
    app.state.explorer = ExplorerStore(engine, journal)
    reviews = Reviews(pool, store, app.state.explorer, workers)
    stack.callback(reviews.close)
    app.state.study_store, app.state.studies, app.state.reviews = store, studies, reviews
    app.state.sources = sources
    _open_training(app, learners, settings, stack)
    app.state.sockets = Sockets(settings.quotas)
    exploring = background(keep_exploring(app.state.explorer, archive, workers), name="exploring")
    stack.callback(exploring.cancel)
    waking = background(wake_running(rooms, archive), name="waking")
    stack.callback(waking.cancel)
    app.state.readiness = Readiness(journal, pool, waking)
    pulse = background(_beat(rooms, journal, waking), name="pulse")
    stack.callback(pulse.cancel)
    keeping = Keeping(settings.keep_days, settings.most_imports, settings.most_never_begun)
    upkeep = background(keep_tidy(rooms, archive, journal, keeping), name="upkeep")
    stack.callback(upkeep.cancel)
    study_keeping = StudyKeeping(settings.study_days, settings.most_studies, settings.most_reviews)
    upkeep = background(keep_studies_tidy(studies, store, study_keeping), name="study upkeep")
    stack.callback(upkeep.cancel)
    watching = background(Watchdog().watch(), name="watchdog")
    stack.callback(watching.cancel)


def _open_training(
    app: FastAPI, store: LearnerStore, settings: ServerSettings, stack: contextlib.AsyncExitStack
) -> None:
    provers = Workers(
        seconds=PROOF_SECONDS, patience=PROOF_PATIENCE, memory=PROOF_MEMORY, most_of_one=MOST_PROOFS
    )
    stack.push_async_callback(provers.close)
    puzzles = Puzzles(store)
    app.state.puzzles, app.state.learners = puzzles, Learners(store, puzzles)
    app.state.training, app.state.storms = Training(puzzles, store, provers), Storms(puzzles, store)
    keeping = LearnerKeeping(settings.learner_days, settings.most_learners, settings.most_attempts)
    upkeep = background(keep_learners_tidy(store, keeping), name="learner upkeep")
    stack.callback(upkeep.cancel)


async def _beat(rooms: Rooms, journal: Journal, waking: asyncio.Task[None]) -> None:
    """Look for stalls at every tick and, while any clock runs, note every second that we are alive.

    Until all games are awake the last pulse of the server before this one holds: were this one to stop now,
    those that still sleep would be charged until then.
    """
    clock = asyncio.get_running_loop().time
    for tick in itertools.count():
        due = clock() + TICK_SECONDS
        rooms.look_for_stall()
        if tick % TICKS_A_PULSE == 0 and waking.done() and any(room.clock_runs for room in rooms):
            with contextlib.suppress(Refusal, Conflict):
                await journal.write(partial(beat, at=now_ms()))
        await asyncio.sleep(due - clock())
        metrics.loop_delay.observe(max(0.0, clock() - due))


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    metrics.refusals.labels(error.code).inc()
    headers = {}
    if error.retry_after is not None or error.status in (429, 503):
        headers["Retry-After"] = str(int(error.retry_after or 0) + 1)
    body = problem_body(error.code, error.detail, error.state, error.place)
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
