"""Puzzles by request: what `server/web/puzzles_api.py` answers; the standings are those of the device."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from stonefield.games.plugin import part_of
from stonefield.pocket import puzzles
from stonefield.pocket.asking import MOST_RATING, Answer, Ask, Paths, encoded
from stonefield.pocket.game_paths import drawn
from stonefield.pocket.late_tries import LateTries
from stonefield.pocket.learners import Learner, Learners
from stonefield.pocket.proofs import Proofs
from stonefield.pocket.reading import read
from stonefield.pocket.storms import Storms
from stonefield.puzzles import Puzzle, Unproven
from stonefield.puzzles.practice.choosing import PLAIN_RATING, due_or_fresh, fresh
from stonefield.puzzles.practice.daily import date_of
from stonefield.puzzles.practice.streak import DAY_MS, day_of
from stonefield.puzzles.practice.trying import TryResult
from stonefield.puzzles.proving import Reasons, Why
from stonefield.server.practice.judging import judge_try
from stonefield.server.presenting.learners import judged_view
from stonefield.server.presenting.proofs import (
    WITHOUT_PROOF,
    explained,
    proving,
    refutation_view,
    refuted,
    why_view,
)
from stonefield.server.presenting.puzzles import solution_views, streak_view, tried_view
from stonefield.server.protocol.problems import Refusal

if TYPE_CHECKING:
    from stonefield.server.protocol.practice import (
        DailyPuzzle,
        Judged,
        NextPuzzle,
        PuzzleList,
        PuzzleSolution,
        Refutation,
        StreakView,
    )


def add_practice(paths: Paths, learners: Learners, storms: Storms, late: LateTries, proofs: Proofs) -> None:
    """Answer the paths of puzzles."""
    _add_choosing(paths, learners)
    _add_trying(paths, learners, storms, late, proofs)

    @paths.at("GET", "/api/puzzles")
    def list_puzzles(ask: Ask) -> Answer:
        games = [puzzles.shelf(game).view() for game in puzzles.games_with_puzzles()]
        answer: PuzzleList = {"games": games}
        return encoded(answer)

    @paths.at("GET", "/api/puzzles/{puzzle}")
    def show(ask: Ask, puzzle: str) -> Answer:
        return encoded(puzzles.view(puzzles.find_puzzle(puzzle)))

    @paths.at("GET", "/api/puzzles/{puzzle}/picture.svg")
    def picture(ask: Ask, puzzle: str) -> Answer:
        return drawn(ask, puzzles.find_puzzle(puzzle).position)


def _add_choosing(paths: Paths, learners: Learners) -> None:
    """Answer which puzzle comes."""
    chance = random.Random()

    @paths.at("GET", "/api/puzzles/daily")
    def daily(ask: Ask) -> Answer:
        today, game = day_of(ask.now), ask.one("game")
        is_easy = ask.chosen("easy", "false", "true") == "true"
        puzzle = (puzzles.easy_daily if is_easy else puzzles.daily)(game, today)
        answer: DailyPuzzle = {
            "date": date_of(today).isoformat(),
            "ends": (today + 1) * DAY_MS,
            "now": ask.now,
            "puzzle": puzzles.view(puzzle),
        }
        return encoded(answer)

    @paths.at("GET", "/api/puzzles/next")
    def next_puzzle(ask: Ask) -> Answer:
        game, theme, but = ask.one("game"), ask.one("theme") or None, set(ask.query.get("but", ()))
        ratings = puzzles.shelf(game).themes.get(theme)
        if ratings is None:
            raise Refusal("no_such_puzzle", "there is no puzzle with this theme")
        rating = ask.number("rating", 0, MOST_RATING)
        away = puzzles.resting(game, day_of(ask.now))

        def rests(offered: Collection[str]) -> Callable[[str], bool]:
            return puzzles.rests(game, offered, away)

        is_due = False
        if ask.token is None:
            wanted = PLAIN_RATING if rating is None else rating
            chosen = fresh(ratings, (), but, wanted, chance, rests(but))
        else:
            history = learners.practised(game)
            is_due, chosen = due_or_fresh(history, ratings, but, rating, ask.now, chance, rests)
        if chosen is None:
            raise Refusal("no_such_puzzle", "there is no other puzzle of this kind")
        answer: NextPuzzle = {"due": is_due, "puzzle": puzzles.view(puzzles.find_puzzle(chosen))}
        return encoded(answer)


def _add_trying(paths: Paths, learners: Learners, storms: Storms, late: LateTries, proofs: Proofs) -> None:
    """Answer tries."""

    def free(puzzle: str, now: int) -> Puzzle:
        """A puzzle that the storm that runs has not reached."""
        found = puzzles.find_puzzle(puzzle)
        if storms.shows(puzzle, now):
            raise Refusal("in_storm", "a storm that runs has reached this puzzle")
        return found

    def decide(
        ask: Ask, learner: Learner, puzzle: Puzzle, moves: Sequence[str], *, right: bool
    ) -> tuple[Judged | None, StreakView | None]:
        """What an attempt decides for the learner; without moves the puzzle is given up."""
        today, game, waiting = day_of(ask.now), puzzle.game, late.waiting()
        is_daily = right and puzzle in (puzzles.daily(game, today), puzzles.easy_daily(game, today))
        done = learners.judge(learner, puzzle, ask.now, right=right, is_daily=is_daily, gives_up=not moves)
        if done.counts or is_daily:
            late.keep(waiting, ask, puzzle.name, moves)
        return judged_view(right, done), streak_view(learner.streak, today) if is_daily else None

    @paths.at("POST", "/api/puzzles/{puzzle}/tries")
    def try_puzzle(ask: Ask, puzzle: str) -> Answer:
        found, learner = free(puzzle, ask.now), learners.asking(ask)
        wanted = read("PuzzleTry", ask.body)
        moves, tried = wanted.moves, judge_try(found, wanted.moves)
        # Before anything is decided: this may be asked again.
        refutation = _refuted(tried, proofs) if wanted.patient and not tried.right else None
        judged, streak = None, None
        if learner is not None and (tried.done or not tried.right):
            judged, streak = decide(ask, learner, found, moves, right=tried.right)
        return encoded(tried_view(found, tried, refutation, judged, streak))

    @paths.at("POST", "/api/puzzles/{puzzle}/solution")
    def solve(ask: Ask, puzzle: str) -> Answer:
        found, learner = free(puzzle, ask.now), learners.asking(ask)
        judged = None
        if learner is None:
            learners.note_shown(puzzle, ask.now)
        else:
            judged, _ = decide(ask, learner, found, (), right=False)
        steps, moment = solution_views(found)
        answer: PuzzleSolution = {"moves": found.line, "steps": steps, "moment": moment, "judged": judged}
        return encoded(answer)

    @paths.at("POST", "/api/puzzles/{puzzle}/why")
    def why(ask: Ask, puzzle: str) -> Answer:
        found = puzzles.find_puzzle(puzzle)
        if not judge_try(found, read("PuzzleTry", ask.body).moves).done:
            raise Refusal("not_tried", "why it works is shown once the puzzle is solved")
        return encoded(why_view(found.start, explained(_reason(found, proofs))))


def _reason(puzzle: Puzzle, proofs: Proofs) -> Why:
    """Why the solution of a puzzle works."""
    start = puzzle.start
    reasons: Reasons | None = part_of(puzzle.game, "reasons", None)
    with proving():
        if reasons is None:
            raise Unproven
        return reasons(start, puzzle.line, puzzle.themes, lambda move: proofs.refute(start, move))


def _refuted(tried: TryResult, proofs: Proofs) -> Refutation | None:
    """Why a try is wrong, if that is proven."""
    position, (move,) = tried.before, tried.moves
    try:
        found = refuted(position, move, proofs)
    except Refusal as refusal:
        if refusal.code not in WITHOUT_PROOF:
            raise
        return None
    return refutation_view(position, move, found, len(tried.line) + 1)
