"""Storms on the device; the last one is kept, with its score and its time."""

from __future__ import annotations

import json
import random
from collections.abc import Collection, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from stonefield.pocket import puzzles
from stonefield.pocket.games import new_id
from stonefield.pocket.learners import STORM, Learner, Learners
from stonefield.pocket.rows import Rows
from stonefield.puzzles.practice.attempt import BEGINNER
from stonefield.puzzles.practice.choosing import REST_MS, fresh
from stonefield.puzzles.practice.storm import EASIEST, LASTS_MS, Storm
from stonefield.puzzles.practice.streak import day_of
from stonefield.server.practice.judging import judge_try
from stonefield.server.presenting.puzzles import after_line, step_views, storm_view
from stonefield.server.protocol.problems import Refusal

if TYPE_CHECKING:
    from stonefield.server.protocol.practice import PlayedStep, StormView


class Storms:
    """Begins storms and takes tries."""

    def __init__(self, rows: Rows, learners: Learners) -> None:
        self._rows, self._learners = rows, learners
        self._chance = random.Random()

    def begin(self, game: str, learner: Learner | None, but: Collection[str], now: int) -> StormView:
        """A new storm, in which none of some puzzles comes, nor one like them."""
        known = puzzles.shelf(game).themes[None]
        self._rows.read(STORM)
        seen = frozenset(name for name in but if name in known)
        first = self._next(game, seen, EASIEST, self._resting(game, learner is not None, now))
        profile = learner.id if learner else None
        storm = Storm(new_id(), game, profile, now + LASTS_MS, first, seen=seen)
        best = self._best(storm)
        self._keep(storm)
        return _view(storm, now, best, None, [], is_new=True)

    def attempt(self, id: str, puzzle: str, moves: Sequence[str], now: int) -> StormView:
        """Take a try; one that comes too late changes nothing."""
        storm = self._find()
        if storm is None or storm.id != id:
            raise Refusal("no_such_storm", "there is no such storm any more")
        best = self._best(storm)
        if storm.is_over(now):
            return _view(storm, now, best, None, [], is_new=False)
        if puzzle != storm.puzzle or tuple(moves[:-1]) != storm.line:
            raise Refusal("stale_move", "the storm has gone on")
        tried = judge_try(puzzles.find_puzzle(puzzle), moves)
        if tried.right and not tried.done:
            storm = storm.went_on(tried.line)
        else:
            ended = storm.ended(right=tried.right)
            away = self._resting(ended.game, ended.profile is not None, now)
            storm = replace(ended, puzzle=self._next(ended.game, ended.seen, ended.wanted, away))
        if tried.done and best is not None and storm.solved > best:
            best = storm.solved
            self._keep_best(storm, now)
        self._keep(storm)
        steps = step_views(tried.before, tried.moves, len(moves) - 1)
        return _view(storm, now, best, tried.right, steps, is_new=not storm.line)

    def shows(self, puzzle: str, now: int) -> bool:
        """Whether a storm that runs has reached a puzzle."""
        storm = self._find()
        return storm is not None and storm.puzzle == puzzle and not storm.is_over(now)

    def _find(self) -> Storm | None:
        text = self._rows.read(STORM)
        if text is None:
            return None
        row = json.loads(text)
        return Storm(**{**row, "line": tuple(row["line"]), "seen": frozenset(row["seen"])})

    def _keep(self, storm: Storm) -> None:
        row = {**asdict(storm), "seen": sorted(storm.seen)}
        self._rows.write(STORM, json.dumps(row, separators=(",", ":")))

    def _best(self, storm: Storm) -> int | None:
        return None if storm.profile is None else self._learners.practised(storm.game).storm

    def _keep_best(self, storm: Storm, now: int) -> None:
        practised = self._learners.practised(storm.game)
        practised.storm = storm.solved
        if practised.rated is None:
            practised.rated, practised.at = BEGINNER, now
        self._learners.keep_practised(practised)

    def _resting(self, game: str, is_known: bool, now: int) -> frozenset[str]:
        """The families that rest: those of daily puzzles, and of what the learner has tried this week."""
        tried = self._learners.practised(game).tried_since(now - REST_MS) if is_known else ()
        return puzzles.resting(game, day_of(now)) | puzzles.shelf(game).families_of(tried)

    def _next(self, game: str, seen: frozenset[str], wanted: int, away: Collection[str]) -> str:
        rests = puzzles.rests(game, seen, away)
        chosen = fresh(puzzles.shelf(game).themes[None], sorted(seen), (), wanted, self._chance, rests)
        assert chosen is not None
        return chosen


def _view(
    storm: Storm, now: int, best: int | None, right: bool | None, steps: list[PlayedStep], *, is_new: bool
) -> StormView:
    puzzle = puzzles.find_puzzle(storm.puzzle)
    shown = None if storm.is_over(now) else puzzles.view(puzzle)
    moment = shown and (after_line(puzzle.start, storm.line) if storm.line else shown["moment"])
    return storm_view(storm, now, best, right, steps, puzzle=shown if is_new else None, moment=moment)
