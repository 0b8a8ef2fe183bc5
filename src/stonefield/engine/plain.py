"""Thinkers for any registered game: they know its rules only, and need no compiled code."""

from __future__ import annotations

import math
import random
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from stonefield.engine.clock import budget
from stonefield.engine.sides import colour_of_side, result_for, side_to_decide
from stonefield.engine.thinker import Candidate, Limits, Report, Settings, Thought
from stonefield.games.game import Move, Position

EXPLORATION = 0.7
REPORT_EVERY = 0.5
DECISIONS_AHEAD = 20
"""A clock is spent as if this many decisions were still to come."""


def seeded(settings: Settings, position: Position) -> random.Random:
    """Random numbers that are the same for the same seed and position, on every machine."""
    return random.Random() if settings.seed is None else random.Random(f"{settings.seed} {position}")


class Stateless:
    """What thinkers without memory and without compiled code have in common."""

    def forget(self) -> None:
        """Nothing is kept between moves."""

    def warm_up(self, position: Position, settings: Settings, *, ends: bool = True) -> None:
        """Nothing is compiled."""


class OneMoveThinker(Stateless, ABC):
    """Takes its move without a search."""

    def think(
        self,
        position: Position,
        limits: Limits,
        settings: Settings,
        *,
        stop: threading.Event,
        report: Report | None = None,
    ) -> Thought:
        """One move, as good as at once."""
        move, score = self._choose(position, seeded(settings, position), stop)
        return Thought(depth=1, nodes=1, seconds=0.0, lines=(Candidate((str(move),), 0.5, score, 1),))

    @abstractmethod
    def _choose(self, position: Position, rng: random.Random, stop: threading.Event) -> tuple[Move, float]:
        """A move and the score after it."""


class RandomThinker(OneMoveThinker):
    """Plays any legal move, each as likely as the others."""

    def _choose(self, position: Position, rng: random.Random, stop: threading.Event) -> tuple[Move, float]:
        return rng.choice(position.legal_moves()), 0.0


class GreedyThinker(OneMoveThinker):
    """Wins at once if it can, else takes the move with the highest score after it, at random among equals."""

    def _choose(self, position: Position, rng: random.Random, stop: threading.Event) -> tuple[Move, float]:
        side = side_to_decide(position)
        best, best_worth = None, (-1.0, 0.0, 0.0)
        for move in position.legal_moves():
            after = position.play(move)
            result = result_for(after, side) if after.is_over else 0.5
            worth = (result, float(after.score(colour_of_side(after, side))), rng.random())
            if worth > best_worth:
                best, best_worth = move, worth
            if best is not None and stop.is_set():
                break
        assert best is not None, "a position that is not over has a legal move"
        return best, best_worth[1]


@dataclass(slots=True)
class _Candidate:
    move: Move
    after: Position
    visits: int = 0
    wins: float = 0.0
    margin: float = 0.0

    @property
    def win_rate(self) -> float:
        return self.wins / self.visits if self.visits else 0.0

    def ucb1(self, log_total: float) -> float:
        """The upper confidence bound by which the next candidate is chosen (Auer et al. 2002)."""
        if not self.visits:
            return math.inf
        return self.win_rate + EXPLORATION * math.sqrt(log_total / self.visits)


class PlainThinker(Stateless):
    """Flat Monte Carlo with UCB1: random playouts from each candidate move, more from the better ones."""

    def think(
        self,
        position: Position,
        limits: Limits,
        settings: Settings,
        *,
        stop: threading.Event,
        report: Report | None = None,
    ) -> Thought:
        """Playouts until a limit is reached; without any limit until stopped."""
        began = time.perf_counter()
        next_report = began + REPORT_EVERY
        share = budget(limits, DECISIONS_AHEAD)
        rng = seeded(settings, position)
        side = side_to_decide(position)
        candidates = [_Candidate(move, position.play(move)) for move in position.legal_moves()]
        rng.shuffle(candidates)
        played = 0
        while played < share.nodes and not stop.is_set():
            now = time.perf_counter()
            if now - began >= share.seconds:
                break
            if report is not None and played and now >= next_report:
                report(_thought(candidates, played, now - began, settings.multipv))
                next_report = now + REPORT_EVERY
            log_total = math.log(played + 1)
            chosen = max(candidates, key=lambda candidate: candidate.ucb1(log_total))
            end = _playout(chosen.after, rng)
            chosen.visits += 1
            chosen.wins += result_for(end, side)
            chosen.margin += end.score(colour_of_side(end, side)) - end.score(colour_of_side(end, 1 - side))
            played += 1
        return _thought(candidates, played, time.perf_counter() - began, settings.multipv)


def _playout(position: Position, rng: random.Random) -> Position:
    while not position.is_over:
        position = position.play(rng.choice(position.legal_moves()))
    return position


def _thought(candidates: Sequence[_Candidate], played: int, seconds: float, multipv: int) -> Thought:
    ranked = sorted(candidates, key=lambda candidate: (candidate.visits, candidate.win_rate), reverse=True)
    lines = tuple(
        Candidate(
            moves=(str(candidate.move),),
            win_rate=candidate.win_rate if candidate.visits else 0.5,
            score=candidate.margin / max(1, candidate.visits),
            visits=candidate.visits,
        )
        for candidate in ranked[:multipv]
    )
    return Thought(depth=1, nodes=played, seconds=seconds, lines=lines)
