"""Practice profiles: made, found by their token, deleted, and shown with their progress."""

from __future__ import annotations

import asyncio

from stonefield.puzzles.practice.progress import Profile
from stonefield.puzzles.practice.streak import day_of
from stonefield.server import metrics
from stonefield.server.now import now_ms
from stonefield.server.practice.puzzles import Puzzles
from stonefield.server.presenting.learners import learner_games
from stonefield.server.presenting.puzzles import streak_view
from stonefield.server.protocol.practice import LearnerMade, LearnerView
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store.profiles import ProfileStore
from stonefield.server.tokens import hash_token, new_game_id, new_token


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
        views = await asyncio.to_thread(learner_games, games, progress, self._puzzles.themes, now)
        streak = streak_view(profile.streak, day_of(now))
        return {"learner": profile.id, "created": profile.created, "streak": streak, "games": views}
