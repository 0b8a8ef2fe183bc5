"""The actions and planes of Carnac.

Actions: ``4 * square + top + 2 * axis`` places a megalith (colours red 0, white 1; axis: the colour of its
east and west sides), then come the tilts N E S W, leaving it, and the swap. Squares are numbered from the
south-west corner eastwards, then northwards.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stonefield.envs.encoding import Encoding, Planes
from stonefield.envs.fast_rules import JaxRules, Kernel
from stonefield.games import game as common
from stonefield.games.carnac import Answer, Placement, Position
from stonefield.games.carnac.moves import COLOURS, LEAVE, SWAP, TILTS, placements

PLANES = (
    "my colour on top",
    "their colour on top",
    "the megalith that may be tilted",
    "the same if it has my colour east and west",
    "I decide",
    "stockpile, of what it was at the start",
)
MINE, THEIRS, PENDING, PENDING_MINE, DECIDING, STOCKPILE = range(len(PLANES))


class CarnacEncoding(Encoding):
    """Carnac on one board."""

    def __init__(self, start: Position) -> None:
        places = [placement for four in placements(start.board) for placement in four]
        super().__init__(start, (*places, *TILTS, LEAVE, SWAP), PLANES)
        self._start = start
        self._board, self._stock = start.board, start.setup.stock
        self.tilts = len(places)
        """The first action that is not a placement."""
        self._bytes = (start.board.size + 7) // 8

    def action_of(self, position: common.Position, text: str) -> int:
        move = position.read(text)
        if isinstance(move, Placement):
            return 4 * move.index + move.top_index + 2 * move.axis_index
        if isinstance(move, Answer):
            return self.tilts + (4 if move.direction is None else move.direction)
        return self.tilts + 5

    def legal(self, position: common.Position) -> NDArray[np.bool_]:
        assert isinstance(position, Position)
        found = np.zeros(len(self.moves), np.bool_)
        red, white = position.bits
        if position.pending is None:
            free = self._squares(self._board.all_squares & ~(red | white))
            found[: self.tilts].reshape(-1, 4)[:] = free[:, None]
        else:
            occupied = red | white
            for fall in self._board.falls[position.pending.index]:
                found[self.tilts + fall.direction] = not occupied & fall.bits
            found[self.tilts + 4] = True
        found[self.tilts + 5] = position.may_swap
        return found

    def kernel(self) -> Kernel:
        from stonefield.envs.carnac.kernel import CarnacKernel

        return CarnacKernel(self._start)

    def jax_rules(self) -> JaxRules:
        from stonefield.envs.carnac.jax_rules import rules_of

        return rules_of(self._start, PLANES)

    def observe(self, position: common.Position, player: int) -> Planes:
        assert isinstance(position, Position)
        seen = np.zeros((self._board.size, len(PLANES)), np.float32)
        mine = COLOURS.index(position.colour_of(player))
        seen[:, MINE] = self._squares(position.bits[mine])
        seen[:, THEIRS] = self._squares(position.bits[1 - mine])
        pending = position.pending
        if pending is not None:
            seen[pending.index, PENDING] = 1.0
            seen[pending.index, PENDING_MINE] = pending.axis_index == mine
        seen[:, DECIDING] = position.player == player and not position.is_over
        seen[:, STOCKPILE] = position.stock / self._stock
        return seen.reshape(self.shape)

    def _squares(self, bits: int) -> NDArray[np.uint8]:
        """uint8[squares]: a set of squares as ones and zeros."""
        listed = np.frombuffer(bits.to_bytes(self._bytes, "little"), np.uint8)
        return np.unpackbits(listed, count=self._board.size, bitorder="little")
