"""The actions and planes of Caminos.

Actions: one for each way to turn each piece at each place of the board, then the swap. A piece that needs
other heights beneath it is another action, even where the text of the move is the same; of two such
actions at most one is legal.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stonefield.envs.encoding import Encoding, Planes
from stonefield.envs.fast_rules import JaxRules, Kernel
from stonefield.games import game as common
from stonefield.games.caminos import Placement, Position
from stonefield.games.caminos.moves import SWAP
from stonefield.games.caminos.pieces import HIGHEST
from stonefield.games.caminos.sites import Site
from stonefield.games.game import IllegalMove


def planes_for(position: Position) -> tuple[str, ...]:
    """The planes of a game; seats are counted from the observer's own in the order of turns."""
    pieces, seats = position.setup.pieces, range(position.setup.players)
    whose = ["my", *(f"seat +{seat}'s" for seat in seats[1:])] if len(seats) == 4 else ["my", "their"]
    return (
        "on the board",
        *(
            f"{cube} cube on level {level}"
            for cube in ("my colour's", "their colour's", "neutral")
            for level in range(1, HIGHEST + 1)
        ),
        "I decide",
        "a neutral piece is due",
        *(f"{owner} {shape.letter} left, of all" for owner in whose for shape in pieces.shapes),
        *(f"{owner} seat is out" for owner in whose),
        "my colour's pieces at the border, of all",
        "their colour's pieces at the border, of all",
    )


class CaminosEncoding(Encoding):
    """Caminos with one board and one set of pieces."""

    def __init__(self, start: Position) -> None:
        self._sites: tuple[Site, ...] = tuple(site for of_shape in start.sites.of_shape for site in of_shape)
        super().__init__(start, (*(site.placement for site in self._sites), SWAP), planes_for(start))
        self._start = start
        self._setup = start.setup
        self._shape = np.array(
            [start.setup.pieces.index[site.turning.letter] for site in self._sites], np.intp
        )
        widest = max(len(site.columns) for site in self._sites)
        # A site with fewer columns than the widest asks again for its first one.
        self._columns = np.array([_filled(site.columns, widest) for site in self._sites], np.intp)
        self._bases = np.array([_filled(site.bases, widest) for site in self._sites], np.int8)
        squares = start.board.files * start.board.ranks
        self._on_board = np.zeros(squares, np.float32)
        self._on_board[list(start.board.squares)] = 1.0
        self._full = np.array(start.setup.full_hand, np.float32)

    def action_of(self, position: common.Position, text: str) -> int:
        assert isinstance(position, Position)
        move = position.read(text)
        if not isinstance(move, Placement):
            return len(self._sites)
        site = position.sites.find(move, [len(stack) for stack in position.stacks])
        return position.sites.number_of(site)

    def play(self, position: common.Position, action: int) -> common.Position:
        assert isinstance(position, Position)
        heights = [len(stack) for stack in position.stacks]
        if 0 <= action < len(self._sites) and not self._sites[action].is_free(heights):
            raise IllegalMove(f"`{self.text_of(action)}`: the columns beneath it have other heights")
        return super().play(position, action)

    def legal(self, position: common.Position) -> NDArray[np.bool_]:
        assert isinstance(position, Position)
        heights = np.fromiter(map(len, position.stacks), np.int8, len(position.stacks))
        shapes = np.zeros(len(self._setup.pieces.all_shapes), np.bool_)
        if position.neutral_due:
            shapes[-1] = True
        else:
            shapes[: self._full.size] = np.array(position.hands[position.seat]) > 0
        found = np.empty(len(self.moves), np.bool_)
        fits: NDArray[np.bool_] = (heights[self._columns] == self._bases).all(axis=1)
        found[:-1] = fits & shapes[self._shape]
        found[-1] = position.may_swap
        return found

    def kernel(self) -> Kernel:
        from stonefield.envs.caminos.kernel import CaminosKernel

        return CaminosKernel(self._start, self.mask(self._start))

    def jax_rules(self) -> JaxRules:
        from stonefield.envs.caminos.jax_rules import rules_of

        return rules_of(self._start, self._sites)

    def observe(self, position: common.Position, player: int) -> Planes:
        assert isinstance(position, Position)
        setup, squares = self._setup, self._on_board.size
        mine = position.colour_of(player)
        theirs = position.game.other(mine)
        seat = position.players.index(player) if setup.players == 4 else int(mine != setup.first)
        around = [(seat + step) % setup.players for step in range(setup.players)]
        seen = np.empty((squares, len(self.planes)), np.float32)
        seen[:, 0] = self._on_board
        seen[:, 1 : 1 + 3 * HIGHEST] = [_cubes_of(stack, mine[0], theirs[0]) for stack in position.stacks]
        pieces = sum(setup.pieces.counts)
        overall = [
            position.player == player and not position.is_over,
            position.neutral_due > 0,
            *(
                left / full
                for at in around
                for left, full in zip(position.hands[at], self._full, strict=True)
            ),
            *(at in position.out_seats for at in around),
            position.border_pieces(mine) / pieces,
            position.border_pieces(theirs) / pieces,
        ]
        seen[:, 1 + 3 * HIGHEST :] = overall
        return seen.reshape(self.shape)


_SEEN: dict[tuple[str, str, str], tuple[float, ...]] = {}


def _cubes_of(stack: str, mine: str, theirs: str) -> tuple[float, ...]:
    """What a column shows: 1 for each of my cubes by level, then theirs, then the neutral ones."""
    key = (stack, mine, theirs)
    if key not in _SEEN:
        levels = stack.ljust(HIGHEST)
        _SEEN[key] = tuple(float(cube == wanted) for wanted in (mine, theirs, "n") for cube in levels)
    return _SEEN[key]


def _filled(numbers: tuple[int, ...], width: int) -> tuple[int, ...]:
    return numbers + numbers[:1] * (width - len(numbers))
