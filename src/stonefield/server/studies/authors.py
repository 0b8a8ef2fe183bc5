"""What a study knows of its authors, and what they are answered, with or without a server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from stonefield.server.protocol.problems import Refusal
from stonefield.server.tokens import derived_token, hash_token, new_token
from stonefield.study.documents.chapter import Chapter
from stonefield.study.documents.study import Done, Study
from stonefield.study.documents.undo import Edit

if TYPE_CHECKING:
    from stonefield.server.protocol.study_views import StudyAccepted, StudyMade, StudyState, TakenBack

AUTHOR_LETTERS = 16


def author_of(token: str | None, client: str | None) -> str:
    """Whose action it is. Those who share a token say who they are, or are one."""
    # Not the address: a phone changes it.
    return f"{hash_token(token or '')[:AUTHOR_LETTERS]}:{client or ''}"


def edit_token(token: str | None, study: str, request: str) -> str:
    """The new edit token that a request makes, however often it is sent."""
    return derived_token(token or "", f"edit {study} {request}")


def nothing_to_undo(anyone: bool) -> Refusal:
    """No action can be taken back."""
    return Refusal("nothing_to_undo", f"there is nothing {'' if anyone else 'of yours '}to take back")


class Acted(NamedTuple):
    """What became of an action, and what is sent to its author alone."""

    done: Done
    edit: str | None = None
    """A new edit token."""
    undone: TakenBack | None = None


class NewTokens(NamedTuple):
    """What a new study is opened with; shown this once."""

    token: str
    edit: str


def new_study(id: str, created: int, title: str, chapters: Sequence[Chapter]) -> tuple[Study, NewTokens]:
    """A study of chapters that are in none yet; StudyError if they are too many."""
    tokens = NewTokens(new_token(), new_token())
    empty = Study(
        id=id,
        created=created,
        owner_hash=hash_token(tokens.token),
        edit_hash=hash_token(tokens.edit),
        title=title,
        chapters=(),
    )
    return empty.with_new_chapters(chapters), tokens


# What is answered


def made_view(study: str, token: str, edit: str, state: StudyState) -> StudyMade:
    """The answer to making a study."""
    return {
        "study": study,
        "token": token,
        "edit": edit,
        "links": {"read": f"/study/{study}", "edit": f"/study/{study}#edit={edit}"},
        "state": state,
    }


def accepted_view(request: str, acted: Acted) -> StudyAccepted:
    """The answer to an action."""
    done = acted.done
    accepted: StudyAccepted = {
        "type": "accepted",
        "id": request,
        "version": done.version,
        "chapter": done.chapter,
        "node": done.node,
    }
    if acted.edit is not None:
        accepted["edit"] = acted.edit
    if acted.undone is not None:
        accepted["undone"] = acted.undone
    return accepted


def taken_back_view(edit: Edit) -> TakenBack:
    """What its author is told of an edit that is taken back."""
    return {"by": "owner" if edit.role == "owner" else "editor", "type": edit.type}
