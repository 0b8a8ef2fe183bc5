"""The composition root: the parts of a server, put together, started and stopped."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial

from stonefield.engine.precompile import compile_in_background
from stonefield.server.background import background
from stonefield.server.bus import Bus
from stonefield.server.engine_pool import Pool
from stonefield.server.periodic import Periodic, run_all
from stonefield.server.play import cleanup as games_cleanup
from stonefield.server.play.creating import Maker
from stonefield.server.play.exploring import explore_ended
from stonefield.server.play.following import follow
from stonefield.server.play.keeping_time import TimeKeeper, outages_until_now
from stonefield.server.play.room import Services
from stonefield.server.play.rooms import Rooms
from stonefield.server.practice import learner_cleanup
from stonefield.server.practice.feeds import Feeds
from stonefield.server.practice.learners import Learners
from stonefield.server.practice.puzzles import Puzzles
from stonefield.server.practice.storms import Storms
from stonefield.server.practice.training import Training
from stonefield.server.settings import ServerSettings
from stonefield.server.stalls import Watchdog
from stonefield.server.store import Archive, Journal, StudyStore, open_database
from stonefield.server.store.explorer import ExplorerStore
from stonefield.server.store.learners import LearnerStore
from stonefield.server.store.strength import StrengthStore
from stonefield.server.studies import cleanup as studies_cleanup
from stonefield.server.studies.reviews import Reviews
from stonefield.server.studies.rooms import Sources, StudyRooms
from stonefield.server.threads import FairThreads
from stonefield.server.web.application import Application
from stonefield.server.web.readiness import Readiness
from stonefield.server.web.socket import Sockets
from stonefield.server.workers import Workers

FILM_SECONDS, FILM_PATIENCE, MOST_FILMS = 30.0, 120.0, 4
"""Processor time that a film may take, how long it may take in any case, and how many wait for one person.

What is known to take more than 20 seconds is not begun (`workers/film_cost.py`)."""
PROOF_SECONDS, PROOF_PATIENCE, PROOF_MEMORY, MOST_PROOFS = 60.0, 300.0, 4 * 2**30, 8
"""The same for a proof; what is compiled reserves much more memory than it uses."""
HOUR, SOON, OFTEN = 3_600.0, 5.0, 2.0
"""Seconds between two looks at what is old, at games that have ended, and at what other servers have done."""


async def open_application(
    settings: ServerSettings, bus: Bus, bill: Callable[[str, float], None], stack: contextlib.AsyncExitStack
) -> Application:
    """Open the database and start everything; the stack ends it. ``bill`` charges for what workers do."""
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
    workers, film_makers, provers = _workers(bill, stack)
    services = Services(archive, journal, pool, settings.pace, bus)
    outages = await outages_until_now(journal)
    rooms = Rooms(services, settings.live_games, outages, most_bytes=settings.live_bytes)
    stack.callback(rooms.close)
    learner_store, study_store = LearnerStore(engine, journal), StudyStore(engine, journal)
    explorer = ExplorerStore(engine, journal)
    sources = Sources(rooms, archive, workers)
    studies = StudyRooms(study_store, sources, settings.quotas, settings.study_memory)
    stack.callback(studies.close)
    reviews = Reviews(pool, study_store, explorer, workers)
    stack.callback(reviews.close)
    puzzles = Puzzles(learner_store)
    periodic = (
        Periodic("newer versions", OFTEN, partial(follow, rooms, archive)),
        Periodic("ended games", SOON, partial(explore_ended, explorer, archive, workers)),
        Periodic("old games", HOUR, partial(games_cleanup.tidy, rooms, archive, journal, settings)),
        Periodic("old studies", HOUR, partial(studies_cleanup.tidy, studies, study_store, settings)),
        Periodic("old learners", HOUR, partial(learner_cleanup.tidy, learner_store, settings)),
    )
    for task in (
        background(TimeKeeper(rooms, archive, journal).run(), name="time"),
        background(Watchdog().watch(), name="watchdog"),
        background(run_all(periodic), name="periodic"),
    ):
        stack.callback(task.cancel)
    return Application(
        settings=settings,
        archive=archive,
        pool=pool,
        workers=workers,
        film_makers=film_makers,
        rooms=rooms,
        maker=Maker(rooms, journal, workers, learner_store, settings.quotas),
        study_store=study_store,
        sources=sources,
        studies=studies,
        reviews=reviews,
        explorer=explorer,
        learner_store=learner_store,
        strengths=StrengthStore(engine),
        learners=Learners(learner_store, puzzles),
        puzzles=puzzles,
        training=Training(puzzles, learner_store, provers),
        storms=Storms(puzzles, learner_store),
        feeds=Feeds(),
        sockets=Sockets(settings.quotas),
        readiness=Readiness(journal, pool),
    )


def _workers(
    bill: Callable[[str, float], None], stack: contextlib.AsyncExitStack
) -> tuple[Workers, Workers, Workers]:
    """For ordinary work, for films and for proofs."""
    workers = Workers(bill=bill)
    film_makers = Workers(seconds=FILM_SECONDS, patience=FILM_PATIENCE, most_of_one=MOST_FILMS, bill=bill)
    provers = Workers(
        seconds=PROOF_SECONDS, patience=PROOF_PATIENCE, memory=PROOF_MEMORY, most_of_one=MOST_PROOFS
    )
    for several in (workers, film_makers, provers):
        stack.push_async_callback(several.close)
    return workers, film_makers, provers
