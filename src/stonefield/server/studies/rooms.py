"""All studies in memory, and how new ones are made."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

from stonefield.games.game import StonefieldError, find_game
from stonefield.server.domain.game.actions import may_be_advised
from stonefield.server.domain.game.agreement import clean_name
from stonefield.server.domain.people.caller import Caller
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.tasks.studies import read_study, study_game, study_position
from stonefield.server.now import now_ms
from stonefield.server.play.game_records import told
from stonefield.server.play.rooms import Rooms
from stonefield.server.presenting.study import StudyPresenter
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.studies import GameSource, NewStudy, PositionSource, RecordSource, Source
from stonefield.server.settings import Quotas
from stonefield.server.store import Archive, StudyStore
from stonefield.server.studies.room import Budget, StudyRoom
from stonefield.server.study.chapter import Chapter, new_chapter
from stonefield.server.study.costs import READ, edit_cost
from stonefield.server.study.plain import chapter_of
from stonefield.server.study.positions import Positions
from stonefield.server.study.study import Study
from stonefield.server.tokens import hash_token, is_game_id, new_game_id, new_token

HOUR, DAY_MS = 3_600, 86_400_000
MOST_PEOPLE = 10_000
MOST_BYTES = 256_000_000
"""About how much memory studies may take together, unless the settings say otherwise."""
QUIET_MS, LOOK_SECONDS = 15 * 60_000, 60.0
"""How long a study stays in memory that nobody looks at, and how often such are looked for."""
THREADS = 2
"""Threads in which studies are presented."""


@dataclass(frozen=True, slots=True)
class MadeStudy:
    """A new study, and the tokens that nobody will see again."""

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
        if isinstance(source, RecordSource):
            return await self._work(caller, read_study, source.text)
        if isinstance(source, PositionSource):
            return await self._work(caller, study_position, source.text)
        if isinstance(source, GameSource):
            room = await self._rooms.find(source.game)
            refusal = may_be_advised(room.table, room.holder_of(source.token))
            if refusal is not None:
                raise refusal
            return await self._work(caller, study_game, await told(room.table, self._archive))
        try:
            game = find_game(source.game)
            for name, value in source.options.items():
                game.option(name).check(value)
            return "", [new_chapter(game.start(**source.options))]
        except StonefieldError as error:
            raise Refusal("invalid_option", str(error)) from None

    async def read(self, text: str, caller: Caller) -> tuple[str, list[Chapter]]:
        """A study as it was exported."""
        return await self._work(caller, read_study, text)

    async def _work(
        self, caller: Caller, task: Callable[[Any], dict[str, Any]], argument: object
    ) -> tuple[str, list[Chapter]]:
        answer = await self._jobs.do(caller.key, task, argument)
        chapters = await asyncio.to_thread(lambda: [chapter_of(plain) for plain in answer["chapters"]])
        return answer["title"], chapters


class StudyRooms:
    """All studies in memory; one that is not there is read from the database."""

    def __init__(
        self, store: StudyStore, sources: Sources, quotas: Quotas, most_bytes: int = MOST_BYTES
    ) -> None:
        self._store, self._sources, self._quotas, self._most_bytes = store, sources, quotas, most_bytes
        self._rooms: OrderedDict[str, StudyRoom] = OrderedDict()
        """Those that were asked for longest ago first."""
        self._weights: dict[str, int] = {}
        self.weight = 0
        """About how many bytes all of them take."""
        self._opening: dict[str, asyncio.Future[StudyRoom]] = {}
        self._made: OrderedDict[str, set[str]] = OrderedDict()
        self._opened: dict[str, Counter[str]] = {}
        """The studies that each person looks at, and with how many sockets."""
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="studies")
        self._looking: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._rooms)

    async def find(self, study: str, spend: Callable[[float], None] | None = None) -> StudyRoom:
        """The room of a study; Refusal if there is no such study. ``spend`` hears what reading it cost."""
        room = self._rooms.get(study)
        if room is None:
            if not is_game_id(study):
                raise Refusal("no_such_study", "an id is 16 letters and digits")
            opening = self._opening.get(study)
            if opening is None:
                opening = asyncio.ensure_future(self._open(study))
                self._opening[study] = opening
                opening.add_done_callback(lambda _: self._opening.pop(study, None))
            room = await asyncio.shield(opening)
            if spend is not None:
                spend(READ * room.study.size)
        room.used = now_ms()
        if study in self._rooms:
            self._rooms.move_to_end(study)
            self._weigh_again(room)
        return room

    async def _open(self, study: str) -> StudyRoom:
        found = await self._store.find(study)
        if found is None:
            raise Refusal("no_such_study", f"there is no study {study}")
        if found[1] < now_ms() - DAY_MS:
            await self._store.touch(study, now_ms())
        return self._put(found[0])

    def _put(self, study: Study, presenter: StudyPresenter | None = None) -> StudyRoom:
        room = StudyRoom(self._store, study, self._sources.chapters, self._threads, presenter)
        room.weighed = self._weigh_again
        self._rooms[study.id] = room
        self._weigh_again(room)
        if self._looking is None:
            self._look_later()
        return room

    def _forget(self, room: StudyRoom) -> None:
        room.close()
        self._remove(room.study.id)

    def _remove(self, study: str) -> None:
        self._rooms.pop(study, None)
        self.weight -= self._weights.pop(study, 0)

    # How much memory they take

    def _weigh(self, room: StudyRoom) -> None:
        weight = room.weight
        self.weight += weight - self._weights.get(room.study.id, 0)
        self._weights[room.study.id] = weight

    def _weigh_again(self, room: StudyRoom) -> None:
        if self._rooms.get(room.study.id) is room:
            self._weigh(room)
            self._make_space(room)

    def _make_space(self, wanted: StudyRoom) -> None:
        """Where all together are too large, those go that nobody looks at; the others hold less."""
        if self.weight <= self._most_bytes:
            return
        for room in list(self._rooms.values()):
            if room is not wanted and not room.busy:
                self._forget(room)
                if self.weight <= self._most_bytes:
                    return
        for room in list(self._rooms.values()):
            if room is not wanted:
                room.let_go()
                self._weigh(room)
                if self.weight <= self._most_bytes:
                    return

    def _look_later(self) -> None:
        self._looking = asyncio.get_running_loop().call_later(LOOK_SECONDS, self._look)

    def _look(self) -> None:
        self.forget_quiet(now_ms() - QUIET_MS)
        self._look_later()

    def forget_quiet(self, unused_since: int) -> None:
        """Close the rooms in which nobody has been since then."""
        for room in list(self._rooms.values()):
            if not room.busy and room.used < unused_since:
                self._forget(room)

    def look_at(self, room: StudyRoom, caller: Caller) -> None:
        """A person opens a socket; Refusal if the studies they look at have too many nodes together."""
        opened = self._opened.setdefault(caller.key, Counter())
        if room.study.id not in opened:
            others = (self._rooms.get(study) for study in opened)
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
        self._weigh_again(room)

    # Making and deleting

    async def make(self, wishes: NewStudy, caller: Caller, budget: Budget) -> MadeStudy:
        """A new study as the caller wishes."""
        self._check_quota(caller)
        title, chapters = await self._sources.titled(wishes.source, caller)
        return await self._keep(clean_name(wishes.title) or title, chapters, caller, budget)

    async def take_in(self, text: str, caller: Caller, budget: Budget) -> MadeStudy:
        """A study as it was exported, here or elsewhere."""
        self._check_quota(caller)
        return await self._keep(*await self._sources.read(text, caller), caller, budget)

    async def duplicate(self, room: StudyRoom, caller: Caller, budget: Budget) -> MadeStudy:
        """A study of one's own with the same chapters; nodes and what is known of them are shared."""
        self._check_quota(caller)
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
        token, edit = new_token(), new_token()
        empty = Study(
            id=new_game_id(),
            created=now_ms(),
            owner_hash=hash_token(token),
            edit_hash=hash_token(edit),
            title=title,
            chapters=(),
        )
        study = empty.with_new_chapters([replace(chapter, _positions=Positions()) for chapter in chapters])
        budget.charge(edit_cost(None, study).written)
        await self._store.add(study, study.created)
        self._made.setdefault(caller.key, set()).add(study.id)
        self._made.move_to_end(caller.key)
        if len(self._made) > MOST_PEOPLE:
            self._made.popitem(last=False)
        if presenter is not None:
            ids = {old.id: new.id for old, new in zip(chapters, study.chapters, strict=True)}
            presenter = presenter.copied(ids)
        return MadeStudy(self._put(study, presenter), token, edit)

    def _check_quota(self, caller: Caller) -> None:
        kept = len(self._made.get(caller.key, ()))
        if kept >= self._quotas.studies_kept:
            raise Refusal("too_many", f"{kept} studies of yours are kept; delete one first", retry_after=HOUR)

    async def delete(self, room: StudyRoom, token: str | None) -> None:
        """Forget a study for good, as whoever made it wishes; Refusal if they may not."""
        await room.delete(room.role_of(token))
        self._remove(room.study.id)
        for kept in self._made.values():
            kept.discard(room.study.id)

    def let_go(self, study: str, untouched_since: int) -> bool:
        """Close the room of a study that nobody has used since then; False if somebody needs it."""
        room = self._rooms.get(study)
        if study in self._opening or (room is not None and (room.busy or room.used >= untouched_since)):
            return False
        if room is not None:
            self._forget(room)
        return True

    def close(self) -> None:
        """Stop everything that happens by itself."""
        if self._looking is not None:
            self._looking.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)
        for room in self._rooms.values():
            room.close()
