"""Studies as rows, and what is written when one version follows another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import astuple
from sys import intern
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, delete, insert, select, update

from stonefield.games.game import parse
from stonefield.server.domain.game.rows import Row
from stonefield.server.store import tables
from stonefield.server.store.journal import Conflict
from stonefield.study.documents.chapter import Chapter, Node
from stonefield.study.documents.limits import MOST_EDITS
from stonefield.study.documents.study import Done, Study, tree_difference

T = TypeVar("T")
AT_ONCE = 100
"""Nodes of one statement; where the event loop writes, everything else has its turn in between."""
MOST_EDIT_BYTES = 2_000_000
"""About how many bytes those edits of a study may take together."""


class EditSize(NamedTuple):
    """What is written when one version follows another."""

    rows: int
    nodes: int
    """Nodes that are sent to every viewer."""
    added: int
    """Those among them whose decision has to be worked out for that."""


def edit_size(before: Study | None, after: Study) -> EditSize:
    """What it takes to write ``after`` in the place of ``before``, or as a new study."""
    # An edit can be taken back: its row comes, and another one goes.
    rows, nodes, added = 1 if before is None else 3, 0, 0
    were = {} if before is None else {one.id: (place, one) for place, one in enumerate(before.chapters)}
    for place, chapter in enumerate(after.chapters):
        was = were.pop(chapter.id, None)
        if was is not None and was[0] == place and was[1] is chapter:
            continue
        difference = tree_difference(None if was is None else was[1], chapter)
        changed = len(difference.nodes) + len(difference.removed)
        rows += 1 + changed
        # A new chapter is asked for by those who open it.
        if was is not None:
            nodes += changed
            added += sum(node.id not in was[1].nodes for node in difference.nodes)
    rows += sum(1 + len(chapter.nodes) for _, chapter in were.values())
    return EditSize(rows, nodes, added)


class NewEdit(NamedTuple):
    """What can be taken back, as it is stored."""

    author: str
    weight: int
    text: str


def study_row(study: Study, touched: int) -> Row:
    """What a study is without its chapters."""
    return {
        "id": study.id,
        "created": study.created,
        "touched": touched,
        "title": study.title,
        "visibility": study.visibility,
        "kept": study.kept,
        "version": study.version,
        "owner_hash": study.owner_hash,
        "edit_hash": study.edit_hash,
        "next_chapter": study.next_chapter,
        "done": [astuple(done) for done in study.done],
    }


def chapter_row(study: str, place: int, chapter: Chapter) -> Row:
    return {
        "study": study,
        "id": chapter.id,
        "place": place,
        "rules": chapter.start.game.name,
        "title": chapter.title,
        "start": chapter.start.ordered_text,
        "tags": dict(chapter.tags),
        "result": chapter.result,
        "next_node": chapter.next_node,
    }


def node_row(study: str, chapter: int, node: Node) -> Row:
    return {
        "study": study,
        "chapter": chapter,
        "id": node.id,
        "parent": node.parent,
        "rank": node.rank,
        "move": node.move,
        "mark": node.mark,
        "comment": node.comment,
        "clock": node.clock,
        "arrows": node.arrows,
        "circles": node.circles,
    }


def study_of(row: Any, chapters: Iterable[Any], nodes: Iterable[Any]) -> Study:
    """A study from its rows."""
    trees: dict[int, dict[int, Node]] = {}
    ids: dict[int, int] = {}
    for node in nodes:
        trees.setdefault(node.chapter, {})[node.id] = _node_of(node._mapping, ids)
    return Study(
        id=row.id,
        created=row.created,
        owner_hash=row.owner_hash,
        edit_hash=row.edit_hash,
        title=row.title,
        chapters=tuple(
            Chapter(one.id, one.title, parse(one.start), one.tags, one.result, trees[one.id], one.next_node)
            for one in chapters
        ),
        visibility=row.visibility,
        kept=row.kept,
        version=row.version,
        next_chapter=row.next_chapter,
        done=tuple(Done(*done) for done in row.done),
    )


def _node_of(row: Mapping[str, Any], ids: dict[int, int]) -> Node:
    """A node from its row; numbers and moves that occur again are the same objects."""
    id, parent = row["id"], row["parent"]
    return Node(
        ids.setdefault(id, id),
        None if parent is None else ids.setdefault(parent, parent),
        row["rank"],
        intern(row["move"]),
        row["mark"],
        row["comment"],
        row["clock"],
        tuple(map(tuple, row["arrows"])),
        tuple(map(tuple, row["circles"])),
    )


def write_new(connection: Connection, study: Study, touched: int, maker: str | None) -> None:
    """Put a new study in."""
    connection.execute(insert(tables.studies), {**study_row(study, touched), "maker": maker})
    for place, chapter in enumerate(study.chapters):
        _write_chapter(connection, study.id, place, None, chapter)


def write_change(connection: Connection, before: Study, after: Study, touched: int) -> None:
    """Turn one version of a study into the next, row by row; Conflict if another one is there."""
    row = study_row(after, touched)
    there = tables.studies.c.id == after.id
    found = connection.execute(
        update(tables.studies).where(there, tables.studies.c.version == before.version).values(**row)
    )
    if found.rowcount != 1:
        raise Conflict
    known = {chapter.id: (place, chapter) for place, chapter in enumerate(before.chapters)}
    for place, chapter in enumerate(after.chapters):
        was = known.pop(chapter.id, None)
        if was is None or was[0] != place or was[1] is not chapter:
            _write_chapter(connection, after.id, place, None if was is None else was[1], chapter)
    if known:
        chapters = tables.chapters.c
        connection.execute(
            delete(tables.chapters).where(chapters.study == after.id, chapters.id.in_(list(known)))
        )


def write_edit(connection: Connection, study: str, version: int, edit: NewEdit) -> None:
    """Put in what made a version, and drop the oldest where there would be too many or too much."""
    edits = tables.study_edits.c
    stored = connection.execute(
        select(edits.version, edits.weight).where(edits.study == study).order_by(edits.version.desc())
    ).all()
    weight = edit.weight
    for count, row in enumerate(stored, 1):
        weight += row.weight
        if count >= MOST_EDITS or weight > MOST_EDIT_BYTES:
            connection.execute(
                delete(tables.study_edits).where(edits.study == study, edits.version <= row.version)
            )
            break
    connection.execute(
        insert(tables.study_edits),
        {"study": study, "version": version, "author": edit.author, "weight": edit.weight, "edit": edit.text},
    )


def drop_edit(connection: Connection, study: str, version: int) -> None:
    """What made a version is taken back."""
    edits = tables.study_edits.c
    connection.execute(delete(tables.study_edits).where(edits.study == study, edits.version == version))


def _write_chapter(
    connection: Connection, study: str, place: int, before: Chapter | None, chapter: Chapter
) -> None:
    row = chapter_row(study, place, chapter)
    if before is None:
        connection.execute(insert(tables.chapters), row)
    else:
        this = (tables.chapters.c.study == study, tables.chapters.c.id == chapter.id)
        connection.execute(update(tables.chapters).where(*this).values(**row))
    difference = tree_difference(before, chapter)
    gone = difference.removed + [node.id for node in difference.nodes if before and node.id in before.nodes]
    nodes = tables.nodes.c
    for some in _parts(gone):
        connection.execute(
            delete(tables.nodes).where(nodes.study == study, nodes.chapter == chapter.id, nodes.id.in_(some))
        )
    for part in _parts(difference.nodes):
        connection.execute(insert(tables.nodes), [node_row(study, chapter.id, node) for node in part])


def _parts(found: list[T]) -> Iterator[list[T]]:
    return (found[first : first + AT_ONCE] for first in range(0, len(found), AT_ONCE))
