"""The composition root: the parts of a server, put together, started and stopped."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace
from functools import partial

from sqlalchemy.ext.asyncio import AsyncEngine

from stonefield.engine.precompile import compile_in_background
from stonefield.server.accounts.people import open_people
from stonefield.server.background import background
from stonefield.server.bus import Bus
from stonefield.server.domain.lobby.meeting import read_meeting
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.database_asker import DatabaseAsker
from stonefield.server.jobs.kinds import KINDS
from stonefield.server.jobs.local_queue import LocalQueue
from stonefield.server.jobs.participant import queue_journal
from stonefield.server.jobs.queue import AskersQueue
from stonefield.server.jobs.workers import Workers
from stonefield.server.lobby.lobby import Lobby
from stonefield.server.notify.messages import open_messages
from stonefield.server.periodic import Periodic, leased, run_all
from stonefield.server.play import cleanup as games_cleanup
from stonefield.server.play.challenges import Challenges
from stonefield.server.play.chat import Chat
from stonefield.server.play.company import open_company
from stonefield.server.play.creating import Maker
from stonefield.server.play.elsewhere import TELL_SECONDS
from stonefield.server.play.exploring import explore_ended
from stonefield.server.play.keeping_time import TimeKeeper, end_well, outages_until_now
from stonefield.server.play.room import Services
from stonefield.server.play.rooms import Rooms
from stonefield.server.play.standing import PairingRules
from stonefield.server.play.subscribers import tell_others
from stonefield.server.play.vacations import Vacations
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
from stonefield.server.store.challenges import ChallengeStore
from stonefield.server.store.database_clock import follow_clock, set_clock
from stonefield.server.store.explorer import ExplorerStore
from stonefield.server.store.finished_games import FinishedGames
from stonefield.server.store.imports import ImportStore
from stonefield.server.store.profiles import ProfileStore
from stonefield.server.store.ratings import RatingStore
from stonefield.server.store.reading import Reader
from stonefield.server.store.seeks import SeekStore
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
from stonefield.server.web.speech import Speech
from stonefield.server.web.tries import Tries

HOUR, MINUTE, SOON, OFTEN, WITHOUT_BUS = 3_600.0, 60.0, 5.0, 2.0, 1.0
"""Seconds between two looks at what is old, at studies without viewers, at games that have ended, and at what
other servers have done: then also while nothing is heard of them."""


async def open_application(
    settings: ServerSettings, bus: Bus, purses: Purses, stack: contextlib.AsyncExitStack
) -> Application:
    """Open the database and start everything; the stack ends it. ``purses`` pay for what workers do."""
    asyncio.get_running_loop().set_default_executor(FairThreads())
    engine, journal = await _open_storage(settings, stack)
    archive, reader, addresses = Archive(engine), Reader(engine), Addresses(journal)
    jobs = Jobs(await _open_queue(settings, engine, bus, addresses, stack), purses.bill)
    services = Services(archive, journal, jobs, settings.pace, bus)
    outages = await _open_time(engine, journal, stack)
    rooms = Rooms(services, settings.live_games, outages, most_bytes=settings.live_bytes)
    stack.callback(rooms.close)
    profile_store, sources = ProfileStore(reader, journal), Sources(rooms, archive, jobs)
    study_store, explorer = StudyStore(engine, journal), ExplorerStore(engine, journal)
    studies, reviews = _open_studies(settings, (study_store, explorer), (sources, jobs), bus, stack)
    proofs, sockets, puzzles = Proofs(jobs), Sockets(settings.quotas), Puzzles(profile_store)
    profiles, practice = _open_practice(puzzles, profile_store, addresses, proofs)
    company, imports = open_company(reader, journal, jobs, bus), ImportStore(reader, addresses)
    maker = Maker(rooms, journal, jobs, profile_store, imports, settings.quotas, company.pairing)
    storage, ratings = (reader, journal, archive), RatingStore(reader)
    finding = SeekStore(reader, journal), ratings, rooms, maker, addresses, bus
    lobby = _open_lobby(settings, finding, company.pairing, stack)
    people = open_people(storage, bus, rooms, studies, (profiles, profile_store), jobs)
    stack.callback(people.hasher.close)
    application = Application(
        settings=settings,
        bus=bus,
        archive=archive,
        jobs=jobs,
        rooms=rooms,
        maker=maker,
        lobby=lobby,
        challenges=Challenges(ChallengeStore(reader, journal), maker, company.pairing),
        company=company,
        speech=Speech(settings.quotas),
        vacations=Vacations(archive, journal, bus),
        study_store=study_store,
        sources=sources,
        studies=studies,
        reviews=reviews,
        explorer=explorer,
        profile_store=profile_store,
        strengths=StrengthStore(engine),
        ratings=ratings,
        finished_games=FinishedGames(reader),
        profiles=profiles,
        puzzles=puzzles,
        practice=practice,
        endgames=Endgames(practice, proofs),
        storms=Storms(puzzles, StormStore(reader, journal, addresses), profile_store),
        feeds=Feeds(),
        people=people,
        messages=await open_messages(settings, storage, people, jobs, sockets.is_connected, stack),
        tries=Tries(settings.quotas),
        sockets=sockets,
        readiness=Readiness(journal, jobs),
    )
    _start(application, journal, purses, stack)
    return application


def _open_lobby(
    settings: ServerSettings,
    finding: tuple[SeekStore, RatingStore, Rooms, Maker, Addresses, Bus],
    pairing: PairingRules,
    stack: contextlib.AsyncExitStack,
) -> Lobby:
    """Where people find each other."""
    meeting = None if settings.meeting is None else read_meeting(settings.meeting)
    lobby = Lobby(*finding, settings.quotas.seeks_listed, pairing, meeting)
    stack.callback(lobby.close)
    return lobby


def _open_practice(
    puzzles: Puzzles, store: ProfileStore, addresses: Addresses, proofs: Proofs
) -> tuple[Profiles, Practice]:
    """Profiles of people who practise, and what they do."""
    return Profiles(store, puzzles), Practice(puzzles, store, addresses, proofs)


def _open_studies(
    settings: ServerSettings,
    stores: tuple[StudyStore, ExplorerStore],
    work: tuple[Sources, Jobs],
    bus: Bus,
    stack: contextlib.AsyncExitStack,
) -> tuple[StudyRooms, Reviews]:
    """Studies in memory, and reviews that run."""
    studies = StudyRooms(stores[0], work[0], settings.quotas, settings.study_memory, bus)
    stack.callback(studies.close)
    reviews = stack.enter_context(contextlib.closing(Reviews(work[1], *stores)))
    return studies, reviews


def _start(here: Application, journal: Journal, purses: Purses, stack: contextlib.AsyncExitStack) -> None:
    """Let begin what is done again and again."""
    here.people.sessions.on_end(here.sockets.sign_out)
    rooms, studies, archive, settings = here.rooms, here.studies, here.archive, here.settings
    shared = {**purses.shared, **here.tries.shared, **here.speech.shared, "messages": here.sockets.budget}
    old_games = partial(games_cleanup.tidy, rooms, archive, journal, settings)
    old_studies = partial(studies_cleanup.tidy, studies, here.study_store, settings)
    periodic = (
        *_level_with_others(Sharing(here.bus, shared), here.bus, rooms, studies, here.company.chat),
        Periodic("ended games", SOON, partial(explore_ended, here.explorer, archive, here.jobs)),
        Periodic("the lobby", SOON, here.lobby.look),
        Periodic("unwatched studies", MINUTE, studies.evict_unwatched),
        leased(journal, "old games", HOUR, old_games),
        leased(journal, "old studies", HOUR, old_studies),
        leased(journal, "old profiles", HOUR, partial(profile_cleanup.tidy, here.profile_store, settings)),
        leased(journal, "old sessions", HOUR, here.people.tidy),
        leased(journal, "old seeks", MINUTE, here.lobby.tidy),
        leased(journal, "old challenges", HOUR, here.challenges.tidy),
        leased(journal, "old chat", HOUR, here.company.chat.tidy),
        leased(journal, "old reports", HOUR, here.people.moderating.tidy),
        leased(journal, "games that ran out", SOON, here.company.judging.judge),
        Periodic("planned answers", SOON, rooms.answer_plans),
        *here.messages.periodic(journal),
    )
    keeper = TimeKeeper(rooms, archive, journal)
    stack.push_async_callback(keeper.end)
    running = {"time": keeper.run(), "watchdog": Watchdog().watch()}
    for name, work in {**running, "periodic": run_all(periodic)}.items():
        stack.callback(background(work, name=name).cancel)


def _level_with_others(
    sharing: Sharing, bus: Bus, rooms: Rooms, studies: StudyRooms, chat: Chat
) -> tuple[Periodic, ...]:
    """What this server hears from others and tells them: again and again, and when the bus has lost some."""

    def often() -> float:
        return OFTEN if bus.connected else WITHOUT_BUS

    periodic = (
        Periodic("newer versions", often, rooms.follow),
        Periodic("newer versions of studies", often, studies.follow),
        Periodic("newer lines of chat", often, chat.follow),
        Periodic("who is here", TELL_SECONDS, lambda: tell_others([*rooms, *studies])),
        Periodic("what people spend", SPENT_SECONDS, sharing.tell),
    )
    for one in periodic:
        bus.on_gap(one.soon)
    return periodic


async def _open_storage(
    settings: ServerSettings, stack: contextlib.AsyncExitStack
) -> tuple[AsyncEngine, Journal]:
    engine = await open_database(settings.database)
    stack.push_async_callback(engine.dispose)
    journal = Journal(engine)
    await journal.claim()
    journal.start()
    stack.push_async_callback(journal.close)
    return engine, journal


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
