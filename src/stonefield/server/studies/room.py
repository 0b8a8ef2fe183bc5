"""A study in memory: those who look at it, and what they do to it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from typing import NamedTuple, ParamSpec, Protocol, TypeVar

from pydantic_core import to_json

from stonefield.server import metrics
from stonefield.server.domain.game.agreement import clean_name
from stonefield.server.domain.people.caller import Caller
from stonefield.server.now import now_ms
from stonefield.server.play.subscribers import Subscribers
from stonefield.server.presenting.study import StudyPresenter
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.studies import (
    AddAction,
    ChapterAddAction,
    EditLinkAction,
    Source,
    StudyAction,
    StudyUndoAction,
)
from stonefield.server.protocol.study_views import (
    ChapterMessage,
    StudyAttendance,
    StudyScene,
    StudyState,
    TakenBack,
)
from stonefield.server.store import StudyStore
from stonefield.server.store.journal import Conflict
from stonefield.server.study.actions import Effect, check_role, decide
from stonefield.server.study.chapter import Chapter
from stonefield.server.study.costs import DESCRIBED, SENT, edit_cost
from stonefield.server.study.study import Done, Role, Study
from stonefield.server.study.undo import History
from stonefield.server.tokens import derived_token, hash_token

P = ParamSpec("P")
T = TypeVar("T")
Reading = Callable[[Source, Caller], Awaitable[Sequence[Chapter]]]
"""What a source holds, for whoever asks from an address."""
MANY_NODES, MANY_MOVES = 50, 8
"""An update with more nodes is put together in a thread, and a line with more moves is played there."""
ROOM_BYTES, DESCRIBED_BYTES = 20_000, 160
"""About what a room takes in memory, and what is known of a node in addition."""


class StudyViewer(Protocol):
    """Somebody who looks at a study."""

    def changed(self) -> None:
        """The study has a new version."""

    def presence_changed(self) -> None:
        """Somebody came or went."""

    def gone(self) -> None:
        """The study has been deleted."""


class Budget(Protocol):
    """The points of a person."""

    def charge(self, points: float) -> None:
        """Take points before something large is done; Refusal if there are far too few."""

    def spend(self, points: float) -> None:
        """Take points for what is done."""


class Acted(NamedTuple):
    """What became of an action, and what only whoever acted is told."""

    done: Done
    edit: str | None = None
    """A new edit token."""
    undone: TakenBack | None = None


class StudyRoom(Subscribers[StudyViewer]):
    """One study while it is in memory; it is only ever what the database has."""

    def __init__(
        self,
        store: StudyStore,
        study: Study,
        read: Reading,
        threads: Executor,
        presenter: StudyPresenter | None = None,
    ) -> None:
        super().__init__()
        self._store, self._read, self._threads = store, read, threads
        self.study = study
        self.presenter = presenter or StudyPresenter()
        self._history = History()
        self._lock = asyncio.Lock()
        self._is_unsure = False
        """A write was never answered: what the database has is not known."""
        self._here: Counter[Role] = Counter()
        self._updates: dict[int, asyncio.Future[bytes]] = {}
        self.weighed: Callable[[StudyRoom], None] = lambda _: None
        """Hears that the room may take more memory than before."""

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

    # How long it stays in memory

    @property
    def busy(self) -> bool:
        """Whether it has to stay in memory."""
        return bool(self.viewers or self.users or self._tasks)

    @property
    def weight(self) -> int:
        """About how many bytes it takes."""
        chapters = sum(chapter.weight + chapter.positions_weight for chapter in self.study.chapters)
        described = DESCRIBED_BYTES * self.presenter.described
        return ROOM_BYTES + chapters + described + self._history.weight

    def let_go(self) -> None:
        """Hold nothing that can be worked out again."""
        self.presenter.let_go()
        for chapter in self.study.chapters:
            chapter.let_go()

    # What they see

    async def aside(self, work: Callable[P, T], *args: P.args, **words: P.kwargs) -> T:
        """Do what takes a while in a thread, where few are at work at once."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, lambda: work(*args, **words))

    async def state_for(self, token: str | None, budget: Budget) -> tuple[Study, StudyState]:
        """A version of the study as whoever has this token sees it; Refusal if they may no longer."""
        study, role = self.study, self.role_of(token)
        self._charge(study.chapters[0], budget)
        state = await self.aside(self.presenter.state, study, role, self.attendance)
        self.weighed(self)
        self.role_of(token)
        return study, state

    async def chapter_message(
        self, id: int, token: str | None, budget: Budget, known: Study | None = None
    ) -> ChapterMessage:
        """A whole chapter as it is now, or at a version that has it; Refusal if they may no longer see it."""
        self.role_of(token)
        study = self.study if known is None or id not in (one.id for one in known.chapters) else known
        chapter = study.chapter(id)
        self._charge(chapter, budget)
        view = await self.aside(self.presenter.chapter, chapter)
        self.weighed(self)
        self.role_of(token)
        return {"type": "chapter", "version": study.version, "chapter": view}

    async def scene(self, chapter: int, node: int) -> StudyScene:
        """The position of a node."""
        return await self.aside(self.presenter.scene, self.study, self.study.chapter(chapter), node)

    def _charge(self, chapter: Chapter, budget: Budget) -> None:
        budget.charge(DESCRIBED * self.presenter.undescribed(chapter) + SENT * len(chapter.nodes))

    async def update_since(self, before: Study) -> tuple[Study, bytes]:
        """The latest version, and what has changed since, encoded once for all who have the same version."""
        study = self.study
        update = self._updates.get(before.version)
        if update is None:
            update = self._updates[before.version] = asyncio.ensure_future(self._update(before, study))
        return study, await asyncio.shield(update)

    async def _update(self, before: Study, after: Study) -> bytes:
        if edit_cost(before, after).nodes > MANY_NODES:
            return await self.aside(self._encoded_update, before, after)
        return self._encoded_update(before, after)

    def _encoded_update(self, before: Study, after: Study) -> bytes:
        return to_json(self.presenter.update(before, after))

    # What they do

    async def act(self, token: str | None, caller: Caller, action: StudyAction, budget: Budget) -> Acted:
        """Carry out an action once and for all, for whoever asks with a token from an address."""
        return await self._finish(self._act(token, caller, action, budget))

    async def _act(self, token: str | None, caller: Caller, action: StudyAction, budget: Budget) -> Acted:
        check_role(self.role_of(token), action)
        # Not the address: a phone changes it. Those who share a token say who they are, or are one.
        author = f"{hash_token(token or '')[:16]}:{action.client or ''}"
        request = f"{author}:{action.id}"
        edit = None
        if isinstance(action, EditLinkAction):
            edit = derived_token(token or "", f"edit {self.study.id} {request}")
        chapters: Sequence[Chapter] = ()
        if isinstance(action, ChapterAddAction) and self.study.find_done(request) is None:
            chapters = await self._read(action.source, caller)
            if action.title:
                chapters = [replace(one, title=clean_name(action.title)) for one in chapters]
        async with self._lock:
            if self._is_unsure:
                await self._read_again()
            # What the token opened may have changed since.
            role = self.role_of(token)
            check_role(role, action)
            before = self.study
            done = before.find_done(request)
            if done is not None:
                return Acted(done, edit)
            whose: str | None = author
            undone: TakenBack | None = None
            if isinstance(action, StudyUndoAction):
                whose = None if action.anyone else author
                effect = Effect(await self.aside(self._history.taken_back, whose, before))
                undone = _taken_back(self._history, whose)
            elif edit is not None:
                effect = Effect(replace(before, edit_hash=hash_token(edit)))
            elif isinstance(action, AddAction) and len(action.moves) > MANY_MOVES:
                effect = await self.aside(decide, before, action)
            else:
                effect = decide(before, action, chapters)
            done = Done(request, before.version, effect.chapter, effect.node)
            if effect.study is before:
                return Acted(done, edit, undone)
            cost = edit_cost(before, effect.study)
            budget.charge(cost.written)
            done = replace(done, version=before.version + 1)
            after = effect.study.with_done(done)
            await self._commit(before, after)
            budget.spend(cost.told(len(self.viewers)))
            if undone is not None:
                self._history.forget(whose)
            elif edit is None:
                self._history.note(author, before, after, role=role, type=action.type)
            metrics.changes.labels(f"study_{action.type}").inc()
            return Acted(done, edit, undone)

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
        left = set(map(id, study.chapters))
        for chapter in self.study.chapters:
            if id(chapter) not in left:
                chapter.forget_order()
        self.study = study
        self.used = now_ms()
        self._updates.clear()
        self.presenter.keep_only(study)
        self.weighed(self)
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


def _taken_back(history: History, author: str | None) -> TakenBack:
    edit = history.last(author)
    return {"by": "owner" if edit.role == "owner" else "editor", "type": edit.type}
