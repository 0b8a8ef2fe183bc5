"""Endgames: the position of a puzzle is played out against a perfect defence."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from stonefield.games.game import IllegalMove, InvalidMove, Position
from stonefield.puzzles import Puzzle
from stonefield.server.domain.people.caller import Caller
from stonefield.server.jobs.tasks.puzzles import play_endgame
from stonefield.server.practice.practice import Practice
from stonefield.server.practice.proofs import Proofs
from stonefield.server.presenting.puzzles import after_line, step_views
from stonefield.server.protocol.practice import EndgameMoved, EndgameView
from stonefield.server.protocol.problems import Refusal, refused_move


class Endgames:
    """Shows endgames and answers decisions in them."""

    def __init__(self, practice: Practice, proofs: Proofs) -> None:
        self._practice, self._proofs = practice, proofs

    async def view(self, puzzle: Puzzle) -> EndgameView:
        """A puzzle's position, to be played out."""
        shown = await self._practice.view(puzzle)
        return {
            "endgame": shown["puzzle"],
            "game": shown["game"],
            "board": shown["board"],
            "letters": shown["letters"],
            "colour": shown["colour"],
            "result": "draw" if puzzle.result == "draw" else "win",
            "rating": shown["rating"],
            "moment": shown["moment"],
        }

    async def move(self, puzzle: Puzzle, moves: Sequence[str], caller: Caller) -> EndgameMoved:
        """The perfect answer to the last of these decisions."""
        start, before, move = await asyncio.to_thread(_played, puzzle, moves)
        found = await self._proofs.prove(play_endgame, str(before), move, caller=caller)
        if not found["kept"]:
            # What would have been better is the solution, or the rest of it.
            await self._practice.note_shown(puzzle, caller)
        line = [*moves[:-1], move, *found["reply"]]
        steps = await asyncio.to_thread(step_views, before, line[len(moves) - 1 :], len(moves) - 1)
        return {
            "moves": line,
            "steps": steps,
            "moment": await asyncio.to_thread(after_line, start, line),
            "result": found["result"],
            "kept": found["kept"],
            "better": found["better"],
        }


def _played(puzzle: Puzzle, moves: Sequence[str]) -> tuple[Position, Position, str]:
    """The puzzle's position, the one in which the solver decides, and the decision as the rules write it."""
    position = start = puzzle.start
    try:
        for move in moves[:-1]:
            position = position.play(move)
        if position.is_over:
            raise Refusal("game_over", "the game is over before this decision")
        if position.turn != start.turn:
            raise Refusal("not_your_turn", "the defence decides here; its reply was sent")
        move = str(position.read(moves[-1]))
        position.play(move)
    except (InvalidMove, IllegalMove) as error:
        raise refused_move(error) from None
    return start, position, move
