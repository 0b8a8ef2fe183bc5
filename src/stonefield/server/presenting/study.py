"""How a study looks to a page."""

from __future__ import annotations

from typing import NamedTuple

from stonefield.games.game import Position
from stonefield.server.presenting.moment import moment_view
from stonefield.server.presenting.registry import presenter_for
from stonefield.server.presenting.state import board_view
from stonefield.server.protocol.studies import Ink, Mark
from stonefield.server.protocol.study_views import (
    ChapterHead,
    ChapterView,
    NodeView,
    StudyAttendance,
    StudyHead,
    StudyScene,
    StudyState,
    StudyUpdate,
    TreeChange,
)
from stonefield.server.protocol.views import MoveDescription
from stonefield.server.study.chapter import Chapter, Node
from stonefield.server.study.study import Role, Study, tree_difference

_NOTHING: MoveDescription = {"stone": 0, "squares": [], "top": None, "axis": None}


class _Described(NamedTuple):
    """What never changes of a node."""

    ply: int
    colour: str | None
    description: MoveDescription


class StudyPresenter:
    """The views of one study; what a node's decision does is worked out once."""

    def __init__(self) -> None:
        self._described: dict[tuple[int, int], _Described] = {}

    def state(self, study: Study, role: Role, attendance: StudyAttendance) -> StudyState:
        """Everything, for one viewer."""
        return {
            "type": "state",
            **_head(study),
            **attendance,
            "role": role,
            "created": study.created,
            "chapter": self.chapter(study.chapters[0]),
        }

    def update(self, before: Study, after: Study) -> StudyUpdate:
        """What makes one version out of another; a chapter that is new is asked for by itself."""
        known = {chapter.id: chapter for chapter in before.chapters}
        trees: list[TreeChange] = []
        for chapter in after.chapters:
            was = known.get(chapter.id)
            if was is None or was.nodes is chapter.nodes:
                continue
            difference = tree_difference(was, chapter)
            trees.append(
                {
                    "chapter": chapter.id,
                    "nodes": [self._node(chapter, node) for node in difference.nodes],
                    "removed": difference.removed,
                }
            )
        return {"type": "update", **_head(after), "since": before.version, "trees": trees}

    def chapter(self, chapter: Chapter) -> ChapterView:
        """A whole chapter."""
        start = chapter.start
        return {
            **_chapter_head(chapter),
            "options": start.options,
            "start": str(start),
            "board": board_view(start.board),
            "colours": start.game.colours,
            "letters": start.game.letters,
            "tags": chapter.tags,
            "result": chapter.result,
            "tree": [self._node(chapter, node) for node in chapter.nodes.values()],
        }

    def prepare(self, chapter: Chapter) -> None:
        """Describe all of a chapter, which for a large one takes a while."""
        for node in chapter.nodes.values():
            self._describe(chapter, node)

    def scene(self, study: Study, chapter: Chapter, id: int) -> StudyScene:
        """The position of a node."""
        node = chapter.node(id)
        position = chapter.position(id)
        before = None if node.parent is None else chapter.position(node.parent)
        return {
            "type": "scene",
            "version": study.version,
            "chapter": chapter.id,
            "node": id,
            **moment_view(position, before, self._describe(chapter, node).ply),
        }

    def _node(self, chapter: Chapter, node: Node) -> NodeView:
        ply, colour, description = self._describe(chapter, node)
        mark: Mark = node.mark  # type: ignore[assignment]  # only marks are let in
        return {
            **description,
            "id": node.id,
            "parent": node.parent,
            "rank": node.rank,
            "ply": ply,
            "text": node.move,
            "colour": colour,
            "mark": mark,
            "comment": node.comment,
            "clock": node.clock,
            "arrows": [{"start": one, "end": other, "ink": _ink(ink)} for one, other, ink in node.arrows],
            "circles": [{"square": square, "ink": _ink(ink)} for square, ink in node.circles],
        }

    def _describe(self, chapter: Chapter, node: Node) -> _Described:
        key = (chapter.id, node.id)
        found = self._described.get(key)
        if found is None:
            found = self._described[key] = self._worked_out(chapter, node)
        return found

    def _worked_out(self, chapter: Chapter, node: Node) -> _Described:
        if node.parent is None:
            return _Described(0, None, _NOTHING)
        ply = len(chapter.path(node.id))
        before: Position = chapter.position(node.parent)
        described = presenter_for(before.game.name).describe_move(
            before, node.move, chapter.position(node.id), ply
        )
        return _Described(ply, before.turn, described)


def _ink(ink: str) -> Ink:
    return ink  # type: ignore[return-value]  # only inks are let in


def _head(study: Study) -> StudyHead:
    return {
        "study": study.id,
        "version": study.version,
        "title": study.title,
        "visibility": study.visibility,
        "kept": study.kept,
        "chapters": [_chapter_head(chapter) for chapter in study.chapters],
    }


def _chapter_head(chapter: Chapter) -> ChapterHead:
    return {
        "id": chapter.id,
        "title": chapter.title,
        "rules": chapter.start.game.name,
        "nodes": len(chapter.nodes),
    }
