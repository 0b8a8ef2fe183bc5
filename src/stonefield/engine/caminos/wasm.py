"""Caminos for browsers: rules, both searches, exact wins and losses in one move, and the network."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.caminos import arrays as at
from stonefield.engine.caminos.arrays import Bytes, Layout, Numbers, Scratch, StateBytes
from stonefield.engine.caminos.distance import Workspace, workspace_for
from stonefield.engine.caminos.ends import wins_in_one
from stonefield.engine.caminos.kernel import legal_moves, play
from stonefield.engine.caminos.network import (
    ORIENTATIONS,
    PLANES,
    UNIT,
    Encoding,
    encoding_of,
    outputs_for,
)
from stonefield.engine.caminos.network_search import encode_planes, expand_leaves, gather_leaves, open_root
from stonefield.engine.caminos.parameters import NETWORK_PUCT, Parameters, full_points_on, parameters_for
from stonefield.engine.caminos.paths import verdict
from stonefield.engine.caminos.simulate import simulate
from stonefield.engine.caminos.threats import mark_losing
from stonefield.engine.compiled import Whole, allocating, compiled
from stonefield.engine.network import SMALL_BATCH
from stonefield.engine.network_search import Batch, EvaluationCache, Reals, blank_batch, blank_cache
from stonefield.engine.rng import Words, random_words
from stonefield.engine.search import REPEATABLE_ROUND
from stonefield.engine.selection import NO_AMAF, AmafStats, Puct
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
from stonefield.games import caminos
from stonefield.games.caminos.board import BOARDS, square_name

NEUTRAL_PIECES = 2
MOST_PLAYERS = 4
"""A state has room for their pieces; in a game of two its last bytes stay unused."""
Standing: TypeAlias = NDArray[np.int64]
Supply: TypeAlias = NDArray[np.int64]


@compiled
def begin(
    layout: Layout,
    site_codes: Numbers,
    supply: Supply,
    state: StateBytes,
    players: Whole,
    neutral: Whole,
    points: Whole,
    swap: Whole,
) -> None:
    """Begin a game for two or four seats, with these rules (1) or without (0)."""
    shapes = layout.facts[at.SHAPES]
    layout.facts[at.PLAYERS] = players
    layout.facts[at.COLUMNS] = at.HANDS + players * shapes
    layout.facts[at.POINTS] = points
    layout.facts[at.SWAP] = swap
    for site in range(site_codes.size):
        layout.site_at[site_codes[site]] = site
    for place in range(state.size):
        state[place] = 0
    for seat in range(players):
        for shape in range(shapes):
            state[at.HANDS + seat * shapes + shape] = 2 * supply[shape] // players
    state[at.NEUTRAL_DUE] = NEUTRAL_PIECES * neutral


@compiled
def look(layout: Layout, state: StateBytes, moves: Numbers, standing: Standing, scratch: Scratch) -> Whole:
    """Write the legal moves; their number, which is 0 if the game is over.

    ``standing`` says then who has won (1 the team that began, -1 the other, 0 neither), and the lead.
    """
    count = legal_moves(layout, state, moves, scratch)
    standing[0], standing[1] = 0, 0
    if count == 0:
        standing[0], standing[1] = verdict(layout, state, scratch)
    return count


@compiled
def wins(
    layout: Layout,
    state: StateBytes,
    after: StateBytes,
    workspace: Workspace,
    winning: Numbers,
    winning_points: Numbers,
) -> Whole:
    """Write the moves that win at once, and what each of them scores; their number."""
    return wins_in_one(layout, state, after, workspace, winning, winning_points)


@allocating
def losses(
    layout: Layout, state: StateBytes, moves: Numbers, lost: Bytes, workspace: Workspace, count: Whole
) -> Whole:
    """Say of each of the first so many ``moves`` whether it lets the other team win with its next one."""
    for nth in range(count):
        lost[nth] = 0
    return mark_losing(layout, state, moves[:count], lost[:count], workspace)


@allocating
def search(
    layout: Layout,
    tree: Tree,
    state: StateBytes,
    workspace: Workspace,
    random: Words,
    budget: Standing,
    parameters: Parameters,
    no_amaf: AmafStats,
    simulations: Whole,
    balance: Whole,
) -> Whole:
    """Run this many simulations with playouts, fewer if the result is certain; how many.

    With ``balance`` an even game is the aim, since the opponent may swap.
    """
    puct = parameters.puct
    steering = Parameters(
        Puct(puct.exploration, puct.fpu_reduction, balance != 0, puct.fair_lines),
        parameters.build_weight,
        parameters.block_weight,
        parameters.width,
        parameters.playout_weight,
        parameters.full_points,
        parameters.nearness,
        parameters.value_of,
    )
    done: Whole = np.int64(0)
    while done < simulations and not is_certain(tree):
        if is_nearly_full(tree):
            make_room(tree)
        count = min(simulations - done, REPEATABLE_ROUND)
        budget[0] = count
        simulate(layout, tree, state, workspace, random, budget, steering, no_amaf)
        done += count
    return done


@compiled
def evaluate(
    layout: Layout,
    encoding: Encoding,
    state: StateBytes,
    batch: Batch,
    weights: Weights,
    maps: Maps,
    heads: Heads,
) -> None:
    """Write the network's evaluation of the position into the first row of ``batch.evaluations``."""
    encode_planes(layout, encoding, state, batch.planes[0])
    _evaluate(layout, batch.planes[0], weights, maps, heads, batch.evaluations[0])


@compiled
def _evaluate(
    layout: Layout, planes: Reals, weights: Weights, maps: Maps, heads: Heads, evaluation: Reals
) -> None:
    """As ``CaminosNetwork.evaluate``: in a plain game the lead stays what it was."""
    forward(planes, weights, maps, heads)
    squares = layout.facts[at.SQUARES]
    for nth in range(maps.squares.size):
        for orientation in range(ORIENTATIONS):
            evaluation[orientation * squares + maps.squares[nth]] = heads.placement[nth, orientation]
    value = ORIENTATIONS * squares
    if layout.facts[at.POINTS] != 0:
        evaluation[value] = UNIT * (heads.scores[0] - heads.scores[1])
        evaluation[value + 1] = heads.outcome[0]
    else:
        evaluation[value] = heads.outcome[0]


@allocating
def open_with_network(
    layout: Layout,
    encoding: Encoding,
    tree: Tree,
    state: StateBytes,
    workspace: Workspace,
    batch: Batch,
    weights: Weights,
    maps: Maps,
    heads: Heads,
) -> None:
    """Give the root all its children by the network; that is one simulation."""
    batch.evaluations[0, batch.evaluations.shape[1] - 1] = 0.0
    evaluate(layout, encoding, state, batch, weights, maps, heads)
    open_root(layout, encoding, tree, state, workspace, batch)


@allocating
def search_with_network(
    layout: Layout,
    encoding: Encoding,
    tree: Tree,
    state: StateBytes,
    workspace: Workspace,
    batch: Batch,
    cache: EvaluationCache,
    puct: Puct,
    no_amaf: AmafStats,
    weights: Weights,
    maps: Maps,
    heads: Heads,
    simulations: Whole,
) -> Whole:
    """Run this many simulations led by the network, fewer if the result is certain; how many."""
    done: Whole = np.int64(0)
    while done < simulations and not is_certain(tree):
        if is_nearly_full(tree):
            make_room(tree)
        most = min(simulations - done, REPEATABLE_ROUND)
        wanted = np.int64(1) if tree.children[0] == LEAF else min(most, np.int64(batch.lengths.size))
        found, known = gather_leaves(
            layout, encoding, tree, state, workspace, batch, cache, wanted, most, puct, no_amaf
        )
        for nth in range(found):
            _evaluate(layout, batch.planes[nth], weights, maps, heads, batch.evaluations[nth])
        if found > 0:
            expand_leaves(layout, encoding, tree, workspace, batch, cache, np.int64(found))
        done += found + known
    return done


def _memories() -> Iterator[Memory]:
    """The built-in boards."""
    for board in BOARDS:
        yield _memory(board)


def _memory(name: str) -> Memory:
    position = caminos.start(board=name, players=MOST_PLAYERS)
    setup, board = position.setup, position.board
    layout, state = at.layout_of(position), at.state_of(position)
    squares, outputs = int(layout.facts[at.SQUARES]), outputs_for(int(layout.facts[at.SQUARES]))
    full_points = full_points_on(board)
    workspace = workspace_for(layout)
    sizes = (PLANES, ORIENTATIONS, 0, -1)
    sites = np.zeros_like(workspace.moves)
    return Memory(
        name,
        {
            # The table of sites is the largest, and follows from what each of them is.
            "layout": layout._replace(site_at=np.zeros_like(layout.site_at)),
            "site_codes": _site_codes(layout),
            "supply": np.array(setup.pieces.counts, np.int64),
            "state": np.zeros_like(state),
            "after": np.zeros_like(state),
            "moves": sites,
            "winning": sites.copy(),
            "winning_points": sites.copy(),
            "lost": np.zeros(sites.size, np.uint8),
            "standing": np.zeros(2, np.int64),
            "scratch": at.scratch_for(layout),
            "workspace": workspace,
            "tree": blank(new_tree(TREE_MB)),
            "random": random_words(1, 0),
            "budget": np.zeros(1, np.int64),
            "parameters": parameters_for(balance=False, full_points=full_points),
            "no_amaf": NO_AMAF,
            "puct": NETWORK_PUCT,
            "encoding": encoding_of(setup),
            "batch": blank_batch(SMALL_BATCH, state, (PLANES, squares), outputs),
            "cache": blank(blank_cache(CACHE_MB, outputs)),
            "weights": weights_for("caminos"),
            "maps": maps_for(sorted(board.squares), board.files, board.ranks, sizes),
            "heads": heads_for(len(board.squares), ORIENTATIONS, 0),
        },
        tuple(square_name(*divmod(square, board.files)[::-1]) for square in range(squares)),
        tuple(at.move_text(setup, move) for move in range(int(layout.facts[at.SITES]) + 1)),
    )


def _site_codes(layout: Layout) -> Numbers:
    """[site] where ``Layout.site_at`` has it."""
    codes = np.flatnonzero(layout.site_at >= 0).astype(np.int32)
    return codes[np.argsort(layout.site_at[codes])]


MODULE = Module(
    name="caminos",
    entries={
        "begin": begin,
        "look": look,
        "play": play,
        "wins": wins,
        "losses": losses,
        "forget": forget_tree,
        "search": search,
        "evaluate": evaluate,
        "open_with_network": open_with_network,
        "search_with_network": search_with_network,
    },
    files={"caminos.bin": ("parameters",), "caminos-network.bin": ("weights",)},
    memories=_memories,
)
