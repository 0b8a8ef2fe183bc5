"""A review that grows with every thought: what it has got to, and how it looks; with or without a server."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from stonefield import __version__
from stonefield.engine.thinker import Thought
from stonefield.records.record import Line, Ply, Record, result_of
from stonefield.server.domain.game.review_key import review_key
from stonefield.server.presenting.reviews import decision_view, review_view, squares_of
from stonefield.server.protocol.problems import Refusal
from stonefield.study import Decision, ReviewBuilder
from stonefield.study.documents.chapter import Chapter
from stonefield.study.thoughts import write_thoughts

if TYPE_CHECKING:
    from stonefield.server.protocol.reviews import ClaimView, DecisionView, ReviewView

FORM = f"{__version__} 4"
"""Names what reviews look like and say. Count up when that changes within a version."""
LONGEST_GAME = 1_000


def main_record(chapter: Chapter) -> Record:
    """The main line of a chapter as a game; Refusal if there is nothing to review."""
    line = chapter.main_line()
    if not 1 < len(line) <= LONGEST_GAME + 1:
        raise Refusal("no_such_review", f"a review is of 1 to {LONGEST_GAME} decisions")
    steps = list(chapter.walk(line[-1:]))
    played = Line(tuple(Ply(step.node.move) for step in steps))
    positions = [chapter.start, *(step.after for step in steps)]
    return Record.of_played(chapter.start, played, positions, result_of(positions[-1]), {})


def key_of(record: Record) -> str:
    """Names a game's start, options and moves."""
    return review_key(record.start, record.moves)


class _Reasons(NamedTuple):
    """Why a decision was costly, compared with what was best."""

    best: str
    given: list[ClaimView]
    better: list[ClaimView]


class GrowingReview:
    """One review: its thoughts, what is judged by them, and the reasons that were found."""

    def __init__(self, key: str, record: Record) -> None:
        self.key, self.record = key, record
        self.builder = ReviewBuilder(record, explains=False)
        self.simulations, self.done, self.is_final = 0, 0, False
        self.thoughts: dict[int, Thought] = {}
        self.unexplained: list[int] = []
        """The costly decisions, by ply, whose reasons are still to be found."""
        self.plies = [ply for ply, position in enumerate(record.positions) if not position.is_over]
        self._stored: ReviewView | None = None
        self._reasons: dict[int, _Reasons] = {}
        self._best_squares: dict[tuple[int, str], Sequence[str]] = {}

    @property
    def has_begun(self) -> bool:
        """Whether there is anything to show."""
        return bool(self.thoughts) or self._stored is not None

    def take(self, ply: int, thought: Thought) -> bool:
        """Judge what follows from a thought about the position after ``ply`` decisions.

        False if what is known is from a deeper look: it stays.
        """
        known = self.thoughts.get(ply)
        if known is not None and known.simulations >= thought.simulations:
            return False
        judged = self.builder.add(ply, thought)
        self.thoughts[ply] = thought
        self.want_reasons(decision.ply for decision in judged if decision.verdict)
        return True

    # Why decisions were costly

    def want_reasons(self, plies: Iterable[int]) -> None:
        """Note decisions as unexplained."""
        self.unexplained += [ply for ply in plies if ply not in self.unexplained]

    def evidence(self, ply: int) -> str:
        """One decision and what was thought before and after it, for `judge_decisions`."""
        record = Record.of(self.record.positions[ply - 1], self.record.moves[ply - 1 : ply])
        thoughts = {0: self.thoughts[ply - 1]}
        if ply in self.thoughts:
            thoughts[1] = self.thoughts[ply]
        return write_thoughts(record, thoughts)

    def explain(self, ply: int, judged: DecisionView) -> None:
        """Take in the reasons that were found for a decision; until then those from before are shown."""
        self._reasons[ply] = _Reasons(judged["best"][0], judged["given"], judged["better"])

    # What was found before

    def recall_view(self, view: ReviewView, simulations: int) -> None:
        """Show what was found before."""
        self._stored = view
        self.simulations, self.done = simulations, len(self.plies)

    def restore(self, thoughts: Mapping[int, Thought]) -> None:
        """Use what was thought before, for a deeper look; what is explained is not explained again."""
        for one in self._stored["decisions"] if self._stored else ():
            self._best_squares[one["ply"], one["best"][0]] = one["best_squares"]
            if one["given"]:
                self.explain(one["ply"], one)
            elif one["verdict"]:
                self.want_reasons([one["ply"]])
        self.builder.restore(thoughts)
        self.thoughts.update(thoughts)

    # What is shown

    def view(self) -> ReviewView:
        """All of it."""
        return self.view_as(is_final=self.is_final)

    def view_as(self, *, is_final: bool) -> ReviewView:
        """All of it, as what is finished or not."""
        if self._stored is not None and not self.thoughts:
            return {**self._stored, "final": is_final}
        return review_view(
            self.key,
            self.builder.review,
            self._decision_view,
            simulations=self.simulations,
            done=self.done,
            total=len(self.plies),
            final=is_final,
        )

    def _decision_view(self, decision: Decision) -> DecisionView:
        view = decision_view(decision, self._squares(decision))
        known = self._reasons.get(decision.ply)
        if decision.verdict and known is not None and known.best == decision.best[0]:
            view["given"], view["better"] = known.given, known.better
        return view

    def _squares(self, decision: Decision) -> Sequence[str]:
        """Where the best decision's stone or piece would be."""
        known = (decision.ply, decision.best[0])
        if known not in self._best_squares:
            self._best_squares[known] = squares_of(self.record.positions[decision.ply - 1], decision.best[0])
        return self._best_squares[known]
