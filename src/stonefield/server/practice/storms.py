"""Storms: as many puzzles as possible in three minutes. Each try is stored before it is answered."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import replace

from stonefield.puzzles import Puzzle
from stonefield.puzzles.practice.choosing import fresh
from stonefield.puzzles.practice.storm import EASIEST, LASTS_MS, Storm
from stonefield.puzzles.practice.trying import TryResult
from stonefield.server import metrics
from stonefield.server.domain.people.caller import Caller
from stonefield.server.now import now_ms
from stonefield.server.practice.judging import judge_try
from stonefield.server.practice.puzzles import Puzzles
from stonefield.server.presenting.puzzles import after_line, step_views
from stonefield.server.protocol.practice import PlayedStep, PuzzleView, StormView
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.study_views import Moment
from stonefield.server.store.journal import Conflict
from stonefield.server.store.profiles import Profile
from stonefield.server.store.storms import StormStore
from stonefield.server.tokens import new_game_id


class Storms:
    """Begins storms and takes tries."""

    def __init__(self, puzzles: Puzzles, store: StormStore) -> None:
        self._puzzles, self._store = puzzles, store
        self._chance = random.Random()

    async def begin(self, game: str, profile: Profile | None, caller: Caller) -> StormView:
        """A new storm."""
        now, first = now_ms(), self._next(game, frozenset(), EASIEST)
        storm = Storm(new_game_id(), game, profile.id if profile else None, now + LASTS_MS, first)
        best = await self._store.add(storm, caller.key, now)
        metrics.storms_begun.inc()
        return await self._view(storm, best, None, [], is_new=True)

    async def attempt(self, id: str, puzzle: str, moves: Sequence[str]) -> StormView:
        """Take a try; one that comes too late changes nothing."""
        found = await self._store.find(id)
        if found is None:
            raise Refusal("no_such_storm", "there is no such storm any more")
        storm, best = found
        if storm.is_over(now_ms()):
            return await self._view(storm, best, None, [], is_new=False)
        if puzzle != storm.puzzle or tuple(moves[:-1]) != storm.line:
            raise Refusal("stale_move", "the storm has gone on")
        tried = await asyncio.to_thread(judge_try, self._puzzles.find(puzzle), moves)
        storm = self._after(storm, tried)
        try:
            best = await self._store.save(storm, now_ms(), solved=tried.done)
        except Conflict:
            raise Refusal("stale_move", "the storm has gone on") from None
        steps = await asyncio.to_thread(step_views, tried.before, tried.moves, len(moves) - 1)
        return await self._view(storm, best, tried.right, steps, is_new=not storm.line)

    async def shows(self, puzzle: str, caller: Caller) -> bool:
        """Whether a storm that runs at the caller's address has reached a puzzle."""
        return await self._store.shows(puzzle, caller.key, now_ms())

    def _after(self, storm: Storm, tried: TryResult) -> Storm:
        if tried.right and not tried.done:
            return storm.went_on(tried.line)
        ended = storm.ended(right=tried.right)
        return replace(ended, puzzle=self._next(ended.game, ended.seen, ended.wanted))

    def _next(self, game: str, seen: frozenset[str], wanted: int) -> str:
        """A puzzle that was not seen in the storm; where there are few, one comes again."""
        chosen = fresh(self._puzzles.ratings(game), sorted(seen), (), wanted, self._chance)
        assert chosen is not None
        return chosen

    async def _view(
        self, storm: Storm, best: int | None, right: bool | None, steps: list[PlayedStep], *, is_new: bool
    ) -> StormView:
        now = now_ms()
        over = storm.is_over(now)
        puzzle = self._puzzles.find(storm.puzzle)
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


async def _moment(puzzle: Puzzle, line: Sequence[str], shown: PuzzleView) -> Moment:
    """The position after the decisions so far."""
    return await asyncio.to_thread(_after_line, puzzle, line) if line else shown["moment"]


def _after_line(puzzle: Puzzle, line: Sequence[str]) -> Moment:
    return after_line(puzzle.start, line)
