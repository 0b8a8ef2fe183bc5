"""One simulation after another: down the tree, a judgement of its edge, and the result back up."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.caminos.distance import ENTERING, NEVER, Notes, columns_short, next_winning, survey
from stonefield.engine.caminos.ground import (
    BASE,
    BORDER,
    COLUMNS,
    COUNT,
    NEUTRAL_DUE,
    POINTS,
    SEAT,
    WIDEST,
    Ground,
    State,
    Words,
)
from stonefield.engine.caminos.kernel import copy_state, is_over, play
from stonefield.engine.caminos.paths import path_points, verdict
from stonefield.engine.caminos.playout import playout
from stonefield.engine.choice import choose
from stonefield.engine.compiled import Real, Whole, add_shared, compiled, read_shared
from stonefield.engine.tree import (
    DRAWN,
    FIRST_WINS,
    GROWING,
    LEAF,
    PATH,
    SECOND_WINS,
    UNKNOWN,
    Tree,
    back_up,
    child_count,
    enter,
    exact_value,
    grow_likeliest,
    has_all,
    last_child,
)

BUILD, BLOCK, SHARPNESS, WIDTH, PLAYOUTS, TYPICAL, PATIENCE = range(3, 10)
NEAR, POWER, VALUE = 16, 16 + NEVER + 1, 16 + NEVER + 1 + 512
POWERS = 512
FARTHEST = 31
MOST_CHILDREN = 16_000
WITHIN_REACH = 14
"""No team that is farther from a path than this was ever seen to win in one move."""


def knobs_of(
    *,
    exploration: float = 1.0,
    urgency: float = 0.2,
    balance: float = 0.0,
    build: float = 0.5,
    block: float = 0.5,
    sharpness: float = 1.0,
    width: float = 24.0,
    playouts: float = 0.25,
    typical: float = 16.0,
    patience: float = 0.0,
    near: float = 0.75,
    reach: float = 6.3,
    reach_slope: float = 4.1,
    menace: float = 0.77,
    menace_reach: float = 2.9,
    menace_slope: float = 2.0,
) -> NDArray[np.float64]:
    """The settings of a search as one array, with the tables that depend on them.

    A team on turn wins more than half of its games when it is nearer than ``reach`` half cubes; if it does
    not, the other wins as its own distance says. These five numbers fit the ends of 5,000 quick games.
    """
    knobs = np.zeros(VALUE + (FARTHEST + 1) ** 2)
    knobs[:10] = (
        exploration,
        urgency,
        balance,
        build,
        block,
        sharpness,
        width,
        playouts,
        typical,
        patience,
    )
    knobs[NEAR : NEAR + NEVER + 1] = near ** np.arange(NEVER + 1)
    knobs[POWER:VALUE] = np.exp(-np.arange(POWERS) / 32)
    own, other = np.meshgrid(np.arange(FARTHEST + 1.0), np.arange(FARTHEST + 1.0), indexing="ij")
    wins = 1 / (1 + (own / reach) ** reach_slope)
    loses = menace / (1 + (other / menace_reach) ** menace_slope)
    knobs[VALUE:] = (wins - (1 - wins) * loses).reshape(-1)
    return knobs


@compiled
def judge(ground: Ground, state: State, notes: Notes, knobs: NDArray[np.float64]) -> Real:
    """What a surveyed state promises: 1.0 a win for the team that began, -1.0 a loss."""
    mover = np.int64(state[SEAT]) & 1
    own = min(FARTHEST, notes.nearest[mover])
    other = min(FARTHEST, notes.nearest[1 - mover])
    value = knobs[VALUE + (FARTHEST + 1) * own + other] * (1.0 - 2.0 * mover)
    if ground.facts[POINTS] == 0:
        return value
    border = np.int64(state[BORDER + 1]) - np.int64(state[BORDER])
    return value + 0.1 * (1.0 - abs(value)) * min(1.0, max(-1.0, border / 2.0))


@compiled
def prefer(ground: Ground, state: State, notes: Notes, count: Whole, knobs: NDArray[np.float64]) -> None:
    """Write into ``notes.scores`` what speaks for each move: how much it builds and how much it blocks."""
    columns = ground.facts[COLUMNS]
    mover = np.int64(state[SEAT]) & 1
    neutral = state[NEUTRAL_DUE] != 0
    code = 3 if neutral else mover + 1
    other = 1 - mover
    for nth in range(count):
        site = notes.moves[nth]
        score = 0.0
        for at in range(ground.sites[2 * site], ground.sites[2 * site + 2]):
            cell = ground.cells[at]
            square = cell & 0xFFFF
            slack = min(NEVER, notes.through[mover, square] - notes.nearest[mover])
            if not neutral and slack >= 0:
                score += knobs[BUILD] * notes.cost[mover, square] * knobs[NEAR + slack]
            slack = min(NEVER, notes.through[other, square] - notes.nearest[other])
            if slack >= 0:
                column = np.int64(state[columns + square])
                level = cell >> BASE & 3
                for _ in range(cell >> COUNT):
                    column |= code << 2 * level
                    level += 1
                rise = min(10, ENTERING[other << 6 | column]) - min(10, notes.cost[other, square])
                score += knobs[BLOCK] * rise * knobs[NEAR + slack]
        notes.scores[nth] = score * knobs[SHARPNESS]


@compiled
def soften(scores: NDArray[np.float64], count: Whole, knobs: NDArray[np.float64]) -> None:
    """Turn scores into probabilities; only products and sums, so that every machine gets the same ones."""
    best = scores[0]
    for nth in range(1, count):
        best = max(best, scores[nth])
    total = 0.0
    for nth in range(count):
        step: Whole = np.int64((best - scores[nth]) * 32.0)
        scores[nth] = knobs[POWER + min(POWERS - 1, step)]
        total += scores[nth]
    for nth in range(count):
        scores[nth] /= total


@compiled
def expand(
    ground: Ground,
    tree: Tree,
    node: Whole,
    state: State,
    notes: Notes,
    count: Whole,
    width: Whole,
    knobs: NDArray[np.float64],
) -> bool:
    """Give a surveyed node its likeliest children, at most ``width``."""
    prefer(ground, state, notes, count, knobs)
    soften(notes.scores, count, knobs)
    return grow_likeliest(tree, node, notes.moves, notes.scores, count, width)


@compiled
def simulate(
    ground: Ground,
    tree: Tree,
    root_state: State,
    notes: Notes,
    random: Words,
    budget: NDArray[np.int64],
    knobs: NDArray[np.float64],
) -> None:
    """Simulations until the budget, which all threads share, is spent."""
    path = np.empty(PATH, dtype=np.int64)
    movers = np.empty(PATH, dtype=np.int64)
    state = np.empty_like(root_state)
    spare = np.empty_like(root_state)
    width = np.int64(knobs[WIDTH])
    points = ground.facts[POINTS] != 0
    while add_shared(budget, 0, -1) > 0:
        copy_state(root_state, state)
        node: Whole = np.int64(0)
        length: Whole = np.int64(1)
        path[0] = 0
        value, lead = 0.0, 0.0
        while True:
            mover = np.int64(state[SEAT]) & 1
            movers[length - 1] = mover
            if tree.proven[node] != UNKNOWN:
                value = float(exact_value(tree.proven[node]))
                break
            word = read_shared(tree.children, node)
            if word == LEAF:
                if is_over(ground, state):
                    won, gain = verdict(ground, state, notes.room)
                    value, lead = float(won), float(gain)
                    if points:
                        value = min(1.0, max(-1.0, gain / (2.0 * knobs[TYPICAL])))
                        lead = float(won)
                    else:
                        tree.proven[node] = DRAWN - won
                    break
                count = survey(ground, state, notes)
                winner = -1
                if notes.nearest[mover] <= WITHIN_REACH and state[NEUTRAL_DUE] == 0 and node > 0:
                    columns_short(ground, state, mover, ground.facts[WIDEST], notes)
                    winner = next_winning(ground, state, notes, np.int64(0), count, spare)
                if winner >= 0:
                    sign = 1.0 - 2.0 * mover
                    if points:
                        gain = 0
                        while winner >= 0:
                            gain = max(gain, path_points(ground, spare, mover, notes.room))
                            winner = next_winning(ground, state, notes, winner + 1, count, spare)
                        value = sign * min(1.0, gain / (2.0 * knobs[TYPICAL]))
                        lead = sign
                    else:
                        tree.proven[node] = SECOND_WINS if mover else FIRST_WINS
                        value = sign
                    break
                value = judge(ground, state, notes, knobs)
                lead = value
                if not points:
                    lead = 0.5 * (notes.nearest[1] - notes.nearest[0])
                if tree.visits[node] > knobs[PATIENCE] or node == 0:
                    expand(
                        ground, tree, node, state, notes, count, MOST_CHILDREN if node == 0 else width, knobs
                    )
                if knobs[PLAYOUTS] > 0.0:
                    playout(ground, state, random, notes.room)
                    won, gain = verdict(ground, state, notes.room)
                    result = float(won)
                    if points:
                        result = min(1.0, max(-1.0, gain / (2.0 * knobs[TYPICAL])))
                    value += knobs[PLAYOUTS] * (result - value)
                break
            if word == GROWING or length == PATH - 1:
                survey(ground, state, notes)
                value = judge(ground, state, notes, knobs)
                break
            most = MOST_CHILDREN if node == 0 else min(MOST_CHILDREN, 4 * child_count(word))
            narrow = not has_all(word) and child_count(word) < MOST_CHILDREN
            if narrow and (node == 0 or tree.visits[last_child(word)] > 0):
                count = survey(ground, state, notes)
                expand(ground, tree, node, state, notes, count, most, knobs)
            child = choose(tree, None, node, mover, knobs)
            if child < 0:
                survey(ground, state, notes)
                value = judge(ground, state, notes, knobs)
                break
            play(ground, state, np.int64(tree.moves[child]), notes.room)
            enter(tree, child, mover)
            node = child
            path[length] = node
            length += 1
        back_up(tree, path, movers, length, value, lead)
