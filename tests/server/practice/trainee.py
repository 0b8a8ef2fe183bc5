"""A player who practises over HTTP, and puzzles to practise with."""

from __future__ import annotations

import time
from functools import cache

from stonefield.games.game import Position
from stonefield.puzzles import Puzzle, shipped
from stonefield.puzzles.sameness import is_same
from stonefield.server.store.day_notes import DayNotes

GAME = "carnac"


@cache
def puzzles() -> list[Puzzle]:
    """The shipped ones, those first that are proven quickest."""

    def size(puzzle: Puzzle) -> tuple[int, int]:
        start = puzzle.start
        return start.stock, len(start.board.names)

    return sorted((puzzle for puzzle in shipped() if puzzle.game == GAME), key=size)


def wrong_at(position: Position, right: str) -> str:
    """A decision that is legal and not the one."""
    return next(str(move) for move in position.legal_moves() if not is_same(position, str(move), right))


def noted_by(profile: str, place: str = "here") -> DayNotes:
    """The notes of a day at a place, for a profile."""
    return DayNotes(1, place, profile)


class Trainee:
    """A player with a profile, or without one."""

    def __init__(self, server, *, known: bool = True) -> None:
        self.reconnect(server)
        self.id, self._headers = "", {}
        if known:
            made = self.ask("POST", "/api/learners", status=201)
            self.id, self._headers = made["learner"], {"Authorization": f"Bearer {made['token']}"}

    def reconnect(self, server) -> None:
        self._client = server.client()

    def ask(self, method: str, path: str, status: int = 200, **words):
        for _ in range(60):
            answer = self._client.request(method, path, headers=self._headers, **words)
            if answer.status_code != 503:
                break
            time.sleep(1)  # A proof takes its time where nothing is compiled yet.
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    def try_(self, puzzle: Puzzle, *moves: str, status: int = 200) -> dict:
        return self.ask("POST", f"/api/puzzles/{puzzle.name}/tries", status, json={"moves": moves})

    def refuted(self, puzzle: Puzzle, move: str) -> dict:
        """A wrong try once it is proven wrong."""
        for _ in range(60):
            answer = self.try_(puzzle, move)
            if answer["refutation"] is not None:
                break
        return answer

    def miss(self, puzzle: Puzzle) -> dict:
        """Give a puzzle up."""
        return self.ask("POST", f"/api/puzzles/{puzzle.name}/solution")

    def solve(self, puzzle: Puzzle) -> dict:
        """Find every decision."""
        answer, line = None, []
        while answer is None or not answer["done"]:
            answer = self.try_(puzzle, *line, puzzle.line[len(line)])
            assert answer["right"]
            line = answer["moves"]
        return answer

    def progress(self, game: str = GAME) -> dict:
        found = self.ask("GET", f"/api/learners/{self.id}")
        (only,) = (one for one in found["games"] if one["game"] == game)
        return {**only, "streak": found["streak"]}
