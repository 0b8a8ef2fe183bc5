"""Puzzles by request: what `server/web/puzzles_api.py` answers; the standings are those of the device."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from stonefield.pocket import puzzles
from stonefield.pocket.asking import Answer, Ask, Paths, encoded
from stonefield.pocket.game_paths import drawn
from stonefield.pocket.reading import read
from stonefield.pocket.rows import Rows
from stonefield.puzzles.practice.choosing import fresh
from stonefield.puzzles.practice.daily import date_of
from stonefield.puzzles.practice.streak import DAY_MS, day_of
from stonefield.server.practice.judging import judge_try
from stonefield.server.presenting.puzzles import solution_views, tried_view
from stonefield.server.protocol.problems import Refusal

if TYPE_CHECKING:
    from stonefield.server.protocol.practice import DailyPuzzle, NextPuzzle, PuzzleList, PuzzleSolution

PLAIN_RATING = 1200
"""The strength of a player of whom nothing is known."""
MOST_RATING = 4_000


def add_practice(paths: Paths, rows: Rows) -> None:
    """Answer the paths of puzzles."""
    chance = random.Random()

    @paths.at("GET", "/api/puzzles")
    def list_puzzles(ask: Ask) -> Answer:
        games = [puzzles.shelf(game).view() for game in puzzles.games_with_puzzles()]
        answer: PuzzleList = {"games": games}
        return encoded(answer)

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
        wanted = PLAIN_RATING if rating is None else rating
        away = puzzles.rests(game, but, puzzles.resting(game, day_of(ask.now)))
        chosen = fresh(ratings, (), but, wanted, chance, away)
        if chosen is None:
            raise Refusal("no_such_puzzle", "there is no other puzzle of this kind")
        answer: NextPuzzle = {"due": False, "puzzle": puzzles.view(puzzles.find_puzzle(chosen))}
        return encoded(answer)

    @paths.at("GET", "/api/puzzles/{puzzle}")
    def show(ask: Ask, puzzle: str) -> Answer:
        return encoded(puzzles.view(puzzles.find_puzzle(puzzle)))

    @paths.at("GET", "/api/puzzles/{puzzle}/picture.svg")
    def picture(ask: Ask, puzzle: str) -> Answer:
        return drawn(ask, puzzles.find_puzzle(puzzle).position)

    @paths.at("POST", "/api/puzzles/{puzzle}/tries")
    def try_puzzle(ask: Ask, puzzle: str) -> Answer:
        found = puzzles.find_puzzle(puzzle)
        tried = judge_try(found, read("PuzzleTry", ask.body).moves)
        return encoded(tried_view(found, tried, None, None, None))

    @paths.at("POST", "/api/puzzles/{puzzle}/solution")
    def solve(ask: Ask, puzzle: str) -> Answer:
        found = puzzles.find_puzzle(puzzle)
        steps, moment = solution_views(found)
        answer: PuzzleSolution = {"moves": found.line, "steps": steps, "moment": moment, "judged": None}
        return encoded(answer)
