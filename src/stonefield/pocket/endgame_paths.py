"""Endgames by request, as `server/web/puzzles_api.py` answers; the engine of the page defends."""

from __future__ import annotations

import random

from stonefield.pocket import puzzles
from stonefield.pocket.asking import MOST_RATING, Answer, Ask, Paths, encoded
from stonefield.pocket.learners import Learners
from stonefield.pocket.proofs import Proofs
from stonefield.pocket.reading import read
from stonefield.pocket.storms import Storms
from stonefield.puzzles import Puzzle
from stonefield.puzzles.practice.choosing import PLAIN_RATING
from stonefield.puzzles.practice.streak import day_of
from stonefield.server.practice.game_shelf import PLAYED_OUT
from stonefield.server.practice.judging import played_so_far
from stonefield.server.presenting.proofs import endgame_moved, endgame_view, played_out
from stonefield.server.protocol.problems import Refusal


def add_endgames(paths: Paths, learners: Learners, storms: Storms, proofs: Proofs) -> None:
    """Answer the paths of endgames."""
    chance = random.Random()

    @paths.at("GET", "/api/puzzles/endgames/next")
    def next_endgame(ask: Ask) -> Answer:
        game, but = ask.one("game"), ask.query.get("but", ())
        wanted = ask.number("rating", 0, MOST_RATING)
        rests = puzzles.rests(game, but, puzzles.resting(game, day_of(ask.now)))
        chosen = puzzles.shelf(game).endgame(PLAIN_RATING if wanted is None else wanted, rests, chance)
        return encoded(endgame_view(puzzles.view(puzzles.find_puzzle(chosen))))

    @paths.at("GET", "/api/puzzles/endgames/{puzzle}")
    def show(ask: Ask, puzzle: str) -> Answer:
        return encoded(endgame_view(puzzles.view(_endgame(puzzle))))

    @paths.at("POST", "/api/puzzles/endgames/{puzzle}/moves")
    def move(ask: Ask, puzzle: str) -> Answer:
        found = _endgame(puzzle)
        if storms.shows(puzzle, ask.now):
            raise Refusal("in_storm", "a storm that runs has reached this puzzle")
        moves = read("PuzzleTry", ask.body).moves
        before, decision = played_so_far(found, moves)
        # Before anything is written: this may be asked again.
        played = played_out(before, decision, proofs)
        if not played["kept"]:
            # What would have been better is the solution, or the rest of it.
            learners.note_shown(found.name, ask.now)
        return encoded(endgame_moved(found, before, [*moves[:-1], decision], played))


def _endgame(name: str) -> Puzzle:
    """A puzzle that can be played out."""
    found = puzzles.find_puzzle(name)
    if found.result not in PLAYED_OUT:
        raise Refusal("no_such_puzzle", "this puzzle cannot be played out")
    return found
