"""The shipped puzzles in memory, with what players make of them."""

from __future__ import annotations

import asyncio
import json
import random
import zlib
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from pydantic_core import to_json

from stonefield.games.game import find_game, game_names
from stonefield.puzzles import Puzzle, shipped
from stonefield.puzzles.practice.attempt import has_moved, unrated
from stonefield.puzzles.practice.daily import APART, days_of_year
from stonefield.puzzles.practice.rating_index import RatingIndex
from stonefield.puzzles.practice.streak import day_of
from stonefield.ratings.glicko import Rating
from stonefield.server.now import now_ms
from stonefield.server.practice.game_shelf import GameShelf
from stonefield.server.presenting.puzzles import puzzle_view, rating_view
from stonefield.server.protocol.practice import PuzzleGame, PuzzleView
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store.attempts import PuzzleStanding
from stonefield.server.store.profiles import ProfileStore

MOST_DAILIES = 200
"""Puzzles of days that are remembered."""
REFRESH_MS, OVERLAP_MS = 1_500, 10_000
"""How old the standings may be, and how much of the time before is read again: servers' clocks differ."""


class Puzzles:
    """Read at the first request. What players make of puzzles is a copy of the database, which other servers
    change too: a request that finds it too old has the changes read."""

    def __init__(self, store: ProfileStore) -> None:
        self._store = store
        self._loading, self._showing = asyncio.Lock(), asyncio.Lock()
        self._dailies: dict[tuple[str, int], str] = {}
        self._easy: dict[str, tuple[int, str]] = {}
        """By game: a day, and its puzzle for newcomers."""
        self._resting: dict[str, tuple[int, frozenset[str]]] = {}
        """By game: the families of the daily puzzles around a day, and that day."""
        self._puzzles: dict[str, Puzzle] = {}
        self._standings: dict[str, PuzzleStanding] = {}
        self._games: dict[str, GameShelf] = {}
        self._shown: dict[str, bytes] = {}
        self._refreshed: int | None = None
        """When the standings were last read."""

    async def load(self) -> None:
        """Be ready for everything else, with standings that are not too old."""
        if not self._is_fresh():
            async with self._loading:
                if not self._is_fresh():
                    await self._refresh()

    def _is_fresh(self) -> bool:
        return self._refreshed is not None and now_ms() - self._refreshed < REFRESH_MS

    async def _refresh(self) -> None:
        now = now_ms()
        if self._refreshed is None:
            self._standings = await self._store.standings()
            await asyncio.to_thread(self._read)
        else:
            for name, standing in (await self._store.standings(self._refreshed - OVERLAP_MS)).items():
                self.set_standing(name, standing)
        self._refreshed = now

    def _read(self) -> None:
        self._puzzles = {puzzle.name: puzzle for puzzle in shipped()}
        for game in game_names():
            own = {name: puzzle for name, puzzle in self._puzzles.items() if puzzle.game == game}
            if own:
                ratings = {name: self.standing(puzzle).rating.rating for name, puzzle in own.items()}
                areas = {board: _area(game, board) for board in {puzzle.board for puzzle in own.values()}}
                self._games[game] = GameShelf(game, own, ratings, areas)

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
        """What players make of it."""
        return _current(puzzle, self._standings.get(puzzle.name))

    def set_standing(self, name: str, standing: PuzzleStanding) -> None:
        """Take over what was written of a puzzle; it may be one that is shipped no more."""
        puzzle = self._puzzles.get(name)
        if puzzle is not None:
            self._standings[name] = standing
            self._games[puzzle.game].move(puzzle, _current(puzzle, standing).rating.rating)

    async def view(self, puzzle: Puzzle) -> PuzzleView:
        """A puzzle for the page. What does not change of it is worked out once, and kept compressed."""
        name = puzzle.name
        if name not in self._shown:
            # One after the other, and once for all requests for the same puzzle.
            async with self._showing:
                if name not in self._shown:
                    self._shown[name] = await asyncio.to_thread(_shown, puzzle)
        shown: PuzzleView = json.loads(zlib.decompress(self._shown[name]))
        standing = self.standing(puzzle)
        return {
            **shown,
            **rating_view(standing.rating),
            "tried": standing.tried,
            "up": standing.up,
            "down": standing.down,
        }

    def ratings(self, game: str, theme: str | None = None) -> RatingIndex:
        """The puzzles of a game with a theme by their ratings; Refusal if there is none."""
        found = self._shelf(game).themes.get(theme)
        if found is None:
            raise Refusal("no_such_puzzle", "there is no puzzle with this theme")
        return found

    def games(self) -> list[PuzzleGame]:
        """What there is."""
        return [shelf.view() for shelf in self._games.values()]

    async def resting(self, game: str) -> frozenset[str]:
        """The families of the daily puzzles of a week before and after today: they are for that day."""
        today = day_of(now_ms())
        known = self._resting.get(game)
        if known is None or known[0] != today:
            shelf = self._shelf(game)
            shown = await self._store.dailies(game, _days_around(today))
            known = today, await asyncio.to_thread(_daily_families, shelf, today, shown)
            self._resting[game] = known
        return known[1]

    def rests(self, game: str, offered: Collection[str], resting: Collection[str]) -> Callable[[str], bool]:
        """Whether a puzzle is of a family that rests, or of that of one that was offered."""
        shelf = self._shelf(game)
        families, away = shelf.families, shelf.families_of(offered) | set(resting)
        return lambda name: families[name] in away

    def families_of(self, game: str, names: Collection[str]) -> set[str]:
        """The families of some puzzles of a game."""
        return self._shelf(game).families_of(names)

    async def endgame(self, game: str, wanted: float, but: Collection[str]) -> Puzzle:
        """A position near a rating that can be played out."""
        shelf, rests = self._shelf(game), self.rests(game, but, await self.resting(game))
        return self.find(shelf.endgame(wanted, rests, random.Random()))

    async def daily(self, game: str, day: int) -> Puzzle:
        """The puzzle of a day, which stays what it was at the first request."""
        known = self._dailies.get((game, day))
        if known is None:
            async with self._loading:
                known = await self._chosen(game, day)
        return self.find(known)

    def easy_daily(self, game: str, day: int) -> Puzzle:
        """The puzzle of a day for newcomers: easy, on a small board, and the same for all of them."""
        known = self._easy.get(game)
        if known is None or known[0] != day:
            known = self._easy[game] = day, self._shelf(game).easy_daily(day)
        return self.find(known[1])

    async def _chosen(self, game: str, day: int) -> str:
        shelf = self._shelf(game)
        shown = await self._store.dailies(game, _days_around(day))
        if shown.get(day) not in self._puzzles:
            shown[day] = await asyncio.to_thread(shelf.daily, day, shown)
            await self._store.keep_daily(game, day, shown[day])
        if len(self._dailies) > MOST_DAILIES:
            self._dailies.clear()
        self._dailies[game, day] = shown[day]
        return shown[day]

    def _shelf(self, game: str) -> GameShelf:
        found = self._games.get(game)
        if found is None:
            raise Refusal("no_such_puzzle", "there is no puzzle of this game")
        return found


def _area(game: str, board: str) -> int:
    there = find_game(game).start(board=board).board
    return there.files * there.ranks


def _shown(puzzle: Puzzle) -> bytes:
    return zlib.compress(to_json(puzzle_view(puzzle, _start(puzzle), 0, 0, 0)))


def _start(puzzle: Puzzle) -> Rating:
    return unrated(puzzle.rating, puzzle.deviation)


def _current(puzzle: Puzzle, standing: PuzzleStanding | None) -> PuzzleStanding:
    """A standing whose rating begins where this version begins, until players have moved it."""
    if standing is None:
        return PuzzleStanding(_start(puzzle))
    return standing if has_moved(standing.rating) else replace(standing, rating=_start(puzzle))


def _days_around(day: int) -> range:
    """The days of the year, and those near at its ends."""
    year = days_of_year(day)
    return range(min(year.start, day - APART), max(year.stop, day + APART + 1))


def _daily_families(shelf: GameShelf, today: int, shown: Mapping[int, str]) -> frozenset[str]:
    near = dict(shown)
    for day in range(today, today + APART + 1):
        near.setdefault(day, shelf.daily(day, near))
    for_all = (name for day, name in near.items() if abs(day - today) <= APART)
    return frozenset(shelf.families_of([*for_all, shelf.easy_daily(today)]))
