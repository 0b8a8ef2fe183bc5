"""The review of a whole game: what each side could expect at every moment, and what each decision cost."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from stonefield.engine.sides import colour_of_side, result_for, side_to_decide
from stonefield.engine.thinker import Limits, Settings, Thinker, Thought
from stonefield.games.game import Position
from stonefield.records import Line, Ply, Record

INACCURACY, MISTAKE, BLUNDER = 0.05, 0.10, 0.20
"""The least win rate that a decision of this kind gives away."""
MARKS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
LONGEST_VARIATION = 8


@dataclass(frozen=True, slots=True)
class Decision:
    """One ply of a game, judged."""

    ply: int
    """Counted from 1."""
    move: str
    side: int
    colour: str
    """The colour that decided, as it was owned at that moment."""
    win_rate: float
    """What the side that decided could expect before, from 0 to 1."""
    after: float
    """What it could expect afterwards."""
    score: float
    """The margin it could expect before."""
    best: tuple[str, ...]
    """The line the engine would have played."""
    proven: str | None
    """``win``, ``draw`` or ``loss`` if the best line's result is exact."""

    @property
    def loss(self) -> float:
        """The win rate given away."""
        return 0.0 if self.move == self.best[0] else max(0.0, self.win_rate - self.after)

    @property
    def verdict(self) -> str | None:
        """``inaccuracy``, ``mistake``, ``blunder`` or nothing to say."""
        kinds = (("blunder", BLUNDER), ("mistake", MISTAKE), ("inaccuracy", INACCURACY))
        return next((kind for kind, least in kinds if self.loss >= least), None)

    @property
    def mark(self) -> str:
        """The sign that stands behind the move: ``?!``, ``?``, ``??`` or nothing."""
        return MARKS[self.verdict] if self.verdict else ""


@dataclass(frozen=True, slots=True)
class Review:
    """A record and what the engine thinks of it."""

    record: Record
    decisions: tuple[Decision, ...]
    win_rates: tuple[float, ...]
    """For the side that began, before each ply and after the last."""

    def loss_of(self, side: int) -> float:
        """The average win rate that a side gave away in a decision."""
        losses = [decision.loss for decision in self.decisions if decision.side == side]
        return sum(losses) / len(losses) if losses else 0.0

    def count(self, side: int, verdict: str) -> int:
        """How many inaccuracies, mistakes or blunders a side made."""
        return sum(decision.side == side and decision.verdict == verdict for decision in self.decisions)

    def annotated(self) -> Record:
        """The record with a mark, both win rates and the better line at each decision that cost something."""
        plies = tuple(map(_annotate, self.record.line, self.decisions))
        return replace(self.record, line=replace(self.record.line, plies=plies))

    def to_json(self) -> dict[str, Any]:
        """Everything, as JSON has it."""
        record = self.record
        return {
            "game": record.start.game.name,
            "start": str(record.start),
            "result": record.result,
            "winRates": [round(rate, 4) for rate in self.win_rates],
            "sides": [
                {
                    "colour": colour_of_side(record.final, side),
                    "averageLoss": round(self.loss_of(side), 4),
                    **{f"{verdict}s".replace("ys", "ies"): self.count(side, verdict) for verdict in MARKS},
                }
                for side in (0, 1)
            ],
            "decisions": [
                {
                    "ply": decision.ply,
                    "move": decision.move,
                    "side": decision.side,
                    "colour": decision.colour,
                    "winRate": round(decision.win_rate, 4),
                    "after": round(decision.after, 4),
                    "score": round(decision.score, 2),
                    "loss": round(decision.loss, 4),
                    "verdict": decision.verdict,
                    "best": list(decision.best),
                    "proven": decision.proven,
                }
                for decision in self.decisions
            ],
        }


def _annotate(ply: Ply, decision: Decision) -> Ply:
    if not decision.verdict:
        return ply
    numbers = f"{decision.win_rate:.0%} → {decision.after:.0%}"
    better = Line(tuple(Ply(move) for move in decision.best[:LONGEST_VARIATION]))
    known = any(line.plies and line.plies[0].move == decision.best[0] for line in ply.variations)
    return replace(
        ply,
        mark=decision.mark,
        comment=f"{ply.comment} {numbers}".strip(),
        variations=ply.variations if known else (*ply.variations, better),
    )


def assess(record: Record, thoughts: Sequence[Thought]) -> Review:
    """Judge every decision by what was thought in each position; a finished one needs no thought."""
    positions = record.positions
    win_rates = [_expectation(*pair) for pair in zip(positions, _padded(thoughts, positions), strict=True)]
    decisions = []
    for ply, (position, thought, move) in enumerate(zip(positions, thoughts, record.moves, strict=False)):
        side = side_to_decide(position)
        before, after = win_rates[ply], win_rates[ply + 1]
        line = thought.lines[0]
        decisions.append(
            Decision(
                ply=ply + 1,
                move=move,
                side=side,
                colour=position.turn,
                win_rate=1 - before if side else before,
                after=1 - after if side else after,
                score=line.score,
                best=line.moves,
                proven=line.proven,
            )
        )
    return Review(record, tuple(decisions), tuple(win_rates))


def _padded(thoughts: Sequence[Thought], positions: Sequence[Position]) -> Iterator[Thought | None]:
    yield from thoughts
    yield from [None] * (len(positions) - len(thoughts))


def _expectation(position: Position, thought: Thought | None) -> float:
    """The win rate of the side that began."""
    if position.is_over:
        return result_for(position, 0)
    if thought is None:
        raise ValueError(f"nothing was thought about {position}")
    rate = thought.lines[0].win_rate
    return 1 - rate if side_to_decide(position) else rate


def review(
    record: Record,
    thinker: Thinker,
    limits: Limits,
    settings: Settings,
    *,
    stop: threading.Event | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Review:
    """Think about every position of a game; ``progress`` hears how many are done."""
    thoughts = []
    thinker.forget()
    for number, position in enumerate(record.positions, 1):
        if not position.is_over:
            thoughts.append(
                thinker.think(position, limits, settings, stop=stop or threading.Event(), report=None)
            )
        progress(number)
    return assess(record, thoughts)
