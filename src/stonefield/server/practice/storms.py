"""Storms that are under way; they last three minutes and are kept in memory."""

from __future__ import annotations

import asyncio
import random
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace

from stonefield.puzzles import Puzzle
from stonefield.puzzles.practice.choosing import fresh
from stonefield.puzzles.practice.storm import EASIEST, LASTS_MS, Storm
from stonefield.puzzles.practice.trying import Tried
from stonefield.server import metrics
from stonefield.server.domain.people.caller import Caller
from stonefield.server.now import now_ms
from stonefield.server.practice.judging import judge_try
from stonefield.server.practice.puzzles import Puzzles
from stonefield.server.presenting.puzzles import after_line, step_views
from stonefield.server.protocol.learning import PlayedStep, PuzzleView, StormView
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.study_views import Moment
from stonefield.server.store.learners import Learner, LearnerStore
from stonefield.server.tokens import new_game_id

MOST = 5_000
MOST_OF_ONE = 100
"""Of one address: beyond it the oldest one of that address makes room."""
KEPT_MS = 600_000
"""How long a storm is known from its beginning."""


class Storms:
    """Begins storms and takes tries."""

    def __init__(self, puzzles: Puzzles, store: LearnerStore) -> None:
        self._puzzles, self._store = puzzles, store
        self._storms: OrderedDict[str, Storm] = OrderedDict()
        self._of: dict[str, OrderedDict[str, None]] = {}
        self._chance = random.Random()

    async def begin(self, game: str, learner: Learner | None, caller: Caller) -> StormView:
        """A new storm."""
        now = now_ms()
        self._forget(now)
        first = self._next(game, frozenset(), EASIEST)
        own = self._of.setdefault(caller.key, OrderedDict())
        while len(own) >= MOST_OF_ONE:
            self._drop(self._storms[next(iter(own))])
            own = self._of.setdefault(caller.key, OrderedDict())
        id, whose = new_game_id(), learner.id if learner else None
        storm = Storm(id, game, whose, now + LASTS_MS, first, person=caller.key)
        self._storms[id] = storm
        own[id] = None
        metrics.storms_begun.inc()
        return await self._view(storm, None, [], is_new=True)

    async def attempt(self, id: str, puzzle: str, moves: Sequence[str]) -> StormView:
        """Take a try; one that comes too late changes nothing."""
        storm = self._storms.get(id)
        if storm is None:
            raise Refusal("no_such_storm", "there is no such storm any more")
        if storm.is_over(now_ms()):
            return await self._view(storm, None, [], is_new=False)
        present = self._puzzles.find(storm.puzzle)
        if puzzle != storm.puzzle or tuple(moves[:-1]) != storm.line:
            raise Refusal("stale_move", "the storm has gone on")
        tried = await asyncio.to_thread(judge_try, present, moves)
        if self._storms.get(id) is not storm:
            raise Refusal("stale_move", "the storm has gone on")
        storm = self._after(storm, tried)
        self._storms[id] = storm
        ends = tried.done or not tried.right
        if tried.done and storm.learner is not None:
            await self._store.keep_storm(storm.learner, storm.game, storm.solved, now_ms())
        ply = len(moves) - 1
        steps = await asyncio.to_thread(step_views, tried.before, tried.moves, ply)
        return await self._view(storm, tried.right, steps, is_new=ends)

    def shows(self, puzzle: str, caller: Caller) -> bool:
        """Whether a storm that runs at an address has got to a puzzle."""
        now, own = now_ms(), (self._storms[id] for id in self._of.get(caller.key, ()))
        return any(storm.puzzle == puzzle and not storm.is_over(now) for storm in own)

    def _after(self, storm: Storm, tried: Tried) -> Storm:
        if tried.right and not tried.done:
            return storm.went_on(tried.line)
        ended = storm.ended(right=tried.right)
        return replace(ended, puzzle=self._next(ended.game, ended.seen, ended.wanted))

    def _next(self, game: str, seen: frozenset[str], wanted: int) -> str:
        """A puzzle that was not seen in the storm; of few puzzles one comes again."""
        ratings = self._puzzles.ratings(game)
        chosen = fresh(ratings, sorted(seen), (), wanted, self._chance)
        assert chosen is not None
        return chosen

    async def _view(
        self, storm: Storm, right: bool | None, steps: list[PlayedStep], *, is_new: bool
    ) -> StormView:
        now = now_ms()
        over = storm.is_over(now)
        puzzle = self._puzzles.find(storm.puzzle)
        best = None
        if storm.learner is not None:
            best = (await self._store.standing(storm.learner, storm.game)).storm
        shown = None if over else await self._puzzles.view(puzzle)
        return {
            "storm": storm.id,
            "game": storm.game,
            "now": now,
            "ends": storm.ends,
            "over": over,
            "solved": storm.solved,
            "missed": storm.missed,
            "combo": storm.combo,
            "best": best,
            "right": right,
            "steps": steps,
            "puzzle": shown if is_new else None,
            "moves": storm.line,
            "moment": shown and await _moment(puzzle, storm.line, shown),
        }

    def _forget(self, now: int) -> None:
        """Drop what is over for long, and the oldest of too many."""
        while self._storms:
            oldest = next(iter(self._storms.values()))
            if len(self._storms) < MOST and now < oldest.ends - LASTS_MS + KEPT_MS:
                return
            self._drop(oldest)

    def _drop(self, storm: Storm) -> None:
        del self._storms[storm.id]
        own = self._of[storm.person]
        del own[storm.id]
        if not own:
            del self._of[storm.person]


async def _moment(puzzle: Puzzle, line: Sequence[str], shown: PuzzleView) -> Moment:
    """The position after the decisions so far."""
    return await asyncio.to_thread(_after, puzzle, line) if line else shown["moment"]


def _after(puzzle: Puzzle, line: Sequence[str]) -> Moment:
    return after_line(puzzle.start, line)
