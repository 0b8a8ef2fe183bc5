"""What an engine is asked about games on the device: moves, hints, win rates, what the coach looks at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from stonefield.engine.thinker import Thought
from stonefield.pocket.engine import Engine
from stonefield.pocket.games import Games, Held
from stonefield.pocket.plainly import think_plainly
from stonefield.pocket.question import Question
from stonefield.server.domain.game import actions, permissions
from stonefield.server.domain.game.advice import ply_to_advise, ply_to_discuss
from stonefield.server.domain.game.pace import SPEEDS
from stonefield.server.jobs.tasks.reviews import good_reasons, judge_decisions
from stonefield.server.presenting.advice import (
    COACH_NODES,
    HINT_SECONDS,
    OPINION_SECONDS,
    hint_view,
    pointed_out,
    thought_of_turn,
    turn_start,
)
from stonefield.server.presenting.evaluations import evaluation_of
from stonefield.server.presenting.questions import checking_engine, rules_of
from stonefield.server.protocol.problems import Refusal

if TYPE_CHECKING:
    from stonefield.server.protocol.company import Speed

PACE = 0.5
"""Seconds a decision takes at least, so that people can follow."""
CLOCK_SHARE = 30
"""An engine uses at most one part in so many of the time on its clock for a decision."""
RETRY_MS = 5_000
"""When an engine that has failed is asked again."""


@dataclass(slots=True)
class _Turn:
    """What the coach has heard of a player's turn."""

    version: int
    missing: set[int] = field(default_factory=set)
    thoughts: dict[int, Thought] = field(default_factory=dict)


class Questions:
    """The open questions about games."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.retry_at: dict[str, int] = {}
        """When the engine of a game is asked again."""
        self._open: dict[int, Question] = {}
        self._turns: dict[str, _Turn] = {}
        self._speeds: dict[str, float] = {}
        self._behind: set[int] = set()
        """Lines whose game has gone on since the position that is rated."""
        self._games: Games
        self._watched: Callable[[Held], bool]
        self._answer: Callable[[int, Mapping[str, Any]], None]
        self._tell_all: Callable[[Held, Mapping[str, Any]], None]
        self._refuse: Callable[[int, str | None, Refusal, int], None]

    def serve(
        self,
        games: Games,
        watched: Callable[[Held], bool],
        answer: Callable[[int, Mapping[str, Any]], None],
        tell_all: Callable[[Held, Mapping[str, Any]], None],
        refuse: Callable[[int, str | None, Refusal, int], None],
    ) -> None:
        """Know the games, and how those who look at them are told."""
        self._games, self._watched, self._answer = games, watched, answer
        self._tell_all, self._refuse = tell_all, refuse

    # What is asked

    def look(self, held: Held, now: int) -> None:
        """Something has changed: ask for the move of an engine, or ask no more."""
        table = held.table
        seat = table.decider
        wanted = (
            seat is not None
            and not table.paused
            and table.seats[seat].kind == "engine"
            and (bool(table.people) or self._watched(held))
        )
        asked = [one for one in self._open.values() if one.game == held.id and one.line < 0]
        if asked and (not wanted or asked[0].version != table.position_version):
            for one in asked:
                self._cancel(one)
            asked = []
        if table.status == "over" or not asked:
            self._turns.pop(held.id, None)
        if not wanted or asked or now < self.retry_at.get(held.id, 0):
            return
        self.retry_at.pop(held.id, None)
        assert seat is not None
        if not self._coach(held):
            self._ask_move(held, seat, now)

    def _ask_move(self, held: Held, seat: int, now: int) -> None:
        table = held.table
        least, most = max(PACE, self._speeds.get(held.id, 0.0)), None
        if table.clock is not None:
            most = max(0.05, table.clock.left(now)[seat] / 1000 / CLOCK_SHARE)
            least = min(least, most)
        self._ask(
            Question(0, "move", held.id, table.position_version, len(table.moves), seat=seat),
            held,
            level=table.seats[seat].level or 1,
            seconds=most,
            least=least,
        )

    def hint(self, line: int, held: Held, holder: int | None, said: Any) -> None:
        """Ask for the best decision."""
        if any(one.request == said.id and one.line == line for one in self._open.values()):
            return
        try:
            refusal = permissions.may_have_hint(held.table, holder)
            if refusal is not None:
                raise refusal
            ply = ply_to_advise(held.table, said.ply)
        except Refusal as refused:
            self._refuse(line, said.id, refused, held.table.version)
            return
        asked = Question(0, "hint", held.id, held.table.version, ply, line, said.id)
        self._ask(asked, held, seconds=HINT_SECONDS)

    def rate(self, line: int, held: Held, holder: int | None, wanted: int | None) -> None:
        """Ask what the engine thinks of a position; a line has one such question open at most."""
        if any(one.line == line and one.purpose == "rate" for one in self._open.values()):
            # Answered first: where decisions follow each other quickly, none would ever be.
            self._behind.add(line)
            return
        table = held.table
        try:
            refusal = permissions.may_be_advised(table, holder)
            if refusal is not None:
                raise refusal
            ply = ply_to_discuss(table, wanted)
        except Refusal as refused:
            self._refuse(line, None, refused, table.version)
            return
        asked = Question(0, "rate", held.id, table.version, ply, line)
        if table.positions[ply].is_over:
            self._rated(asked, held, None)
        else:
            self._ask(asked, held, seconds=OPINION_SECONDS)

    def _ask(
        self,
        question: Question,
        held: Held,
        *,
        level: float | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        least: float = 0.0,
    ) -> None:
        question.level, question.seconds = level, seconds
        question.number = self._engine.ask(
            rules_of(held.table.agreement),
            [move.text for move in held.table.moves[: question.ply]],
            "hint" if question.purpose == "coach" else question.purpose,
            self._answered,
            level=level,
            nodes=nodes,
            seconds=seconds,
            least=least,
        )
        self._open[question.number] = question

    def _cancel(self, question: Question) -> None:
        if self._open.pop(question.number, None):
            self._engine.cancel(question.number)

    def cancel(self, line: int, request: str) -> None:
        """A hint is wanted no more."""
        for one in [one for one in self._open.values() if one.line == line and one.request == request]:
            self._cancel(one)
            self._refuse(line, request, Refusal("cancelled", "the hint was cancelled"), one.version)

    def stop_rating(self, line: int) -> None:
        """Win rates are wanted no more on a line, or of another position."""
        self._behind.discard(line)
        for one in [one for one in self._open.values() if one.line == line and one.purpose == "rate"]:
            self._cancel(one)

    def changed(self, held: Held) -> None:
        """A game has a new version: hints for an earlier position are wanted no more."""
        if held.table.status == "over":
            return
        for one in [one for one in self._open.values() if one.game == held.id and one.purpose == "hint"]:
            self.cancel(one.line, one.request or "")

    def drop(self, line: int) -> None:
        """A line is closed."""
        self._behind.discard(line)
        for one in [one for one in self._open.values() if one.line == line]:
            self._cancel(one)

    def forget(self, game: str) -> None:
        """A game was deleted, or is read again."""
        self._turns.pop(game, None)
        for one in [one for one in self._open.values() if one.game == game]:
            self._cancel(one)

    def set_speed(self, held: Held, holder: int | None, speed: Speed) -> None:
        """Let engines play as fast as their maker can follow."""
        refusal = permissions.may_set_speed(held.table, holder)
        if refusal is not None:
            raise refusal
        self._speeds[held.id] = SPEEDS[speed]

    # What is answered

    def _answered(self, number: int, outcome: Thought | Refusal, now: int) -> None:
        """The engine's answer to a question, or why there is none."""
        question = self._open.pop(number, None)
        if question is None:
            return
        try:
            held = self._games.find(question.game, now)
        except Refusal:
            return
        is_unknown = isinstance(outcome, Refusal) and outcome.code == "not_here"
        if is_unknown and question.ply < len(held.table.positions):
            position = held.table.positions[question.ply]
            outcome = think_plainly(position, question.level, question.seconds)
        found = None if isinstance(outcome, Refusal) else outcome
        try:
            if question.purpose == "move":
                self._moved(question, held, found, now)
            elif question.purpose == "coach":
                self._heard(question, held, found, now)
            elif isinstance(outcome, Refusal):
                raise outcome
            elif question.purpose == "hint":
                self._advised(question, held, outcome)
            else:
                self._rated(question, held, outcome)
        except Refusal as refusal:
            self._refuse(question.line, question.request, refusal, held.table.version)

    def _moved(self, question: Question, held: Held, thought: Thought | None, now: int) -> None:
        try:
            if thought is None:
                raise Refusal("engine_failed", "the engine did not answer")
            change = actions.engine_move(held.table, question.seat, thought.best, question.version)
        except Refusal as refusal:
            if refusal.code in ("stale_move", "not_your_turn", "game_over"):
                return
            self.retry_at[held.id] = now + RETRY_MS
            self._tell_all(held, {"type": "notice", "version": held.table.version, "code": "engine_failed"})
            return
        self._games.append(held, change, now, f"engine:{question.version}")

    def _advised(self, question: Question, held: Held, thought: Thought) -> None:
        position, line = held.table.positions[question.ply], thought.lines[0]
        assert question.request is not None
        with checking_engine():
            why = good_reasons(position.ordered_text, line.moves, line.win_rate, line.proven)
            hint = hint_view(question.request, question.version, question.ply, position, thought, why)
        self._answer(question.line, hint)

    def _rated(self, question: Question, held: Held, thought: Thought | None) -> None:
        if question.ply < len(held.table.positions):
            self._answer(
                question.line,
                {
                    "type": "winrate",
                    "version": question.version,
                    "ply": question.ply,
                    "evaluation": evaluation_of(held.table.positions[question.ply], thought),
                    "final": True,
                },
            )
        if question.line in self._behind:
            self._behind.discard(question.line)
            self.rate(question.line, held, held.table.seats[0].holder, None)

    # The coach

    def _coach(self, held: Held) -> bool:
        """Whether the coach has to look or to be answered before the engine moves."""
        table, version = held.table, held.table.position_version
        first = turn_start(table)
        if table.agreement.coach == "off" or first == len(table.moves):
            return False
        if held.remark is not None and held.remark["version"] == version:
            return not held.remark["settled"]
        turn = self._turns[held.id] = _Turn(version)
        for ply, position in enumerate(table.positions[first:]):
            if not position.is_over:
                turn.missing.add(ply)
                asked = Question(0, "coach", held.id, version, first + ply)
                self._ask(asked, held, nodes=COACH_NODES)
        return True

    def _heard(self, question: Question, held: Held, thought: Thought | None, now: int) -> None:
        table, turn = held.table, self._turns.get(held.id)
        if turn is None or turn.version != table.position_version:
            return
        ply = question.ply - turn_start(table)
        turn.missing.discard(ply)
        if thought is not None:
            turn.thoughts[ply] = thought
        if turn.missing:
            return
        del self._turns[held.id]
        reached = [not position.is_over for position in table.positions[turn_start(table) :]]
        remark = None
        # The game does not wait for advice that cannot be given.
        if len(turn.thoughts) == sum(reached):
            remark = pointed_out(table, judge_decisions(thought_of_turn(table, turn.thoughts)))
        held.remark = {"version": turn.version, "remark": remark, "settled": remark is None}
        self._games.keep(held)
        if remark is not None:
            self._tell_all(held, remark)
        self.look(held, now)

    def go_on(self, held: Held, now: int) -> None:
        """The player keeps the decision that the coach has pointed out."""
        if held.remark is not None and not held.remark["settled"]:
            held.remark = {**held.remark, "settled": True}
            self._games.keep(held)
            self.look(held, now)
