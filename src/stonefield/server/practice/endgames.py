"""Endgames: the position of a puzzle is played out against a perfect defence."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from stonefield.puzzles import Puzzle
from stonefield.server.domain.people.caller import Caller
from stonefield.server.jobs.tasks.puzzles import play_endgame
from stonefield.server.practice.judging import played_so_far
from stonefield.server.practice.practice import Practice
from stonefield.server.practice.proofs import Proofs
from stonefield.server.presenting.proofs import endgame_moved, endgame_view
from stonefield.server.protocol.practice import EndgameMoved, EndgameView


class Endgames:
    """Shows endgames and answers decisions in them."""

    def __init__(self, practice: Practice, proofs: Proofs) -> None:
        self._practice, self._proofs = practice, proofs

    async def view(self, puzzle: Puzzle) -> EndgameView:
        """A puzzle's position, to be played out."""
        return endgame_view(await self._practice.view(puzzle))

    async def move(self, puzzle: Puzzle, moves: Sequence[str], caller: Caller) -> EndgameMoved:
        """The perfect answer to the last of these decisions."""
        before, move = await asyncio.to_thread(played_so_far, puzzle, moves)
        found = await self._proofs.prove(play_endgame, str(before), move, caller=caller)
        if not found["kept"]:
            # What would have been better is the solution, or the rest of it.
            await self._practice.note_shown(puzzle, caller)
        return await asyncio.to_thread(endgame_moved, puzzle, before, [*moves[:-1], move], found)
