"""What an action makes of a study, or the reason why it cannot be done. Nothing is changed here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from stonefield.locales.names import clean_name
from stonefield.records.limits import DEEPEST
from stonefield.study.documents.actions import (
    Action,
    AddChapters,
    AddMoves,
    DeleteChapter,
    DeleteNode,
    MoveChapter,
    PromoteNode,
    RenameChapter,
    SetComment,
    SetDrawings,
    SetKept,
    SetMark,
    SetTitle,
    SetVisibility,
)
from stonefield.study.documents.chapter import ROOT, Chapter, Node
from stonefield.study.documents.errors import StudyError
from stonefield.study.documents.study import Study, check_comments


@dataclass(frozen=True, slots=True)
class Effect:
    """What an action comes to: the study after it, the chapter it was about and where it leads."""

    study: Study
    chapter: int | None = None
    node: int | None = None


def decide(study: Study, action: Action, chapters: Sequence[Chapter] = ()) -> Effect:
    """What becomes of an action; ``chapters`` are those that `AddChapters` adds. The version stays as it is.

    StudyError, or IllegalMove and InvalidMove: it cannot be done.
    """
    match action:
        case AddMoves():
            return _add(study, action)
        case DeleteNode():
            return _delete(study, action)
        case PromoteNode():
            return _promote(study, action)
        case SetComment() | SetMark() | SetDrawings():
            return _annotate(study, action)
        case AddChapters():
            if title := clean_name(action.title):
                chapters = [replace(chapter, title=title) for chapter in chapters]
            return Effect(study.with_new_chapters(chapters), study.next_chapter, ROOT)
        case RenameChapter():
            chapter = study.chapter(action.chapter)
            return Effect(
                study.with_chapter(replace(chapter, title=clean_name(action.title))), chapter.id, None
            )
        case DeleteChapter():
            return _delete_chapter(study, action)
        case MoveChapter():
            return _move_chapter(study, action)
        case SetTitle():
            return Effect(replace(study, title=clean_name(action.title)))
        case SetVisibility():
            return Effect(replace(study, visibility=action.visibility))
        case SetKept():
            return Effect(replace(study, kept=action.kept))
    raise ValueError(f"{action}: a study alone does not decide this")


def _add(study: Study, action: AddMoves) -> Effect:
    chapter = study.chapter(action.chapter)
    at = chapter.node(action.node).id
    position = chapter.position(at)
    made: list[Node] = []
    for text in action.moves:
        move = str(position.read(text))
        position = position.play(move)
        siblings = [] if made else chapter.children(at)
        known = next((child for child in siblings if child.move == move), None)
        if known is None:
            rank = siblings[-1].rank + 1 if siblings else 0
            known = Node(chapter.next_node + len(made), at, rank, move)
            made.append(known)
        at = known.id
    if not made:
        return Effect(study, chapter.id, at)
    grown = chapter.put(*made)
    if made[0].rank and grown.depth > DEEPEST:
        raise StudyError("study_full", f"variations lie in each other at most {DEEPEST} deep")
    grown_study = study.with_chapter(grown)
    grown_study.check_size()
    return Effect(grown_study, chapter.id, at)


def _delete(study: Study, action: DeleteNode) -> Effect:
    chapter = study.chapter(action.chapter)
    node = chapter.node(action.node)
    if node.parent is None:
        raise StudyError("no_such_node", "the start stays; delete the chapter instead")
    return Effect(
        study.with_chapter(chapter.mend((), chapter.subtree(node.id))),
        chapter.id,
        node.parent,
    )


def _promote(study: Study, action: PromoteNode) -> Effect:
    chapter = study.chapter(action.chapter)
    path = chapter.path(action.node)
    changed: list[Node] = []
    for node in reversed(path):
        assert node.parent is not None
        siblings = chapter.children(node.parent)
        place = siblings.index(node)
        if place:
            order = list(siblings)
            order.remove(node)
            order.insert(0 if action.main else place - 1, node)
            changed += [replace(one, rank=rank) for rank, one in enumerate(order) if one.rank != rank]
            if not action.main:
                break
    return Effect(study.with_chapter(chapter.put(*changed)) if changed else study, chapter.id, action.node)


def _annotate(study: Study, action: SetComment | SetMark | SetDrawings) -> Effect:
    chapter = study.chapter(action.chapter)
    node = chapter.node(action.node)
    if isinstance(action, SetComment):
        node = replace(node, comment=_clean_text(action.text))
    elif isinstance(action, SetMark):
        if node.parent is None and action.mark:
            raise StudyError("no_such_node", "the start is no decision")
        node = replace(node, mark=action.mark)
    else:
        _check_squares(chapter, action)
        node = replace(
            node,
            arrows=tuple((arrow.start, arrow.end, arrow.ink) for arrow in action.arrows),
            circles=tuple((circle.square, circle.ink) for circle in action.circles),
        )
    if node == chapter.nodes[node.id]:
        return Effect(study, chapter.id, node.id)
    chapter = chapter.put(node)
    check_comments(chapter.nodes.values())
    return Effect(study.with_chapter(chapter), chapter.id, node.id)


def _clean_text(text: str) -> str:
    """A comment that every file and database can hold."""
    return text.replace("\r\n", "\n").replace("\0", "").strip()


def _check_squares(chapter: Chapter, action: SetDrawings) -> None:
    named = {square for arrow in action.arrows for square in (arrow.start, arrow.end)}
    named |= {circle.square for circle in action.circles}
    unknown = named - set(chapter.start.board.names)
    if unknown:
        raise StudyError("invalid", f"`{min(unknown)}`: the board of this chapter has no such square")


def _delete_chapter(study: Study, action: DeleteChapter) -> Effect:
    chapter = study.chapter(action.chapter)
    if len(study.chapters) == 1:
        raise StudyError("no_such_chapter", "the last chapter stays; delete the study instead")
    left = tuple(one for one in study.chapters if one is not chapter)
    return Effect(replace(study, chapters=left))


def _move_chapter(study: Study, action: MoveChapter) -> Effect:
    chapter = study.chapter(action.chapter)
    order = [one for one in study.chapters if one is not chapter]
    order.insert(action.place, chapter)
    return Effect(replace(study, chapters=tuple(order)), chapter.id)
