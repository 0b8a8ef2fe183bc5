"""Puzzles that somebody solves: what comes next, tries and what they decide, endgames."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Collection, Sequence
from itertools import islice
from typing import Any, TypeAlias

from stonefield.games.game import IllegalMove, InvalidMove, Position
from stonefield.puzzles import Puzzle
from stonefield.puzzles.practice.choosing import ENCOURAGEMENT, NEAREST, fresh, nearest
from stonefield.puzzles.practice.rating_index import RatingIndex
from stonefield.puzzles.practice.streak import day_of
from stonefield.puzzles.practice.trying import Tried
from stonefield.server import metrics
from stonefield.server.domain.people.caller import SERVER, Caller
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.tasks.puzzles import play_endgame, refute_try
from stonefield.server.now import now_ms
from stonefield.server.practice.day_memory import DayMemory, Kind
from stonefield.server.practice.judging import judge_try
from stonefield.server.practice.puzzles import Puzzles
from stonefield.server.presenting.puzzles import (
    after_line,
    rating_view,
    step_views,
    streak_view,
)
from stonefield.server.protocol.learning import (
    EndgameMoved,
    EndgameView,
    Judged,
    NextPuzzle,
    PlayedStep,
    PuzzleSolution,
    PuzzleTried,
    PuzzleView,
    PuzzleVotes,
    Refutation,
    StreakView,
)
from stonefield.server.protocol.problems import Refusal, refused_move
from stonefield.server.protocol.study_views import Moment
from stonefield.server.store.attempts import Attempt
from stonefield.server.store.learners import Learner, LearnerStore

PATIENCE = 15.0
"""Seconds that somebody waits for a proof. It is finished in any case, and there for whoever asks again."""
GLANCE = 0.5
"""Seconds that somebody waits who wants to know at once whether a try is right: most proofs take less."""
PLAIN_RATING = 1200.0
"""What is wanted by somebody of whom nothing is known."""
RETRY = 3.0
WITHOUT_PROOF = ("too_large", "too_many", "busy")
"""Why a proof may fail; a wrong try is wrong all the same."""
_Proof: TypeAlias = Callable[[str, str], dict[str, Any]]


class Training:
    """What is done with puzzles, with a learner or without."""

    def __init__(self, puzzles: Puzzles, store: LearnerStore, jobs: Jobs) -> None:
        self._puzzles, self._store, self._jobs = puzzles, store, jobs
        self._proofs: dict[tuple[str, ...], asyncio.Task[Any]] = {}
        self._warmed: set[str] = set()
        self._today = DayMemory()

    async def view(self, puzzle: Puzzle) -> PuzzleView:
        """A puzzle that somebody is about to try."""
        self._warm_up(puzzle)
        return await self._puzzles.view(puzzle)

    async def next(
        self, learner: Learner | None, game: str, theme: str | None, rating: int | None, but: str | None
    ) -> NextPuzzle:
        """A puzzle that is due, or else a new one near the strength that is wanted."""
        ratings = self._puzzles.ratings(game, theme)
        left_out = {but} if but else set()
        wanted = PLAIN_RATING
        if learner is not None:
            for name in await self._store.due(learner.id, game, now_ms()):
                if name in ratings and name not in left_out:
                    return {"due": True, "puzzle": await self.view(self._puzzles.find(name))}
            wanted = (await self._store.standing(learner.id, game)).rating.rating - ENCOURAGEMENT
        wanted = wanted if rating is None else rating
        if learner is None:
            chosen = fresh(ratings, (), left_out, wanted, random.Random())
        else:
            chosen = await self._untried(learner, game, ratings, left_out, wanted)
        if chosen is None:
            raise Refusal("no_such_puzzle", "there is no other puzzle of this kind")
        return {"due": False, "puzzle": await self.view(self._puzzles.find(chosen))}

    async def _untried(
        self, learner: Learner, game: str, ratings: RatingIndex, but: Collection[str], wanted: float
    ) -> str | None:
        """A puzzle that the learner has not tried, or not for long: only those near are looked up."""
        near, few = ratings.near(wanted), 2 * NEAREST
        found: list[str] = []
        while len(found) < NEAREST and (some := list(islice(near, few))):
            tried = await self._store.tried_among(learner.id, some)
            found += [name for name in some if name not in tried and name not in but]
            few *= 2
        if found:
            return nearest(found, random.Random())
        progress = await self._store.progress(learner.id, game)
        return fresh(ratings, [one.puzzle for one in progress.tried], but, wanted, random.Random())

    async def attempt(
        self,
        puzzle: Puzzle,
        moves: Sequence[str],
        learner: Learner | None,
        caller: Caller,
        *,
        patience: float = PATIENCE,
    ) -> PuzzleTried:
        """Judge a try, write down what it decides, and show why a wrong one is wrong."""
        tried = await asyncio.to_thread(judge_try, puzzle, moves)
        metrics.puzzle_tries.labels("right" if tried.right else "wrong").inc()
        judged, streak = None, None
        if learner is not None and (tried.done or not tried.right):
            judged, streak = await self._decide(puzzle, learner, caller, right=tried.right)
        refutation = None if tried.right else await self._refute(tried, caller, patience)
        return await asyncio.to_thread(_tried_view, puzzle, tried, refutation, judged, streak)

    async def solution(self, puzzle: Puzzle, learner: Learner | None, caller: Caller) -> PuzzleSolution:
        """The line; a learner gives the puzzle up by asking."""
        judged = None
        if learner is not None:
            judged, _ = await self._decide(puzzle, learner, caller, right=False)
        self._today.note(Kind.SHOWN, caller, puzzle.name)
        steps, moment = await asyncio.to_thread(_solved, puzzle)
        return {"moves": puzzle.line, "steps": steps, "moment": moment, "judged": judged}

    async def _decide(
        self, puzzle: Puzzle, learner: Learner, caller: Caller, *, right: bool
    ) -> tuple[Judged | None, StreakView | None]:
        """What an attempt decides for a learner: whether it counts is known from what is written."""
        now, here = now_ms(), (caller, puzzle.name)
        today = day_of(now)
        is_daily = right and puzzle.name == (await self._puzzles.daily(puzzle.game, today)).name
        attempt = Attempt(
            learner.id,
            puzzle.name,
            puzzle.game,
            puzzle.rating,
            right,
            now,
            today if is_daily else None,
            rated=not (right and self._today.knows(Kind.SHOWN, *here)),
            moves_puzzle=self._today.claim(Kind.RATED, *here, learner.id),
        )
        done = await self._store.judge(attempt)
        if attempt.moves_puzzle and not done.moved:
            self._today.release(Kind.RATED, *here, learner.id)
        if done.puzzle is not None:
            self._puzzles.set_standing(puzzle, done.puzzle)
        judged: Judged | None = None
        if done.counts:
            judged = {
                "right": right,
                "rated": done.rated,
                "before": rating_view(done.before),
                "after": rating_view(done.after),
                "due": done.due,
            }
        return judged, streak_view(done.streak, today) if is_daily else None

    async def _refute(self, tried: Tried, caller: Caller, patience: float) -> Refutation | None:
        position, (move,) = tried.before, tried.moves
        try:
            found = await self._prove(refute_try, str(position), move, caller=caller, patience=patience)
        except Refusal as refusal:
            if refusal.code not in WITHOUT_PROOF:
                raise
            return None
        steps = await asyncio.to_thread(_refuted, position, move, found["moves"], len(tried.line) + 1)
        return {"moves": found["moves"], "steps": steps, "result": found["result"], "claims": found["claims"]}

    async def vote(self, puzzle: Puzzle, learner: Learner, up: bool | None, caller: Caller) -> PuzzleVotes:
        """Like a puzzle or not."""
        value, here = 0 if up is None else 1 if up else -1, (caller, puzzle.name, learner.id)
        may_count = self._today.claim(Kind.VOTED, *here)
        voted = await self._store.vote(learner.id, puzzle.name, value, now_ms(), may_count=may_count)
        if voted is None or not voted.counted:
            self._today.release(Kind.VOTED, *here)
        if voted is None:
            raise Refusal("not_tried", "votes are for those who have tried the puzzle")
        standing = voted.standing
        self._puzzles.set_standing(puzzle, standing)
        return {"up": standing.up, "down": standing.down, "mine": up}

    async def report(self, puzzle: Puzzle, learner: Learner, reason: str, caller: Caller) -> None:
        """Say what is wrong with a puzzle."""
        here = (caller, puzzle.name, learner.id)
        may_count = self._today.claim(Kind.REPORTED, *here)
        kept = await self._store.report(learner.id, puzzle.name, reason, now_ms(), may_count=may_count)
        if kept is None or not kept.counted:
            self._today.release(Kind.REPORTED, *here)
        if kept is None:
            raise Refusal("not_tried", "reports are for those who have tried the puzzle")
        if kept.counted:
            metrics.puzzle_reports.labels(reason).inc()

    # Endgames

    async def endgame(self, puzzle: Puzzle) -> EndgameView:
        """A puzzle's position, to be played out."""
        self._warm_up(puzzle)
        shown = await self._puzzles.view(puzzle)
        return {
            "endgame": shown["puzzle"],
            "game": shown["game"],
            "board": shown["board"],
            "letters": shown["letters"],
            "colour": shown["colour"],
            "result": "draw" if puzzle.result == "draw" else "win",
            "rating": shown["rating"],
            "moment": shown["moment"],
        }

    async def play_on(self, puzzle: Puzzle, moves: Sequence[str], caller: Caller) -> EndgameMoved:
        """The perfect answer to the last of these decisions."""
        start, before, move = await asyncio.to_thread(_played, puzzle, moves)
        found = await self._prove(play_endgame, str(before), move, caller=caller)
        if not found["kept"]:
            # What would have been better is the solution, or the rest of it.
            self._today.note(Kind.SHOWN, caller, puzzle.name)
        line = [*moves[:-1], move, *found["reply"]]
        steps = await asyncio.to_thread(step_views, before, line[len(moves) - 1 :], len(moves) - 1)
        return {
            "moves": line,
            "steps": steps,
            "moment": await asyncio.to_thread(after_line, start, line),
            "result": found["result"],
            "kept": found["kept"],
            "better": found["better"],
        }

    # Proofs

    async def _prove(
        self, task: _Proof, *arguments: str, caller: Caller, patience: float = PATIENCE
    ) -> dict[str, Any]:
        """What a prover answers; Refusal if that takes longer than anybody wants to wait."""
        proof = self._begin(task, *arguments, caller=caller)
        done, _ = await asyncio.wait({proof}, timeout=patience)
        if not done:
            raise Refusal("busy", "the proof takes a while; ask again", retry_after=RETRY)
        return proof.result()

    def _begin(self, task: _Proof, *arguments: str, caller: Caller) -> asyncio.Task[dict[str, Any]]:
        key = (task.__name__, *arguments)
        proof = self._proofs.get(key)
        if proof is None:
            proof = asyncio.create_task(self._jobs.do(caller.key, task, *arguments), name="proof")
            self._proofs[key] = proof
            proof.add_done_callback(lambda _: self._proofs.pop(key, None))
            # Whoever asked may not wait any longer.
            proof.add_done_callback(lambda done: done.cancelled() or done.exception())
        return proof

    def _warm_up(self, puzzle: Puzzle) -> None:
        """Have a game's prover loaded before the first wrong try: what it is made of is compiled."""
        if puzzle.game not in self._warmed:
            self._warmed.add(puzzle.game)
            # A refutation needs all that a prover has, an endgame only part of it.
            self._begin(refute_try, puzzle.position, puzzle.line[0], caller=SERVER)


def _solved(puzzle: Puzzle) -> tuple[list[PlayedStep], Moment]:
    start = puzzle.start
    return step_views(start, puzzle.line), after_line(start, puzzle.line)


def _refuted(position: Position, move: str, line: Sequence[str], ply: int) -> list[PlayedStep]:
    return step_views(position.play(move), line, ply)


def _played(puzzle: Puzzle, moves: Sequence[str]) -> tuple[Position, Position, str]:
    """The puzzle's position, the one in which the learner decides, and the decision as the rules write it."""
    position = start = puzzle.start
    try:
        for move in moves[:-1]:
            position = position.play(move)
        if position.is_over:
            raise Refusal("game_over", "the game is over before this decision")
        if position.turn != start.turn:
            raise Refusal("not_your_turn", "the defence decides here; its reply was sent")
        move = str(position.read(moves[-1]))
        position.play(move)
    except (InvalidMove, IllegalMove) as error:
        raise refused_move(error) from None
    return start, position, move


def _tried_view(
    puzzle: Puzzle,
    tried: Tried,
    refutation: Refutation | None,
    judged: Judged | None,
    streak: StreakView | None,
) -> PuzzleTried:
    ply = len(tried.line) - len(tried.moves) if tried.right else len(tried.line)
    return {
        "right": tried.right,
        "done": tried.done,
        "moves": tried.line,
        "steps": step_views(tried.before, tried.moves, ply),
        "moment": after_line(puzzle.start, tried.line),
        "refutation": refutation,
        "judged": judged,
        "streak": streak,
    }
