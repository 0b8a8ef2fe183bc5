"""The lines that pages open to studies on the device: what `server/web/study_socket.py` says and hears."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from stonefield.pocket.reading import read
from stonefield.pocket.studies import HeldStudy, Studies
from stonefield.pocket.study_acts import StudyActs
from stonefield.server.protocol.encoding import to_json
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.study_problems import refusing
from stonefield.server.studies.authors import accepted_view
from stonefield.study.documents.actions import ACTIONS
from stonefield.study.documents.study import Role, Study

if TYPE_CHECKING:
    from stonefield.server.protocol.study_views import StudyAttendance, StudyPresence

LINK_RENEWED, NO_SUCH_STUDY = 4403, 4404


@dataclass(slots=True, eq=False)
class Viewer:
    """A page that looks at a study."""

    line: int
    study: str
    token: str | None = None
    role: Role = "reader"
    greeted: bool = False
    sent: Study | None = field(default=None, repr=False)
    """The version that the page has; None: it wants a whole state."""


class Advice(Protocol):
    """What the engine is asked for a viewer."""

    def take(self, viewer: Viewer, held: HeldStudy, said: Any, now: int) -> None:
        """Do what a message about the engine says, or Refusal."""

    def drop(self, line: int) -> None:
        """A line is closed: nothing is asked for it any more."""


class StudyLines:
    """The open lines; what they are told is collected in ``told`` and ``closed``."""

    def __init__(self, told: list[tuple[int, str]], closed: list[tuple[int, int]]) -> None:
        self._told, self._closed = told, closed
        self._open: dict[int, Viewer] = {}
        self._studies: Studies
        self._acts: StudyActs
        self._advice: Advice

    def serve(self, studies: Studies, acts: StudyActs, advice: Advice) -> None:
        """Know the studies, who changes them, and whom to ask for advice."""
        self._studies, self._acts, self._advice = studies, acts, advice

    def __contains__(self, line: int) -> bool:
        return line in self._open

    def open(self, line: int, study: str) -> None:
        """A page opens a line to a study."""
        try:
            self._studies.find(study)
        except Refusal:
            self._closed.append((line, NO_SUCH_STUDY))
            return
        self._open[line] = Viewer(line, study)

    def close(self, line: int) -> None:
        """A page closes its line."""
        viewer = self._open.pop(line)
        self._advice.drop(line)
        if viewer.greeted:
            self._tell_presence(viewer.study)

    def _shut(self, viewer: Viewer, code: int) -> None:
        """Close a line from this side."""
        self._closed.append((viewer.line, code))
        self.close(viewer.line)

    def gone(self, study: str) -> None:
        """A study was deleted."""
        for viewer in self._of(study):
            del self._open[viewer.line]
            self._advice.drop(viewer.line)
            self._closed.append((viewer.line, NO_SUCH_STUDY))

    def read_again(self, study: str) -> None:
        """Another tab has changed a study, and what was to be told may not have been: all is told again."""
        for viewer in self._watching(study):
            viewer.sent = None

    def changed(self, held: HeldStudy) -> None:
        """A study has a new version."""
        for viewer in self._watching(held.study.id):
            try:
                viewer.role = held.role_of(viewer.token)
            except Refusal as refusal:
                self._shut(viewer, LINK_RENEWED if refusal.code == "bad_token" else NO_SUCH_STUDY)
            else:
                self._bring_up_to_date(viewer, held)

    # Who is here

    def _of(self, study: str) -> list[Viewer]:
        return [viewer for viewer in self._open.values() if viewer.study == study]

    def _watching(self, study: str) -> list[Viewer]:
        return [viewer for viewer in self._of(study) if viewer.greeted]

    def attendance(self, study: str) -> StudyAttendance:
        """How many look at a study."""
        roles = [viewer.role for viewer in self._watching(study)]
        readers = roles.count("reader")
        return {"editors": len(roles) - readers, "readers": readers}

    def _tell_presence(self, study: str, but: Viewer | None = None) -> None:
        for viewer in self._watching(study):
            if viewer is not but:
                self._present(viewer)

    def _present(self, viewer: Viewer) -> None:
        version = self._studies.find(viewer.study).study.version
        presence: StudyPresence = {
            "type": "presence",
            "version": version,
            **self.attendance(viewer.study),
        }
        self.tell(viewer.line, presence)

    # What they are told

    def tell(self, line: int, message: Mapping[str, Any]) -> None:
        """Say something on a line that is still open."""
        if line in self._open:
            self._told.append((line, to_json(message).decode()))

    def refuse(self, line: int, request: str | None, refusal: Refusal) -> None:
        """Say on a line why something is not done."""
        if viewer := self._open.get(line):
            self.tell(
                line,
                {
                    "type": "refused",
                    "id": request,
                    "version": self._studies.find(viewer.study).study.version,
                    "code": refusal.code,
                    "detail": refusal.detail,
                },
            )

    def _bring_up_to_date(self, viewer: Viewer, held: HeldStudy) -> None:
        """Send what the page does not have."""
        study, before = held.study, viewer.sent
        viewer.sent = study
        if before is None:
            attendance = self.attendance(study.id)
            self.tell(viewer.line, held.presenter.state(study, viewer.role, attendance))
        elif before is not study:
            self.tell(viewer.line, held.presenter.update(before, study))

    # What they say

    def hear(self, line: int, message: object, now: int) -> None:
        """A page says something on its line."""
        viewer = self._open[line]
        try:
            held = self._studies.find(viewer.study)
        except Refusal:
            self.gone(viewer.study)
            return
        try:
            said = read("StudyClientMessage", message)
            if said.type == "hello":
                self._hello(viewer, held, said)
            elif viewer.greeted:
                self._take(viewer, held, said, now)
        except Refusal as refusal:
            self.refuse(line, None, refusal)
            refusal.told()

    def _hello(self, viewer: Viewer, held: HeldStudy, said: Any) -> None:
        viewer.role = held.role_of(said.token)
        viewer.greeted, viewer.token = True, said.token
        viewer.sent = held.study if held.study.version == said.version else None
        if viewer.sent is None:
            self._bring_up_to_date(viewer, held)
        else:
            self._present(viewer)
        self._tell_presence(viewer.study, but=viewer)

    def _take(self, viewer: Viewer, held: HeldStudy, said: Any, now: int) -> None:
        version = held.study.version
        if said.type in ACTIONS:
            self._act(viewer, held, said, now)
        elif said.type == "chapter":
            with refusing():
                chapter = held.presenter.chapter(held.study.chapter(said.chapter))
            self.tell(viewer.line, {"type": "chapter", "version": version, "chapter": chapter})
        elif said.type == "look":
            with refusing():
                scene = held.presenter.scene(held.study, held.study.chapter(said.chapter), said.node)
            self.tell(viewer.line, scene)
        elif said.type == "ping":
            self.tell(viewer.line, {"type": "pong", "version": version, "now": now})
        else:
            self._advice.take(viewer, held, said, now)

    def _act(self, viewer: Viewer, held: HeldStudy, said: Any, now: int) -> None:
        before = len(self._told)
        try:
            acted = self._acts.act(held, viewer.token, said, now)
        except Refusal as refusal:
            self.refuse(viewer.line, said.id, refusal)
            refusal.told()
            return
        # First the answer, then what it has changed.
        accepted = to_json(accepted_view(said.id, acted)).decode()
        self._told.insert(before, (viewer.line, accepted))
