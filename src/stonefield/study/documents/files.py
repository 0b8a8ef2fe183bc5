"""Studies as files and back: our JSON document with everything in it, or records, one per chapter."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from stonefield import records
from stonefield.games.game import find_game, parse
from stonefield.records.record import RecordError, is_set_up
from stonefield.study.documents.chapter import ROOT, Chapter, Node, new_chapter
from stonefield.study.documents.errors import StudyError
from stonefield.study.documents.limits import MOST_CHAPTERS
from stonefield.study.documents.record import chapter_of_record, record_of
from stonefield.study.documents.study import check_comments

if TYPE_CHECKING:
    from stonefield.study.documents.document import ChapterDocument, StudyDocument

Check: TypeAlias = "Callable[[str], StudyDocument]"
"""Reads the text of an exported study, and refuses what is none with RecordError."""
FORMAT = "stonefield-study"


def study_of_file(text: str, check: Check) -> tuple[str, list[Chapter]]:
    """The title and the chapters of an exported study, which is checked first, or of records of any format.

    RecordError: it cannot be read. StudyError: it is too large.
    """
    if f'"{FORMAT}"' in text[:200]:
        title, found = study_of_document(check(text))
    else:
        several = records.read_any(text)
        if len(several) > MOST_CHAPTERS:
            raise StudyError("study_full", f"a study has at most {MOST_CHAPTERS} chapters")
        title = several[0].tags.get("Study", "")[:100]
        found = [chapter_of_record(record) for record in several]
    # What could not be exported again does not come in.
    for chapter in found:
        record_of(chapter, title)
    return title, found


def write_study(title: str, chapters: Sequence[Chapter], form: str) -> str:
    """A study as a file: `json`, or `stones`, our text, where drawings are in the comments."""
    if form == "json":
        return json.dumps(document_of(title, chapters), ensure_ascii=False, indent=1) + "\n"
    return records.write([record_of(chapter, title) for chapter in chapters])


def document_of(title: str, several: Iterable[Chapter]) -> dict[str, Any]:
    """A study as the JSON that is exported."""
    return {"format": FORMAT, "version": 1, "title": title, "chapters": [_exported(one) for one in several]}


def _exported(chapter: Chapter) -> dict[str, Any]:
    start = chapter.start
    return {
        "title": chapter.title,
        "game": start.game.name,
        "options": dict(start.options),
        "position": start.ordered_text if is_set_up(start) else None,
        "tags": dict(chapter.tags),
        "result": chapter.result,
        "nodes": [
            {
                "id": node.id,
                "parent": node.parent,
                "move": node.move,
                "mark": node.mark,
                "comment": node.comment,
                "clock": node.clock,
                "arrows": [{"start": one, "end": other, "ink": ink} for one, other, ink in node.arrows],
                "circles": [{"square": square, "ink": ink} for square, ink in node.circles],
            }
            for node in sorted(chapter.nodes.values(), key=lambda node: (node.rank, node.id))
        ],
    }


def study_of_document(document: StudyDocument) -> tuple[str, list[Chapter]]:
    """The title and the chapters of an exported study; RecordError or StudyError if it is none."""
    return document.title, [_imported(one) for one in document.chapters]


def _imported(wanted: ChapterDocument) -> Chapter:
    if wanted.position is not None:
        start = parse(wanted.position)
    else:
        game = find_game(wanted.game)
        start = game.start(**{name: game.option(name).check(value) for name, value in wanted.options.items()})
    ranks: dict[int | None, int] = {}
    nodes: list[Node] = []
    for one in wanted.nodes:
        rank = ranks[one.parent] = ranks.get(one.parent, -1) + 1
        arrows = tuple((arrow.start, arrow.end, arrow.ink) for arrow in one.arrows)
        circles = tuple((circle.square, circle.ink) for circle in one.circles)
        comment = one.comment.replace("\0", "")
        nodes.append(Node(one.id, one.parent, rank, one.move, one.mark, comment, one.clock, arrows, circles))
    check_comments(nodes)
    _check_tree(nodes)
    found = new_chapter(start, title=wanted.title, tags=wanted.tags, result=wanted.result, nodes=nodes)
    # Each move as its game writes it; one that is illegal is refused.
    spelt = {
        node.id: replace(node, move=str(before.read(node.move)))
        for node, _, before, _ in found.walk(found.nodes)
    }
    return replace(found, nodes={**found.nodes, **spelt})


def _check_tree(nodes: list[Node]) -> None:
    """Refuse what is no tree: a node twice, no root, or a node that hangs on nothing or on itself."""
    parents = {node.id: node.parent for node in nodes}
    if len(parents) != len(nodes) or [id for id, parent in parents.items() if parent is None] != [ROOT]:
        raise RecordError("the nodes of a chapter have ids of their own, and only the root 0 has no parent")
    known = {ROOT}
    for id in parents:
        path = []
        at: int | None = id
        while at is not None and at not in known:
            if at in path or at not in parents:
                raise RecordError(f"node {id} does not hang on the root")
            path.append(at)
            at = parents[at]
        known.update(path)
