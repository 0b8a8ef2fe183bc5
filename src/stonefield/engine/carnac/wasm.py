"""Carnac for browsers: rules, both searches, the solver and the network."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.carnac import arrays as at
from stonefield.engine.carnac.adapter import CarnacAdapter
from stonefield.engine.carnac.amaf import TREE_PART
from stonefield.engine.carnac.arrays import FINAL_TILT, Layout, Numbers, Words
from stonefield.engine.carnac.dolmens import SCRATCH, verdict
from stonefield.engine.carnac.endgame import is_near
from stonefield.engine.carnac.heuristics import Groups, blank_groups
from stonefield.engine.carnac.kernel import legal_moves, play
from stonefield.engine.carnac.network_search import PLANES, outputs_for
from stonefield.engine.carnac.nullwindow import LIMIT, NODES, Stack, make_stack
from stonefield.engine.carnac.parameters import NETWORK_PUCT, SMALL_BOARD, Parameters, parameters_for
from stonefield.engine.carnac.sight import gain
from stonefield.engine.carnac.simulate import simulate
from stonefield.engine.carnac.solver import LONGEST_LINE, exact_score, is_spent, principal_line
from stonefield.engine.carnac.transposition import TranspositionTable, make_table, zobrist_words
from stonefield.engine.carnac.wasm_network import (
    ANSWERS,
    PLACEMENTS,
    evaluate,
    evaluate_from_all_sides,
    search_with_network,
)
from stonefield.engine.compiled import Whole, allocating, bit_count, compiled
from stonefield.engine.network import SMALL_BATCH
from stonefield.engine.network_search import EvaluationCache, blank_batch, blank_cache
from stonefield.engine.rng import random_words
from stonefield.engine.search import REPEATABLE_ROUND
from stonefield.engine.selection import NO_AMAF, AmafStats, Puct, blank_amaf
from stonefield.engine.tree import Tree, new_tree
from stonefield.engine.wasm.network import heads_for, maps_for
from stonefield.engine.wasm.searching import (
    CACHE_MB,
    TREE_MB,
    best_child,
    blank,
    forget_tree,
    is_certain,
    is_nearly_full,
    make_room,
    rank_children,
)
from stonefield.engine.wasm.weights import weights_for
from stonefield.engine.wasm_module import Memory, Module
from stonefield.games import carnac
from stonefield.games.carnac.board import SIZES

TABLE_MB = 2
"""What is proven near the end."""
PENDING_PLANE = 3


@compiled
def begin(layout: Layout, state: Words, stock: Whole, first: Whole, final_tilt: Whole) -> None:
    """Begin a game with this many megaliths; red begins it (0) or white (1)."""
    layout.shape[FINAL_TILT] = final_tilt
    for word in range(at.STATE_WORDS):
        state[word] = 0
    state[at.STOCK] = stock
    state[at.TURN] = first


@compiled
def look(
    layout: Layout, state: Words, moves: NDArray[np.int16], standing: Numbers, scratch: Numbers
) -> Whole:
    """Write the legal moves; their number, which is 0 if the game is over.

    ``standing`` says who would win if it ended now (1 red, 0 neither, -1 white), and by how many dolmens.
    """
    standing[0], standing[1] = verdict(layout, state, scratch)
    return legal_moves(layout, state, moves)


@allocating
def solve(
    layout: Layout,
    state: Words,
    table: TranspositionTable,
    stack: Stack,
    zobrist_words: Words,
    line: NDArray[np.int16],
    solved: Numbers,
    nodes: Whole,
) -> Whole:
    """Look at so many positions more for a proof: the length of best play, or 0 without a proof.

    ``solved`` is the score for red, in half dolmens; ``line`` best play. None is tried far from the end.
    """
    empty = layout.shape[at.SQUARES]
    for word in range(4):
        empty -= bit_count(state[word])
    if not is_near(np.int64(state[at.STOCK]), empty):
        return 0
    stack.counters[LIMIT] = stack.counters[NODES] + nodes
    here = state.copy()
    solved[0] = exact_score(layout, here, table, stack, zobrist_words)
    if is_spent(stack):
        return 0
    length = principal_line(layout, here, solved[0], line, table, stack, zobrist_words)
    return 0 if is_spent(stack) else length


@compiled
def forget(
    tree: Tree, amaf: AmafStats, cache: EvaluationCache, table: TranspositionTable, stack: Stack
) -> None:
    """Before the search of another position: drop the tree, what was evaluated and what was proven."""
    forget_tree(tree, cache)
    _forget_amaf(amaf)
    for entry in range(table.keys.size):
        table.keys[entry], table.entries[entry] = 0, 0
    stack.counters[NODES] = 0


@compiled
def _forget_amaf(amaf: AmafStats) -> None:
    for node in range(amaf.visits.size):
        amaf.visits[node] = 0
        amaf.values[node] = 0


@allocating
def search(
    layout: Layout,
    tree: Tree,
    state: Words,
    groups: Groups,
    random: Words,
    budget: Numbers,
    parameters: Parameters,
    amaf: AmafStats,
    simulations: Whole,
    rounds: Whole,
    balance: Whole,
    lines: Whole,
) -> Whole:
    """Run so many simulations with playouts, fewer if the result is certain or the rounds are over; how many.

    With ``balance`` an even game is the aim, since the opponent may swap. So many ``lines`` get a part of the
    search of their own.
    """
    puct = parameters.puct
    steering = Parameters(
        Puct(puct.exploration, puct.fpu_reduction, balance != 0, lines),
        parameters.visits_to_expand,
        parameters.placement_sharpness,
        parameters.answer_sharpness,
        parameters.width,
        parameters.margin_weight,
    )
    done: Whole = np.int64(0)
    for _ in range(rounds):
        if done >= simulations or is_certain(tree):
            break
        if is_nearly_full(tree):
            make_room(tree)
            # Its nodes have new numbers.
            _forget_amaf(amaf)
        count = min(simulations - done, REPEATABLE_ROUND)
        budget[0] = count
        simulate(layout, tree, state, groups, random, budget, steering, amaf)
        done += count
    return done


def _memories() -> Iterator[Memory]:
    """The built-in boards."""
    for board in SIZES:
        yield _memory(board)


def _memory(name: str) -> Memory:
    position = carnac.start(name)
    board, layout, state = position.board, at.layout_of(position), at.state_of(position)
    squares, outputs = board.size, outputs_for(board.size)
    is_small = squares <= SMALL_BOARD
    tree = new_tree(TREE_MB * (TREE_PART if is_small else 1))
    planes = (PLANES, squares)
    sizes = (PLANES, PLACEMENTS, ANSWERS, PENDING_PLANE)
    numbers = range(at.LEAVE + 1)
    return Memory(
        name,
        {
            "layout": layout,
            "state": state,
            "by_margin": CarnacAdapter.by_margin,
            "moves": np.zeros(at.MOST_MOVES, np.int16),
            "gains": np.zeros(at.LEAVE + 1),
            "standing": np.zeros(2, np.int64),
            "scratch": np.zeros(SCRATCH, np.int64),
            "tree": blank(tree),
            "ranked": np.zeros(at.MOST_MOVES, np.int32),
            "table": blank(make_table(TABLE_MB)),
            "stack": make_stack(0),
            "zobrist_words": zobrist_words(board),
            "line": np.zeros(LONGEST_LINE, np.int16),
            "solved": np.zeros(1, np.int64),
            "groups": blank_groups(),
            "random": random_words(1, 0),
            "budget": np.zeros(1, np.int64),
            "parameters": parameters_for(squares, balance=False),
            "amaf": blank_amaf(tree.visits.size) if is_small else NO_AMAF,
            "no_amaf": NO_AMAF,
            "puct": NETWORK_PUCT,
            "batch": blank_batch(SMALL_BATCH, state, planes, outputs),
            "turned": blank_batch(1, state, planes, outputs),
            "cache": blank(blank_cache(CACHE_MB, outputs)),
            "weights": weights_for("carnac"),
            "maps": maps_for(list(range(squares)), board.files, board.ranks, sizes),
            "heads": heads_for(squares, PLACEMENTS, ANSWERS),
        },
        tuple(board.name_of(square) for square in range(squares)),
        tuple(
            at.move_text(board, move) if move >= at.ANSWERS or move < 4 * squares else "" for move in numbers
        ),
    )


MODULE = Module(
    name="carnac",
    entries={
        "begin": begin,
        "look": look,
        "play": play,
        "gain": gain,
        "solve": solve,
        "forget": forget,
        "search": search,
        "evaluate": evaluate,
        "evaluate_from_all_sides": evaluate_from_all_sides,
        "search_with_network": search_with_network,
        "rank_children": rank_children,
        "best_child": best_child,
    },
    files={"carnac-network.bin": ("weights",)},
    memories=_memories,
)
