"""Studies as files and back: our JSON document with everything in it, or records, one per chapter."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from stonefield import records
from stonefield.games.game import find_game, parse
from stonefield.records.record import UNFINISHED, RecordError, is_set_up
from stonefield.study.documents.chapter import ROOT, Chapter, Node, new_chapter
from stonefield.study.documents.errors import StudyError
from stonefield.study.documents.record import chapter_of_record, record_of
from stonefield.study.documents.study import check_comments
from stonefield.study.documents.vocabulary import (
    LONGEST_COMMENT,
    MOST_CHAPTERS,
    MOST_DRAWINGS,
    MOST_NODES,
    Arrow,
    Circle,
    Mark,
    MoveText,
    Strict,
    Title,
)

FORMAT = "stonefield-study"


class _NodeOf(Strict):
    """A node of an exported study; its place among its siblings is its place in the list."""

    id: int = Field(ge=0, le=1_000_000)
    parent: int | None = Field(ge=0, le=1_000_000)
    move: Annotated[str, Field(max_length=0)] | MoveText
    mark: Mark = ""
    comment: str = Field(default="", max_length=LONGEST_COMMENT)
    clock: float | None = None
    arrows: list[Arrow] = Field(default_factory=list, max_length=MOST_DRAWINGS)
    circles: list[Circle] = Field(default_factory=list, max_length=MOST_DRAWINGS)


class _ChapterOf(Strict):
    title: Title = ""
    game: str = Field(max_length=32)
    options: dict[str, bool | int | str] = Field(default_factory=dict, max_length=16)
    position: str | None = Field(default=None, max_length=4_000)
    tags: dict[str, str] = Field(default_factory=dict, max_length=100)
    result: str = UNFINISHED
    nodes: list[_NodeOf] = Field(min_length=1, max_length=MOST_NODES)


class _Document(Strict):
    format: Literal["stonefield-study"]
    version: Literal[1]
    title: Title = ""
    chapters: list[_ChapterOf] = Field(min_length=1, max_length=MOST_CHAPTERS)


_documents: TypeAdapter[_Document] = TypeAdapter(_Document)


def read_study(text: str) -> tuple[str, list[Chapter]]:
    """The title and the chapters of an exported study, or of records of any format.

    RecordError: it cannot be read. StudyError: it is too large.
    """
    if f'"{FORMAT}"' in text[:200]:
        title, found = read_document(text)
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


def read_document(text: str) -> tuple[str, list[Chapter]]:
    """The title and the chapters of an exported study; RecordError or StudyError if it is none."""
    try:
        document = _documents.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise RecordError(f"{place}: {first['msg']}" if place else first["msg"]) from None
    return document.title, [_imported(one) for one in document.chapters]


def _imported(wanted: _ChapterOf) -> Chapter:
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
