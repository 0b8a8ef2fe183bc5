"""The composition root: the parts of a server, put together, started and stopped."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace
from functools import partial

from sqlalchemy.ext.asyncio import AsyncEngine

from stonefield.engine.precompile import compile_in_background
from stonefield.server.background import background
from stonefield.server.bus import Bus
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.database_asker import DatabaseAsker
from stonefield.server.jobs.kinds import KINDS
from stonefield.server.jobs.local_queue import LocalQueue
from stonefield.server.jobs.participant import queue_journal
from stonefield.server.jobs.queue import AskersQueue
from stonefield.server.jobs.workers import Workers
from stonefield.server.periodic import Periodic, leased, run_all
from stonefield.server.play import cleanup as games_cleanup
from stonefield.server.play.creating import Maker
from stonefield.server.play.elsewhere import TELL_SECONDS
from stonefield.server.play.exploring import explore_ended
from stonefield.server.play.keeping_time import TimeKeeper, end_well, outages_until_now
from stonefield.server.play.room import Services
from stonefield.server.play.rooms import Rooms
from stonefield.server.play.subscribers import tell_others
from stonefield.server.practice import profile_cleanup
from stonefield.server.practice.endgames import Endgames
from stonefield.server.practice.feeds import Feeds
from stonefield.server.practice.practice import Practice
from stonefield.server.practice.profiles import Profiles
from stonefield.server.practice.proofs import Proofs
from stonefield.server.practice.puzzles import Puzzles
from stonefield.server.practice.storms import Storms
from stonefield.server.settings import ServerSettings
from stonefield.server.stalls import Watchdog
from stonefield.server.store import Archive, Journal, StudyStore, open_database
from stonefield.server.store.addresses import Addresses
from stonefield.server.store.database_clock import follow_clock, set_clock
from stonefield.server.store.explorer import ExplorerStore
from stonefield.server.store.imports import ImportStore
from stonefield.server.store.profiles import ProfileStore
from stonefield.server.store.reading import Reader
from stonefield.server.store.storms import StormStore
from stonefield.server.store.strength import StrengthStore
from stonefield.server.studies import cleanup as studies_cleanup
from stonefield.server.studies.reviews import Reviews
from stonefield.server.studies.rooms import Sources, StudyRooms
from stonefield.server.threads import FairThreads
from stonefield.server.web.application import Application
from stonefield.server.web.budgets import Purses
from stonefield.server.web.readiness import Readiness
from stonefield.server.web.sharing import TELL_SECONDS as SPENT_SECONDS
from stonefield.server.web.sharing import Sharing
from stonefield.server.web.socket import Sockets

HOUR, MINUTE, SOON, OFTEN = 3_600.0, 60.0, 5.0, 2.0
"""Seconds between two looks at what is old, at studies without viewers, at games that have ended, and at what
other servers have done."""


async def open_application(
    settings: ServerSettings, bus: Bus, purses: Purses, stack: contextlib.AsyncExitStack
) -> Application:
    """Open the database and start everything; the stack ends it. ``purses`` pay for what workers do."""
    asyncio.get_running_loop().set_default_executor(FairThreads())
    engine = await open_database(settings.database)
    stack.push_async_callback(engine.dispose)
    archive, journal = Archive(engine), Journal(engine)
    await journal.claim()
    journal.start()
    stack.push_async_callback(journal.close)
    reader, addresses = Reader(engine), Addresses(journal)
    jobs = Jobs(await _open_queue(settings, engine, bus, addresses, stack), purses.bill)
    services = Services(archive, journal, jobs, settings.pace, bus)
    outages = await _open_time(engine, journal, stack)
    rooms = Rooms(services, settings.live_games, outages, most_bytes=settings.live_bytes)
    stack.callback(rooms.close)
    profile_store, study_store = ProfileStore(reader, journal), StudyStore(engine, journal)
    explorer = ExplorerStore(engine, journal)
    sources = Sources(rooms, archive, jobs)
    studies = StudyRooms(study_store, sources, settings.quotas, settings.study_memory, bus)
    stack.callback(studies.close)
    reviews = Reviews(jobs, study_store, explorer)
    stack.callback(reviews.close)
    puzzles, proofs = Puzzles(profile_store), Proofs(jobs)
    practice, sockets = Practice(puzzles, profile_store, addresses, proofs), Sockets(settings.quotas)
    periodic = (
        *_level_with_others(bus, purses, sockets, rooms, studies),
        Periodic("ended games", SOON, partial(explore_ended, explorer, archive, jobs)),
        Periodic("unwatched studies", MINUTE, studies.evict_unwatched),
        leased(journal, "old games", HOUR, partial(games_cleanup.tidy, rooms, archive, journal, settings)),
        leased(journal, "old studies", HOUR, partial(studies_cleanup.tidy, studies, study_store, settings)),
        leased(journal, "old profiles", HOUR, partial(profile_cleanup.tidy, profile_store, settings)),
    )
    running = {"time": TimeKeeper(rooms, archive, journal).run(), "watchdog": Watchdog().watch()}
    for name, work in {**running, "periodic": run_all(periodic)}.items():
        stack.callback(background(work, name=name).cancel)
    return Application(
        settings=settings,
        bus=bus,
        archive=archive,
        jobs=jobs,
        rooms=rooms,
        maker=Maker(rooms, journal, jobs, profile_store, ImportStore(reader, addresses), settings.quotas),
        study_store=study_store,
        sources=sources,
        studies=studies,
        reviews=reviews,
        explorer=explorer,
        profile_store=profile_store,
        strengths=StrengthStore(engine),
        profiles=Profiles(profile_store, puzzles),
        puzzles=puzzles,
        practice=practice,
        endgames=Endgames(practice, proofs),
        storms=Storms(puzzles, StormStore(reader, journal, addresses), profile_store),
        feeds=Feeds(),
        sockets=sockets,
        readiness=Readiness(journal, jobs),
    )


def _level_with_others(
    bus: Bus, purses: Purses, sockets: Sockets, rooms: Rooms, studies: StudyRooms
) -> tuple[Periodic, ...]:
    """What this server hears from others and tells them: again and again, and when the bus has lost some."""
    sharing = Sharing(bus, {**purses.shared, "messages": sockets.budget})
    periodic = (
        Periodic("newer versions", OFTEN, rooms.follow),
        Periodic("newer versions of studies", OFTEN, studies.follow),
        Periodic("who is here", TELL_SECONDS, lambda: tell_others([*rooms, *studies])),
        Periodic("what people spend", SPENT_SECONDS, sharing.tell),
    )
    for one in periodic:
        bus.on_gap(one.soon)
    return periodic


async def _open_time(
    engine: AsyncEngine, journal: Journal, stack: contextlib.AsyncExitStack
) -> list[tuple[int, int]]:
    """Go by the database's clock, and be known to the other servers; when none was there."""
    await set_clock(engine)
    following = Periodic("the database's clock", MINUTE, partial(follow_clock, engine))
    stack.callback(background(following.run(), name="clock").cancel)
    stack.push_async_callback(end_well, journal)
    return await outages_until_now(journal)


async def _open_queue(
    settings: ServerSettings,
    engine: AsyncEngine,
    bus: Bus,
    addresses: Addresses,
    stack: contextlib.AsyncExitStack,
) -> AskersQueue:
    questions = replace(KINDS["engine"], most_of_one=settings.quotas.advice_waiting)
    kinds = {**KINDS, "engine": questions}
    if settings.workers == "elsewhere":
        asker = DatabaseAsker(await stack.enter_async_context(queue_journal(engine)), bus, addresses, kinds)
        stack.push_async_callback(asker.close)
        await asker.start()
        return asker
    queue = LocalQueue(kinds)
    stack.push_async_callback(Workers(queue, settings.engines, settings.engine_command).close)
    if not settings.engine_command and (compiling := compile_in_background()):
        stack.callback(compiling.close)
    return queue
