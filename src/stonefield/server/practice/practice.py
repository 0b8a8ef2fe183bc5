"""Practice with puzzles: what comes next, tries and what they decide, solutions, votes and reports."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from stonefield.puzzles import Puzzle
from stonefield.puzzles.practice.choosing import PLAIN_RATING, due_or_fresh, fresh
from stonefield.puzzles.practice.progress import Profile
from stonefield.puzzles.practice.streak import DAY_MS, day_of
from stonefield.puzzles.practice.trying import TryResult
from stonefield.server import metrics
from stonefield.server.domain.people.caller import Caller
from stonefield.server.jobs.tasks.puzzles import explain_solution, refute_try
from stonefield.server.now import now_ms
from stonefield.server.practice.judging import judge_try
from stonefield.server.practice.proofs import PATIENCE, Proofs
from stonefield.server.practice.puzzles import Puzzles
from stonefield.server.presenting.learners import judged_view
from stonefield.server.presenting.proofs import WITHOUT_PROOF, refutation_view, why_view
from stonefield.server.presenting.puzzles import (
    solution_views,
    streak_view,
    tried_view,
)
from stonefield.server.protocol.practice import (
    Judged,
    NextPuzzle,
    PuzzleSolution,
    PuzzleTried,
    PuzzleView,
    PuzzleVotes,
    PuzzleWhy,
    Refutation,
    StreakView,
)
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store.addresses import Addresses
from stonefield.server.store.attempts import Attempt
from stonefield.server.store.day_notes import DayNotes
from stonefield.server.store.profiles import ProfileStore
from stonefield.server.tokens import hash_token

GLANCE = 0.5
"""Seconds that a request waits for a proof if it first of all asks whether a try is right: most take less."""
LATEST_MS = 60 * DAY_MS
"""A try that was made longer ago counts as made then."""


class Practice:
    """What is done with puzzles, with a profile or without."""

    def __init__(self, puzzles: Puzzles, store: ProfileStore, addresses: Addresses, proofs: Proofs) -> None:
        self._puzzles, self._store, self._addresses, self._proofs = puzzles, store, addresses, proofs
        self._chance = random.Random()

    async def view(self, puzzle: Puzzle) -> PuzzleView:
        """A puzzle that is about to be tried."""
        self._proofs.warm_up(puzzle)
        return await self._puzzles.view(puzzle)

    # What comes next

    async def next(
        self, token: str | None, game: str, theme: str | None, rating: int | None, but: Collection[str]
    ) -> NextPuzzle:
        """With a profile's token a puzzle that is due; else a new one near the strength that is wanted.

        It is of no family that rests: that of a daily puzzle, of one in ``but``, or of one tried this week.
        """
        ratings = self._puzzles.ratings(game, theme)
        left_out, now = set(but), now_ms()
        resting = await self._puzzles.resting(game)

        def rests(offered: Collection[str]) -> Callable[[str], bool]:
            return self._puzzles.rests(game, offered, resting)

        if token is None:
            wanted = PLAIN_RATING if rating is None else rating
            is_due, chosen = False, fresh(ratings, (), left_out, wanted, self._chance, rests(but))
        else:
            is_due, chosen = await self._store.read_as(
                hash_token(token),
                game,
                lambda history: due_or_fresh(history, ratings, left_out, rating, now, self._chance, rests),
            )
        if chosen is None:
            raise Refusal("no_such_puzzle", "there is no other puzzle of this kind")
        return {"due": is_due, "puzzle": await self.view(self._puzzles.find(chosen))}

    # Tries

    async def attempt(
        self,
        puzzle: Puzzle,
        moves: Sequence[str],
        profile: Profile | None,
        caller: Caller,
        *,
        patience: float = PATIENCE,
    ) -> PuzzleTried:
        """Judge a try, write down what it decides, and show why a wrong one is wrong."""
        tried = await asyncio.to_thread(judge_try, puzzle, moves)
        metrics.puzzle_tries.labels("right" if tried.right else "wrong").inc()
        judged, streak = None, None
        if profile is not None and (tried.done or not tried.right):
            judged, streak = await self._decide(puzzle, profile, caller, right=tried.right)
        refutation = None if tried.right else await self._refute(tried, caller, patience)
        return await asyncio.to_thread(tried_view, puzzle, tried, refutation, judged, streak)

    async def solution(self, puzzle: Puzzle, profile: Profile | None, caller: Caller) -> PuzzleSolution:
        """The line; with a profile the puzzle is given up by asking for it."""
        judged = None
        if profile is None:
            await self.note_shown(puzzle, caller)
        else:
            judged, _ = await self._decide(puzzle, profile, caller, right=False, gives_up=True)
        steps, moment = await asyncio.to_thread(solution_views, puzzle)
        return {"moves": puzzle.line, "steps": steps, "moment": moment, "judged": judged}

    async def why(self, puzzle: Puzzle, moves: Sequence[str], caller: Caller) -> PuzzleWhy:
        """Why the solution works, for a caller who knows it."""
        tried = await asyncio.to_thread(judge_try, puzzle, moves)
        if not tried.done:
            raise Refusal("not_tried", "why it works is shown once the puzzle is solved")
        found = await self._proofs.prove(
            explain_solution, puzzle.position, " ".join(puzzle.line), caller=caller
        )
        return await asyncio.to_thread(_why_view, puzzle, found)

    async def note_shown(self, puzzle: Puzzle, caller: Caller) -> None:
        """The solution is shown: at this address solving the puzzle is not rated today."""
        await self._store.note_shown(await self._notes(puzzle, caller))

    async def _notes(self, puzzle: Puzzle, caller: Caller, profile: str = "") -> DayNotes:
        now = now_ms()
        return DayNotes.of(await self._addresses.today(now), now, caller.key, puzzle.name, profile)

    async def _decide(
        self, puzzle: Puzzle, profile: Profile, caller: Caller, *, right: bool, gives_up: bool = False
    ) -> tuple[Judged | None, StreakView | None]:
        """What an attempt decides for a profile."""
        now = now_ms()
        attempt = await self._attempt(puzzle, profile, caller, now, right=right, gives_up=gives_up)
        done = await self._store.judge(attempt)
        if done.puzzle is not None:
            self._puzzles.set_standing(puzzle.name, done.puzzle)
        streak = None if attempt.day is None else streak_view(done.streak, attempt.day)
        return judged_view(right, done), streak

    async def _attempt(
        self, puzzle: Puzzle, profile: Profile, caller: Caller, at: int, *, right: bool, gives_up: bool
    ) -> Attempt:
        """An attempt at a moment, as it is written down."""
        day = day_of(at)
        is_daily = right and puzzle in (
            await self._puzzles.daily(puzzle.game, day),
            self._puzzles.easy_daily(puzzle.game, day),
        )
        return Attempt(
            profile.id,
            puzzle.name,
            puzzle.game,
            puzzle.rating,
            right,
            at,
            await self._notes(puzzle, caller, profile.id),
            day if is_daily else None,
            gives_up,
            puzzle.deviation,
            puzzle.guess,
        )

    async def take_late(
        self, puzzle: Puzzle, moves: Sequence[str], at: int, token: str, profile: Profile, caller: Caller
    ) -> None:
        """Take a try that was made without a network; nothing happens if it has come in already."""
        tried = await asyncio.to_thread(judge_try, puzzle, moves) if moves else None
        if tried is not None and tried.right and not tried.done:
            return
        right, now = tried is not None and tried.right, now_ms()
        when = min(max(at, now - LATEST_MS), now)
        attempt = await self._attempt(puzzle, profile, caller, when, right=right, gives_up=tried is None)
        await self._store.judge_once(replace(attempt, token_hash=hash_token(token)))

    async def _refute(self, tried: TryResult, caller: Caller, patience: float) -> Refutation | None:
        position, (move,) = tried.before, tried.moves
        try:
            found = await self._proofs.prove(
                refute_try, str(position), move, caller=caller, patience=patience
            )
        except Refusal as refusal:
            if refusal.code not in WITHOUT_PROOF:
                raise
            return None
        return await asyncio.to_thread(refutation_view, position, move, found, len(tried.line) + 1)

    # What players make of a puzzle

    async def vote(self, puzzle: Puzzle, profile: Profile, up: bool | None, caller: Caller) -> PuzzleVotes:
        """Like a puzzle or not."""
        value, notes = 0 if up is None else 1 if up else -1, await self._notes(puzzle, caller, profile.id)
        voted = await self._store.vote(profile.id, puzzle.name, value, now_ms(), notes)
        if voted is None:
            raise Refusal("not_tried", "votes are for those who have tried the puzzle")
        standing = voted.standing
        self._puzzles.set_standing(puzzle.name, standing)
        return {"up": standing.up, "down": standing.down, "mine": up}

    async def report(self, puzzle: Puzzle, profile: Profile, reason: str, caller: Caller) -> None:
        """Say what is wrong with a puzzle."""
        notes = await self._notes(puzzle, caller, profile.id)
        kept = await self._store.report(profile.id, puzzle.name, reason, now_ms(), notes)
        if kept is None:
            raise Refusal("not_tried", "reports are for those who have tried the puzzle")
        if kept.counted:
            metrics.puzzle_reports.labels(reason).inc()


def _why_view(puzzle: Puzzle, found: Mapping[str, Any]) -> PuzzleWhy:
    return why_view(puzzle.start, found)
