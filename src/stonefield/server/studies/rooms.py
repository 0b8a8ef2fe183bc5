"""All studies in memory, and how new ones are made."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

from stonefield.locales.names import clean_name
from stonefield.server.bus import Bus, LocalBus
from stonefield.server.domain.game.permissions import may_be_advised
from stonefield.server.domain.people.caller import Caller
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.tasks.studies import study_game, study_position, study_start
from stonefield.server.jobs.tasks.study_files import read_study
from stonefield.server.loaded import Loaded
from stonefield.server.now import now_ms
from stonefield.server.play.game_records import record_source
from stonefield.server.play.rooms import Rooms
from stonefield.server.presenting.study import StudyPresenter
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.studies import FromGame, FromPosition, FromRecord, NewStudy, Source
from stonefield.server.protocol.study_problems import refusing
from stonefield.server.settings import Quotas
from stonefield.server.store import Archive, StudyStore
from stonefield.server.store.study_rows import edit_size
from stonefield.server.studies.authors import new_study
from stonefield.server.studies.costs import READ, ROW
from stonefield.server.studies.room import StudyRoom
from stonefield.server.studies.viewer import Budget
from stonefield.server.tokens import is_game_id, new_game_id
from stonefield.study.documents.chapter import Chapter
from stonefield.study.documents.plain import chapter_of
from stonefield.study.documents.positions import Positions
from stonefield.study.documents.study import Study

HOUR, DAY_MS = 3_600, 86_400_000
MOST_BYTES = 256_000_000
"""About how much memory studies may take together, unless the settings say otherwise."""
QUIET_MS = 15 * 60_000
"""How long a study stays in memory without a viewer."""
THREADS = 2
"""Threads in which studies are presented."""


@dataclass(frozen=True, slots=True)
class MadeStudy:
    """A new study, and the tokens that are shown this once."""

    room: StudyRoom
    token: str
    edit: str


class Sources:
    """Reads what studies and reviews are made of."""

    def __init__(self, rooms: Rooms, archive: Archive, jobs: Jobs) -> None:
        self._rooms, self._archive, self._jobs = rooms, archive, jobs

    async def chapters(self, source: Source, caller: Caller) -> list[Chapter]:
        """The chapters that a source holds, for the caller."""
        return (await self.titled(source, caller))[1]

    async def titled(self, source: Source, caller: Caller) -> tuple[str, list[Chapter]]:
        """The title that a source gives to a study, if any, and its chapters."""
        if isinstance(source, FromRecord):
            return await self._work(caller, read_study, source.text)
        if isinstance(source, FromPosition):
            return await self._work(caller, study_position, source.text)
        if isinstance(source, FromGame):
            room = await self._rooms.find(source.game)
            refusal = may_be_advised(room.table, await room.holder_of(source.token, caller))
            if refusal is not None:
                raise refusal
            return await self._work(caller, study_game, await record_source(room.table, self._archive))
        return "", [study_start(source.game, source.options)]

    async def read(self, text: str, caller: Caller) -> tuple[str, list[Chapter]]:
        """A study as it was exported."""
        return await self._work(caller, read_study, text)

    async def _work(
        self, caller: Caller, task: Callable[[Any], dict[str, Any]], argument: object
    ) -> tuple[str, list[Chapter]]:
        answer = await self._jobs.do(caller.key, task, argument)
        chapters = await asyncio.to_thread(lambda: [chapter_of(plain) for plain in answer["chapters"]])
        return answer["title"], chapters


class StudyRooms(Loaded[StudyRoom]):
    """All studies in memory; one that is not there is read from the database."""

    def __init__(
        self,
        store: StudyStore,
        sources: Sources,
        quotas: Quotas,
        most_bytes: int = MOST_BYTES,
        bus: Bus | None = None,
    ) -> None:
        super().__init__(self._read, most_bytes=most_bytes)
        self._store, self._sources, self._quotas = store, sources, quotas
        self._bus = bus or LocalBus()
        self._opened: dict[str, Counter[str]] = {}
        """The studies that each caller looks at, and with how many sockets."""
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="studies")

    async def find(self, id: str, spend: Callable[[float], None] | None = None) -> StudyRoom:
        """The room of a study; Refusal if there is no such study. ``spend`` hears what reading it cost."""
        known = id in self
        if not known and not is_game_id(id):
            raise Refusal("no_such_study", "an id is 16 letters and digits")
        room = await super().find(id)
        if not known and spend is not None:
            spend(READ * room.study.size)
        return room

    async def _read(self, study: str) -> StudyRoom:
        found = await self._store.find(study)
        if found is None:
            raise Refusal("no_such_study", f"there is no study {study}")
        if found[1] < now_ms() - DAY_MS:
            await self._store.touch(study, now_ms())
        room = self._room(found[0])
        room.elsewhere.ask()
        return room

    def _room(self, study: Study, presenter: StudyPresenter | None = None) -> StudyRoom:
        room = StudyRoom(self._store, self._bus, study, self._sources.chapters, self._threads, presenter)
        room.weighed = self._weigh
        return room

    def _weigh(self, room: StudyRoom) -> None:
        self.weigh(room.study.id, room)

    async def follow(self) -> None:
        """Let studies hear of newer versions in the database: that heals what the bus has lost."""
        versions = {room.study.id: room.study.version for room in self}
        for study in await self._store.continued(versions):
            if room := self.get(study):
                room.follower.hear(versions[study] + 1)

    async def evict_unwatched(self) -> None:
        """Close the studies that have had no viewer for a while."""
        self.evict_quiet(now_ms() - QUIET_MS)

    def look_at(self, room: StudyRoom, caller: Caller) -> None:
        """A caller opens a socket; Refusal if the studies they look at have too many nodes together."""
        opened = self._opened.setdefault(caller.key, Counter())
        if room.study.id not in opened:
            others = (self.get(study) for study in opened)
            nodes = sum(other.study.size for other in others if other is not None)
            if opened and nodes + room.study.size > self._quotas.study_nodes_open:
                raise Refusal("too_many", "you look at many large studies at once; close one first")
        opened[room.study.id] += 1

    def look_away(self, room: StudyRoom, caller: Caller) -> None:
        """The socket is closed."""
        opened = self._opened[caller.key]
        opened[room.study.id] -= 1
        if not opened[room.study.id]:
            del opened[room.study.id]
        if not opened:
            del self._opened[caller.key]
        self._weigh(room)

    # Making and deleting

    async def make(self, wishes: NewStudy, caller: Caller, budget: Budget) -> MadeStudy:
        """A new study as the caller wishes."""
        await self._check_quota(caller)
        title, chapters = await self._sources.titled(wishes.source, caller)
        return await self._keep(clean_name(wishes.title) or title, chapters, caller, budget)

    async def import_study(self, text: str, caller: Caller, budget: Budget) -> MadeStudy:
        """A study as it was exported, here or elsewhere."""
        await self._check_quota(caller)
        return await self._keep(*await self._sources.read(text, caller), caller, budget)

    async def duplicate(self, room: StudyRoom, caller: Caller, budget: Budget) -> MadeStudy:
        """A new study with the same chapters; nodes and what is known of them are shared."""
        await self._check_quota(caller)
        study = room.study
        return await self._keep(study.title, study.chapters, caller, budget, room.presenter)

    async def _keep(
        self,
        title: str,
        chapters: Sequence[Chapter],
        caller: Caller,
        budget: Budget,
        presenter: StudyPresenter | None = None,
    ) -> MadeStudy:
        own = [replace(one, _positions=Positions()) for one in chapters]
        with refusing():
            study, tokens = new_study(new_game_id(), now_ms(), title, own)
        budget.charge(ROW * edit_size(None, study).rows)
        await self._store.add(study, study.created, caller.key, caller.account)
        if presenter is not None:
            ids = {old.id: new.id for old, new in zip(chapters, study.chapters, strict=True)}
            presenter = presenter.copied(ids)
        return MadeStudy(self.put(study.id, self._room(study, presenter)), *tokens)

    async def _check_quota(self, caller: Caller) -> None:
        kept = await self._store.count_made(caller.key, now_ms())
        if kept >= self._quotas.studies_kept:
            raise Refusal("too_many", f"{kept} studies of yours are kept; delete one first", retry_after=HOUR)

    async def delete(self, room: StudyRoom, token: str | None) -> None:
        """Forget a study for good, as its maker wishes; Refusal if they may not."""
        await room.delete(room.role_of(token))
        self.forget(room.study.id)

    def close(self) -> None:
        """Stop everything that happens by itself."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        super().close()
