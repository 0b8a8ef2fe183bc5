"""Taking an action back, whatever others have done elsewhere in the study meanwhile.

An edit is what one action changed. As text it can be kept for as long as the action may be taken back.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from stonefield.study.documents.chapter import Chapter, Node, weight_of
from stonefield.study.documents.errors import StudyError
from stonefield.study.documents.plain import chapter_of, node_of, plain_chapter, plain_node
from stonefield.study.documents.study import Role, Study

EDIT_BYTES = 600


@dataclass(frozen=True, slots=True)
class _ChapterEdit:
    """What was done to one chapter: its titles, and each node that is another one, before and after."""

    title: tuple[str, str]
    nodes: Mapping[int, tuple[Node | None, Node | None]]


@dataclass(frozen=True, slots=True)
class Edit:
    """One action: its kind, the role of its author, and only what it changed."""

    role: Role
    type: str
    title: tuple[str, str]
    visibility: tuple[str, str]
    kept: tuple[bool, bool]
    order: tuple[list[int], list[int]]
    """The ids of the chapters, before and after."""
    removed: Mapping[int, Chapter]
    added: Mapping[int, str]
    """The fingerprints of new chapters: they go only if they are unchanged."""
    changed: Mapping[int, _ChapterEdit]

    @property
    def weight(self) -> int:
        """About how many bytes it holds."""
        nodes = [node for edit in self.changed.values() for pair in edit.nodes.values() for node in pair]
        whole = sum(chapter.weight for chapter in self.removed.values())
        return EDIT_BYTES + weight_of(node for node in nodes if node) + whole


def edit_between(before: Study, after: Study, *, role: Role = "owner", type: str = "") -> Edit:
    """What made ``after`` out of ``before``."""
    were, are = _by_id(before), _by_id(after)
    return Edit(
        role,
        type,
        (before.title, after.title),
        (before.visibility, after.visibility),
        (before.kept, after.kept),
        (list(were), list(are)),
        {id: chapter for id, chapter in were.items() if id not in are},
        {id: _fingerprint(chapter) for id, chapter in are.items() if id not in were},
        {
            id: _ChapterEdit((were[id].title, are[id].title), _touched(were[id], are[id]))
            for id in were
            if id in are and were[id] is not are[id]
        },
    )


def _fingerprint(chapter: Chapter) -> str:
    plain = plain_chapter(chapter)
    plain["nodes"].sort(key=lambda node: node[0])
    return hashlib.sha256(json.dumps([plain, chapter.next_node]).encode()).hexdigest()


def _touched(before: Chapter, after: Chapter) -> dict[int, tuple[Node | None, Node | None]]:
    if before.nodes is after.nodes:
        return {}
    pairs = {
        id: (before.nodes.get(id), after.nodes.get(id)) for id in before.nodes.keys() | after.nodes.keys()
    }
    return {id: (was, now) for id, (was, now) in pairs.items() if was is not now and was != now}


def take_back(edit: Edit, now: Study) -> Study:
    """The study without an edit; StudyError if others have changed the same since."""
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
    for id, fingerprint in edit.added.items():
        if id in current:
            _same(_fingerprint(current[id]), fingerprint)
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


def _conflict() -> StudyError:
    return StudyError("changed_meanwhile", "this has been changed since; it cannot be taken back")


# As text


def write_edit(edit: Edit) -> str:
    """An edit as text; of a large one this takes a while."""
    return json.dumps(
        {
            "role": edit.role,
            "type": edit.type,
            "title": edit.title,
            "visibility": edit.visibility,
            "kept": edit.kept,
            "order": edit.order,
            "removed": [[id, one.next_node, plain_chapter(one)] for id, one in edit.removed.items()],
            "added": list(edit.added.items()),
            "changed": [
                [
                    id,
                    one.title,
                    [[was and plain_node(was), now and plain_node(now)] for was, now in one.nodes.values()],
                ]
                for id, one in edit.changed.items()
            ],
        }
    )


def read_edit(text: str) -> Edit:
    """What `write_edit` has written."""
    plain = json.loads(text)
    return Edit(
        plain["role"],
        plain["type"],
        tuple(plain["title"]),
        tuple(plain["visibility"]),
        tuple(plain["kept"]),
        tuple(plain["order"]),
        {id: replace(chapter_of(one), id=id, next_node=next_node) for id, next_node, one in plain["removed"]},
        dict(plain["added"]),
        {id: _ChapterEdit(tuple(title), _pairs(nodes)) for id, title, nodes in plain["changed"]},
    )


def _pairs(plain: list[list[Any]]) -> dict[int, tuple[Node | None, Node | None]]:
    pairs = [(was and node_of(was), now and node_of(now)) for was, now in plain]
    return {(was or now).id: (was, now) for was, now in pairs}
