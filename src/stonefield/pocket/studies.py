"""Studies on the device: each is one row, with what can be taken back."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from stonefield.pocket.games import MARK, new_id
from stonefield.pocket.rows import Rows
from stonefield.server.presenting.study import StudyPresenter
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.study_problems import refusing
from stonefield.server.studies.authors import NewTokens, new_study
from stonefield.server.studies.viewer import known_by
from stonefield.study.documents.chapter import Chapter
from stonefield.study.documents.limits import MOST_EDITS
from stonefield.study.documents.plain import plain_study, study_of
from stonefield.study.documents.study import Role, Study

MOST_EDIT_LETTERS = 300_000
"""How many characters those edits of a study may have together."""


class KeptEdit(NamedTuple):
    """An edit that can be taken back: the version that it made, whose it is, and what it changed, as text."""

    version: int
    author: str
    text: str


@dataclass(slots=True, eq=False)
class HeldStudy:
    """A study in memory."""

    study: Study
    edits: list[KeptEdit] = field(default_factory=list)
    presenter: StudyPresenter = field(default_factory=StudyPresenter)

    def role_of(self, token: str | None) -> Role:
        """What the holder of a token, or of none, may do here; Refusal if nothing."""
        with refusing():
            return self.study.role_of(known_by(token))

    def written(self) -> str:
        """The row."""
        row = {"study": plain_study(self.study), "edits": self.edits}
        return json.dumps(row, ensure_ascii=False, separators=(",", ":"))


def key_of(study: str) -> str:
    """Where the row of a study is kept."""
    return f"study/{study}"


class Studies:
    """The studies of the device; ``changed`` hears of every new version with the one before."""

    def __init__(self, rows: Rows, changed: Callable[[HeldStudy], None]) -> None:
        self._rows, self._changed = rows, changed
        self._held: dict[str, HeldStudy] = {}

    def forget(self, keys: set[str]) -> list[str]:
        """Rows have changed elsewhere: the studies that are read again when they are next asked for."""
        gone = [study for study in self._held if key_of(study) in keys]
        for study in gone:
            del self._held[study]
        return gone

    def find(self, study: str) -> HeldStudy:
        """A study, or Refusal."""
        if study not in self._held:
            text = self._rows.read(key_of(study)) if study.startswith(MARK) else None
            if text is None:
                raise Refusal("no_such_study", "there is no such study on this device")
            row = json.loads(text)
            edits = [KeptEdit(*edit) for edit in row["edits"]]
            self._held[study] = HeldStudy(study_of(row["study"]), edits)
        return self._held[study]

    def make(self, title: str, chapters: Sequence[Chapter], now: int) -> tuple[HeldStudy, NewTokens]:
        """A new study, and the tokens that open it."""
        with refusing():
            study, tokens = new_study(new_id(), now, title, chapters)
        held = self._held[study.id] = HeldStudy(study)
        self._keep(held)
        return held, tokens

    def change(self, held: HeldStudy, after: Study, edit: KeptEdit | None, undone: int | None) -> None:
        """Let another version follow, by an edit that can be taken back or by taking one back."""
        held.study = after
        held.edits = [one for one in held.edits if one.version != undone]
        if edit is not None:
            held.edits = _latest([*held.edits, edit])
        held.presenter.keep_only(after)
        self._keep(held)
        self._changed(held)

    def delete(self, held: HeldStudy, role: Role) -> None:
        """Delete a study for good."""
        if role != "owner":
            raise Refusal("not_your_study", "only the maker of the study can delete it")
        del self._held[held.study.id]
        self._rows.write(key_of(held.study.id), None)

    def _keep(self, held: HeldStudy) -> None:
        self._rows.write(key_of(held.study.id), held.written())


def _latest(edits: Sequence[KeptEdit]) -> list[KeptEdit]:
    """As many of the last edits as are kept."""
    kept: list[KeptEdit] = []
    letters = 0
    for edit in reversed(edits[-MOST_EDITS:]):
        letters += len(edit.text)
        if letters > MOST_EDIT_LETTERS:
            break
        kept.insert(0, edit)
    return kept
