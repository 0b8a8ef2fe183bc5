"""How the edits of a study are stored and taken back. What is large takes a while: it is done in a thread."""

from __future__ import annotations

from typing import NamedTuple

from stonefield.server.protocol.study_views import TakenBack
from stonefield.server.store.packed_text import pack, unpack
from stonefield.server.store.study_rows import NewEdit
from stonefield.server.studies.authors import taken_back_view
from stonefield.study.documents.study import Role, Study
from stonefield.study.documents.undo import edit_between, read_edit, take_back, write_edit


class Undone(NamedTuple):
    """The study without an edit, the version that the edit had made, and what its author is sent."""

    study: Study
    version: int
    view: TakenBack


def undo(now: Study, version: int, packed: str) -> Undone:
    """Take back the edit that made a version; StudyError if others have changed the same since."""
    edit = read_edit(unpack(packed))
    return Undone(take_back(edit, now), version, taken_back_view(edit))


def new_edit(author: str, role: Role, type: str, before: Study, after: Study) -> NewEdit:
    """How the change from one version to the next can be taken back."""
    edit = edit_between(before, after, role=role, type=type)
    return NewEdit(author, edit.weight, pack(write_edit(edit)))
