"""Taking back what was done last, whatever others have done elsewhere in the study meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from stonefield.server.protocol.problems import Refusal
from stonefield.server.study.chapter import Chapter, Node, weight_of
from stonefield.server.study.study import Role, Study

MOST_KEPT, MOST_BYTES = 100, 2_000_000
"""Actions that are remembered, and about how much memory they may take together; the last one always may."""
EDIT_BYTES = 600


@dataclass(frozen=True, slots=True)
class _ChapterEdit:
    """What was done to one chapter: its titles, and each node that is another one, before and after."""

    title: tuple[str, str]
    nodes: Mapping[int, tuple[Node | None, Node | None]]


@dataclass(frozen=True, slots=True)
class Edit:
    """One action: who did what, and only what it changed. The rest of the study is not held."""

    author: str
    role: Role
    type: str
    title: tuple[str, str]
    visibility: tuple[str, str]
    kept: tuple[bool, bool]
    order: tuple[list[int], list[int]]
    """The ids of the chapters, before and after."""
    removed: Mapping[int, Chapter]
    added: Mapping[int, Chapter]
    changed: Mapping[int, _ChapterEdit]

    @property
    def weight(self) -> int:
        """About how many bytes it holds."""
        nodes = [node for edit in self.changed.values() for pair in edit.nodes.values() for node in pair]
        whole = [*self.removed.values(), *self.added.values()]
        return EDIT_BYTES + weight_of(node for node in nodes if node) + sum(one.weight for one in whole)


class History:
    """What was done of late, and by whom."""

    def __init__(self) -> None:
        self._edits: list[tuple[Edit, int]] = []
        self.weight = 0
        """About how many bytes all of it holds."""

    def note(self, author: str, before: Study, after: Study, *, role: Role = "owner", type: str = "") -> None:
        """Somebody has made ``after`` out of ``before``."""
        edit = _edit(author, role, type, before, after)
        self._edits.append((edit, edit.weight))
        self.weight += self._edits[-1][1]
        while len(self._edits) > MOST_KEPT or (self.weight > MOST_BYTES and len(self._edits) > 1):
            self.weight -= self._edits.pop(0)[1]

    def last(self, author: str | None) -> Edit:
        """The last action of an author, or of anyone; Refusal if there is none."""
        return self._edits[self._place(author)][0]

    def taken_back(self, author: str | None, now: Study) -> Study:
        """The study without the last action of an author or of anyone; Refusal if others built on it."""
        return _inverse(self.last(author), now)

    def forget(self, author: str | None) -> None:
        """The last action of an author, or of anyone, is taken back."""
        self.weight -= self._edits.pop(self._place(author))[1]

    def _place(self, author: str | None) -> int:
        for place in reversed(range(len(self._edits))):
            if author is None or self._edits[place][0].author == author:
                return place
        if author is None:
            raise Refusal("nothing_to_undo", "there is nothing to take back")
        raise Refusal("nothing_to_undo", "there is nothing of yours to take back")


def _edit(author: str, role: Role, type: str, before: Study, after: Study) -> Edit:
    were, are = _by_id(before), _by_id(after)
    removed = {id: chapter for id, chapter in were.items() if id not in are}
    for chapter in removed.values():
        chapter.let_go()
    return Edit(
        author,
        role,
        type,
        (before.title, after.title),
        (before.visibility, after.visibility),
        (before.kept, after.kept),
        (list(were), list(are)),
        removed,
        {id: chapter for id, chapter in are.items() if id not in were},
        {
            id: _ChapterEdit((were[id].title, are[id].title), _touched(were[id], are[id]))
            for id in were
            if id in are and were[id] is not are[id]
        },
    )


def _touched(before: Chapter, after: Chapter) -> dict[int, tuple[Node | None, Node | None]]:
    if before.nodes is after.nodes:
        return {}
    pairs = {
        id: (before.nodes.get(id), after.nodes.get(id)) for id in before.nodes.keys() | after.nodes.keys()
    }
    return {id: (was, now) for id, (was, now) in pairs.items() if was is not now and was != now}


def _inverse(edit: Edit, now: Study) -> Study:
    undone = now
    if edit.title[0] != edit.title[1]:
        _same(now.title, edit.title[1])
        undone = replace(undone, title=edit.title[0])
    if edit.visibility[0] != edit.visibility[1]:
        _same(now.visibility, edit.visibility[1])
        undone = replace(undone, visibility=edit.visibility[0])  # type: ignore[arg-type]  # it was one
    if edit.kept[0] != edit.kept[1]:
        _same(now.kept, edit.kept[1])
        undone = replace(undone, kept=edit.kept[0])
    undone = replace(undone, chapters=_chapters(edit, now))
    undone.check_size()
    return undone


def _chapters(edit: Edit, now: Study) -> tuple[Chapter, ...]:
    """The chapters with what was done to their order and to each of them taken back."""
    were, are = edit.order
    current = _by_id(now)
    if were == are:
        if edit.changed.keys() - current.keys():
            raise _conflict()
        return tuple(_mended(edit.changed.get(chapter.id), chapter) for chapter in now.chapters)
    if set(were) == set(are):
        _same(list(current), are)
        return tuple(current[id] for id in were)
    for id, chapter in edit.added.items():
        if id in current:
            _same(current[id], chapter)
    found = [chapter for chapter in now.chapters if chapter.id not in edit.added]
    for id, chapter in edit.removed.items():
        found.insert(were.index(id), chapter)
    if not found:
        raise _conflict()
    return tuple(found)


def _by_id(study: Study) -> dict[int, Chapter]:
    return {chapter.id: chapter for chapter in study.chapters}


def _mended(edit: _ChapterEdit | None, now: Chapter) -> Chapter:
    if edit is None:
        return now
    was, became = edit.title
    if was != became:
        _same(now.title, became)
        now = replace(now, title=was)
    for id, (_, after) in edit.nodes.items():
        _same(now.nodes.get(id), after)
    if not edit.nodes:
        return now
    restored = [before for before, _ in edit.nodes.values() if before is not None]
    mended = now.mend(restored, [id for id, (before, _) in edit.nodes.items() if before is None])
    if any(node.parent is not None and node.parent not in mended.nodes for node in mended.nodes.values()):
        raise _conflict()
    return mended


def _same(now: object, after: object) -> None:
    if now != after:
        raise _conflict()


def _conflict() -> Refusal:
    return Refusal("changed_meanwhile", "somebody has changed this since; it cannot be taken back")
