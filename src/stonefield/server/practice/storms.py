"""Storms: as many puzzles as possible in three minutes. Each try is stored before it is answered."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Collection, Sequence
from dataclasses import replace

from stonefield.puzzles import Puzzle
from stonefield.puzzles.practice.choosing import REST_MS, fresh
from stonefield.puzzles.practice.progress import Profile
from stonefield.puzzles.practice.storm import EASIEST, LASTS_MS, Storm
from stonefield.puzzles.practice.trying import TryResult
from stonefield.server import metrics
from stonefield.server.domain.people.caller import Caller
from stonefield.server.now import now_ms
from stonefield.server.practice.judging import judge_try
from stonefield.server.practice.puzzles import Puzzles
from stonefield.server.presenting.puzzles import after_line, step_views, storm_view
from stonefield.server.protocol.practice import PlayedStep, PuzzleView, StormView
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.study_views import Moment
from stonefield.server.store.journal import Conflict
from stonefield.server.store.profiles import ProfileStore
from stonefield.server.store.storms import StormStore
from stonefield.server.tokens import new_game_id


class Storms:
    """Begins storms and takes tries."""

    def __init__(self, puzzles: Puzzles, store: StormStore, profiles: ProfileStore) -> None:
        self._puzzles, self._store, self._profiles = puzzles, store, profiles
        self._chance = random.Random()

    async def begin(
        self, game: str, profile: Profile | None, caller: Caller, but: Collection[str] = ()
    ) -> StormView:
        """A new storm, in which none of some puzzles comes, nor one like them."""
        now, away = now_ms(), await self._resting(game, profile.id if profile else None)
        seen = frozenset(name for name in but if name in self._puzzles.ratings(game))
        first = self._next(game, seen, EASIEST, away)
        storm = Storm(new_game_id(), game, profile.id if profile else None, now + LASTS_MS, first, seen=seen)
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
        storm = self._after(storm, tried, await self._resting(storm.game, storm.profile))
        try:
            best = await self._store.save(storm, now_ms(), solved=tried.done)
        except Conflict:
            raise Refusal("stale_move", "the storm has gone on") from None
        steps = await asyncio.to_thread(step_views, tried.before, tried.moves, len(moves) - 1)
        return await self._view(storm, best, tried.right, steps, is_new=not storm.line)

    async def shows(self, puzzle: str, caller: Caller) -> bool:
        """Whether a storm that runs at the caller's address has reached a puzzle."""
        return await self._store.shows(puzzle, caller.key, now_ms())

    async def _resting(self, game: str, profile: str | None) -> set[str]:
        """The families that rest for a player: those of daily puzzles, and of what was tried this week."""
        resting = set(await self._puzzles.resting(game))
        if profile is not None:
            since = now_ms() - REST_MS
            tried = await self._profiles.read(profile, game, lambda history: history.tried_since(since))
            resting |= self._puzzles.families_of(game, tried)
        return resting

    def _after(self, storm: Storm, tried: TryResult, away: Collection[str]) -> Storm:
        if tried.right and not tried.done:
            return storm.went_on(tried.line)
        ended = storm.ended(right=tried.right)
        return replace(ended, puzzle=self._next(ended.game, ended.seen, ended.wanted, away))

    def _next(self, game: str, seen: frozenset[str], wanted: int, away: Collection[str]) -> str:
        """A puzzle that was not seen in the storm, nor one like it; where there are few, one comes again."""
        rests = self._puzzles.rests(game, seen, away)
        chosen = fresh(self._puzzles.ratings(game), sorted(seen), (), wanted, self._chance, rests)
        assert chosen is not None
        return chosen

    async def _view(
        self, storm: Storm, best: int | None, right: bool | None, steps: list[PlayedStep], *, is_new: bool
    ) -> StormView:
        now = now_ms()
        puzzle = self._puzzles.find(storm.puzzle)
        shown = None if storm.is_over(now) else await self._puzzles.view(puzzle)
        moment = shown and await _moment(puzzle, storm.line, shown)
        return storm_view(storm, now, best, right, steps, puzzle=shown if is_new else None, moment=moment)


async def _moment(puzzle: Puzzle, line: Sequence[str], shown: PuzzleView) -> Moment:
    """The position after the decisions so far."""
    return await asyncio.to_thread(_after_line, puzzle, line) if line else shown["moment"]


def _after_line(puzzle: Puzzle, line: Sequence[str]) -> Moment:
    return after_line(puzzle.start, line)
