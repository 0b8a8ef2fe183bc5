"""What an action makes of a study, or the reason why it is refused. Nothing is changed here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from stonefield.games.game import StonefieldError
from stonefield.records.limits import DEEPEST
from stonefield.server.domain.game.agreement import clean_name
from stonefield.server.protocol.problems import Refusal, refused_move
from stonefield.server.protocol.studies import (
    AddAction,
    ChapterAddAction,
    ChapterDeleteAction,
    ChapterMoveAction,
    ChapterRenameAction,
    CommentAction,
    DeleteAction,
    DrawAction,
    EditLinkAction,
    KeepAction,
    MarkAction,
    PromoteAction,
    StudyAction,
    StudyUndoAction,
    TitleAction,
    VisibilityAction,
)
from stonefield.server.study.chapter import ROOT, Chapter, Node
from stonefield.server.study.study import LONGEST_COMMENTS, Role, Study


@dataclass(frozen=True, slots=True)
class Effect:
    """What an action comes to: the study after it, the chapter it was about and where it leads."""

    study: Study
    chapter: int | None = None
    node: int | None = None


def check_role(role: Role, action: StudyAction) -> None:
    """Refusal if somebody in this role may not do that."""
    if role == "reader":
        raise Refusal("not_your_study", "only those with its edit link can change this study")
    for_owner = isinstance(action, VisibilityAction | KeepAction | EditLinkAction) or (
        isinstance(action, StudyUndoAction) and action.anyone
    )
    if for_owner and role != "owner":
        raise Refusal("not_your_study", "only whoever made the study can do this")


def decide(study: Study, action: StudyAction, chapters: Sequence[Chapter] = ()) -> Effect:
    """What becomes of an action, or Refusal; ``chapters`` are those that a source holds.

    The version is left to whoever commits it.
    """
    match action:
        case AddAction():
            return _add(study, action)
        case DeleteAction():
            return _delete(study, action)
        case PromoteAction():
            return _promote(study, action)
        case CommentAction() | MarkAction() | DrawAction():
            return _annotate(study, action)
        case ChapterAddAction():
            grown = study.with_new_chapters(chapters)
            return Effect(grown, study.next_chapter, ROOT)
        case ChapterRenameAction():
            chapter = study.chapter(action.chapter)
            return Effect(
                study.with_chapter(replace(chapter, title=clean_name(action.title))), chapter.id, None
            )
        case ChapterDeleteAction():
            return _delete_chapter(study, action)
        case ChapterMoveAction():
            return _move_chapter(study, action)
        case TitleAction():
            return Effect(replace(study, title=clean_name(action.title)))
        case VisibilityAction():
            return Effect(replace(study, visibility=action.visibility))
        case KeepAction():
            return Effect(replace(study, kept=action.kept))
    raise ValueError(f"`{action.type}`: nothing that is done to a study alone")


def _add(study: Study, action: AddAction) -> Effect:
    chapter = study.chapter(action.chapter)
    at = chapter.node(action.node).id
    position = chapter.position(at)
    made: list[Node] = []
    try:
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
    except StonefieldError as error:
        raise refused_move(error) from None
    if not made:
        return Effect(study, chapter.id, at)
    grown = chapter.put(*made)
    if made[0].rank and grown.depth > DEEPEST:
        raise Refusal("study_full", f"variations lie in each other at most {DEEPEST} deep")
    grown_study = study.with_chapter(grown)
    grown_study.check_size()
    return Effect(grown_study, chapter.id, at)


def _delete(study: Study, action: DeleteAction) -> Effect:
    chapter = study.chapter(action.chapter)
    node = chapter.node(action.node)
    if node.parent is None:
        raise Refusal("no_such_node", "the start stays; delete the chapter instead")
    return Effect(
        study.with_chapter(chapter.mend((), chapter.subtree(node.id))),
        chapter.id,
        node.parent,
    )


def _promote(study: Study, action: PromoteAction) -> Effect:
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


def _annotate(study: Study, action: CommentAction | MarkAction | DrawAction) -> Effect:
    chapter = study.chapter(action.chapter)
    node = chapter.node(action.node)
    if isinstance(action, CommentAction):
        node = replace(node, comment=_clean_text(action.text))
    elif isinstance(action, MarkAction):
        if node.parent is None and action.mark:
            raise Refusal("no_such_node", "the start is no decision")
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
    if sum(len(one.comment) for one in chapter.nodes.values()) > LONGEST_COMMENTS:
        raise Refusal("study_full", f"the comments of a chapter have at most {LONGEST_COMMENTS} characters")
    return Effect(study.with_chapter(chapter), chapter.id, node.id)


def _clean_text(text: str) -> str:
    """A comment that every file and database can hold."""
    return text.replace("\r\n", "\n").replace("\0", "").strip()


def _check_squares(chapter: Chapter, action: DrawAction) -> None:
    named = {square for arrow in action.arrows for square in (arrow.start, arrow.end)}
    named |= {circle.square for circle in action.circles}
    unknown = named - set(chapter.start.board.names)
    if unknown:
        raise Refusal("invalid", f"`{min(unknown)}`: the board of this chapter has no such square")


def _delete_chapter(study: Study, action: ChapterDeleteAction) -> Effect:
    chapter = study.chapter(action.chapter)
    if len(study.chapters) == 1:
        raise Refusal("no_such_chapter", "the last chapter stays; delete the study instead")
    left = tuple(one for one in study.chapters if one is not chapter)
    return Effect(replace(study, chapters=left))


def _move_chapter(study: Study, action: ChapterMoveAction) -> Effect:
    chapter = study.chapter(action.chapter)
    order = [one for one in study.chapters if one is not chapter]
    order.insert(action.place, chapter)
    return Effect(replace(study, chapters=tuple(order)), chapter.id)
