"""How a study looks to a page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from sys import intern
from typing import TYPE_CHECKING, NamedTuple

from stonefield.server.presenting.moment import moment_view
from stonefield.server.presenting.presenter import presenter_for
from stonefield.server.presenting.state import board_view
from stonefield.study.documents.chapter import ROOT, Chapter, Node, Step
from stonefield.study.documents.limits import Ink, Mark
from stonefield.study.documents.study import Role, Study, tree_difference

if TYPE_CHECKING:
    from stonefield.server.protocol import study_views as views
    from stonefield.server.protocol.scenes import MoveDetail

FEW = 8
"""Nodes for which the way is not worth walking from the start."""


class _Described(NamedTuple):
    """What never changes of a node."""

    ply: int
    colour: str | None
    seat: int | None
    piece: int
    squares: tuple[str, ...]
    top: str | None
    detail: MoveDetail | None


_START = _Described(0, None, None, 0, (), None, None)


class StudyPresenter:
    """The views of one study; what a node's decision does is worked out once. Threads may share it."""

    def __init__(self) -> None:
        self._described: dict[int, dict[int, _Described]] = {}
        self._squares: dict[tuple[str, ...], tuple[str, ...]] = {}

    @property
    def described(self) -> int:
        """How many nodes it knows."""
        return sum(map(len, list(self._described.values())))

    def undescribed(self, chapter: Chapter) -> int:
        """How many nodes of a chapter still have to be worked out."""
        known = self._described.get(chapter.id, {})
        return sum(id != ROOT and id not in known for id in chapter.nodes)

    def copied(self, chapters: Mapping[int, int]) -> StudyPresenter:
        """The presenter of a copy, whose chapters have other ids: nothing is worked out twice."""
        copy = StudyPresenter()
        copy._described = {
            new: dict(self._described[old]) for old, new in chapters.items() if old in self._described
        }
        copy._squares = dict(self._squares)
        return copy

    def keep_only(self, study: Study) -> None:
        """Forget what was worked out for chapters and nodes that are no longer there."""
        there = {chapter.id: chapter.nodes for chapter in study.chapters}
        for id, known in list(self._described.items()):
            if id not in there:
                del self._described[id]
            elif len(known) > 2 * len(there[id]) + FEW:
                self._described[id] = {node: one for node, one in list(known.items()) if node in there[id]}

    def clear(self) -> None:
        """Hold nothing that can be worked out again."""
        self._described, self._squares = {}, {}

    def state(self, study: Study, role: Role, attendance: views.StudyAttendance) -> views.StudyState:
        """Everything, for one viewer."""
        return {
            "type": "state",
            **_head(study),
            **attendance,
            "role": role,
            "created": study.created,
            "chapter": self.chapter(study.chapters[0]),
        }

    def update(self, before: Study, after: Study) -> views.StudyUpdate:
        """What makes one version out of another; a chapter that is new is asked for by itself."""
        known = {chapter.id: chapter for chapter in before.chapters}
        trees: list[views.TreeChange] = []
        for chapter in after.chapters:
            was = known.get(chapter.id)
            if was is None or was.nodes is chapter.nodes:
                continue
            difference = tree_difference(was, chapter)
            self.prepare(chapter, [node.id for node in difference.nodes])
            trees.append(
                {
                    "chapter": chapter.id,
                    "nodes": [self._node(chapter, node) for node in difference.nodes],
                    "removed": difference.removed,
                }
            )
        return {"type": "update", **_head(after), "since": before.version, "trees": trees}

    def chapter(self, chapter: Chapter) -> views.ChapterView:
        """A whole chapter."""
        self.prepare(chapter)
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

    def prepare(self, chapter: Chapter, nodes: Iterable[int] | None = None) -> None:
        """Describe all of a chapter, or some of its nodes; for many this takes a while."""
        known = self._described.setdefault(chapter.id, {})
        missing = [id for id in (chapter.nodes if nodes is None else nodes) if id != ROOT and id not in known]
        if len(missing) <= FEW:
            for id in missing:
                self._describe(chapter, chapter.nodes[id])
            return
        for step in chapter.walk(missing):
            if step.node.id not in known:
                known[step.node.id] = self._worked_out(step)

    def scene(self, study: Study, chapter: Chapter, id: int) -> views.StudyScene:
        """The position of a node."""
        node = chapter.node(id)
        position = chapter.position(id)
        before = None if node.parent is None else chapter.position(node.parent)
        return {
            "type": "scene",
            "version": study.version,
            "chapter": chapter.id,
            "node": id,
            **moment_view(position, before, len(chapter.path(id))),
        }

    def _node(self, chapter: Chapter, node: Node) -> views.NodeView:
        ply, colour, seat, piece, squares, top, detail = self._describe(chapter, node)
        mark: Mark = node.mark  # type: ignore[assignment]  # only marks are let in
        return {
            "piece": piece,
            "squares": squares,
            "top": top,
            "detail": detail,
            "id": node.id,
            "parent": node.parent,
            "rank": node.rank,
            "ply": ply,
            "text": node.move,
            "colour": colour,
            "seat": seat,
            "mark": mark,
            "comment": node.comment,
            "clock": node.clock,
            "arrows": [{"start": one, "end": other, "ink": _ink(ink)} for one, other, ink in node.arrows],
            "circles": [{"square": square, "ink": _ink(ink)} for square, ink in node.circles],
        }

    def _describe(self, chapter: Chapter, node: Node) -> _Described:
        if node.parent is None:
            return _START
        known = self._described.setdefault(chapter.id, {})
        found = known.get(node.id)
        if found is None:
            before = chapter.position(node.parent)
            step = Step(node, len(chapter.path(node.id)), before, chapter.position(node.id))
            found = known[node.id] = self._worked_out(step)
        return found

    def _worked_out(self, step: Step) -> _Described:
        node, ply, before, after = step
        described = presenter_for(before.game.name).describe_move(before, node.move, after, ply)
        squares = self._shared(described["squares"])
        piece, top, detail = described["piece"], described["top"], described["detail"]
        seat = before.players.index(before.player)
        return _Described(ply, before.turn, seat, piece, squares, top, detail)

    def _shared(self, squares: Sequence[str]) -> tuple[str, ...]:
        """The same squares once, however many nodes name them."""
        named = tuple(map(intern, squares))
        return self._squares.setdefault(named, named)


def _ink(ink: str) -> Ink:
    return ink  # type: ignore[return-value]  # only inks are let in


def _head(study: Study) -> views.StudyHead:
    return {
        "study": study.id,
        "version": study.version,
        "title": study.title,
        "visibility": study.visibility,
        "kept": study.kept,
        "chapters": [_chapter_head(chapter) for chapter in study.chapters],
    }


def _chapter_head(chapter: Chapter) -> views.ChapterHead:
    return {
        "id": chapter.id,
        "title": chapter.title,
        "rules": chapter.start.game.name,
        "nodes": len(chapter.nodes),
    }
