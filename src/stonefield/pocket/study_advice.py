"""What the engine says about studies on the device: lines, help in steps, and decisions that are tried."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from stonefield.engine.thinker import Candidate, Thought
from stonefield.games.game import Position, StonefieldError
from stonefield.pocket.engine import Engine
from stonefield.pocket.reviews import Reviews
from stonefield.pocket.studies import HeldStudy
from stonefield.pocket.study_lines import StudyLines, Viewer
from stonefield.records.record import Record
from stonefield.server.jobs.tasks.reviews import good_reasons, judge_decisions
from stonefield.server.play.threats import other_to_decide
from stonefield.server.presenting.questions import RulesOf, checking_engine, rules_from
from stonefield.server.presenting.study_advice import (
    NODES,
    WHOLE,
    judged,
    line_of,
    study_hint_view,
    tried_view,
)
from stonefield.server.protocol.problems import Refusal, refused_move
from stonefield.server.protocol.study_problems import refusing
from stonefield.server.studies.told_lines import ToldLines
from stonefield.study.thoughts import write_thoughts

if TYPE_CHECKING:
    from stonefield.server.protocol.reviews import ClaimView

SECONDS = (0.25, 0.5, 1.0, 2.0, 4.0)
"""How long the searches for lines are: each is a new one, as the engine keeps nothing between two."""


@dataclass(slots=True, eq=False)
class _Search:
    """The lines of one position, as one viewer follows them."""

    viewer: Viewer
    told: ToldLines
    ask: Callable[[float], int]
    deepened: Callable[[Thought], None]
    number: int = 0
    step: int = 0


@dataclass(slots=True, eq=False)
class _Request:
    """A question with an answer of its own."""

    viewer: Viewer
    id: str
    missing: list[int]
    """The numbers of the questions to the engine, in the order of their positions."""
    then: Callable[[Sequence[Thought]], None]
    thoughts: dict[int, Thought] = field(default_factory=dict)


class StudyAdvice:
    """Asks the engine for those who look at studies."""

    def __init__(self, engine: Engine, lines: StudyLines, reviews: Reviews) -> None:
        self._engine, self._lines, self._reviews = engine, lines, reviews
        self._searches: dict[int, _Search] = {}
        self._requests: list[_Request] = []

    def take(self, viewer: Viewer, held: HeldStudy, said: Any, now: int) -> None:
        """Do what a message about the engine says, or Refusal."""
        match said.type:
            case "lines":
                self._stop_lines(viewer.line)
                if said.on:
                    with refusing():
                        self._follow_lines(viewer, held, said)
            case "outlook":
                self._tell_no_outlook(viewer, held, said)
            case "review":
                if said.on:
                    with refusing():
                        chapter = held.study.chapter(said.chapter)
                    self._reviews.follow(viewer.line, held, chapter, said.simulations)
                else:
                    self._reviews.leave(viewer.line)
            case "cancel":
                for request in [one for one in self._of(viewer.line) if one.id == said.id]:
                    self._drop(request)
                    self._lines.refuse(viewer.line, said.id, Refusal("cancelled", "cancelled"))
            case _ if any(one.id == said.id for one in self._of(viewer.line)):
                pass  # asked again over a new line, it seems
            case "hint" | "try" as kind:
                try:
                    with refusing():
                        (self._hint if kind == "hint" else self._try)(viewer, held, said)
                except Refusal as refusal:
                    self._lines.refuse(viewer.line, said.id, refusal)

    def drop(self, line: int) -> None:
        """A line is closed: nothing is asked for it any more."""
        self._stop_lines(line)
        self._reviews.leave(line)
        for request in self._of(line):
            self._drop(request)

    # Lines

    def _follow_lines(self, viewer: Viewer, held: HeldStudy, said: Any) -> None:
        chapter = held.study.chapter(said.chapter)
        position = chapter.position(said.node)
        rules, moves = rules_from(chapter.start), [node.move for node in chapter.path(said.node)]
        if said.threat:
            position = other_to_decide(position)
            rules, moves = rules_from(position), []
        if position.is_over:
            raise Refusal("game_over", "there is nothing left to decide")
        told = ToldLines(lambda: held.study.version, said, position, partial(self._lines.tell, viewer.line))

        def ask(seconds: float) -> int:
            hear = partial(self._lined, search)
            return self._engine.ask(rules, moves, "rate", hear, seconds=seconds, lines=said.count)

        def deepened(thought: Thought) -> None:
            if not said.threat:
                self._reviews.deepen(chapter, said.node, thought)

        search = self._searches[viewer.line] = _Search(viewer, told, ask, deepened)
        search.number = ask(SECONDS[0])

    def _lined(self, search: _Search, number: int, outcome: Thought | Refusal, now: int) -> None:
        line = search.viewer.line
        search.step += 1
        try:
            if isinstance(outcome, Refusal):
                raise outcome
            is_final = search.step == len(SECONDS) or all(one.proven for one in outcome.lines)
            with checking_engine():
                search.told.tell(outcome, final=is_final)
        except Refusal as refusal:
            self._searches.pop(line)
            self._lines.refuse(line, None, refusal)
        else:
            if is_final:
                self._stop_lines(line)
            else:
                search.number = search.ask(SECONDS[search.step])

    def _stop_lines(self, line: int) -> None:
        search = self._searches.pop(line, None)
        if search is not None:
            self._engine.cancel(search.number)
            if search.told.shown is not None:
                search.deepened(search.told.shown)

    def _tell_no_outlook(self, viewer: Viewer, held: HeldStudy, said: Any) -> None:
        """The engine of the page has no answer to how a game may end."""
        with refusing():
            held.study.chapter(said.chapter).node(said.node)
        self._lines.tell(
            viewer.line,
            {
                "type": "outlook",
                "version": held.study.version,
                "chapter": said.chapter,
                "node": said.node,
                "outlook": None,
            },
        )

    # Hints and tries

    def _hint(self, viewer: Viewer, held: HeldStudy, said: Any) -> None:
        chapter = held.study.chapter(said.chapter)
        position, line = chapter.position(said.node), [node.move for node in chapter.path(said.node)]
        if position.is_over:
            raise Refusal("game_over", "there is nothing left to decide")

        def answer(thoughts: Sequence[Thought]) -> None:
            (thought,) = thoughts
            claims = reasons_of(position, thought.lines[0]) if said.step == WHOLE else []
            hint = study_hint_view(said, held.study.version, position, thought, claims)
            self._lines.tell(viewer.line, hint)

        self._ask(viewer, said.id, rules_from(chapter.start), [line], answer)

    def _try(self, viewer: Viewer, held: HeldStudy, said: Any) -> None:
        chapter = held.study.chapter(said.chapter)
        position, line = chapter.position(said.node), [node.move for node in chapter.path(said.node)]
        try:
            record = Record.of(position, [said.text])
        except StonefieldError as error:
            raise refused_move(error) from None

        def answer(thoughts: Sequence[Thought]) -> None:
            known = dict(enumerate(thoughts))
            decision = judged(record, known)
            if decision["verdict"] is None:
                claims = reasons_of(position, line_of(decision))
            else:
                claims = judge_decisions(write_thoughts(record, known))[0]["given"]
            self._lines.tell(viewer.line, tried_view(said, held.study.version, decision, claims))

        after = [] if record.final.is_over else [[*line, *record.moves]]
        self._ask(viewer, said.id, rules_from(chapter.start), [line, *after], answer)

    def _ask(
        self,
        viewer: Viewer,
        id: str,
        rules: RulesOf,
        lines: Sequence[Sequence[str]],
        then: Callable[[Sequence[Thought]], None],
    ) -> None:
        request = _Request(viewer, id, [], then)
        hear = partial(self._heard, request)
        request.missing = [self._engine.ask(rules, line, "hint", hear, nodes=NODES) for line in lines]
        self._requests.append(request)

    def _heard(self, request: _Request, number: int, outcome: Thought | Refusal, now: int) -> None:
        try:
            if isinstance(outcome, Refusal):
                raise outcome
            request.thoughts[number] = outcome
            if len(request.thoughts) < len(request.missing):
                return
            with checking_engine():
                request.then([request.thoughts[one] for one in request.missing])
        except Refusal as refusal:
            self._lines.refuse(request.viewer.line, request.id, refusal)
        self._drop(request)

    def _of(self, line: int) -> list[_Request]:
        return [request for request in self._requests if request.viewer.line == line]

    def _drop(self, request: _Request) -> None:
        self._requests.remove(request)
        for number in request.missing:
            self._engine.cancel(number)


def reasons_of(position: Position, line: Candidate) -> list[ClaimView]:
    """Why a line is good."""
    return good_reasons(position.ordered_text, line.moves, line.win_rate, line.proven)
