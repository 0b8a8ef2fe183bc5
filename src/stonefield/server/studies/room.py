"""A study in memory: those who look at it, and what they do to it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from typing import NamedTuple, ParamSpec, TypeVar

from pydantic_core import to_json

from stonefield.games.game import Position
from stonefield.server import metrics
from stonefield.server.bus import Bus
from stonefield.server.domain.people.caller import Caller
from stonefield.server.now import now_ms
from stonefield.server.play.elsewhere import Here
from stonefield.server.play.follower import Follower
from stonefield.server.play.subscribers import Subscribers
from stonefield.server.presenting.study import StudyPresenter
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.studies import ChapterAddAction, Source, StudyAction
from stonefield.server.protocol.study_problems import refusing
from stonefield.server.protocol.study_views import (
    ChapterMessage,
    StudyAttendance,
    StudyScene,
    StudyState,
)
from stonefield.server.store import StudyStore
from stonefield.server.store.journal import Conflict
from stonefield.server.store.study_rows import NewEdit, edit_size
from stonefield.server.studies.authors import Acted, author_of, edit_token, nothing_to_undo
from stonefield.server.studies.costs import DESCRIBED, ROW, SENT, cost_of_sending
from stonefield.server.studies.undoing import Undone, new_edit, undo
from stonefield.server.studies.viewer import Budget, StudyViewer, known_by
from stonefield.server.tokens import hash_token
from stonefield.server.weakly import weakly
from stonefield.study.documents.actions import Action, AddMoves, RenewEditLink, Undo, check_role
from stonefield.study.documents.chapter import Chapter
from stonefield.study.documents.deciding import Effect, decide
from stonefield.study.documents.study import Role, Study

P = ParamSpec("P")
T = TypeVar("T")
Reading = Callable[[Source, Caller], Awaitable[Sequence[Chapter]]]
"""What a source holds, for a caller."""
MANY_NODES, MANY_MOVES = 50, 8
"""What has more nodes is put together in a thread, and a line with more moves is played there."""
ROOM_BYTES, DESCRIBED_BYTES = 20_000, 160
"""About what a room takes in memory, and what is known of a node in addition."""


class _Asked(NamedTuple):
    """By whom an action is asked for, and what it needs besides the study."""

    token: str | None
    author: str
    request: str
    link: str | None
    """The new edit token, if it is to be renewed."""
    chapters: Sequence[Chapter]


class StudyRoom(Subscribers[StudyViewer]):
    """One study while it is in memory; it is only ever what the database has."""

    def __init__(
        self,
        store: StudyStore,
        bus: Bus,
        study: Study,
        read: Reading,
        threads: Executor,
        presenter: StudyPresenter | None = None,
    ) -> None:
        super().__init__(bus, f"study/{study.id}")
        self._store, self._read, self._threads = store, read, threads
        self.study = study
        self.presenter = presenter or StudyPresenter()
        self._lock = asyncio.Lock()
        self._is_unsure = False
        """A write was never answered: what the database has is not known."""
        self.follower = Follower(
            bus, f"study/{study.id}", weakly(self._version), weakly(self._catch_up), weakly(self._gone)
        )
        self._present: Counter[str] = Counter()
        self._updates: dict[int, asyncio.Future[bytes]] = {}
        self.weighed: Callable[[StudyRoom], None] = lambda _: None
        """Hears that the room may take more memory than before."""

    def _version(self) -> int:
        return self.study.version

    # Who is here

    def role_of(self, token: str | None) -> Role:
        """What the holder of a token, or of none, may be here; Refusal if nothing."""
        with refusing():
            return self.study.role_of(known_by(token))

    def enter(self, viewer: StudyViewer, role: Role) -> None:
        """A viewer opens the study."""
        self.viewers.add(viewer)
        self._present["readers" if role == "reader" else "editors"] += 1
        self._tell_presence()

    def leave(self, viewer: StudyViewer, role: Role) -> None:
        """A viewer closes it."""
        self.viewers.discard(viewer)
        self._present["readers" if role == "reader" else "editors"] -= 1
        self._tell_presence()
        self.used = now_ms()

    @property
    def attendance(self) -> StudyAttendance:
        """How many are here."""
        everyone = sum(map(Counter, self.elsewhere.others()), self._present)
        return {"editors": everyone["editors"], "readers": everyone["readers"]}

    def _here(self) -> Here:
        return dict(self._present)

    # How long it stays in memory

    @property
    def busy(self) -> bool:
        """Whether it has to stay in memory."""
        return bool(self.viewers or self.users or self._tasks or self.follower.busy)

    @property
    def memory(self) -> int:
        """About how many bytes it takes."""
        chapters = sum(chapter.weight + chapter.positions_weight for chapter in self.study.chapters)
        described = DESCRIBED_BYTES * self.presenter.described
        return ROOM_BYTES + chapters + described

    def shed(self) -> None:
        """Hold nothing that can be worked out again."""
        self.presenter.clear()
        for chapter in self.study.chapters:
            chapter.shed()

    # What they see

    async def aside(self, work: Callable[P, T], *args: P.args, **words: P.kwargs) -> T:
        """Do what takes a while in a thread, where few are at work at once."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, lambda: work(*args, **words))

    async def state_for(self, token: str | None, budget: Budget) -> tuple[Study, StudyState]:
        """A version of the study as the holder of this token sees it; Refusal if they may no longer."""
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
        with refusing():
            chapter = study.chapter(id)
        self._charge(chapter, budget)
        view = await self.aside(self.presenter.chapter, chapter)
        self.weighed(self)
        self.role_of(token)
        return {"type": "chapter", "version": study.version, "chapter": view}

    def chapter(self, id: int) -> Chapter:
        """A chapter as it is now; Refusal if it is not there."""
        with refusing():
            return self.study.chapter(id)

    async def position(self, chapter: int, node: int) -> Position:
        """The position of a node; Refusal if it is not there."""
        with refusing():
            return await self.aside(self.chapter(chapter).position, node)

    async def scene(self, chapter: int, node: int) -> StudyScene:
        """The position of a node."""
        with refusing():
            return await self.aside(self.presenter.scene, self.study, self.chapter(chapter), node)

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
        if edit_size(before, after).nodes > MANY_NODES:
            return await self.aside(self._encoded_update, before, after)
        return self._encoded_update(before, after)

    def _encoded_update(self, before: Study, after: Study) -> bytes:
        return to_json(self.presenter.update(before, after))

    # What they do

    async def act(self, token: str | None, caller: Caller, action: StudyAction, budget: Budget) -> Acted:
        """Carry out an action once and for all, for a caller with a token."""
        return await self._finish(self._act(token, caller, action, budget))

    async def _act(self, token: str | None, caller: Caller, action: StudyAction, budget: Budget) -> Acted:
        self._check_role(token, action)
        author = author_of(token, action.client)
        request = f"{author}:{action.id}"
        link: str | None = None
        if isinstance(action, RenewEditLink):
            link = edit_token(token, self.study.id, request)
        chapters: Sequence[Chapter] = ()
        if isinstance(action, ChapterAddAction) and self.study.find_done(request) is None:
            chapters = await self._read(action.source, caller)
        asked = _Asked(token, author, request, link, chapters)
        async with self._lock:
            if self._is_unsure:
                await self._reload()
            while True:
                before = self.study
                try:
                    return await self._act_on(before, action, asked, budget)
                except Conflict:
                    await self._reload()
                    if self.study.version == before.version:
                        raise Refusal("changed_meanwhile", "the study was changed meanwhile") from None
                except Refusal:
                    # What is refused here may be right by what another server has made of the study.
                    if self._is_unsure or not await self._store.continued({before.id: before.version}):
                        raise
                    await self._reload()

    async def _act_on(self, before: Study, action: StudyAction, asked: _Asked, budget: Budget) -> Acted:
        token, author, request, link, chapters = asked
        # What the token opened may have changed since.
        role = self._check_role(token, action)
        done = before.find_done(request)
        if done is not None:
            return Acted(done, link)
        undone: Undone | None = None
        if isinstance(action, Undo):
            undone = await self._take_back(before, None if action.anyone else author)
            effect = Effect(undone.study)
        elif isinstance(action, RenewEditLink):
            effect = Effect(replace(before, edit_hash=hash_token(link or "")))
        else:
            effect = await self._decide(before, action, chapters)
        after, done = before.settled(effect.study, request, effect.chapter, effect.node)
        if after is not before:
            size = edit_size(before, after)
            budget.charge(ROW * size.rows)
            edit = None
            if undone is None and link is None:
                how = (author, role, action.type, before, after)
                edit = await self.aside(new_edit, *how) if size.rows > MANY_NODES else new_edit(*how)
            await self._commit(before, after, edit, undone and undone.version)
            budget.spend(cost_of_sending(size, len(self.viewers)))
            metrics.changes.labels(f"study_{action.type}").inc()
        return Acted(done, link, undone and undone.view)

    def _check_role(self, token: str | None, action: StudyAction) -> Role:
        role = self.role_of(token)
        with refusing():
            check_role(role, action)
        return role

    async def _decide(self, before: Study, action: Action, chapters: Sequence[Chapter]) -> Effect:
        with refusing():
            if isinstance(action, AddMoves) and len(action.moves) > MANY_MOVES:
                return await self.aside(decide, before, action)
            return decide(before, action, chapters)

    async def _take_back(self, now: Study, author: str | None) -> Undone:
        """The study without the last edit of an author, or of anyone."""
        found = await self._store.last_edit(now.id, author)
        if found is None:
            raise nothing_to_undo(author is None)
        with refusing():
            return await self.aside(undo, now, *found)

    async def _commit(self, before: Study, after: Study, edit: NewEdit | None, undone: int | None) -> None:
        try:
            await self._store.change(before, after, now_ms(), edit, undone)
        except Refusal:
            self._is_unsure = True
            raise
        self._apply(after)
        self.follower.publish(after.version)

    async def _catch_up(self) -> None:
        async with self._lock:
            await self._reload()

    async def _reload(self) -> None:
        found = await self._store.find(self.study.id)
        if found is None:
            raise Refusal("no_such_study", "this study was deleted")
        self._is_unsure = False
        self._apply(await self.aside(found[0].with_known, self.study))

    def _apply(self, study: Study) -> None:
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
        """Forget the study for good, as its maker wishes."""
        if role != "owner":
            raise Refusal("not_your_study", "only the maker of the study can delete it")
        await self._finish(self._delete())

    async def _delete(self) -> None:
        async with self._lock:
            await self._store.drop([self.study.id])
            # Actions that still come find out that there is no such study.
            self._is_unsure = True
        self.follower.publish(self.study.version + 1)
        self._gone()

    def _gone(self) -> None:
        self.close()
        for viewer in list(self.viewers):
            viewer.gone()

    def close(self) -> None:
        """Stop what happens by itself."""
        super().close()
        self.follower.close()
