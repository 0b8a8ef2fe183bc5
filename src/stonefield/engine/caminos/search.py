"""The thinker for Caminos: keeps a tree, lets threads simulate in it, and says what it finds."""

from __future__ import annotations

import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from stonefield.engine import tree as trees
from stonefield.engine.caminos import kernel, paths
from stonefield.engine.caminos.distance import columns_short, mark_losing, next_winning, notes_for, survey
from stonefield.engine.caminos.ground import (
    COLUMNS,
    SEAT,
    WIDEST,
    Ground,
    State,
    ground_of,
    room_for,
    state_of,
)
from stonefield.engine.caminos.lines import Reader
from stonefield.engine.caminos.simulate import MOST_CHILDREN, judge, knobs_of, simulate
from stonefield.engine.chance import random_words
from stonefield.engine.choice import BALANCE
from stonefield.engine.clock import budget
from stonefield.engine.decision import Decision, Task, in_all_threads
from stonefield.engine.pruning import is_crowded, make_room, prune
from stonefield.engine.thought import Limits, Line, Report, Settings, Thought
from stonefield.games import caminos
from stonefield.games.caminos import Position as CaminosPosition
from stonefield.games.game import Position

AT_ONCE = 64
"""As many moves are examined between two looks at ``stop``."""
EVENNESS = 8.0
"""How much likelier an even opening is tried than an uneven one."""
DECISIONS = 9.0
"""As many decisions a side has in a typical game."""


class CaminosThinker:
    """Tree search over connection distances; the tree is kept from one decision to the next."""

    def __init__(self) -> None:
        self._tree: trees.Tree | None = None
        self._hash_mb = 0
        self._ground: Ground | None = None
        self._state: State | None = None
        self._balanced = False
        self._pruning: threading.Thread | None = None

    def forget(self) -> None:
        """Drop the tree: a new game begins."""
        self._state = None

    def warm_up(self, position: Position) -> None:
        """Compile, or load from the cache, all that a search of any board needs."""
        start = caminos.start()
        quick = Settings(threads=1, hash_mb=4, seed=1)
        CaminosThinker().think(start, Limits(nodes=20), quick, stop=threading.Event())
        prune(trees.plant(1), 0, 0)
        ground, state = ground_of(start.setup), state_of(start)
        none = np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.uint8)
        mark_losing(ground, state, *none, notes_for(ground))

    def think(
        self,
        position: Position,
        limits: Limits,
        settings: Settings,
        *,
        stop: threading.Event,
        report: Report | None = None,
    ) -> Thought:
        """Search until a limit is reached or ``stop`` is set."""
        assert isinstance(position, CaminosPosition)
        began = time.perf_counter()
        if self._pruning is not None:
            self._pruning.join()
        placed = len(position.pieces) / position.setup.players
        share = budget(limits, decisions_left=max(3.0, DECISIONS - placed))
        tree, state = self._rooted(position, settings)
        decision = CaminosDecision(position, tree, state, Task(share, settings, report, began))
        thought = decision.take(stop)
        self._pruning = decision.pruning
        return thought

    def _rooted(self, position: CaminosPosition, settings: Settings) -> tuple[trees.Tree, State]:
        """A tree for this position, which keeps what earlier decisions taught unless a seed is set."""
        if self._tree is None or self._hash_mb != settings.hash_mb:
            self._tree, self._state = trees.plant(settings.hash_mb), None
            self._hash_mb = settings.hash_mb
        ground, state = ground_of(position.setup), state_of(position)
        balanced = must_balance(position)
        node = -1
        if self._state is not None and self._ground is ground and settings.seed is None and not balanced:
            node = find_node(ground, self._tree, self._state, state)
        # What is proven was never opened: its moves must be looked at anew.
        if node < 0 or self._balanced or self._tree.proven[node] != trees.UNKNOWN:
            trees.clear(self._tree)
        elif node > 0:
            prune(self._tree, node, 0)
        self._ground, self._state, self._balanced = ground, state, balanced
        return self._tree, state


def must_balance(position: CaminosPosition) -> bool:
    """Whether the opponent may take over what is placed now, so that an even game is best."""
    laid = any(piece.seat is not None for piece in position.pieces)
    return position.setup.swap and not laid and not position.places_neutral


def find_node(ground: Ground, tree: trees.Tree, start: State, wanted: State) -> int:
    """The node of a state a few decisions below the root, or -1."""
    room = room_for(ground)
    columns = int(ground.facts[COLUMNS])
    open_nodes = [(0, start)]
    for _ in range(5):
        deeper = []
        for node, state in open_nodes:
            if np.array_equal(state, wanted):
                return node
            for child in trees.children_of(tree, node):
                if tree.visits[child]:
                    after = state.copy()
                    kernel.play(ground, after, int(tree.moves[child]), room)
                    # Cubes are never taken away: what lies there now must lie there then.
                    if not np.any(after[columns:] & ~wanted[columns:]):
                        deeper.append((child, after))
        open_nodes = deeper
    return -1


class CaminosDecision(Decision):
    """A search of one position: the ends within reach, then simulations."""

    def __init__(self, position: CaminosPosition, tree: trees.Tree, state: State, task: Task) -> None:
        super().__init__(tree, task)
        self._position, self._state = position, state
        self._ground = ground_of(position.setup)
        self._typical = 16.0 if len(position.board.sides) == 4 else 28.0
        self._knobs = knobs_of(balance=float(must_balance(position)), typical=self._typical)
        settings = task.settings
        seed = int.from_bytes(os.urandom(8)) if settings.seed is None else settings.seed
        self._randoms = [random_words(seed, thread) for thread in range(max(1, settings.threads))]
        self._notes = [notes_for(self._ground) for _ in self._randoms]

    def _prepare(self, stop: threading.Event) -> bool:
        self._open_root()
        return not self._win_at_once() and self._find_losses(stop)

    def _open_root(self) -> None:
        """Give the root all its children."""
        if is_crowded(self._tree):
            make_room(self._tree)
        if self._knobs[BALANCE]:
            self._open_evenly()
        one = np.ones(1, dtype=np.int64)
        simulate(self._ground, self._tree, self._state, self._notes[0], self._randoms[0], one, self._knobs)
        self._done = 1

    def _open_evenly(self) -> None:
        """Give a bare root its children, those first that seem to leave both sides equal chances."""
        ground, notes = self._ground, self._notes[0]
        moves = np.zeros_like(notes.moves)
        count = kernel.placements(ground, self._state, int(self._state[SEAT]), moves, notes.room)
        uneven = np.empty(count)
        for nth in range(count):
            after = self._state.copy()
            kernel.play(ground, after, int(moves[nth]), notes.room)
            survey(ground, after, notes)
            uneven[nth] = abs(judge(ground, after, notes, self._knobs))
        order = np.argsort(uneven, kind="stable")[:MOST_CHILDREN]
        priors = np.exp(-EVENNESS * uneven[order])
        priors = (priors / priors.sum()).astype(np.float32)
        trees.grow(self._tree, 0, moves[order], priors, len(order), len(order) == count)

    def _win_at_once(self) -> bool:
        """Mark the moves that win at once, with what they score."""
        if self._position.places_neutral:
            return False
        ground, notes, state = self._ground, self._notes[0], self._state
        mover = int(state[SEAT]) & 1
        count = survey(ground, state, notes)
        columns_short(ground, state, mover, int(ground.facts[WIDEST]), notes)
        after = state.copy()
        child_of = {int(self._tree.moves[child]): child for child in trees.children_of(self._tree, 0)}
        nth, found = -1, False
        while (nth := int(next_winning(ground, state, notes, nth + 1, count, after))) >= 0:
            points = paths.path_points(ground, after, mover, notes.room)
            value = min(1.0, points / (2 * self._typical)) if self._position.setup.points else 1.0
            child = child_of[int(notes.moves[nth])]
            self._tree.proven[child] = trees.SECOND_WINS if mover else trees.FIRST_WINS
            self._tree.visits[child] = 1
            self._tree.values[child] = int((1 - 2 * mover) * value * trees.SCALE)
            found = True
        return found

    def _find_losses(self, stop: threading.Event) -> bool:
        """Mark the moves that let the opponent win at once; whether there is any other."""
        ground, notes, state = self._ground, self._notes[0], self._state
        mover = int(state[SEAT]) & 1
        # No move brings the other team's columns nearer, so without a threat now there is none after it.
        if columns_short(ground, state, 1 - mover, int(ground.facts[WIDEST]), notes) > ground.facts[WIDEST]:
            return True
        children = np.array(trees.children_of(self._tree, 0))
        moves = self._tree.moves[children]
        lost = np.zeros(len(moves), dtype=np.uint8)
        for at in range(0, len(moves), AT_ONCE):
            part = slice(at, at + AT_ONCE)
            mark_losing(ground, state, moves[part], lost[part], notes)
            if stop.is_set():
                break
        self._tree.proven[children[lost == 1]] = trees.FIRST_WINS if mover else trees.SECOND_WINS
        return not lost.all()

    def _simulate(self, count: int, helpers: ThreadPoolExecutor) -> int:
        counter = np.array([count], dtype=np.int64)

        def work(thread: int) -> None:
            notes, random = self._notes[thread], self._randoms[thread]
            simulate(self._ground, self._tree, self._state, notes, random, counter, self._knobs)

        in_all_threads(work, len(self._randoms), helpers)
        return count

    def _lines(self, count: int) -> tuple[Line, ...]:
        balance = bool(self._knobs[BALANCE])
        return Reader(self._position, self._tree, balance=balance, typical=self._typical).lines(count)
