"""Everything that belongs to an account as one JSON file, written piece by piece while it is sent."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from pydantic_core import to_json

from stonefield.server.accounts.accounts import Accounts, passkey_view
from stonefield.server.domain.game.table import replay
from stonefield.server.domain.people.account import Account
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.tasks.records import write_record
from stonefield.server.jobs.tasks.studies import write_study
from stonefield.server.play.game_records import record_source
from stonefield.server.practice.profiles import Profiles
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import Archive
from stonefield.server.store.belongings import BelongingStore
from stonefield.server.store.channels import channels_of
from stonefield.server.store.exported import challenges_of, plans_of, practice_of, vacation_of
from stonefield.server.store.manners import manners_of
from stonefield.server.store.profiles import ProfileStore
from stonefield.server.store.ratings import all_history
from stonefield.server.studies.rooms import StudyRooms
from stonefield.study.documents.plain import PlainChapter, plain_chapter
from stonefield.study.documents.study import Study

FORMAT = "stonefield account 1"


class Exporting:
    """Writes down all that is known of an account, without what would open it."""

    def __init__(
        self,
        accounts: Accounts,
        belongings: BelongingStore,
        archive: Archive,
        studies: StudyRooms,
        profiles: tuple[Profiles, ProfileStore],
        jobs: Jobs,
    ) -> None:
        self._accounts, self._belongings, self._archive = accounts, belongings, archive
        self._studies, self._jobs = studies, jobs
        self._profiles, self._profile_store = profiles

    async def pieces(self, account: Account) -> AsyncIterator[bytes]:
        """The file, piece by piece."""
        there = await self._accounts.store.ways_in(account.id)
        sessions = [
            {"device": one.device, "created": one.created, "seen": one.seen, "expires": one.expires}
            for one in await self._accounts.sessions.all(account.id)
        ]
        channels = await self._accounts.store.read(lambda one: channels_of(one, account.id))
        vacation = await self._accounts.store.read(lambda one: vacation_of(one, account.id))
        known = {
            "format": FORMAT,
            "name": account.name,
            "created": account.created,
            "touched": account.touched,
            "renamed": account.renamed,
            "language": account.language,
            "mail": account.mail,
            "mail_confirmed": account.mail_confirmed,
            "private": account.private,
            "shown": account.shown,
            "password": there.password,
            "recovery_codes": there.codes,
            "passkeys": [passkey_view(one) for one in there.passkeys],
            "sessions": sessions,
            "messages": [
                {"by": one.kind, "hour": one.hour, "device": one.label, "created": one.created}
                for one in channels
            ],
            "vacation": vacation,
        }
        yield to_json(known, indent=1)[:-2]
        yield b',\n "practice": ' + to_json(await self._practice(account))
        ratings = await self._accounts.store.read(lambda connection: all_history(connection, account.id))
        yield b',\n "ratings": ' + to_json(ratings)
        manners = await self._accounts.store.read(lambda connection: manners_of(connection, account.id))
        yield b',\n "manners": ' + to_json(manners)
        challenges = await self._accounts.store.read(lambda connection: challenges_of(connection, account.id))
        yield b',\n "challenges": ' + to_json(challenges)
        yield b',\n "studies": ['
        async for piece in _listed(self._all_studies(account)):
            yield piece
        yield b'],\n "games": ['
        async for piece in _listed(self._all_games(account)):
            yield piece
        yield b"]\n}\n"

    async def _practice(self, account: Account) -> object:
        profile = await self._profile_store.of_account(account.id)
        if profile is None:
            return None
        known, id = await self._profiles.view(profile), profile.id
        return {**known, **await self._accounts.store.read(lambda connection: practice_of(connection, id))}

    async def _all_studies(self, account: Account) -> AsyncIterator[bytes]:
        for id in await self._belongings.studies(account.id):
            with contextlib.suppress(Refusal):
                study = (await self._studies.find(id)).study
                chapters = await asyncio.to_thread(_plain, study)
                text = await self._jobs.do(account.id, write_study, study.title, chapters, "json")
                yield b'{"study": %b, "content": %b}' % (to_json(id), text.encode())

    async def _all_games(self, account: Account) -> AsyncIterator[bytes]:
        plans = await self._accounts.store.read(lambda connection: plans_of(connection, account.id))
        for id, holder in await self._belongings.games(account.id):
            found = await self._archive.find(id)
            if found is None:
                continue
            table = await asyncio.to_thread(replay, found.agreement, found.events, found.members)
            source = await record_source(table, self._archive)
            text = await self._jobs.do(account.id, write_record, source, "json")
            about = {"game": id, "seats": table.seats_of(holder), "created": found.agreement.created}
            if id in plans:
                about["plan"] = plans[id]
            yield b'%b, "record": %b}' % (to_json(about)[:-1], text.encode())


def _plain(study: Study) -> list[PlainChapter]:
    return [plain_chapter(chapter) for chapter in study.chapters]


async def _listed(items: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The items of a list, with what is between them."""
    between = b"\n  "
    async for item in items:
        yield between + item
        between = b",\n  "
