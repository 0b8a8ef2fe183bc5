"""The search tree of every compiled game: expansion, virtual loss, backpropagation and proven results.

A tree is a set of arrays of a fixed size, by the number of the node, shared by all threads (tree
parallelization with virtual loss: Chaslot, Winands and van den Herik 2008).

A node's children lie side by side, the likeliest first. Values are sums over simulations for side 0 (the
colour named first), so it does not matter whose turn follows whose. Numbers that several threads change
are whole ones, added atomically.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.compiled import (
    Whole,
    add_shared,
    compiled,
    inlined,
    portable,
    read_shared,
    replace_shared,
)

Moves = NDArray[np.signedinteger]

UNKNOWN, FIRST_WINS, DRAWN, SECOND_WINS = range(4)
"""What is proven of a node."""

SCALE = 1 << 20
"""A won game in units of ``Tree.values``."""

LEAF, EXPANDING = -1, -2
"""Instead of children: none yet; a thread is about to add them."""
_COUNT = (1 << 14) - 1
_ALL = 1 << 14
_FIRST = 15

NODE_BYTES = 4 + 8 + 4 + 4 + 4 + 1 + 8 + 4 + 4
"""All arrays of a tree and the stack that ``prune`` needs."""

MAX_DEPTH = 160
"""No path from the root is longer."""


class Tree(NamedTuple):
    """All nodes; the root is number 0."""

    visits: NDArray[np.int32]
    values: NDArray[np.int64]
    """Sum of results, SCALE for a win of side 0, -SCALE for a loss."""
    margins: NDArray[np.int32]
    """Sum of final leads of side 0, in sixteenths."""
    priors: NDArray[np.float32]
    moves: NDArray[np.int32]
    proven: NDArray[np.int8]
    children: NDArray[np.int64]
    """First child and number of children (see ``first_child``), or LEAF or EXPANDING."""
    owners: NDArray[np.int32]
    """For ``prune`` only."""
    used: NDArray[np.int64]
    """[0] nodes in use."""


def new_tree(megabytes: float) -> Tree:
    """An empty tree that never takes more memory than given (but at least a quarter of a megabyte)."""
    nodes = max(1 << 13, int(megabytes * (1 << 20)) // NODE_BYTES)
    tree = Tree(
        visits=np.empty(nodes, dtype=np.int32),
        values=np.empty(nodes, dtype=np.int64),
        margins=np.empty(nodes, dtype=np.int32),
        priors=np.empty(nodes, dtype=np.float32),
        moves=np.empty(nodes, dtype=np.int32),
        proven=np.empty(nodes, dtype=np.int8),
        children=np.empty(nodes, dtype=np.int64),
        owners=np.empty(nodes, dtype=np.int32),
        used=np.zeros(1, dtype=np.int64),
    )
    reset(tree)
    return tree


def reset(tree: Tree) -> None:
    """Back to a root without children."""
    _init_node(tree, 0, -1, 1.0)
    tree.used[0] = 1


@portable
def children_of(tree: Tree, node: Whole) -> range:
    """The numbers of a node's children."""
    word = int(tree.children[node])
    if word < 0:
        return range(0)
    first = word >> _FIRST
    return range(first, first + (word & _COUNT))


@inlined
def first_child(word: Whole) -> Whole:
    """The number of the first child, from the word in ``Tree.children``."""
    return word >> _FIRST


@inlined
def child_count(word: Whole) -> Whole:
    """The number of children there are, from the word in ``Tree.children``."""
    return word & _COUNT


@inlined
def last_child(word: Whole) -> Whole:
    """The number of the last child there is, from the word in ``Tree.children``."""
    return (word >> _FIRST) + (word & _COUNT) - 1


@inlined
def is_fully_expanded(word: Whole) -> bool:
    """Whether every legal move has a child, from the word in ``Tree.children``."""
    return bool(word & _ALL)


@inlined
def moved(word: Whole, first: Whole) -> Whole:
    """The word of the same children where the first of them now lies."""
    return first << _FIRST | word & (_ALL | _COUNT)


@compiled
def _init_node(tree: Tree, node: Whole, move: Whole, prior: Whole) -> None:
    tree.visits[node] = 0
    tree.values[node] = 0
    tree.margins[node] = 0
    tree.priors[node] = prior
    tree.moves[node] = move
    tree.proven[node] = UNKNOWN
    tree.children[node] = LEAF


@compiled
def copy_nodes(tree: Tree, source: Whole, target: Whole, count: Whole) -> None:
    """Copy nodes downwards or to where nothing overlaps."""
    for nth in range(count):
        tree.visits[target + nth] = tree.visits[source + nth]
        tree.values[target + nth] = tree.values[source + nth]
        tree.margins[target + nth] = tree.margins[source + nth]
        tree.priors[target + nth] = tree.priors[source + nth]
        tree.moves[target + nth] = tree.moves[source + nth]
        tree.proven[target + nth] = tree.proven[source + nth]
        tree.children[target + nth] = tree.children[source + nth]


@compiled
def expand(
    tree: Tree, node: Whole, moves: Moves, priors: NDArray[np.float64], count: Whole, complete: bool
) -> bool:
    """Give a node these children, the likeliest first; any it has already are the first of the same moves.

    A node that gets more children later is progressively widened (Coulom 2007; "unpruning": Chaslot et al.
    2008). False if another thread is at it or was quicker, or if there is no room.
    """
    old = read_shared(tree.children, node)
    if old == EXPANDING or (old == LEAF and not replace_shared(tree.children, node, LEAF, EXPANDING)):
        return False
    if old != LEAF and child_count(old) >= count and (is_fully_expanded(old) or not complete):
        return False
    first = add_shared(tree.used, 0, count)
    if first + count > tree.visits.size:
        add_shared(tree.used, 0, -count)
        if old == LEAF:
            replace_shared(tree.children, node, EXPANDING, LEAF)
        return False
    kept = 0
    if old != LEAF:
        kept = child_count(old)
        copy_nodes(tree, first_child(old), first, kept)
        for nth in range(kept):
            # A thread at work there does not know the copy.
            replace_shared(tree.children, first + nth, EXPANDING, LEAF)
    for nth in range(kept, count):
        _init_node(tree, first + nth, np.int64(moves[nth]), priors[nth])
    word = first << _FIRST | count
    if complete:
        word |= _ALL
    return bool(replace_shared(tree.children, node, EXPANDING if old == LEAF else old, word))


@compiled
def expand_likeliest(
    tree: Tree, node: Whole, moves: Moves, priors: NDArray[np.float64], count: Whole, width: Whole
) -> bool:
    """Give a node the moves with the highest priors as children, at most ``width``; whether that worked.

    They are moved to the front of both arrays.
    """
    keep = min(count, width)
    filled = np.int64(0)
    for nth in range(count):
        move, prior = moves[nth], np.float64(np.float32(priors[nth]))
        if filled == keep and prior <= priors[keep - 1]:
            continue
        at = filled if filled < keep else keep - 1
        while at > 0 and priors[at - 1] < prior:
            priors[at] = priors[at - 1]
            moves[at] = moves[at - 1]
            at -= 1
        priors[at] = prior
        moves[at] = move
        filled = min(filled + 1, keep)
    return expand(tree, node, moves, priors, keep, keep == count)


@inlined
def exact_value(proven: Whole) -> Whole:
    """What a proven node is worth for side 0: 1, 0 or -1."""
    return 2 - proven


@inlined
def add_virtual_loss(tree: Tree, node: Whole, mover: Whole) -> None:
    """Count a visit on the way down as lost for its mover, so that other threads choose otherwise."""
    add_shared(tree.visits, node, 1)
    add_shared(tree.values, node, (2 * mover - 1) * SCALE)


@compiled
def backpropagate(
    tree: Tree, path: NDArray[np.int64], movers: NDArray[np.int64], length: Whole, value: Whole, margin: Whole
) -> None:
    """Add a result (for side 0: 1.0 won, -1.0 lost) and a lead to all nodes of a path; see what is proven.

    ``movers[n]`` is the side that decides at ``path[n]``; all nodes but the root carry a virtual loss, which
    is taken back.
    """
    units = np.int64(value * SCALE)
    sixteenths = np.int64(margin * 16)
    add_shared(tree.visits, path[0], 1)
    for depth in range(length):
        virtual_loss = (2 * movers[depth - 1] - 1) * SCALE if depth > 0 else 0
        add_shared(tree.values, path[depth], units - virtual_loss)
        add_shared(tree.margins, path[depth], sixteenths)
    for depth in range(length - 2, -1, -1):
        if tree.proven[path[depth + 1]] == UNKNOWN or not settle(tree, path[depth], movers[depth]):
            break


@compiled
def settle(tree: Tree, node: Whole, mover: Whole) -> bool:
    """Prove a node by its children if they do; whether it is proven now.

    Of two threads that prove a node's last two children at once, neither may see the other's: the node stays
    open until a search that finds no open child in it settles it.
    """
    proven = _proven_by_children(tree, node, mover)
    if proven != UNKNOWN:
        tree.proven[node] = proven
    return bool(proven != UNKNOWN)


@compiled
def _proven_by_children(tree: Tree, node: Whole, mover: Whole) -> int:
    """What a node's children prove of it, as in MCTS-Solver (Winands, Björnsson and Saito 2008)."""
    word = tree.children[node]
    first = first_child(word)
    won = SECOND_WINS if mover else FIRST_WINS
    lost = FIRST_WINS if mover else SECOND_WINS
    best = lost
    unknown = not is_fully_expanded(word)
    for child in range(first, first + child_count(word)):
        proven = tree.proven[child]
        if proven == won:
            return won
        if proven == UNKNOWN:
            unknown = True
        elif proven == DRAWN:
            best = DRAWN
    return UNKNOWN if unknown else best
