"""The parts that accounts are made of, put together."""

from __future__ import annotations

from dataclasses import dataclass

from stonefield.server.accounts.accounts import Accounts
from stonefield.server.accounts.along import Belongings
from stonefield.server.accounts.exporting import Exporting
from stonefield.server.accounts.hashing import Hasher
from stonefield.server.accounts.leaving import Leaving
from stonefield.server.accounts.manners import Manners
from stonefield.server.accounts.moderating import Moderating
from stonefield.server.accounts.passkeys import Passkeys
from stonefield.server.accounts.sessions import Sessions
from stonefield.server.bus import Bus
from stonefield.server.jobs.asking import Jobs
from stonefield.server.now import now_ms
from stonefield.server.play.introductions import Introductions
from stonefield.server.play.rooms import Rooms
from stonefield.server.practice.profiles import Profiles
from stonefield.server.store import Archive, Journal
from stonefield.server.store.accounts import AccountStore
from stonefield.server.store.belongings import BelongingStore
from stonefield.server.store.chat import ChatStore
from stonefield.server.store.manners import MannersStore
from stonefield.server.store.profiles import ProfileStore
from stonefield.server.store.reading import Reader
from stonefield.server.store.reports import ReportStore
from stonefield.server.store.sessions import SessionStore
from stonefield.server.studies.rooms import StudyRooms


@dataclass(frozen=True, slots=True)
class People:
    """All that there is for people who are signed in, or want to be."""

    accounts: Accounts
    sessions: Sessions
    session_store: SessionStore
    belongings: Belongings
    belonging_store: BelongingStore
    exporting: Exporting
    leaving: Leaving
    hasher: Hasher
    manners: Manners
    moderating: Moderating

    async def tidy(self) -> None:
        """Forget sessions and tickets that have expired."""
        await self.session_store.tidy(now_ms())


def open_people(
    storage: tuple[Reader, Journal, Archive],
    bus: Bus,
    rooms: Rooms,
    studies: StudyRooms,
    profiles: tuple[Profiles, ProfileStore],
    jobs: Jobs,
) -> People:
    """Put the parts together; close the hasher in the end."""
    reader, journal, archive = storage
    store, session_store = AccountStore(reader, journal), SessionStore(reader, journal)
    belonging_store = BelongingStore(reader, journal)
    sessions, introductions, hasher = Sessions(session_store, bus), Introductions(rooms, bus), Hasher()
    belongings = Belongings(belonging_store, archive, rooms, introductions)
    passkeys = Passkeys(store, session_store)

    def forget(id: str) -> None:
        rooms.forget(id)
        studies.forget(id)

    accounts = Accounts(store, sessions, passkeys, hasher, introductions)
    manners, reports = MannersStore(reader, journal), ReportStore(reader, journal)
    return People(
        accounts=accounts,
        sessions=sessions,
        session_store=session_store,
        belongings=belongings,
        belonging_store=belonging_store,
        exporting=Exporting(accounts, belonging_store, archive, studies, profiles, jobs),
        leaving=Leaving(belonging_store, bus, sessions, introductions, forget),
        hasher=hasher,
        manners=Manners(manners, reports, ChatStore(reader, journal), accounts),
        moderating=Moderating(manners, reports, accounts),
    )
