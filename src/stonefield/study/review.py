"""The review of a whole game: what each side could expect at every moment, and what each decision cost."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from stonefield.engine.sides import colour_of_side, result_for, side_to_decide
from stonefield.engine.thinker import Limits, Settings, Thinker, Thought
from stonefield.locales import Catalogue
from stonefield.records import Line, Ply, Record
from stonefield.study.decision import Decision, accuracy_of
from stonefield.study.explain.explainer import explain
from stonefield.study.explain.wording import sentence
from stonefield.study.graph import win_rate_graph
from stonefield.study.scales import MARKS, scale_for

LONGEST_VARIATION = 8
MOST_TURNING_POINTS = 3
CROWDED = 1 / 3
"""Where more of the decisions are costly than this, a reader starts with the turning points."""


@dataclass(frozen=True, slots=True)
class Review:
    """A record and what the engine thinks of it, as far as it is known."""

    record: Record
    decisions: tuple[Decision, ...]
    """Those that are judged, in the order they were taken."""
    win_rates: tuple[float | None, ...]
    """For the side that began, before each ply and after the last; None where nothing was thought yet."""
    depths: tuple[float, ...] = ()
    """How many simulations each of them is from; infinite where it is certain."""

    @property
    def is_complete(self) -> bool:
        """Whether every decision is judged."""
        return None not in self.win_rates

    @property
    def turning_points(self) -> tuple[Decision, ...]:
        """The costliest decisions of both sides, at most three, the costliest first."""
        costly = [decision for decision in self.decisions if decision.verdict]
        return tuple(sorted(costly, key=lambda decision: -decision.loss)[:MOST_TURNING_POINTS])

    @property
    def is_crowded(self) -> bool:
        """Whether so much was costly that the turning points say more than all of it."""
        costly = sum(decision.verdict is not None for decision in self.decisions)
        return costly > max(MOST_TURNING_POINTS, CROWDED * len(self.decisions))

    def of_side(self, side: int) -> tuple[Decision, ...]:
        """The decisions of one side."""
        return tuple(decision for decision in self.decisions if decision.side == side)

    def accuracy(self, side: int) -> float | None:
        """How well a side decided on average, from 0 to 100; None if it decided nothing."""
        return accuracy_of(self.of_side(side))

    def loss_of(self, side: int) -> float:
        """The average win rate that a side gave away in a decision."""
        losses = [decision.loss for decision in self.of_side(side)]
        return sum(losses) / len(losses) if losses else 0.0

    def count(self, side: int, verdict: str) -> int:
        """How many inaccuracies, mistakes or blunders a side made."""
        return sum(decision.verdict == verdict for decision in self.of_side(side))

    def annotated(self, words: Catalogue | None = None) -> Record:
        """The record with a mark, both win rates and the better line at each decision that cost something.

        With the words of a language, the comments say why.
        """
        judged = {decision.ply: decision for decision in self.decisions}
        plies = tuple(_annotate(ply, judged.get(nth), words) for nth, ply in enumerate(self.record.line, 1))
        return replace(self.record, line=replace(self.record.line, plies=plies))

    def graph(self) -> str:
        """The win rate over the game as SVG; notebooks show it."""
        return win_rate_graph(self.record, self.win_rates, self.decisions)

    _repr_svg_ = graph

    def summary(self) -> dict[str, Any]:
        """What is said of the whole game, as JSON has it."""
        return {
            "turningPoints": [decision.ply for decision in self.turning_points],
            "sides": [self._side_summary(side) for side in (0, 1)],
        }

    def _side_summary(self, side: int) -> dict[str, Any]:
        accuracy = self.accuracy(side)
        return {
            "colour": colour_of_side(self.record.final, side),
            "accuracy": None if accuracy is None else round(accuracy, 1),
            "averageLoss": round(self.loss_of(side), 4),
            **{f"{verdict}s".replace("ys", "ies"): self.count(side, verdict) for verdict in MARKS},
        }

    def to_json(self) -> dict[str, Any]:
        """Everything, as JSON has it."""
        record = self.record
        return {
            "game": record.start.game.name,
            "start": str(record.start),
            "result": record.result,
            "winRates": [None if rate is None else round(rate, 4) for rate in self.win_rates],
            **self.summary(),
            "decisions": [decision.to_json() for decision in self.decisions],
        }


def _annotate(ply: Ply, decision: Decision | None, words: Catalogue | None) -> Ply:
    if decision is None or not decision.verdict:
        return ply
    said = [ply.comment, f"{decision.win_rate:.0%} → {decision.after:.0%}"]
    if words and decision.explanation and decision.explanation.cost:
        said[-1] += "."
        said += [sentence(claim, words) for claim in decision.explanation.cost]
    better = Line(tuple(Ply(move) for move in decision.best[:LONGEST_VARIATION]))
    known = any(line.plies and line.plies[0].move == decision.best[0] for line in ply.variations)
    return replace(
        ply,
        mark=decision.mark,
        comment=" ".join(said).strip(),
        variations=ply.variations if known else (*ply.variations, better),
    )


class ReviewBuilder:
    """A review that grows with every thought; they come in any order, and a later one replaces an earlier.

    Without ``explains``, decisions are judged, which takes no time, and no reasons are found.
    """

    def __init__(self, record: Record, *, explains: bool = True) -> None:
        self.record, self._explains = record, explains
        self._thoughts: dict[int, Thought] = {}
        self._decisions: dict[int, Decision] = {}

    @property
    def missing(self) -> tuple[int, ...]:
        """After how many plies there is a position that has to be thought about still."""
        return tuple(
            ply
            for ply, position in enumerate(self.record.positions)
            if not position.is_over and ply not in self._thoughts
        )

    def add(self, ply: int, thought: Thought) -> tuple[Decision, ...]:
        """Take in what was thought of the position after ``ply`` plies; the decisions judged by it."""
        self._thoughts[ply] = thought
        judged = []
        for before in (ply - 1, ply):
            decision = self._judge(before)
            if decision is not None:
                self._decisions[before] = decision
                judged.append(decision)
        return tuple(judged)

    def restore(self, thoughts: Mapping[int, Thought]) -> None:
        """Take in all that was thought before: each decision is judged once."""
        self._thoughts.update(thoughts)
        for ply in thoughts:
            decision = self._judge(ply)
            if decision is not None:
                self._decisions[ply] = decision

    @property
    def review(self) -> Review:
        """What is known so far."""
        decisions = tuple(self._decisions[ply] for ply in sorted(self._decisions))
        win_rates = tuple(self._win_rate(ply) for ply in range(len(self.record.positions)))
        depths = tuple(self._depth(ply) for ply in range(len(self.record.positions)))
        return Review(self.record, decisions, win_rates, depths)

    def _win_rate(self, ply: int) -> float | None:
        """What the side that began could expect after so many plies."""
        position = self.record.positions[ply]
        if position.is_over:
            return result_for(position, 0)
        if ply not in self._thoughts:
            return None
        rate = self._thoughts[ply].lines[0].win_rate
        return 1 - rate if side_to_decide(position) else rate

    def _depth(self, ply: int) -> float:
        """How many simulations the win rate after so many plies is from."""
        thought = self._thoughts.get(ply)
        return thought.simulations if thought else math.inf

    def _judge(self, ply: int) -> Decision | None:
        """The decision after so many plies, if the positions before and after it are known."""
        if not 0 <= ply < len(self.record.moves) or ply not in self._thoughts:
            return None
        before, after = self._win_rate(ply), self._win_rate(ply + 1)
        if before is None or after is None:
            return None
        position, best = self.record.positions[ply], self._thoughts[ply].lines[0]
        next_thought = self._thoughts.get(ply + 1)
        reply = next_thought.lines[0] if next_thought else None
        side = side_to_decide(position)
        decision = Decision(
            ply=ply + 1,
            move=self.record.moves[ply],
            side=side,
            colour=position.turn,
            win_rate=1 - before if side else before,
            after=1 - after if side else after,
            score=best.score,
            best=best.moves,
            proven=best.proven,
            reply=reply.moves if reply else (),
            simulations=_shortest(self._thoughts[ply], next_thought),
            scale=scale_for(position.game.name),
        )
        if not self._explains or decision.verdict is None:
            return decision
        return replace(decision, explanation=explain(position, decision.move, best, reply))


def _shortest(*thoughts: Thought | None) -> float:
    """The simulations of the shortest search that is not a proof; without any the result is exact."""
    unproven = (each.nodes for each in thoughts if each and each.lines[0].proven is None)
    return min(unproven, default=math.inf)


def within(thought: Thought, limits: Limits) -> Thought:
    """A thought that counts no more simulations than it was allowed: a solver's nodes are no simulations."""
    return thought if limits.nodes is None else replace(thought, nodes=min(thought.nodes, limits.nodes))


def assess(record: Record, thoughts: Sequence[Thought] | Mapping[int, Thought]) -> Review:
    """Judge every decision by what was thought in each position; a finished one needs no thought."""
    builder = ReviewBuilder(record)
    for ply, thought in thoughts.items() if isinstance(thoughts, Mapping) else enumerate(thoughts):
        builder.add(ply, thought)
    if builder.missing:
        raise ValueError(f"nothing was thought about {record.positions[builder.missing[0]]}")
    return builder.review


def review(
    record: Record,
    thinker: Thinker,
    limits: Limits,
    settings: Settings,
    *,
    stop: threading.Event | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Review:
    """Think about every position of a game; ``progress`` hears how many are done.

    The last comes first: what is proven there, and what the network said of it, is known to those before it.
    """
    builder = ReviewBuilder(record)
    thinker.forget()
    plies = reversed(range(len(record.positions)))
    for done, ply in enumerate(plies, 1):
        if not record.positions[ply].is_over:
            thought = thinker.think(record.positions[ply], limits, settings, stop=stop or threading.Event())
            builder.add(ply, within(thought, limits))
        progress(done)
    return builder.review
