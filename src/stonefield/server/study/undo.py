"""Taking back one's last action, whatever others have done elsewhere in the study meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from stonefield.server.protocol.problems import Refusal
from stonefield.server.study.chapter import Chapter
from stonefield.server.study.study import Study

MOST_KEPT = 100


class History:
    """What was done of late, and by whom."""

    def __init__(self) -> None:
        self._edits: list[tuple[str, Study, Study]] = []

    def note(self, author: str, before: Study, after: Study) -> None:
        """Somebody has made ``after`` out of ``before``."""
        self._edits.append((author, before, after))
        del self._edits[:-MOST_KEPT]

    def taken_back(self, author: str, now: Study) -> Study:
        """The study without the author's last action; Refusal if others have built on that."""
        before, after = self._edits[self._last(author)][1:]
        return _inverse(before, after, now)

    def forget(self, author: str) -> None:
        """The author's last action is taken back."""
        del self._edits[self._last(author)]

    def _last(self, author: str) -> int:
        for place in reversed(range(len(self._edits))):
            if self._edits[place][0] == author:
                return place
        raise Refusal("nothing_to_undo", "there is nothing of yours to take back")


def _inverse(before: Study, after: Study, now: Study) -> Study:
    undone = now
    if before.title != after.title:
        _same(now.title, after.title)
        undone = replace(undone, title=before.title)
    if before.visibility != after.visibility:
        _same(now.visibility, after.visibility)
        undone = replace(undone, visibility=before.visibility)
    if before.kept != after.kept:
        _same(now.kept, after.kept)
        undone = replace(undone, kept=before.kept)
    undone = replace(undone, chapters=_chapters(before, after, now))
    undone.check_size()
    return undone


def _chapters(before: Study, after: Study, now: Study) -> tuple[Chapter, ...]:
    """The chapters with what was done to their order and to each of them taken back."""
    were, are = _by_id(before), _by_id(after)
    if list(were) == list(are):
        changed = {id for id in were if were[id] is not are[id]}
        if changed - _by_id(now).keys():
            raise _conflict()
        return tuple(_mended(were, are, chapter) for chapter in now.chapters)
    if set(were) == set(are):
        _same([chapter.id for chapter in now.chapters], list(are))
        current = _by_id(now)
        return tuple(current[id] for id in were)
    found = [chapter for chapter in now.chapters if chapter.id not in set(are) - set(were)]
    for chapter in now.chapters:
        if chapter not in found:
            _same(chapter, are[chapter.id])
    for id in were:
        if id not in are:
            found.insert(list(were).index(id), were[id])
    if not found:
        raise _conflict()
    return tuple(found)


def _by_id(study: Study) -> dict[int, Chapter]:
    return {chapter.id: chapter for chapter in study.chapters}


def _mended(were: dict[int, Chapter], are: dict[int, Chapter], now: Chapter) -> Chapter:
    before, after = were.get(now.id), are.get(now.id)
    if before is None or after is None or before is after:
        return now
    if before.title != after.title:
        _same(now.title, after.title)
        now = replace(now, title=before.title)
    touched = set(_touched(before, after))
    for id in touched:
        _same(now.nodes.get(id), after.nodes.get(id))
    restored = [before.nodes[id] for id in touched if id in before.nodes]
    removed = [id for id in touched if id not in before.nodes]
    mended = now.mend(restored, removed) if touched else now
    if any(node.parent is not None and node.parent not in mended.nodes for node in mended.nodes.values()):
        raise _conflict()
    return mended


def _touched(before: Chapter, after: Chapter) -> Iterator[int]:
    for id in before.nodes.keys() | after.nodes.keys():
        if before.nodes.get(id) != after.nodes.get(id):
            yield id


def _same(now: object, after: object) -> None:
    if now != after:
        raise _conflict()


def _conflict() -> Refusal:
    return Refusal("changed_meanwhile", "somebody has changed this since; it cannot be taken back")
