"""Chapters as records and back, with variations, comments, marks and clocks.

Drawings are kept in the comments of a record: ``[%draw a1>b2:green c3:red]``.
"""

from __future__ import annotations

import re
from dataclasses import replace

from stonefield.locales.names import clean_name
from stonefield.records.record import UNFINISHED, Line, Ply, Record, joined, result_of
from stonefield.study.documents.chapter import ROOT, Arrow, Chapter, Circle, Node, new_chapter
from stonefield.study.documents.errors import StudyError
from stonefield.study.documents.limits import LONGEST_COMMENT, MOST_DRAWINGS, MOST_NODES
from stonefield.study.documents.study import check_comments

_DRAWN = re.compile(r"\s*\[%draw ([^\]]*)\]")
_ARROW = re.compile(r"([a-z]\d{1,2})>([a-z]\d{1,2}):(green|red|blue|yellow)")
_CIRCLE = re.compile(r"([a-z]\d{1,2}):(green|red|blue|yellow)")


def chapter_of_record(record: Record) -> Chapter:
    """A record as a chapter, with its variations, comments, marks, clocks and drawings."""
    nodes = [_with_comment(Node(ROOT, None, 0, ""), record.line.comment)]
    waiting: list[tuple[int, Line]] = [(ROOT, replace(record.line, comment=""))]
    ranks: dict[int, int] = {}
    while waiting:
        parent, line = waiting.pop()
        for place, ply in enumerate(line):
            said = ply.comment if place else joined([line.comment, ply.comment])
            rank = ranks.get(parent, 0)
            ranks[parent] = rank + 1
            node = Node(len(nodes), parent, rank, ply.move, mark=ply.mark, clock=ply.clock)
            nodes.append(_with_comment(node, said))
            if len(nodes) > MOST_NODES:
                raise StudyError("study_full", f"a chapter has at most {MOST_NODES} nodes")
            waiting += [(parent, other) for other in reversed(ply.variations)]
            parent = node.id
    check_comments(nodes)
    tags = {name: value for name, value in record.tags.items() if name not in ("Study", "Chapter")}
    names = [tags.get(f"Player{number}", "") for number in range(1, len(record.start.players) + 1)]
    title = record.tags.get("Chapter") or " – ".join(filter(None, names))
    return new_chapter(
        record.start, title=clean_name(title)[:100], tags=tags, result=record.result, nodes=nodes
    )


def _with_comment(node: Node, text: str) -> Node:
    """The node with what was said about it, its drawings taken out of the text."""
    arrows: list[Arrow] = []
    circles: list[Circle] = []
    for found in _DRAWN.finditer(text):
        for word in found[1].split():
            if arrow := _ARROW.fullmatch(word):
                arrows.append((arrow[1], arrow[2], arrow[3]))
            elif circle := _CIRCLE.fullmatch(word):
                circles.append((circle[1], circle[2]))
    said = _DRAWN.sub("", text).replace("\0", "").strip()
    return replace(
        node,
        comment=said[:LONGEST_COMMENT],
        arrows=tuple(arrows[:MOST_DRAWINGS]),
        circles=tuple(circles[:MOST_DRAWINGS]),
    )


def record_of(chapter: Chapter, study_title: str) -> Record:
    """A chapter as a record."""
    final = chapter.position(chapter.main_line()[-1])
    result = result_of(final)
    tags = {**chapter.tags, "Study": study_title, "Chapter": chapter.title}
    line = Line(_plies(chapter), _said(chapter.nodes[ROOT]))
    return Record(
        chapter.start,
        line,
        chapter.result if result == UNFINISHED else result,
        {name: value for name, value in tags.items() if value},
    )


def _plies(chapter: Chapter) -> tuple[Ply, ...]:
    """The main line from the root with everything beside it, built from the leaves up."""
    order = list(chapter.subtree(ROOT))
    lines: dict[int, tuple[Ply, ...]] = {}
    for id in reversed(order):
        following = chapter.children(id)
        if not following:
            lines[id] = ()
            continue
        first, *others = following
        variations = tuple(Line((_ply(other), *lines[other.id])) for other in others)
        lines[id] = (replace(_ply(first), variations=variations), *lines[first.id])
    return lines[ROOT]


def _ply(node: Node) -> Ply:
    return Ply(node.move, node.mark, _said(node), node.clock)


def _said(node: Node) -> str:
    drawn = [f"{start}>{end}:{ink}" for start, end, ink in node.arrows]
    drawn += [f"{square}:{ink}" for square, ink in node.circles]
    return f"{node.comment} [%draw {' '.join(drawn)}]".strip() if drawn else node.comment
