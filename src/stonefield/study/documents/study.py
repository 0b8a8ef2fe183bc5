"""A study, and what is different between two of its versions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from stonefield.study.documents.chapter import Chapter, Node
from stonefield.study.documents.errors import StudyError
from stonefield.study.documents.limits import (
    LONGEST_COMMENTS,
    MOST_CHAPTERS,
    MOST_NODES,
    MOST_NODES_IN_ALL,
    Visibility,
)

Role: TypeAlias = Literal["owner", "editor", "reader"]

MOST_DONE = 64
"""Actions that are known again when they are sent again."""


@dataclass(frozen=True, slots=True)
class Done:
    """What became of an action."""

    request: str
    version: int
    chapter: int | None
    node: int | None


@dataclass(frozen=True)
class Study:
    """Everything about a study at one version. Ids of chapters are never used again."""

    id: str
    created: int
    owner_hash: str
    edit_hash: str
    title: str
    chapters: tuple[Chapter, ...]
    visibility: Visibility = "private"
    kept: bool = False
    version: int = 0
    next_chapter: int = 1
    done: tuple[Done, ...] = ()

    @property
    def size(self) -> int:
        """The nodes of all its chapters."""
        return sum(len(chapter.nodes) for chapter in self.chapters)

    def chapter(self, id: int) -> Chapter:
        """The chapter, or StudyError."""
        for chapter in self.chapters:
            if chapter.id == id:
                return chapter
        raise StudyError("no_such_chapter", "this chapter is no longer there")

    def role_of(self, token_hash: str | None) -> Role:
        """What the holder of this token, or of none, may be here; StudyError: nothing at all."""
        if token_hash == self.owner_hash:
            return "owner"
        if token_hash == self.edit_hash:
            return "editor"
        if token_hash is not None:
            raise StudyError("bad_token", "this token opens nothing in this study")
        if self.visibility == "private":
            raise StudyError("study_private", "this study is private; ask its owner for a link")
        return "reader"

    def with_chapter(self, changed: Chapter) -> Study:
        """The study with a chapter in the place of what it was."""
        chapters = tuple(changed if one.id == changed.id else one for one in self.chapters)
        return replace(self, chapters=chapters)

    def with_new_chapters(self, chapters: Sequence[Chapter]) -> Study:
        """The study with more chapters at its end, each with an id of its own."""
        first = self.next_chapter
        added = tuple(replace(chapter, id=first + place) for place, chapter in enumerate(chapters))
        study = replace(self, chapters=(*self.chapters, *added), next_chapter=first + len(added))
        study.check_size()
        return study

    def check_size(self) -> None:
        """Refuse what is more than a study holds."""
        if len(self.chapters) > MOST_CHAPTERS:
            raise StudyError("study_full", f"a study has at most {MOST_CHAPTERS} chapters")
        sizes = [len(chapter.nodes) for chapter in self.chapters]
        if max(sizes, default=0) > MOST_NODES or sum(sizes) > MOST_NODES_IN_ALL:
            raise StudyError(
                "study_full",
                f"a chapter has at most {MOST_NODES} nodes, and all together {MOST_NODES_IN_ALL}",
            )

    def with_done(self, done: Done) -> Study:
        """The version that an action made, which is known again when it is sent again."""
        return replace(self, version=done.version, done=(*self.done, done)[-MOST_DONE:])

    def settled(
        self, after: Study, request: str, chapter: int | None, node: int | None
    ) -> tuple[Study, Done]:
        """What an action makes of this version. Where nothing changes, the version stays."""
        done = Done(request, self.version, chapter, node)
        if after is self:
            return self, done
        done = replace(done, version=self.version + 1)
        return after.with_done(done), done

    def with_known(self, before: Study) -> Study:
        """The same version, with the chapters that have not changed since ``before`` as they are known."""
        known = {chapter.id: chapter for chapter in before.chapters}
        chapters = (known[one.id] if known.get(one.id) == one else one for one in self.chapters)
        return replace(self, chapters=tuple(chapters))

    def find_done(self, request: str) -> Done | None:
        """What became of an action that was sent before."""
        return next((done for done in self.done if done.request == request), None)


def check_comments(nodes: Iterable[Node]) -> None:
    """Refuse more comments than a chapter holds."""
    if sum(len(node.comment) for node in nodes) > LONGEST_COMMENTS:
        raise StudyError(
            "study_full", f"the comments of a chapter have at most {LONGEST_COMMENTS} characters"
        )


@dataclass(frozen=True, slots=True)
class TreeDifference:
    """What one version of a chapter's tree has otherwise than the one before."""

    nodes: list[Node]
    """New ones, and those that are different."""
    removed: list[int]


def tree_difference(before: Chapter | None, after: Chapter) -> TreeDifference:
    """What makes the tree of ``after`` out of that of ``before``."""
    if before is None:
        return TreeDifference(list(after.nodes.values()), [])
    if before.nodes is after.nodes:
        return TreeDifference([], [])
    return TreeDifference(
        [node for node in after.nodes.values() if before.nodes.get(node.id) is not node],
        [id for id in before.nodes if id not in after.nodes],
    )
