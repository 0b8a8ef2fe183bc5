"""The shipped puzzles on a device: by rating and theme, and those of the day."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache
from typing import TYPE_CHECKING

from stonefield.games.game import find_game, game_names
from stonefield.puzzles import Puzzle
from stonefield.puzzles.practice.attempt import unrated
from stonefield.puzzles.practice.daily import APART
from stonefield.puzzles.puzzle import shipped
from stonefield.server.practice.game_shelf import GameShelf
from stonefield.server.presenting.puzzles import puzzle_view
from stonefield.server.protocol.problems import Refusal

if TYPE_CHECKING:
    from stonefield.server.protocol.practice import PuzzleView


@cache
def _known() -> dict[str, Puzzle]:
    return {puzzle.name: puzzle for puzzle in shipped()}


def find_puzzle(name: str) -> Puzzle:
    """A puzzle by its id."""
    found = _known().get(name)
    if found is None:
        raise Refusal("no_such_puzzle", f"`{name[:20]}`: there is no such puzzle")
    return found


def themes_of(name: str) -> tuple[str, ...]:
    """The themes of a puzzle; none of one that is shipped no more."""
    found = _known().get(name)
    return () if found is None else found.themes


def games_with_puzzles() -> list[str]:
    """The games that have puzzles."""
    there = {puzzle.game for puzzle in _known().values()}
    return [name for name in game_names() if name in there]


@cache
def shelf(game: str) -> GameShelf:
    """The puzzles of a game; Refusal if it has none."""
    own = {name: puzzle for name, puzzle in _known().items() if puzzle.game == game}
    if not own:
        raise Refusal("no_such_puzzle", "there is no puzzle of this game")
    ratings = {name: unrated(puzzle.rating, puzzle.deviation).rating for name, puzzle in own.items()}
    boards = {
        board: find_game(game).start(board=board).board for board in {one.board for one in own.values()}
    }
    return GameShelf(game, own, ratings, {name: board.files * board.ranks for name, board in boards.items()})


def view(puzzle: Puzzle) -> PuzzleView:
    """A puzzle that is about to be tried. What others make of it is known to servers alone."""
    return puzzle_view(puzzle, unrated(puzzle.rating, puzzle.deviation), 0, 0, 0)


@cache
def daily(game: str, day: int) -> Puzzle:
    """The puzzle of a day: what a server shows that has shown nothing else."""
    return find_puzzle(shelf(game).daily(day, {}))


@cache
def easy_daily(game: str, day: int) -> Puzzle:
    """The puzzle of a day for newcomers."""
    return find_puzzle(shelf(game).easy_daily(day))


@cache
def resting(game: str, today: int) -> frozenset[str]:
    """The families of the daily puzzles around a day: they are for that day."""
    found = shelf(game)
    names = [found.daily(day, {}) for day in range(today, today + APART + 1)]
    return frozenset(found.families_of([*names, found.easy_daily(today)]))


def rests(game: str, offered: Collection[str], away: Collection[str]) -> Callable[[str], bool]:
    """Whether a puzzle is of a family that rests, or of that of one that was offered."""
    found = shelf(game)
    families, all_away = found.families, found.families_of(offered) | set(away)
    return lambda name: families[name] in all_away
