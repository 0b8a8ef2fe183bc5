"""Playouts of Caminos: uniformly random games."""

from __future__ import annotations

import numpy as np

from stonefield.engine.caminos import arrays as at
from stonefield.engine.caminos.arrays import Layout, Scratch, StateBytes, Words
from stonefield.engine.caminos.kernel import copy_state, find_stands, has_shape, lay, stands_from
from stonefield.engine.caminos.paths import verdict
from stonefield.engine.compiled import Whole, allocating, bit_count, compiled, lowest_bit
from stonefield.engine.rng import below

_ONE = np.uint64(1)


@compiled
def random_placement(layout: Layout, state: StateBytes, random: Words, scratch: Scratch) -> Whole:
    """One of the placements of the seat on turn, each as likely as the others; -1 if there is none."""
    find_stands(layout, state, scratch)
    seat = np.int64(state[at.SEAT])
    words = layout.facts[at.WORDS]
    found: Whole = 0
    for turning in range(layout.facts[at.TURNINGS]):
        if has_shape(layout, state, seat, layout.turnings[at.TURNING * turning]):
            stands = stands_from(layout, turning)
            for word in range(words):
                found += np.int64(bit_count(scratch.words[stands + word]))
    if found == 0:
        return -1
    nth = below(random, found)
    for turning in range(layout.facts[at.TURNINGS]):
        if has_shape(layout, state, seat, layout.turnings[at.TURNING * turning]):
            stands = stands_from(layout, turning)
            for word in range(words):
                corners = scratch.words[stands + word]
                here = np.int64(bit_count(corners))
                if nth >= here:
                    nth -= here
                    continue
                for _ in range(nth):
                    corners &= corners - _ONE
                corner = 64 * word + np.int64(lowest_bit(corners))
                return layout.site_at[turning * layout.facts[at.SQUARES] + corner]
    return -1


@compiled
def playout(layout: Layout, state: StateBytes, random: Words, scratch: Scratch) -> None:
    """Play random moves to the end; colours are not swapped."""
    players = layout.facts[at.PLAYERS]
    all_seats = (1 << players) - 1
    while state[at.WON] == 0 and state[at.OUT] != all_seats:
        site = random_placement(layout, state, random, scratch)
        following = (np.int64(state[at.SEAT]) + 1) % players
        if site >= 0:
            following = lay(layout, state, site, scratch)
        else:
            state[at.OUT] |= 1 << state[at.SEAT]
            if state[at.NEUTRAL_DUE] != 0:
                state[at.NEUTRAL_DUE] -= 1
                following = 0
        if state[at.NEUTRAL_DUE] != 0:
            following = 2 - state[at.NEUTRAL_DUE]
        while state[at.OUT] != all_seats and state[at.OUT] >> following & 1:
            following = (following + 1) % players
        state[at.SEAT] = following


@allocating
def playouts(layout: Layout, state: StateBytes, random: Words, scratch: Scratch, count: Whole) -> int:
    """That many random games; by how many the team that began won more than it lost."""
    game = np.empty_like(state)
    lead = 0
    for _ in range(count):
        copy_state(state, game)
        playout(layout, game, random, scratch)
        lead += verdict(layout, game, scratch)[0]
    return lead
