"""Reviews on the device: two looks at every position by the engine of the page, kept as they grow.

A row has what is known of a review: the thoughts, and the positions that the look that runs has not come to
yet. A review that was left, or whose page was closed, continues from there.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from stonefield.engine.thinker import Limits, Thought
from stonefield.pocket.engine import Engine
from stonefield.pocket.rows import Rows
from stonefield.pocket.studies import HeldStudy
from stonefield.pocket.study_lines import StudyLines
from stonefield.records.record import Record
from stonefield.server.jobs.tasks.reviews import judge_decisions
from stonefield.server.presenting.growing_review import FORM, GrowingReview, key_of, main_record
from stonefield.server.presenting.questions import checking_engine, rules_from
from stonefield.server.protocol.problems import Refusal
from stonefield.study.documents.chapter import Chapter
from stonefield.study.documents.study import Study
from stonefield.study.review import within
from stonefield.study.thoughts import read_thoughts, write_thoughts

DEPTHS = (300, 1_200)
"""Simulations for each position, one look after the other."""
AT_ONCE = 2
"""Positions that are asked about at the same time: while one answer is taken in, the engine thinks on."""
KEEP_EVERY = 8
"""After so many thoughts what is known is written down."""
TELL_EVERY_MS = 400


@dataclass(frozen=True, slots=True)
class _Follower:
    """A line that follows a review, and the nodes of its chapter that the review is about."""

    line: int
    held: HeldStudy
    chapter: int
    nodes: list[int]


@dataclass(eq=False)
class Look:
    """One look at every position, from the end to the beginning."""

    simulations: int
    left: list[int]
    open: dict[int, int] = field(default_factory=dict)
    """The plies that are thought about, by the numbers of their questions."""

    @property
    def all_left(self) -> list[int]:
        """The plies that are not answered yet."""
        return sorted([*self.left, *self.open.values()])


class KeptReview(GrowingReview):
    """A review in memory, as long as a line follows it."""

    def __init__(self, key: str, record: Record) -> None:
        super().__init__(key, record)
        self.followers: dict[int, _Follower] = {}
        self.wanted, self.finished = 0, 0
        """How deep it is to go, and the depth that every position has been looked at."""
        self.look: Look | None = None
        self.unkept, self.told_at = 0, 0

    @property
    def row(self) -> str:
        """Where it is kept."""
        return row_of(self.key)

    def read(self, text: str) -> None:
        """Know what was kept."""
        row = json.loads(text)
        self.finished = row["simulations"]
        if row["view"] is not None and row["form"] == FORM:
            self.recall_view(row["view"], self.finished)
        self.restore(read_thoughts(row["thoughts"]))
        self.simulations, self.done = self.finished, len(self.plies)
        if row["view"] is None or row["form"] != FORM:
            costly = [one.ply for one in self.builder.review.decisions if one.verdict]
            self.want_reasons(costly)
        if row["look"] is not None:
            self.begin(row["look"], row["left"])

    def written(self) -> str:
        """The row."""
        is_whole = self.look is None and not self.unexplained
        row = {
            "simulations": self.finished,
            "form": FORM,
            "thoughts": write_thoughts(self.record, self.thoughts),
            "look": None if self.look is None else self.look.simulations,
            "left": [] if self.look is None else self.look.all_left,
            "view": self.view_as(is_final=True) if is_whole else None,
        }
        return json.dumps(row, ensure_ascii=False, separators=(",", ":"))

    def begin(self, simulations: int, left: list[int]) -> None:
        """Begin a look, or go on with it."""
        self.look = Look(simulations, list(left))
        self.simulations, self.done = simulations, len(self.plies) - len(left)


def row_of(key: str) -> str:
    """Where the review of a game is kept."""
    return f"review/{key}"


def _is_owing(review: KeptReview) -> bool:
    """Whether reasons are to be found: nothing is shown before every position was looked at once."""
    return bool(review.unexplained and review.finished)


class Reviews:
    """The reviews that are followed."""

    def __init__(self, engine: Engine, rows: Rows, lines: StudyLines) -> None:
        self._engine, self._rows, self._lines = engine, rows, lines
        self._running: dict[str, KeptReview] = {}

    @property
    def is_owing(self) -> bool:
        """Whether reasons have still to be found."""
        return any(map(_is_owing, self._running.values()))

    def follow(self, line: int, held: HeldStudy, chapter: Chapter, wanted: int) -> None:
        """Begin the review of a chapter, or join it, and leave the one that was followed before."""
        record = main_record(chapter)
        key = key_of(record)
        kept = self._rows.read(row_of(key))
        self.leave(line)
        review = self._running.get(key)
        if review is None:
            review = self._running[key] = KeptReview(key, record)
            if kept is not None:
                review.read(kept)
        review.followers[line] = _Follower(line, held, chapter.id, chapter.main_line())
        review.wanted = max(review.wanted, min(wanted, DEPTHS[-1]))
        was_final = review.is_final
        self._go_on(review)
        if review.has_begun and review.is_final == was_final:
            self._tell_one(review, review.followers[line])

    def leave(self, line: int) -> None:
        """A line follows no review any more; one that nobody follows stops at once, and is kept as it is."""
        for review in [one for one in self._running.values() if line in one.followers]:
            del review.followers[line]
            if not review.followers:
                self._stop(review)
                del self._running[review.key]
                if review.unkept:
                    self._keep(review)

    def deepen(self, chapter: Chapter, node: int, thought: Thought) -> None:
        """A deeper look at one position of a game that is reviewed counts there as well."""
        nodes = chapter.main_line()
        if node not in nodes or len(nodes) == 1:
            return
        review = self._running.get(key_of(main_record(chapter)))
        ply = nodes.index(node)
        if review is not None and ply in review.thoughts and review.take(ply, thought):
            self._keep(review)
            self._tell(review)
            self._settle(review)

    def take(self, keys: set[str]) -> None:
        """Another tab has written rows: what it knows is taken in, and what was asked is asked again."""
        for review in [one for one in self._running.values() if one.row in keys]:
            text = self._rows.read(review.row)
            self._stop(review)
            theirs = {} if text is None else read_thoughts(json.loads(text)["thoughts"])
            for ply, thought in theirs.items():
                review.take(ply, thought)
            if any(theirs.get(ply) != thought for ply, thought in review.thoughts.items()):
                self._keep(review)
            self._go_on(review)
            # What was to be told may not have been.
            self._tell(review)

    # What is kept

    def rows_of(self, study: Study) -> list[str]:
        """Where the reviews of a study are kept, if it has any; read, so that they can be deleted."""
        rows: list[str] = []
        for chapter in study.chapters:
            with suppress(Refusal):
                rows.append(row_of(key_of(main_record(chapter))))
        for row in rows:
            self._rows.read(row)
        return rows

    def delete(self, rows: Sequence[str]) -> None:
        """Delete reviews that were kept there. What another study still follows is kept again as it grows."""
        for row in rows:
            if self._rows.read(row) is not None:
                self._rows.write(row, None)

    # The looks

    def _go_on(self, review: KeptReview) -> None:
        """Ask about as many positions as are asked about at once; after a look begin the next."""
        if review.look is None:
            deeper = [depth for depth in DEPTHS if review.finished < depth <= review.wanted]
            if not deeper:
                self._settle(review)
                return
            review.begin(deeper[0], review.plies)
        look = review.look
        assert look is not None
        rules, moves = rules_from(review.record.start), review.record.moves
        while look.left and len(look.open) < AT_ONCE:
            ply = look.left.pop()
            hear = partial(self._heard, review)
            number = self._engine.ask(rules, moves[:ply], "review", hear, nodes=look.simulations)
            look.open[number] = ply
        if not look.open:
            self._finish_look(review, look)

    def _heard(self, review: KeptReview, number: int, outcome: Thought | Refusal, now: int) -> None:
        look = review.look
        assert look is not None
        ply = look.open.pop(number)
        try:
            if isinstance(outcome, Refusal):
                raise outcome
            with checking_engine():
                review.take(ply, within(outcome, Limits(nodes=look.simulations)))
        except Refusal as refusal:
            look.left.append(ply)
            self._fail(review, refusal)
            return
        review.done += 1
        review.unkept += 1
        if not look.all_left:
            self._finish_look(review, look)
            return
        if review.unkept >= KEEP_EVERY:
            self._keep(review)
        if now >= review.told_at + TELL_EVERY_MS:
            review.told_at = now
            self._tell(review)
        self._go_on(review)

    def _finish_look(self, review: KeptReview, look: Look) -> None:
        review.finished, review.look = look.simulations, None
        self._keep(review)
        self._tell(review)
        self._go_on(review)

    def _stop(self, review: KeptReview) -> None:
        """Ask no more; what was asked is left."""
        if review.look is not None:
            for number in review.look.open:
                self._engine.cancel(number)
            review.look = Look(review.look.simulations, review.look.all_left)

    def _fail(self, review: KeptReview, refusal: Refusal) -> None:
        """The review ends early."""
        self._stop(review)
        del self._running[review.key]
        for line in review.followers:
            self._lines.refuse(line, None, refusal)

    # Reasons

    def explain(self, now: int) -> None:
        """Find the reasons of one decision: each takes a moment, in which nothing else is answered."""
        review = next(filter(_is_owing, self._running.values()), None)
        if review is None:
            return
        ply = review.unexplained.pop(0)
        (judged,) = judge_decisions(review.evidence(ply))
        review.explain(ply, judged)
        review.unkept += 1
        if not self._settle(review) and now >= review.told_at + TELL_EVERY_MS:
            review.told_at = now
            self._tell(review)

    def _settle(self, review: KeptReview) -> bool:
        """Once nothing is left to think and to explain, the review is final."""
        is_final = review.look is None and not review.unexplained
        became_final, review.is_final = is_final and not review.is_final, is_final
        if is_final and review.unkept:
            self._keep(review)
        if became_final:
            self._tell(review)
        return is_final

    def _keep(self, review: KeptReview) -> None:
        review.unkept = 0
        self._rows.write(review.row, review.written())

    # What followers are told

    def _tell(self, review: KeptReview) -> None:
        for follower in review.followers.values():
            self._tell_one(review, follower)

    def _tell_one(self, review: KeptReview, follower: _Follower) -> None:
        self._lines.tell(
            follower.line,
            {
                "type": "review",
                "version": follower.held.study.version,
                "chapter": follower.chapter,
                "nodes": follower.nodes,
                "review": review.view(),
            },
        )
