"""Studies as rows, and what is written when one version follows another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import astuple
from sys import intern
from typing import Any, TypeVar

from sqlalchemy import Connection, delete, insert, update

from stonefield.games.game import parse
from stonefield.server.store import tables
from stonefield.server.store.journal import Conflict
from stonefield.server.store.rows import Row
from stonefield.server.study.chapter import Chapter, Node
from stonefield.server.study.study import Done, Study, tree_difference

T = TypeVar("T")
AT_ONCE = 100
"""Nodes of one statement; where the event loop writes, everything else has its turn in between."""


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


def write_new(connection: Connection, study: Study, touched: int) -> None:
    """Put a new study in."""
    connection.execute(insert(tables.studies), study_row(study, touched))
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
