"""The puzzles of one game, by their ratings and themes: no request goes through all of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from stonefield.puzzles import Puzzle
from stonefield.puzzles.families import families
from stonefield.puzzles.practice.choosing import nearest
from stonefield.puzzles.practice.daily import (
    APART,
    Candidate,
    choose,
    days_of_year,
    fit_for_all,
    fit_for_newcomers,
)
from stonefield.puzzles.practice.rating_index import RatingIndex
from stonefield.server.protocol.problems import Refusal

if TYPE_CHECKING:
    from stonefield.server.protocol.practice import PuzzleGame

PLAYED_OUT = ("win", "draw")
"""The tasks that can be played out to the end of the game."""


class GameShelf:
    """The puzzles of a game, at least one."""

    def __init__(
        self,
        game: str,
        puzzles: Mapping[str, Puzzle],
        ratings: Mapping[str, float],
        areas: Mapping[str, int],
    ) -> None:
        """``areas`` are those of the boards that puzzles are on."""
        self.game = game
        counts = Counter(theme for puzzle in puzzles.values() for theme in puzzle.themes)
        self.themes: dict[str | None, RatingIndex] = {None: RatingIndex(ratings)}
        """By theme; None: all."""
        for theme in counts:
            these = {name: ratings[name] for name, puzzle in puzzles.items() if theme in puzzle.themes}
            self.themes[theme] = RatingIndex(these)
        self.endgames = RatingIndex(
            {name: ratings[name] for name, puzzle in puzzles.items() if puzzle.result in PLAYED_OUT}
        )
        self._counts = counts.most_common()
        self.families: Mapping[str, str] = families(puzzles.values())
        """The family of each puzzle."""
        candidates = [
            Candidate(
                name,
                puzzle.rating,
                puzzle.beauty,
                self.families[name],
                areas[puzzle.board],
                len(puzzle.line),
            )
            for name, puzzle in puzzles.items()
        ]
        self._fit_for_all = fit_for_all(candidates)
        self._fit_for_newcomers = fit_for_newcomers(candidates)

    def move(self, puzzle: Puzzle, rating: float) -> None:
        """A puzzle has another rating."""
        for index in (self.themes[None], self.endgames, *(self.themes[theme] for theme in puzzle.themes)):
            if puzzle.name in index:
                index.move(puzzle.name, rating)

    def daily(self, day: int, shown: Mapping[int, str]) -> str:
        """The puzzle of a day, if possible none that was shown, nor of a family shown lately."""
        others = {other: name for other, name in shown.items() if other != day}
        this_year = days_of_year(day)
        near = self.families_of(name for other, name in others.items() if abs(other - day) <= APART)
        seen = {name for other, name in others.items() if other in this_year}
        return choose(self._fit_for_all, day, seen, self.families, near)

    def easy_daily(self, day: int) -> str:
        """The puzzle of a day for newcomers."""
        return choose(self._fit_for_newcomers, day, (), self.families)

    def families_of(self, names: Iterable[str]) -> set[str]:
        """The families of some puzzles; those that are shipped no more have none."""
        return {self.families[name] for name in names if name in self.families}

    def endgame(self, wanted: float, rests: Callable[[str], bool], chance: random.Random) -> str:
        """A position near a rating that can be played out, if possible of no family that rests."""
        near = self.endgames.near
        chosen = nearest((name for name in near(wanted) if not rests(name)), chance)
        chosen = chosen or nearest(near(wanted), chance)
        if chosen is None:
            raise Refusal("no_such_puzzle", "there is no puzzle of this game to play out")
        return chosen

    def view(self) -> PuzzleGame:
        """What there is."""
        ratings = self.themes[None]
        return {
            "game": self.game,
            "puzzles": len(ratings),
            "themes": [{"theme": theme, "puzzles": count} for theme, count in self._counts],
            "lowest": round(ratings.lowest),
            "highest": round(ratings.highest),
            "endgames": len(self.endgames) > 0,
        }
