"""The way in: a request, a message or an answer of the engine goes in as text, and out comes what follows.

Nothing here waits. Where a row is needed that is not known, ``needs`` names it, and the page asks again with
the row. Where a proof is needed, ``awaits`` is the question to the engine after whose answer the page asks
again. ``writes`` is what the page has to write, all or nothing, before it passes on anything else: an
acknowledged move is stored. Where that fails because a row has another edition by now, another tab was
faster: the page brings the new rows and asks again, and the request is decided again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from stonefield.pocket.asking import Answer, Ask, Paths
from stonefield.pocket.desk import StudyDesk
from stonefield.pocket.endgame_paths import add_endgames
from stonefield.pocket.engine import Engine
from stonefield.pocket.game_paths import add_games
from stonefield.pocket.games import Games, Held, key_of
from stonefield.pocket.late_tries import LateTries, add_late_tries
from stonefield.pocket.learner_paths import add_learners, add_storms
from stonefield.pocket.learners import Learners
from stonefield.pocket.lines import Lines
from stonefield.pocket.practice_paths import add_practice
from stonefield.pocket.proofs import Awaited, Proofs
from stonefield.pocket.questions import Questions
from stonefield.pocket.reading import parse_json
from stonefield.pocket.reference_paths import add_reference
from stonefield.pocket.rows import Rows, Unread
from stonefield.pocket.storms import Storms
from stonefield.server.protocol.problems import Refusal, problem_body


class Pocket:
    """Everything that is answered on a device."""

    def __init__(self) -> None:
        self._rows = Rows()
        self._engine = Engine()
        self._questions = Questions(self._engine)
        self._games = Games(self._rows, self._changed)
        self._lines = Lines(self._games, self._questions)
        self._questions.serve(
            self._games,
            lambda held: bool(self._lines.watching(held.id)),
            self._lines.answer,
            self._lines.tell_all,
            self._lines.refuse,
        )
        self._paths = Paths()
        add_games(self._paths, self._games, self._lines, self._questions)
        add_reference(self._paths)
        learners = Learners(self._rows)
        storms = Storms(self._rows, learners)
        late = LateTries(self._rows)
        add_learners(self._paths, learners, late)
        add_late_tries(self._paths, late)
        add_storms(self._paths, learners, storms)
        proofs = Proofs(self._engine)
        add_endgames(self._paths, learners, storms, proofs)
        add_practice(self._paths, learners, storms, late, proofs)
        self._desk = StudyDesk(self._rows, self._games, self._engine, self._lines.told, self._lines.closed)
        self._desk.add_to(self._paths)

    def _changed(self, held: Held, now: int) -> None:
        self._lines.changed(held, now)

    def do(self, text: str) -> str:
        """Do what a text says; the text of what follows."""
        wanted = json.loads(text)
        answer: Answer | None = None
        needs: list[str] = []
        awaits: int | None = None
        try:
            answer = self._do(wanted)
        except Unread as unread:
            needs = [unread.key]
        except Awaited as awaited:
            awaits = awaited.question
        return json.dumps(
            {
                "needs": needs,
                "awaits": awaits,
                "answer": answer
                and {"status": answer.status, "type": answer.media_type, "text": answer.text},
                "writes": self._rows.written(),
                "told": _taken(self._lines.told),
                "closed": _taken(self._lines.closed),
                "asked": _taken(self._engine.asked),
                "cancelled": _taken(self._engine.cancelled),
                "wake": self._next_wake(wanted["now"]),
            },
            ensure_ascii=False,
            separators=(",", ":"),
        )

    def _do(self, wanted: Mapping[str, Any]) -> Answer | None:
        now = wanted["now"]
        match wanted["do"]:
            case "ask":
                return self._ask(wanted)
            case "open" if "study" in wanted:
                self._desk.lines.open(wanted["line"], wanted["study"])
            case "open":
                self._lines.open(wanted["line"], wanted["game"], now)
            case "say" if wanted["line"] in self._desk.lines:
                self._desk.lines.hear(wanted["line"], wanted["message"], now)
            case "say":
                self._lines.hear(wanted["line"], wanted["message"], now)
            case "close" if wanted["line"] in self._desk.lines:
                self._desk.lines.close(wanted["line"])
            case "close":
                self._lines.close(wanted["line"])
            case "thought":
                self._engine.answered(wanted["question"], wanted["thought"], wanted["code"], now)
            case "wake":
                self._wake(now)
            case "rows":
                self._take(wanted["rows"], now)
            case unknown:
                raise ValueError(f"`{unknown}`: nothing that is done here")
        return None

    def _ask(self, wanted: Mapping[str, Any]) -> Answer:
        try:
            ask = Ask(
                method=wanted["method"],
                path=wanted["path"],
                query=wanted["query"],
                body=None if wanted["body"] is None else parse_json(wanted["body"]),
                token=wanted["token"],
                now=wanted["now"],
            )
            answering, names = self._paths.find(ask)
            return answering(ask, **names)
        except Refusal as refusal:
            body = problem_body(refusal.code, refusal.detail, refusal.state, refusal.place)
            refusal.told()
            return Answer(body.decode(), refusal.status)

    def _take(self, rows: Mapping[str, Any], now: int) -> None:
        """Know rows as the page has them: those that others have written, too."""
        self._rows.take(rows)
        self._desk.take(set(rows))
        for game in self._games.forget(set(rows)):
            self._questions.forget(game)
            self._lines.read_again(game)
            if rows[key_of(game)] is None:
                self._lines.gone(game)
            elif self._lines.watching(game):
                self._changed(self._games.find(game, now), now)

    def _wake(self, now: int) -> None:
        self._desk.reviews.explain(now)
        for held in self._games.held:
            self._games.let_flag_fall(held, now)
            self._questions.look(held, now)

    def _next_wake(self, now: int) -> int | None:
        """When something happens by itself: a flag falls, an engine is asked again, or reasons are found."""
        deadlines = [held.table.deadline for held in self._games.held]
        due = [now] if self._desk.reviews.is_owing else []
        return min((at for at in (*deadlines, *self._questions.retry_at.values(), *due) if at), default=None)


def _taken(found: list[Any]) -> list[Any]:
    taken = list(found)
    found.clear()
    return taken
