"""What people do to a study on the device."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

from stonefield.pocket.studies import HeldStudy, KeptEdit, Studies
from stonefield.pocket.study_sources import StudySources
from stonefield.server.protocol.study_problems import refusing
from stonefield.server.studies.authors import Acted, author_of, edit_token, nothing_to_undo, taken_back_view
from stonefield.server.tokens import hash_token
from stonefield.study.documents.actions import ACTIONS, Action, RenewEditLink, Undo, check_role
from stonefield.study.documents.chapter import Chapter
from stonefield.study.documents.deciding import Effect, decide
from stonefield.study.documents.study import Role, Study
from stonefield.study.documents.undo import edit_between, read_edit, take_back, write_edit


def action_of(said: Any) -> Action:
    """An action as its message says it."""
    kind = ACTIONS[said.type]
    return kind(**{field.name: getattr(said, field.name) for field in fields(kind)})


class StudyActs:
    """Carries out actions once and for all."""

    def __init__(self, studies: Studies, sources: StudySources) -> None:
        self._studies, self._sources = studies, sources

    def act(self, held: HeldStudy, token: str | None, said: Any, now: int) -> Acted:
        """Carry out what was said by the holder of a token, or Refusal."""
        action, role = action_of(said), held.role_of(token)
        with refusing():
            check_role(role, action)
        before, author = held.study, author_of(token, said.client)
        request = f"{author}:{said.id}"
        link = edit_token(token, before.id, request) if isinstance(action, RenewEditLink) else None
        done = before.find_done(request)
        if done is not None:
            return Acted(done, link)
        if isinstance(action, Undo):
            return self._undo(held, None if action.anyone else author, request)
        if link is not None:
            effect = Effect(replace(before, edit_hash=hash_token(link)))
        else:
            chapters: Sequence[Chapter] = ()
            if said.type == "chapter_add":
                chapters = self._sources.titled(said.source, now)[1]
            with refusing():
                effect = decide(before, action, chapters)
        after, done = before.settled(effect.study, request, effect.chapter, effect.node)
        if after is not before:
            edit = None if link else _kept(author, role, said.type, before, after)
            self._studies.change(held, after, edit, None)
        return Acted(done, link)

    def _undo(self, held: HeldStudy, author: str | None, request: str) -> Acted:
        """Take back the last edit of an author, or of anyone."""
        last = next((one for one in reversed(held.edits) if author in (None, one.author)), None)
        if last is None:
            raise nothing_to_undo(author is None)
        edit, before = read_edit(last.text), held.study
        with refusing():
            after, done = before.settled(take_back(edit, before), request, None, None)
        if after is not before:
            self._studies.change(held, after, None, last.version)
        return Acted(done, undone=taken_back_view(edit))


def _kept(author: str, role: Role, type: str, before: Study, after: Study) -> KeptEdit:
    return KeptEdit(after.version, author, write_edit(edit_between(before, after, role=role, type=type)))
