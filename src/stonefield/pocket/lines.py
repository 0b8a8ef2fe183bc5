"""Open lines to games: what a page says on one, and what it is told, as on the server's sockets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from stonefield.pocket.games import Games, Held, new_id
from stonefield.pocket.questions import Questions
from stonefield.pocket.reading import read
from stonefield.server.domain.game.actions import decide
from stonefield.server.protocol.encoding import to_json
from stonefield.server.protocol.problems import Refusal

if TYPE_CHECKING:
    from stonefield.server.protocol.views import AttendanceView

NO_SUCH_GAME = 4404


@dataclass(slots=True)
class Line:
    """A page that looks at a game."""

    number: int
    game: str
    holder: int | None = None
    greeted: bool = False
    version: int = -1
    """What the page has."""
    follows: bool = False
    """Whether it wants the win rate of each position."""


class Lines:
    """The open lines; what they are told is collected in ``told`` and ``closed``."""

    def __init__(self, games: Games, questions: Questions) -> None:
        self._games, self._questions = games, questions
        self._open: dict[int, Line] = {}
        self.told: list[tuple[int, str]] = []
        self.closed: list[tuple[int, int]] = []

    def open(self, number: int, game: str, now: int) -> None:
        """A page opens a line to a game."""
        try:
            self._games.find(game, now)
        except Refusal:
            self.closed.append((number, NO_SUCH_GAME))
            return
        self._open[number] = Line(number, game)

    def close(self, number: int) -> None:
        """A page closes its line."""
        self._open.pop(number, None)
        self._questions.drop(number)

    def watching(self, game: str) -> list[Line]:
        """The lines of those who have said hello."""
        return [line for line in self._open.values() if line.game == game and line.greeted]

    def attendance(self, held: Held) -> AttendanceView:
        """Who looks at a game."""
        holders = [line.holder for line in self.watching(held.id)]
        return {
            "connected": [seat.kind == "engine" or seat.holder in holders for seat in held.table.seats],
            "watchers": sum(holder not in held.table.people for holder in holders),
        }

    def tell(self, line: Line, message: Mapping[str, Any]) -> None:
        """Say something on a line."""
        self.told.append((line.number, to_json(message).decode()))

    def hear(self, number: int, message: object, now: int) -> None:
        """A page says something on its line."""
        line = self._open.get(number)
        if line is None:
            return
        try:
            held = self._games.find(line.game, now)
            said = read("ClientMessage", message)
        except Refusal as refusal:
            if refusal.code == "no_such_game":
                self.gone(line.game)
            else:
                self._refuse(line, None, refusal, now)
            return
        if said.type == "hello":
            self._hello(line, held, said, now)
        elif line.greeted:
            self._take(line, held, said, now)

    def _hello(self, line: Line, held: Held, said: Any, now: int) -> None:
        try:
            line.holder = held.holder_of(said.token)
        except Refusal as refusal:
            self._refuse(line, None, refusal, now)
            return
        version = -1 if said.version is None else said.version
        line.version = version if version <= held.table.version else -1
        line.greeted = True
        self.bring_up_to_date(line, held, now)
        remark = held.remark
        waits = remark is not None and not remark["settled"]
        if remark and waits and remark["version"] == held.table.position_version and line.holder is not None:
            self.tell(line, remark["remark"])
        self._questions.look(held, now)

    def bring_up_to_date(self, line: Line, held: Held, now: int) -> None:
        """Send what the page does not have."""
        attendance = self.attendance(held)
        update = held.presenter.update(line.holder, line.version, attendance, now)
        line.version = held.table.version
        if update is not None:
            self.told.append((line.number, update.decode()))
        else:
            self.tell(line, held.presenter.state(line.holder, attendance, now))

    def changed(self, held: Held, now: int) -> None:
        """A game has a new version."""
        for line in self.watching(held.id):
            self.bring_up_to_date(line, held, now)
        self._questions.changed(held)
        self._questions.look(held, now)
        for line in self.watching(held.id):
            if line.follows:
                self._questions.rate(line.number, held, line.holder, None)

    def read_again(self, game: str) -> None:
        """Others have changed a game, and what was to be told may not have been: all is told again."""
        for line in self.watching(game):
            line.version = -1

    def gone(self, game: str) -> None:
        """A game was deleted."""
        for line in [line for line in self._open.values() if line.game == game]:
            self.close(line.number)
            self.closed.append((line.number, NO_SUCH_GAME))

    def refuse(self, number: int, request: str | None, refusal: Refusal, version: int) -> None:
        """Say on a line why something is not done."""
        if line := self._open.get(number):
            self.tell(
                line,
                {
                    "type": "refused",
                    "id": request,
                    "version": version,
                    "code": refusal.code,
                    "detail": refusal.detail,
                    "state": refusal.state,
                },
            )

    def _refuse(self, line: Line, request: str | None, refusal: Refusal, now: int) -> None:
        self.refuse(line.number, request, refusal, self._games.find(line.game, now).table.version)

    def answer(self, number: int, message: Mapping[str, Any]) -> None:
        """Say on a line what was asked for, if it is still open."""
        if line := self._open.get(number):
            self.tell(line, message)

    def tell_all(self, held: Held, message: Mapping[str, Any]) -> None:
        """Say something to all who look at a game."""
        for line in self.watching(held.id):
            self.tell(line, message)

    def _take(self, line: Line, held: Held, said: Any, now: int) -> None:
        version = held.table.version
        try:
            match said.type:
                case "scene":
                    self.tell(line, held.presenter.scene(said.ply))
                case "hint":
                    self._questions.hint(line.number, held, line.holder, said)
                case "cancel":
                    self._questions.cancel(line.number, said.id)
                case "winrate":
                    line.follows = said.on and said.ply is None
                    self._questions.stop_rating(line.number)
                    if said.on:
                        self._questions.rate(line.number, held, line.holder, said.ply)
                case "go_on":
                    if held.table.seats_of(line.holder):
                        self._questions.go_on(held, now)
                case "speed":
                    self._questions.set_speed(held, line.holder, said.speed)
                case "greet":
                    raise Refusal("not_your_seat", "there is no other person to greet")
                case "ping" | "pulse":
                    self.tell(line, {"type": "pong", "version": version, "now": now})
                case _:
                    self._act(line, held, said, now)
        except Refusal as refusal:
            self._refuse(line, None, refusal, now)

    def _act(self, line: Line, held: Held, said: Any, now: int) -> None:
        before = len(self.told)
        try:
            made = act(self._games, held, line.holder, said, now)
        except Refusal as refusal:
            refusal.state = held.presenter.state(line.holder, self.attendance(held), now)
            self._refuse(line, said.id, refusal, now)
            return
        # First the answer, then what it has changed.
        accepted = to_json({"type": "accepted", "id": said.id, "version": made}).decode()
        self.told.insert(before, (line.number, accepted))


def act(games: Games, held: Held, holder: int | None, action: Any, now: int) -> int:
    """Carry out an action once and for all; the version it made."""
    request = f"{holder}:{action.id}"
    done = held.table.requests.get(request)
    if done is not None:
        return done
    games.let_flag_fall(held, now)
    change = decide(held.table, holder, action, rematch=new_id)
    return games.append(held, change, now, request)
