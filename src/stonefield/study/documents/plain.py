"""Chapters and studies as plain JSON: what goes to a worker and comes from it, and what a browser keeps."""

from __future__ import annotations

from dataclasses import astuple, replace
from typing import Any, TypedDict

from stonefield.games.game import parse
from stonefield.study.documents.chapter import Chapter, Node, new_chapter
from stonefield.study.documents.study import Done, Study


class PlainChapter(TypedDict):
    """A chapter in plain JSON: what goes to a worker and comes from it."""

    title: str
    start: str
    tags: dict[str, str]
    result: str
    nodes: list[list[Any]]


def plain_node(node: Node) -> list[Any]:
    """A node as JSON has it."""
    return [
        node.id,
        node.parent,
        node.rank,
        node.move,
        node.mark,
        node.comment,
        node.clock,
        node.arrows,
        node.circles,
    ]


def node_of(plain: list[Any]) -> Node:
    """A node from plain JSON."""
    id, parent, rank, move, mark, comment, clock, arrows, circles = plain
    drawn = tuple(map(tuple, arrows)), tuple(map(tuple, circles))
    return Node(id, parent, rank, move, mark, comment, clock, *drawn)


def plain_chapter(chapter: Chapter) -> PlainChapter:
    """A chapter as JSON has it."""
    return {
        "title": chapter.title,
        "start": chapter.start.ordered_text,
        "tags": dict(chapter.tags),
        "result": chapter.result,
        "nodes": [plain_node(node) for node in chapter.nodes.values()],
    }


def chapter_of(plain: PlainChapter) -> Chapter:
    """A chapter from plain JSON; its moves are legal already."""
    return new_chapter(
        parse(plain["start"]),
        title=plain["title"],
        tags=plain["tags"],
        result=plain["result"],
        nodes=map(node_of, plain["nodes"]),
    )


def plain_study(study: Study) -> dict[str, Any]:
    """A whole study as JSON has it."""
    return {
        "id": study.id,
        "created": study.created,
        "owner_hash": study.owner_hash,
        "edit_hash": study.edit_hash,
        "title": study.title,
        "visibility": study.visibility,
        "kept": study.kept,
        "version": study.version,
        "next_chapter": study.next_chapter,
        "done": [astuple(done) for done in study.done],
        "chapters": [[one.id, one.next_node, plain_chapter(one)] for one in study.chapters],
    }


def study_of(plain: dict[str, Any]) -> Study:
    """A whole study from plain JSON."""
    chapters = tuple(
        replace(chapter_of(one), id=id, next_node=next_node) for id, next_node, one in plain["chapters"]
    )
    done = tuple(Done(*one) for one in plain["done"])
    return Study(**{**plain, "chapters": chapters, "done": done})
