"""A study in memory: those who look at it, and what they do to it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Protocol

from pydantic_core import to_json

from stonefield.server import metrics
from stonefield.server.game.agreement import clean_name
from stonefield.server.live.gathering import Gathering
from stonefield.server.live.now import now_ms
from stonefield.server.live.tokens import hash_token
from stonefield.server.presenting.study import StudyPresenter
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.studies import ChapterAddAction, Source, StudyAction, StudyUndoAction
from stonefield.server.protocol.study_views import ChapterMessage, StudyAttendance, StudyState
from stonefield.server.storage import StudyStore
from stonefield.server.storage.journal import Conflict
from stonefield.server.study.actions import Effect, check_role, decide
from stonefield.server.study.chapter import Chapter
from stonefield.server.study.study import Done, Role, Study
from stonefield.server.study.undo import History

Reading = Callable[[Source, str], Awaitable[Sequence[Chapter]]]
"""What a source holds, for whoever asks from an address."""


class StudyViewer(Protocol):
    """Somebody who looks at a study."""

    def changed(self) -> None:
        """The study has a new version."""

    def presence_changed(self) -> None:
        """Somebody came or went."""

    def gone(self) -> None:
        """The study has been deleted."""


class StudyRoom(Gathering[StudyViewer]):
    """One study while it is in memory; it is only ever what the database has."""

    def __init__(self, store: StudyStore, study: Study, read: Reading) -> None:
        super().__init__()
        self._store, self._read = store, read
        self.study = study
        self.presenter = StudyPresenter()
        self._history = History()
        self._lock = asyncio.Lock()
        self._is_unsure = False
        """A write was never answered: what the database has is not known."""
        self._here: Counter[Role] = Counter()
        self._updates: dict[int, bytes] = {}

    # Who is here

    def role_of(self, token: str | None) -> Role:
        """What somebody may be here; Refusal if nothing."""
        return self.study.role_of(None if token is None else hash_token(token))

    def enter(self, viewer: StudyViewer, role: Role) -> None:
        """Somebody opens the study."""
        self.viewers.add(viewer)
        self._here[role] += 1
        self._tell_presence()

    def leave(self, viewer: StudyViewer, role: Role) -> None:
        """Somebody closes it."""
        self.viewers.discard(viewer)
        self._here[role] -= 1
        self._tell_presence()
        self.used = now_ms()

    @property
    def attendance(self) -> StudyAttendance:
        """How many are here."""
        return {"editors": self._here["owner"] + self._here["editor"], "readers": self._here["reader"]}

    @property
    def busy(self) -> bool:
        """Whether it has to stay in memory."""
        return bool(self.viewers or self._tasks)

    # What they see

    async def state_for(self, role: Role) -> StudyState:
        """The study as a viewer sees it now."""
        await self.prepare(self.study.chapters[0])
        return self.presenter.state(self.study, role, self.attendance)

    async def prepare(self, chapter: Chapter) -> None:
        """Get a chapter ready to be shown; a large one keeps nobody else waiting."""
        await asyncio.to_thread(self.presenter.prepare, chapter)

    async def chapter_message(self, id: int) -> ChapterMessage:
        """A whole chapter as it is now."""
        await self.prepare(self.study.chapter(id))
        chapter = self.study.chapter(id)
        return {
            "type": "chapter",
            "version": self.study.version,
            "chapter": self.presenter.chapter(chapter),
        }

    def update_since(self, before: Study) -> bytes:
        """What has changed since, encoded once for all who have the same version."""
        known = self._updates.get(before.version)
        if known is None:
            known = self._updates[before.version] = to_json(self.presenter.update(before, self.study))
        return known

    # What they do

    async def act(self, role: Role, token: str | None, person: str, action: StudyAction) -> Done:
        """Carry out an action once and for all, for whoever asks with a token from an address."""
        return await self._finish(self._act(role, f"{hash_token(token or '')[:16]}:{person}", person, action))

    async def _act(self, role: Role, author: str, person: str, action: StudyAction) -> Done:
        request = f"{author}:{action.id}"
        check_role(role, action)
        chapters: Sequence[Chapter] = ()
        if isinstance(action, ChapterAddAction) and self.study.find_done(request) is None:
            chapters = await self._read(action.source, person)
            if action.title:
                chapters = [replace(one, title=clean_name(action.title)) for one in chapters]
        async with self._lock:
            if self._is_unsure:
                await self._read_again()
            done = self.study.find_done(request)
            if done is not None:
                return done
            undoes = isinstance(action, StudyUndoAction)
            if undoes:
                effect = Effect(self._history.taken_back(author, self.study))
            else:
                effect = decide(self.study, action, chapters)
            before = self.study
            done = Done(request, before.version, effect.chapter, effect.node)
            if effect.study is before:
                return done
            done = replace(done, version=before.version + 1)
            after = effect.study.with_done(done)
            await self._commit(before, after)
            if undoes:
                self._history.forget(author)
            else:
                self._history.note(author, before, after)
            metrics.changes.labels(f"study_{action.type}").inc()
            return done

    async def _commit(self, before: Study, after: Study) -> None:
        try:
            await self._store.change(before, after, now_ms())
        except Conflict:
            await self._read_again()
            raise Refusal("changed_meanwhile", "the study has been changed elsewhere meanwhile") from None
        except Refusal:
            self._is_unsure = True
            raise
        self._take_up(after)

    async def _read_again(self) -> None:
        found = await self._store.find(self.study.id)
        if found is None:
            raise Refusal("no_such_study", "this study was deleted")
        self._is_unsure = False
        self._take_up(found[0])

    def _take_up(self, study: Study) -> None:
        self.study = study
        self.used = now_ms()
        self._updates.clear()
        for viewer in list(self.viewers):
            viewer.changed()

    async def delete(self, role: Role) -> None:
        """Forget the study for good, as whoever made it wishes."""
        if role != "owner":
            raise Refusal("not_your_study", "only whoever made the study can delete it")
        await self._finish(self._delete())

    async def _delete(self) -> None:
        async with self._lock:
            await self._store.drop([self.study.id])
            # Whatever still comes finds out that there is no such study.
            self._is_unsure = True
        self.close()
        for viewer in list(self.viewers):
            viewer.gone()
