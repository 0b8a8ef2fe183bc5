"""Caminos for browsers: rules, both searches, exact wins and losses, and the network."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.caminos import arrays as at
from stonefield.engine.caminos.adapter import CaminosAdapter
from stonefield.engine.caminos.arrays import Layout, Numbers, Scratch, StateBytes
from stonefield.engine.caminos.distance import Workspace, workspace_for
from stonefield.engine.caminos.forced import Means, make_means, put_after, team_of
from stonefield.engine.caminos.forcing import Search, make_search
from stonefield.engine.caminos.kernel import copy_state, legal_moves, play
from stonefield.engine.caminos.network import ORIENTATIONS, PLANES, encoding_of, outputs_for
from stonefield.engine.caminos.parameters import NETWORK_PUCT, Parameters, full_points_on, parameters_for
from stonefield.engine.caminos.paths import verdict
from stonefield.engine.caminos.proofs import LONGEST, SPENT, TWO, best, find, refute
from stonefield.engine.caminos.root import mark_losses, mark_win_in_two, mark_wins, open_evenly
from stonefield.engine.caminos.sight import gain
from stonefield.engine.caminos.simulate import simulate
from stonefield.engine.caminos.wasm_network import evaluate, open_with_network, search_with_network
from stonefield.engine.compiled import Whole, allocating, compiled, inlined
from stonefield.engine.network import SMALL_BATCH
from stonefield.engine.network_search import blank_batch, blank_cache
from stonefield.engine.rng import Words, random_words
from stonefield.engine.search import REPEATABLE_ROUND
from stonefield.engine.selection import NO_AMAF, AmafStats, Puct
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


@allocating
def open_root(
    layout: Layout,
    tree: Tree,
    state: StateBytes,
    workspace: Workspace,
    random: Words,
    budget: Standing,
    parameters: Parameters,
    no_amaf: AmafStats,
    balance: Whole,
    lines: Whole,
) -> None:
    """Give the root all its children; that is one simulation with playouts."""
    if balance:
        open_evenly(layout, tree, state, workspace, parameters)
    budget[0] = 1
    simulate(layout, tree, state, workspace, random, budget, _steering(parameters, balance, lines), no_amaf)


@allocating
def wins(
    layout: Layout, tree: Tree, state: StateBytes, workspace: Workspace, parameters: Parameters
) -> Whole:
    """Mark the root's children that win at once; their number. Then no search is needed."""
    return mark_wins(layout, tree, state, workspace, parameters.full_points)


@allocating
def losses(layout: Layout, tree: Tree, state: StateBytes, workspace: Workspace, start: Whole) -> Whole:
    """Mark those of the next 64 children that let the other team win at once.

    Their number, or -1 if there can be none among all children.
    """
    return mark_losses(layout, tree, state, workspace, start)


@allocating
def win_in_two(layout: Layout, tree: Tree, state: StateBytes, workspace: Workspace, forcing: Search) -> Whole:
    """Mark a child that wins with the next move, whatever is answered; 1 if there is one."""
    return 1 if mark_win_in_two(layout, tree, state, workspace, forcing) else 0


@compiled
def prove(
    layout: Layout,
    state: StateBytes,
    after: StateBytes,
    means: Means,
    line: Numbers,
    proven: Standing,
    move: Whole,
) -> Whole:
    """Prove what best play comes to, or (``move`` not -1) what a move does, for the team that decides.

    The length of best play from then on, which is in ``line``, or 0 without a proof. ``proven`` is 1 if the
    team wins, 3 if it loses; 2 if a loss at once, or a win that could be had, can be stopped, and no more.
    """
    found = find(layout, state, means, line[:TWO])
    if found.task == SPENT:
        return np.int64(0)
    if move >= 0:
        put_after(layout, state, move, means, after)
        if team_of(after) != team_of(state):
            proven[0], length = refute(layout, after, found.within, means, line)
            return np.int64(length)
        copy_state(after, state)
        found = find(layout, state, means, line[:TWO])
    proven[0], length = best(layout, state, found, np.int64(line[0]), means, line)
    return np.int64(length)


@inlined
def _steering(parameters: Parameters, balance: Whole, lines: Whole) -> Parameters:
    puct = parameters.puct
    return Parameters(
        Puct(puct.exploration, puct.fpu_reduction, balance != 0, lines),
        parameters.build_weight,
        parameters.block_weight,
        parameters.width,
        parameters.playout_weight,
        parameters.full_points,
        parameters.nearness,
        parameters.value_of,
    )


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
    rounds: Whole,
    balance: Whole,
    lines: Whole,
) -> Whole:
    """Run so many simulations with playouts, fewer if the result is certain or the rounds are over; how many.

    With ``balance`` an even game is the aim, since the opponent may swap. So many ``lines`` get a part of the
    search of their own.
    """
    steering = _steering(parameters, balance, lines)
    done: Whole = np.int64(0)
    for _ in range(rounds):
        if done >= simulations or is_certain(tree):
            break
        if is_nearly_full(tree):
            make_room(tree)
        count = min(simulations - done, REPEATABLE_ROUND)
        budget[0] = count
        simulate(layout, tree, state, workspace, random, budget, steering, no_amaf)
        done += count
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
            "gains": np.zeros(sites.size),
            "forcing": make_search(layout),
            "means": make_means(layout),
            "line": np.zeros(LONGEST, np.int32),
            "proven": np.zeros(1, np.int64),
            "ranked": sites.copy(),
            "by_margin": CaminosAdapter.by_margin,
            "full_points": np.full(1, full_points),
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
        "gain": gain,
        "open_root": open_root,
        "wins": wins,
        "losses": losses,
        "win_in_two": win_in_two,
        "prove": prove,
        "forget": forget_tree,
        "search": search,
        "evaluate": evaluate,
        "open_with_network": open_with_network,
        "search_with_network": search_with_network,
        "rank_children": rank_children,
        "best_child": best_child,
    },
    files={"caminos.bin": ("parameters",), "caminos-network.bin": ("weights",)},
    memories=_memories,
)
