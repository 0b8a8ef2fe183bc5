"""The learner of the device: one row for who that is, and one per game for what was tried in it.

There is one learner on a device, and every token is theirs: who reads these rows has the browser in hand.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from stonefield.pocket.asking import Ask
from stonefield.pocket.rows import Rows
from stonefield.puzzles import Puzzle
from stonefield.puzzles.practice.attempt import BEGINNER, decided, unrated
from stonefield.puzzles.practice.progress import FirstAttempt, GameProgress, History, Judgement, Profile
from stonefield.puzzles.practice.schedule import scheduled
from stonefield.puzzles.practice.streak import DAY_MS, Streak, day_of
from stonefield.ratings.glicko import Rating
from stonefield.server.tokens import new_game_id

LEARNER, STORM, LATE = "learner", "storm", "late-tries"
"""Keys of rows; the storm and the tries that wait for a server are the learner's too."""


@dataclass(slots=True)
class Learner:
    """Who practises on the device."""

    id: str
    created: int
    streak: Streak = field(default_factory=Streak)
    shown: tuple[int, list[str]] = (-1, [])
    """A day, and the puzzles whose solutions were shown on it."""

    @property
    def profile(self) -> Profile:
        return Profile(self.id, self.created, self.streak)

    def was_shown(self, puzzle: str, day: int) -> bool:
        """Whether the solution of a puzzle was shown on a day."""
        return self.shown[0] == day and puzzle in self.shown[1]

    def show(self, puzzle: str, day: int) -> None:
        """The solution of a puzzle is shown."""
        others = self.shown[1] if self.shown[0] == day else []
        self.shown = day, [*(name for name in others if name != puzzle), puzzle]


@dataclass(slots=True)
class Practised(History):
    """What was done on the device in one game."""

    game: str
    rated: Rating | None = None
    """None before the first attempt and the first storm."""
    at: int = 0
    """When the rating was last changed."""
    storm: int = 0
    attempts: dict[str, FirstAttempt] = field(default_factory=dict)
    """By puzzle, in the order of time."""
    cards: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Missed puzzles: when each is due, and what FSRS remembers of it."""

    def rating(self) -> Rating:
        return self.rated or BEGINNER

    def due(self, now: int) -> Sequence[str]:
        due = [name for name, card in self.cards.items() if card["due"] <= now]
        return sorted(due, key=lambda name: self.cards[name]["due"])

    def tried_among(self, puzzles: Sequence[str]) -> Collection[str]:
        return {name for name in puzzles if name in self.attempts}

    def tried_since(self, moment: int) -> Sequence[str]:
        return [name for name, one in self.attempts.items() if one.at >= moment]

    def tried(self) -> Sequence[FirstAttempt]:
        return list(self.attempts.values())

    @property
    def progress(self) -> GameProgress:
        due = [card["due"] for card in self.cards.values()]
        return GameProgress(self.rating(), self.storm, self.tried(), due)


class Learners:
    """Reads and writes the rows."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    def learner(self, now: int) -> Learner:
        """Who practises here; one who has not begun has no row."""
        text = self._rows.read(LEARNER)
        if text is None:
            return Learner(new_game_id(), now)
        row = json.loads(text)
        return Learner(row["id"], row["created"], Streak(*row["streak"]), tuple(row["shown"]))

    def asking(self, ask: Ask) -> Learner | None:
        """Who asks; None without a token, as on a server."""
        return None if ask.token is None else self.learner(ask.now)

    def practised(self, game: str) -> Practised:
        """What was done in a game."""
        text = self._rows.read(_key(game))
        if text is None:
            return Practised(game)
        row = json.loads(text)
        return Practised(
            game,
            row["rating"] and Rating(*row["rating"]),
            row["at"],
            row["storm"],
            {one[0]: FirstAttempt(*one) for one in row["attempts"]},
            row["cards"],
        )

    def keep(self, learner: Learner) -> None:
        """Write who practises."""
        streak = learner.streak
        days = (streak.days, streak.best, streak.last)
        self._write(LEARNER, {**asdict(learner), "streak": days})

    def keep_practised(self, practised: Practised) -> None:
        """Write what was done in a game."""
        rating = practised.rated
        row = {
            "rating": rating and (rating.rating, rating.deviation, rating.volatility),
            "at": practised.at,
            "storm": practised.storm,
            "attempts": [(one.puzzle, one.at, one.solved, one.rating) for one in practised.attempts.values()],
            "cards": practised.cards,
        }
        self._write(_key(practised.game), row)

    def adopt(self, view: Any, now: int) -> None:
        """Continue from a server's `LearnerView`: the rating and the best storm in each game."""
        held = [(self.practised(one.game), one) for one in view.games]
        for practised, one in held:
            practised.storm = max(practised.storm, one.storm)
            if one.tried:
                practised.rated, practised.at = Rating(one.rating.rating, one.rating.deviation), now
            self.keep_practised(practised)

    def forget(self, games: Sequence[str]) -> None:
        """Delete all of it."""
        keys = [LEARNER, STORM, LATE, *map(_key, games)]
        there = [key for key in keys if self._rows.read(key) is not None]
        for key in there:
            self._rows.write(key, None)

    def note_shown(self, puzzle: str, now: int) -> None:
        """The solution of a puzzle is shown: solving it is not rated today."""
        learner = self.learner(now)
        learner.show(puzzle, day_of(now))
        self.keep(learner)

    def judge(
        self, learner: Learner, puzzle: Puzzle, now: int, *, right: bool, is_daily: bool, gives_up: bool
    ) -> Judgement:
        """Write down what an attempt decides, as a server does (`server/store/attempts.py`)."""
        practised, today = self.practised(puzzle.game), day_of(now)
        shown = right and learner.was_shown(puzzle.name, today)
        if is_daily:
            learner.streak = learner.streak.solved(today)
        if gives_up:
            learner.show(puzzle.name, today)
        if puzzle.name in practised.attempts:
            judgement = _reviewed(practised, puzzle.name, now, right=right)
        else:
            judgement = _first(practised, puzzle, now, right=right, shown=shown)
        self.keep(learner)
        self.keep_practised(practised)
        return judgement

    def _write(self, key: str, row: object) -> None:
        self._rows.write(key, json.dumps(row, ensure_ascii=False, separators=(",", ":")))


def _key(game: str) -> str:
    return f"practice/{game}"


def _first(practised: Practised, puzzle: Puzzle, now: int, *, right: bool, shown: bool) -> Judgement:
    """The first attempt at a puzzle, which is rated if its solution was not shown."""
    before = after = practised.rating()
    if not shown:
        days = 0.0 if practised.rated is None else (now - practised.at) / DAY_MS
        theirs = unrated(puzzle.rating, puzzle.deviation)
        after, _ = decided(before, theirs, right=right, days=days, guess=puzzle.guess)
    if not shown or practised.rated is None:
        practised.rated, practised.at = after, now
    practised.attempts[puzzle.name] = FirstAttempt(puzzle.name, now, right, after.rating)
    due = None
    if not right:
        card = scheduled(None, right=False, now=now)
        due = card.due
        practised.cards[puzzle.name] = {"due": due, "state": dict(card.state)}
    return Judgement(True, not shown, before, after, due)


def _reviewed(practised: Practised, puzzle: str, now: int, *, right: bool) -> Judgement:
    """Another attempt, which counts if the puzzle was due."""
    card, rating = practised.cards.get(puzzle), practised.rating()
    if card is None or card["due"] > now:
        return Judgement(False, False, rating, rating, None)
    again = scheduled(card["state"], right=right, now=now)
    practised.cards[puzzle] = {"due": again.due, "state": dict(again.state)}
    return Judgement(True, False, rating, rating, again.due)
