"""The shipped puzzles in memory, with what learners make of them."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Collection

from stonefield.games.game import game_names
from stonefield.puzzles import Puzzle, shipped
from stonefield.server.learning.attempt import unrated
from stonefield.server.learning.choosing import nearest
from stonefield.server.learning.daily import choose, days_of_year, fit_for_all
from stonefield.server.presenting.puzzles import puzzle_view
from stonefield.server.protocol.learning import PuzzleGame, PuzzleView
from stonefield.server.protocol.problems import Refusal
from stonefield.server.storage.attempts import PuzzleStanding
from stonefield.server.storage.learners import LearnerStore

MOST_DAILIES = 200
"""Of those asked for, so many are remembered."""
PLAYED_OUT = ("win", "draw")
"""What can be played out to the end; not to lose at once is no end."""


class Puzzles:
    """Read when somebody first asks. This server alone writes into its database: ratings stay in memory."""

    def __init__(self, store: LearnerStore) -> None:
        self._store = store
        self._loading = asyncio.Lock()
        self._dailies: dict[tuple[str, int], str] = {}
        self._puzzles: dict[str, Puzzle] = {}
        self._standings: dict[str, PuzzleStanding] = {}
        self._has_loaded = False

    async def load(self) -> None:
        """Be ready for everything else."""
        async with self._loading:
            if not self._has_loaded:
                self._standings = await self._store.standings()
                self._puzzles = {puzzle.name: puzzle for puzzle in await asyncio.to_thread(shipped)}
                self._has_loaded = True

    def find(self, name: str) -> Puzzle:
        """A puzzle by its id."""
        found = self._puzzles.get(name)
        if found is None:
            raise Refusal("no_such_puzzle", f"`{name[:20]}`: there is no such puzzle")
        return found

    def themes(self, name: str) -> tuple[str, ...]:
        """The themes of a puzzle; none of one that is shipped no more."""
        found = self._puzzles.get(name)
        return () if found is None else found.themes

    def standing(self, puzzle: Puzzle) -> PuzzleStanding:
        """What learners make of it."""
        return self._standings.get(puzzle.name) or PuzzleStanding(unrated(puzzle.rating))

    def set_standing(self, puzzle: Puzzle, standing: PuzzleStanding) -> None:
        """Remember what was written."""
        self._standings[puzzle.name] = standing

    def view(self, puzzle: Puzzle) -> PuzzleView:
        """A puzzle for the page."""
        standing = self.standing(puzzle)
        return puzzle_view(puzzle, standing.rating, standing.tried, standing.up, standing.down)

    def ratings(self, game: str, theme: str | None = None, tasks: Collection[str] = ()) -> dict[str, float]:
        """The puzzles of a game with a theme or a task, and their ratings; Refusal if there is none."""
        found = {
            puzzle.name: self.standing(puzzle).rating.rating
            for puzzle in self._of(game)
            if (theme is None or theme in puzzle.themes) and (not tasks or puzzle.result in tasks)
        }
        if not found:
            raise Refusal("no_such_puzzle", "there is no puzzle with this theme")
        return found

    def games(self) -> list[PuzzleGame]:
        """What there is."""
        found: list[PuzzleGame] = []
        for game in game_names():
            puzzles = [puzzle for puzzle in self._puzzles.values() if puzzle.game == game]
            if not puzzles:
                continue
            themes = Counter(theme for puzzle in puzzles for theme in puzzle.themes)
            ratings = [self.standing(puzzle).rating.rating for puzzle in puzzles]
            found.append(
                {
                    "game": game,
                    "puzzles": len(puzzles),
                    "themes": [{"theme": theme, "puzzles": count} for theme, count in themes.most_common()],
                    "lowest": round(min(ratings)),
                    "highest": round(max(ratings)),
                    "endgames": any(puzzle.result in PLAYED_OUT for puzzle in puzzles),
                }
            )
        return found

    def endgame(self, game: str, wanted: float, but: Collection[str]) -> Puzzle:
        """A position near a rating that can be played out."""
        ratings = self.ratings(game, tasks=PLAYED_OUT)
        left = {name: rating for name, rating in ratings.items() if name not in but} or ratings
        chosen = nearest(left, wanted, random.Random())
        assert chosen is not None
        return self.find(chosen)

    async def daily(self, game: str, day: int) -> Puzzle:
        """The puzzle of a day, which stays what it was when somebody first asked for it."""
        known = self._dailies.get((game, day))
        if known is None:
            async with self._loading:
                known = await self._chosen(game, day)
        return self.find(known)

    async def _chosen(self, game: str, day: int) -> str:
        days = days_of_year(day)
        shown = await self._store.dailies(game, days)
        if shown.get(day) not in self._puzzles:
            fit = fit_for_all([(puzzle.name, puzzle.rating) for puzzle in self._of(game)])
            shown[day] = choose(fit, day, {name for other, name in shown.items() if other != day})
            await self._store.keep_daily(game, day, shown[day])
        if len(self._dailies) > MOST_DAILIES:
            self._dailies.clear()
        self._dailies[game, day] = shown[day]
        return shown[day]

    def _of(self, game: str) -> list[Puzzle]:
        found = [puzzle for puzzle in self._puzzles.values() if puzzle.game == game]
        if not found:
            raise Refusal("no_such_puzzle", "there is no puzzle of this game")
        return found
