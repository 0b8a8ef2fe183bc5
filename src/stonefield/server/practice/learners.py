"""Learners: who they are, and how far they have come."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable

from stonefield.puzzles.practice.streak import day_of
from stonefield.server import metrics
from stonefield.server.now import now_ms
from stonefield.server.practice.puzzles import Puzzles
from stonefield.server.presenting.puzzles import rating_view, streak_view
from stonefield.server.protocol.learning import LearnerGame, LearnerMade, LearnerView, ThemeProgress
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store.learners import Learner, LearnerStore, Progress, Tried
from stonefield.server.tokens import hash_token, new_game_id, new_token

LATEST = 200
"""Attempts in a graph."""


class Learners:
    """Makes, finds and forgets learners."""

    def __init__(self, store: LearnerStore, puzzles: Puzzles) -> None:
        self._store, self._puzzles = store, puzzles

    async def make(self) -> LearnerMade:
        """Somebody new."""
        learner, token = new_game_id(), new_token()
        await self._store.add(learner, hash_token(token), now_ms())
        metrics.learners_made.inc()
        return {"learner": learner, "token": token}

    async def find(self, token: str | None) -> Learner | None:
        """Whose token it is; None without one, and Refusal with one that is nobody's."""
        if token is None:
            return None
        found = await self._store.find(hash_token(token))
        if found is None:
            raise Refusal("bad_learner", "there is no learner with this token")
        return found

    async def owner(self, token: str | None, learner: str | None = None) -> Learner:
        """The learner with this token, who must be the one named."""
        found = await self.find(token)
        if found is None or learner not in (None, found.id):
            raise Refusal("bad_learner", "send the learner's token as `Authorization: Bearer …`")
        return found

    async def forget(self, learner: Learner) -> None:
        """Delete a learner and everything about them."""
        await self._store.drop([learner.id])

    async def view(self, learner: Learner) -> LearnerView:
        """A learner's progress."""
        games, now = [], now_ms()
        for game in self._puzzles.games():
            progress = await self._store.progress(learner.id, game["game"])
            games.append(await asyncio.to_thread(self._game, game["game"], progress, now))
        streak = streak_view(learner.streak, day_of(now))
        return {"learner": learner.id, "created": learner.created, "streak": streak, "games": games}

    def _game(self, game: str, progress: Progress, now: int) -> LearnerGame:
        due = sum(at <= now for at in progress.due)
        return {
            "game": game,
            "rating": rating_view(progress.rating),
            "tried": len(progress.tried),
            "right": sum(one.solved for one in progress.tried),
            "due": due,
            "waiting": len(progress.due) - due,
            "storm": progress.storm,
            "graph": [{"at": one.at, "rating": round(one.rating)} for one in progress.tried[-LATEST:]],
            "themes": self._themes(progress.tried),
        }

    def _themes(self, attempts: Iterable[Tried]) -> list[ThemeProgress]:
        tried: Counter[str] = Counter()
        right: Counter[str] = Counter()
        for one in attempts:
            themes = self._puzzles.themes(one.puzzle)
            tried.update(themes)
            if one.solved:
                right.update(themes)
        return [
            {"theme": theme, "tried": count, "right": right[theme]} for theme, count in tried.most_common()
        ]
