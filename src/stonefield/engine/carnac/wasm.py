"""Carnac for browsers: rules, both searches and the network."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.carnac import arrays as at
from stonefield.engine.carnac.amaf import TREE_PART
from stonefield.engine.carnac.arrays import FINAL_TILT, Layout, Numbers, Words
from stonefield.engine.carnac.dolmens import SCRATCH, verdict
from stonefield.engine.carnac.heuristics import Groups, blank_groups
from stonefield.engine.carnac.kernel import legal_moves, play
from stonefield.engine.carnac.network_search import (
    PLANES,
    encode_planes,
    expand_leaves,
    gather_leaves,
    outputs_for,
)
from stonefield.engine.carnac.parameters import NETWORK_PUCT, SMALL_BOARD, Parameters, parameters_for
from stonefield.engine.carnac.simulate import simulate
from stonefield.engine.compiled import Whole, allocating, compiled
from stonefield.engine.network import SMALL_BATCH
from stonefield.engine.network_search import Batch, EvaluationCache, Reals, blank_batch, blank_cache
from stonefield.engine.rng import random_words
from stonefield.engine.search import REPEATABLE_ROUND
from stonefield.engine.selection import NO_AMAF, AmafStats, Puct, blank_amaf
from stonefield.engine.tree import LEAF, Tree, new_tree
from stonefield.engine.wasm.network import Heads, Maps, Weights, forward, heads_for, maps_for
from stonefield.engine.wasm.searching import (
    CACHE_MB,
    TREE_MB,
    blank,
    forget_tree,
    is_certain,
    is_nearly_full,
    make_room,
)
from stonefield.engine.wasm.weights import weights_for
from stonefield.engine.wasm_module import Memory, Module
from stonefield.games import carnac
from stonefield.games.carnac.board import SIZES

PLACEMENTS, ANSWERS, PENDING_PLANE = 4, 5, 3


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


@compiled
def forget(tree: Tree, amaf: AmafStats, cache: EvaluationCache) -> None:
    """Before the search of another position: drop the tree and what was evaluated."""
    forget_tree(tree, cache)
    _forget_amaf(amaf)


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
    balance: Whole,
) -> Whole:
    """Run this many simulations with playouts, fewer if the result is certain; how many.

    With ``balance`` an even game is the aim, since the opponent may swap.
    """
    puct = parameters.puct
    steering = Parameters(
        Puct(puct.exploration, puct.fpu_reduction, balance != 0, puct.fair_lines),
        parameters.visits_to_expand,
        parameters.placement_sharpness,
        parameters.answer_sharpness,
        parameters.width,
        parameters.margin_weight,
    )
    done: Whole = np.int64(0)
    while done < simulations and not is_certain(tree):
        if is_nearly_full(tree):
            make_room(tree)
            # Its nodes have new numbers.
            _forget_amaf(amaf)
        count = min(simulations - done, REPEATABLE_ROUND)
        budget[0] = count
        simulate(layout, tree, state, groups, random, budget, steering, amaf)
        done += count
    return done


@compiled
def evaluate(layout: Layout, state: Words, batch: Batch, weights: Weights, maps: Maps, heads: Heads) -> None:
    """Write the network's evaluation of the position into the first row of ``batch.evaluations``."""
    encode_planes(layout, state, batch.planes[0])
    _evaluate(batch.planes[0], weights, maps, heads, batch.evaluations[0])


@compiled
def evaluate_from_all_sides(
    layout: Layout, state: Words, batch: Batch, turned: Batch, weights: Weights, maps: Maps, heads: Heads
) -> None:
    """The same as the mean over the board's four reflections: how the root of a search is evaluated."""
    encode_planes(layout, state, batch.planes[0])
    _evaluate_from_all_sides(layout, batch.planes[0], weights, maps, heads, turned, batch.evaluations[0])


@compiled
def _evaluate(planes: Reals, weights: Weights, maps: Maps, heads: Heads, evaluation: Reals) -> None:
    forward(planes, weights, maps, heads)
    squares = maps.squares.size
    for square in range(squares):
        for placement in range(PLACEMENTS):
            evaluation[PLACEMENTS * square + placement] = heads.placement[square, placement]
    for answer in range(ANSWERS):
        evaluation[PLACEMENTS * squares + answer] = heads.answer[answer]
    evaluation[PLACEMENTS * squares + ANSWERS] = heads.outcome[0]
    evaluation[PLACEMENTS * squares + ANSWERS + 1] = heads.scores[0] - heads.scores[1]


@compiled
def _evaluate_from_all_sides(
    layout: Layout, planes: Reals, weights: Weights, maps: Maps, heads: Heads, turned: Batch, mean: Reals
) -> None:
    """The mean over the board's four reflections, as ``CarnacNetwork.evaluate_symmetrized`` takes it."""
    files, ranks = layout.shape[at.FILES], layout.shape[at.RANKS]
    answers = PLACEMENTS * files * ranks
    for place in range(mean.size):
        mean[place] = np.float32(0)
    for side in range(4):
        north, east = side >> 1, side & 1
        seen, evaluation = turned.planes[0], turned.evaluations[0]
        for square in range(files * ranks):
            image = _image(square, files, ranks, north, east)
            for plane in range(PLANES):
                seen[plane, square] = planes[plane, image]
        _evaluate(seen, weights, maps, heads, evaluation)
        for square in range(files * ranks):
            image = _image(square, files, ranks, north, east)
            for placement in range(PLACEMENTS):
                mean[PLACEMENTS * square + placement] += evaluation[PLACEMENTS * image + placement]
        for direction in range(4):
            opposite = east if direction & 1 else north
            mean[answers + direction] += evaluation[answers + (direction ^ 2 * opposite)]
        for place in range(answers + 4, mean.size):
            mean[place] += evaluation[place]
    for place in range(mean.size):
        mean[place] /= np.float32(4)


@compiled
def _image(square: Whole, files: Whole, ranks: Whole, north: Whole, east: Whole) -> Whole:
    rank, file = square // files, square % files
    if north:
        rank = ranks - 1 - rank
    if east:
        file = files - 1 - file
    return rank * files + file


@allocating
def search_with_network(
    layout: Layout,
    tree: Tree,
    state: Words,
    batch: Batch,
    turned: Batch,
    cache: EvaluationCache,
    puct: Puct,
    no_amaf: AmafStats,
    weights: Weights,
    maps: Maps,
    heads: Heads,
    simulations: Whole,
    balance: Whole,
) -> Whole:
    """Run this many simulations led by the network, fewer if the result is certain; how many."""
    steering = Puct(puct.exploration, puct.fpu_reduction, balance != 0, puct.fair_lines)
    done: Whole = np.int64(0)
    while done < simulations and not is_certain(tree):
        if is_nearly_full(tree):
            make_room(tree)
        most = min(simulations - done, REPEATABLE_ROUND)
        is_root = tree.children[0] == LEAF
        wanted = np.int64(1) if is_root else min(most, np.int64(batch.lengths.size))
        found, known = gather_leaves(layout, tree, state, batch, cache, wanted, most, steering, no_amaf)
        if is_root and found > 0:
            _evaluate_from_all_sides(
                layout, batch.planes[0], weights, maps, heads, turned, batch.evaluations[0]
            )
        else:
            for nth in range(found):
                _evaluate(batch.planes[nth], weights, maps, heads, batch.evaluations[nth])
        if found > 0:
            expand_leaves(layout, tree, batch, cache, np.int64(found))
        done += found + known
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
            "moves": np.zeros(at.MOST_MOVES, np.int16),
            "standing": np.zeros(2, np.int64),
            "scratch": np.zeros(SCRATCH, np.int64),
            "tree": blank(tree),
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
        "forget": forget,
        "search": search,
        "evaluate": evaluate,
        "evaluate_from_all_sides": evaluate_from_all_sides,
        "search_with_network": search_with_network,
    },
    files={"carnac-network.bin": ("weights",)},
    memories=_memories,
)
