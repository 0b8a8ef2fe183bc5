"""Practice profiles: made, found by their token, deleted, and shown with their progress."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence

from stonefield.puzzles.practice.streak import day_of
from stonefield.server import metrics
from stonefield.server.now import now_ms
from stonefield.server.practice.puzzles import Puzzles
from stonefield.server.presenting.puzzles import rating_view, streak_view
from stonefield.server.protocol.practice import LearnerGame, LearnerMade, LearnerView, ThemeProgress
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store.profiles import FirstAttempt, GameProgress, Profile, ProfileStore
from stonefield.server.tokens import hash_token, new_game_id, new_token

LATEST = 200
"""Attempts in a graph."""


class Profiles:
    """Makes, finds and deletes profiles."""

    def __init__(self, store: ProfileStore, puzzles: Puzzles) -> None:
        self._store, self._puzzles = store, puzzles

    async def make(self, account: str | None = None) -> LearnerMade:
        """A new profile; an account that has none gets it."""
        profile, token = new_game_id(), new_token()
        await self._store.add(profile, hash_token(token), now_ms(), account)
        metrics.profiles_made.inc()
        return {"learner": profile, "token": token}

    async def find(self, token: str | None, account: str | None = None) -> Profile | None:
        """The profile of a token, or else of an account; None without both, Refusal for an unknown token."""
        if token is None:
            return None if account is None else await self._store.of_account(account)
        found = await self._store.find(hash_token(token))
        if found is None:
            raise Refusal("bad_learner", "there is no profile with this token")
        return found

    async def owner(
        self, token: str | None, account: str | None = None, profile: str | None = None
    ) -> Profile:
        """The profile with this token or of this account, which must be the one named."""
        found = await self.find(token, account)
        if found is None or profile not in (None, found.id):
            raise Refusal("bad_learner", "send the profile's token as `Authorization: Bearer …`")
        return found

    async def delete(self, profile: Profile) -> None:
        """Delete a profile and everything about it."""
        await self._store.drop([profile.id])

    async def view(self, profile: Profile) -> LearnerView:
        """The progress made with a profile."""
        games, now = [game["game"] for game in self._puzzles.games()], now_ms()
        progress = await self._store.progress(profile.id, *games)
        views = await asyncio.to_thread(self._game_views, games, progress, now)
        streak = streak_view(profile.streak, day_of(now))
        return {"learner": profile.id, "created": profile.created, "streak": streak, "games": views}

    def _game_views(self, games: list[str], progress: Sequence[GameProgress], now: int) -> list[LearnerGame]:
        return [self._game_view(*one, now) for one in zip(games, progress, strict=True)]

    def _game_view(self, game: str, progress: GameProgress, now: int) -> LearnerGame:
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

    def _themes(self, attempts: Iterable[FirstAttempt]) -> list[ThemeProgress]:
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
