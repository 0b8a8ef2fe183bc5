"""Results by brute force: every decision is tried to the end, for as long as a budget lasts."""

from __future__ import annotations

from functools import lru_cache

from stonefield.games.game import Position

WIN, DRAW, LOSS = 1, 0, -1


@lru_cache(maxsize=1024)
def result(position: Position, colour: str) -> int | None:
    """What a colour can reach for sure: WIN, DRAW or LOSS; None if too much of the game is left."""
    return BruteForce(colour).result(position)


class BeyondBudget(Exception):
    """Too much of the game is left to try everything."""


class BruteForce:
    """Best play for one colour, deeper and deeper; a decision that refuted one before is tried first."""

    def __init__(self, colour: str, most: int = 5_000) -> None:
        self._colour, self._most = colour, most
        self._tried = 0
        self._refutations: dict[int, str] = {}

    def result(self, position: Position) -> int | None:
        """What the colour can reach for sure: WIN, DRAW or LOSS; None beyond the budget."""
        try:
            for depth in range(1, position.longest + 1):
                found = self._search(position, depth)
                if found is not None:
                    return found
        except BeyondBudget:
            pass
        return None

    def _search(self, position: Position, depth: int) -> int | None:
        """The result if it is known that many decisions deep."""
        if position.is_over:
            outcome = position.outcome
            assert outcome is not None
            return DRAW if outcome.winner is None else WIN if outcome.winner == self._colour else LOSS
        if depth == 0:
            return None
        ours = position.turn == self._colour
        aim, results = (WIN if ours else LOSS), set()
        first = self._refutations.get(depth)
        moves = sorted(position.legal_moves(), key=lambda move: move.text != first)
        for move in moves:
            self._tried += 1
            if self._tried > self._most:
                raise BeyondBudget
            found = self._search(position.play(move), depth - 1)
            if found == aim:
                self._refutations[depth] = move.text
                return aim
            results.add(found)
        if None in results:
            return None
        return max(results) if ours else min(results)
