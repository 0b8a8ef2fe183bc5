"""The last two megaliths, solved on the groups of one position without playing anything.

A megalith changes only the groups that it touches: it joins those of its own colour and leaves all others
alone. So the score after two more megaliths follows from the groups before them.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.carnac.arrays import SQUARES, TURN, Layout, Words
from stonefield.engine.carnac.heuristics import EMPTY, Groups, blank_groups, find_groups
from stonefield.engine.carnac.scoring import MOST
from stonefield.engine.compiled import Whole, compiled, inlined

JOINED = 127
"""Stands for the group that the last megalith but one belongs to; no square has this number."""
NOWHERE = -1
NO_STONE = (NOWHERE, NOWHERE, NOWHERE)
"""The last megalith but one: its squares, the same twice if it stands, and its colour"""
UNKNOWN = 127
Stone: TypeAlias = tuple[Whole, Whole, Whole]
COUNT, LEAD, LARGEST, TOUCHED, SEEN = range(5)


class LastStones(NamedTuple):
    """A position with two megaliths to go or one."""

    groups: Groups
    empty: NDArray[np.int64]
    """The empty squares"""
    changes: NDArray[np.int64]
    """[square, colour] how a megalith standing there changes the number of that colour's dolmens"""
    tally: NDArray[np.int64]
    """[size] red's dolmens of that size less white's"""
    touched: NDArray[np.int64]
    """The groups that a last megalith would join"""
    fallen: NDArray[np.int8]
    """[slot, colour] the score for the placer once the megalith has fallen there, or UNKNOWN"""
    facts: NDArray[np.int64]
    """Empty squares, red's lead in dolmens, the largest dolmen, how many groups are ``touched``,
    and how many positions with one megalith to go were judged"""


def blank_last_stones() -> LastStones:
    """Working arrays for any board."""
    return LastStones(
        blank_groups(),
        np.zeros(128, np.int64),
        np.zeros((128, 2), np.int64),
        np.zeros(160, np.int64),
        np.zeros(4, np.int64),
        np.zeros((256, 2), np.int8),
        np.zeros(5, np.int64),
    )


@compiled
def survey(layout: Layout, state: Words, ending: LastStones) -> None:
    """Find out what ``ending`` holds about a position in which a megalith is to be placed."""
    groups, facts = ending.groups, ending.facts
    find_groups(layout, state, groups)
    ending.tally[:] = 0
    count, lead, largest = 0, 0, 0
    for square in range(layout.shape[SQUARES]):
        colour = groups.colours[square]
        if colour == EMPTY:
            ending.empty[count] = square
            count += 1
        elif groups.roots[square] == square and groups.sizes[square] >= 3:
            sign = 1 - 2 * colour
            lead += sign
            ending.tally[groups.sizes[square]] += sign
            largest = max(largest, groups.sizes[square])
    facts[COUNT], facts[LEAD], facts[LARGEST], facts[SEEN] = count, lead, largest, 0
    groups.stamps[:] = NOWHERE
    first = 0
    for nth in range(count):
        square = ending.empty[nth]
        for colour in range(2):
            _, ending.changes[square, colour] = _join(layout, ending, square, colour, NO_STONE)
        if ending.changes[square, 0] != 0 or ending.changes[square, 1] != 0:
            # What makes or joins dolmens is tried first.
            ending.empty[nth], ending.empty[first] = ending.empty[first], square
            first += 1
    ending.fallen[:] = UNKNOWN


@inlined
def is_open(layout: Layout, groups: Groups, slot: Whole) -> bool:
    """Whether there is such a slot, and both of its squares are empty."""
    return bool(
        slot >= 0
        and groups.colours[layout.slots[slot, 0]] == EMPTY
        and groups.colours[layout.slots[slot, 1]] == EMPTY
    )


@inlined
def _join(
    layout: Layout, ending: LastStones, square: Whole, colour: Whole, stone: Stone
) -> tuple[Whole, Whole]:
    """The size of the group around a megalith that stands on a square, and the change in dolmens.

    The groups that it joins are ``touched``; ``stone``, which lies there by then, is part of JOINED with all
    groups whose stamp is 1.
    """
    groups, touched = ending.groups, ending.touched
    near, far, laid = stone
    size, dolmens, count = 1, 0, 0
    for direction in range(4):
        next_to = layout.neighbours[square, direction]
        if next_to in (near, far):
            if colour != laid:
                continue
            root = JOINED
        elif groups.colours[next_to] == colour:
            root = groups.roots[next_to]
            if colour == laid and groups.stamps[root] == 1:
                root = JOINED
        else:
            continue
        known = False
        for nth in range(count):
            known |= touched[nth] == root
        if not known:
            touched[count] = root
            count += 1
            size += groups.sizes[root]
            dolmens += groups.sizes[root] >= 3
    ending.facts[TOUCHED] = count
    return size, (1 if size >= 3 else 0) - dolmens


@inlined
def _larger(ending: LastStones, largest: Whole) -> Whole:
    """Whose dolmens are larger at an equal count: 1 red's, -1 white's, 0 neither's."""
    for size in range(largest, 2, -1):
        if ending.tally[size] != 0:
            return 1 if ending.tally[size] > 0 else -1
    return 0


@inlined
def _larger_after(
    layout: Layout, ending: LastStones, square: Whole, colour: Whole, stone: Stone, largest: Whole
) -> Whole:
    """The same after a last megalith on a square."""
    tally, sizes, sign = ending.tally, ending.groups.sizes, 1 - 2 * colour
    size, _ = _join(layout, ending, square, colour, stone)
    for nth in range(ending.facts[TOUCHED]):
        tally[sizes[ending.touched[nth]]] -= sign
    tally[size] += sign
    larger = _larger(ending, max(largest, size))
    tally[size] -= sign
    for nth in range(ending.facts[TOUCHED]):
        tally[sizes[ending.touched[nth]]] += sign
    return larger


@inlined
def _lay(
    layout: Layout, ending: LastStones, square: Whole, slot: Whole, colour: Whole, weight: Whole
) -> Whole:
    """Put the last megalith but one (weight 1) into the tally and the stamps, or take it out (-1).

    It lies in ``slot``, or stands on ``square`` if that is NOWHERE. The change in its colour's dolmens.
    """
    groups, tally = ending.groups, ending.tally
    around = layout.neighbours[square] if slot < 0 else layout.slots[slot, 2:]
    size, dolmens = (1 if slot < 0 else 2), 0
    sign = weight * (1 - 2 * colour)
    stamp = 1 if weight > 0 else NOWHERE
    for nth in range(around.size):
        if groups.colours[around[nth]] != colour:
            continue
        root = groups.roots[around[nth]]
        if groups.stamps[root] != stamp:
            groups.stamps[root] = stamp
            size += groups.sizes[root]
            tally[groups.sizes[root]] -= sign
            dolmens += groups.sizes[root] >= 3
    groups.sizes[JOINED] = size
    tally[size] += sign
    return (1 if size >= 3 else 0) - dolmens


@compiled
def last_stone(
    layout: Layout, ending: LastStones, mover: Whole, goal: Whole, square: Whole, slot: Whole, colour: Whole
) -> Whole:
    """The mover's score with the last megalith, after one that lies in a slot or stands on a square.

    At least ``goal`` if that can be reached, else the highest there is; a bound of it where only the sizes
    could tell and they do not matter for the goal. With neither slot nor square: as the position stands.
    """
    facts, lead, left = ending.facts, ending.facts[LEAD], ending.facts[COUNT]
    near, far, laid, largest = NOWHERE, NOWHERE, colour, facts[LARGEST]
    facts[SEEN] += 1
    if slot >= 0:
        near, far = layout.slots[slot, 0], layout.slots[slot, 1]
    elif square >= 0:
        near = far = square
        left -= 1
    if near >= 0:
        lead += (1 - 2 * colour) * _lay(layout, ending, square, slot, colour, 1)
        largest = max(largest, ending.groups.sizes[JOINED])
    sign = 1 - 2 * mover
    best: Whole = -MOST
    if left == 0:
        best = 2 * sign * lead if lead != 0 else sign * _larger(ending, largest)
    for nth in range(facts[COUNT]):
        last = ending.empty[nth]
        if last in (near, far):
            continue
        for top in range(2):
            change = ending.changes[last, top]
            if top == laid:
                _, change = _join(layout, ending, last, top, (near, far, laid))
            total = sign * (lead + (1 - 2 * top) * change)
            if total != 0:
                score = 2 * total
            elif goal > 1 or goal < 0:
                score = 1 if goal > 1 else -1
            elif best >= 1:
                continue
            else:
                score = sign * _larger_after(layout, ending, last, top, (near, far, laid), largest)
            best = max(best, score)
        if best >= goal:
            break
    if near >= 0:
        _lay(layout, ending, square, slot, colour, -1)
    return best


@compiled
def last_two(layout: Layout, state: Words, ending: LastStones, goal: Whole) -> Whole:
    """The score for the side that places the last megalith but one, surveyed before: as in ``last_stone``."""
    mover = np.int64(state[TURN])
    best: Whole = -MOST
    for nth in range(ending.facts[COUNT]):
        square = ending.empty[nth]
        worst_fall = (MOST, MOST)
        falls = 0
        for direction in range(4):
            slot = layout.slot_of[4 * square + direction]
            if not is_open(layout, ending.groups, slot):
                continue
            falls += 1
            red = _fallen(layout, ending, mover, goal, slot, 0)
            white = _fallen(layout, ending, mover, goal, slot, 1)
            # The colour of the east and west sides shows after a fall to the east or west.
            if direction & 1 == 0:
                red, white = white, red
            worst_fall = min(worst_fall[0], red), min(worst_fall[1], white)
        for top in range(2):
            if falls == 0:
                best = max(best, -last_stone(layout, ending, 1 - mover, 1 - goal, square, NOWHERE, top))
                continue
            turned = max(worst_fall[0], worst_fall[1])
            if turned > best:
                stands = last_stone(layout, ending, mover, goal, square, NOWHERE, top)
                best = max(best, min(turned, stands))
        if best >= goal:
            return best
    return best


@inlined
def _fallen(
    layout: Layout, ending: LastStones, mover: Whole, goal: Whole, slot: Whole, colour: Whole
) -> Whole:
    """The score for the mover once the last megalith but one lies in a slot, and the other side places."""
    if ending.fallen[slot, colour] == UNKNOWN:
        ending.fallen[slot, colour] = -last_stone(layout, ending, 1 - mover, 1 - goal, NOWHERE, slot, colour)
    return np.int64(ending.fallen[slot, colour])
