"""Random games of Caminos."""

from __future__ import annotations

import numpy as np

from stonefield.engine.caminos.ground import (
    NEUTRAL_DUE,
    OUT,
    PLAYERS,
    SEAT,
    SQUARES,
    TURNING,
    TURNINGS,
    WON,
    WORDS,
    Ground,
    Room,
    State,
    Words,
)
from stonefield.engine.caminos.kernel import copy_state, find_stands, has_shape, lay, stands_from
from stonefield.engine.caminos.paths import verdict
from stonefield.engine.chance import below
from stonefield.engine.compiled import Whole, bit_count, compiled, lowest_bit

_ONE = np.uint64(1)


@compiled
def random_placement(ground: Ground, state: State, random: Words, room: Room) -> Whole:
    """One of the placements of the seat on turn, each as likely as the others; -1 if there is none."""
    find_stands(ground, state, room)
    seat = np.int64(state[SEAT])
    words = ground.facts[WORDS]
    found: Whole = 0
    for turning in range(ground.facts[TURNINGS]):
        if has_shape(ground, state, seat, ground.turnings[TURNING * turning]):
            stands = stands_from(ground, turning)
            for word in range(words):
                found += np.int64(bit_count(room.words[stands + word]))
    if found == 0:
        return -1
    nth = below(random, found)
    for turning in range(ground.facts[TURNINGS]):
        if has_shape(ground, state, seat, ground.turnings[TURNING * turning]):
            stands = stands_from(ground, turning)
            for word in range(words):
                corners = room.words[stands + word]
                here = np.int64(bit_count(corners))
                if nth >= here:
                    nth -= here
                    continue
                for _ in range(nth):
                    corners &= corners - _ONE
                corner = 64 * word + np.int64(lowest_bit(corners))
                return ground.site_at[turning * ground.facts[SQUARES] + corner]
    return -1


@compiled
def playout(ground: Ground, state: State, random: Words, room: Room) -> None:
    """Play random moves to the end; nobody swaps."""
    players = ground.facts[PLAYERS]
    everybody = (1 << players) - 1
    while state[WON] == 0 and state[OUT] != everybody:
        site = random_placement(ground, state, random, room)
        following = (np.int64(state[SEAT]) + 1) % players
        if site >= 0:
            following = lay(ground, state, site, room)
        else:
            state[OUT] |= 1 << state[SEAT]
            if state[NEUTRAL_DUE] != 0:
                state[NEUTRAL_DUE] -= 1
                following = 0
        if state[NEUTRAL_DUE] != 0:
            following = 2 - state[NEUTRAL_DUE]
        while state[OUT] != everybody and state[OUT] >> following & 1:
            following = (following + 1) % players
        state[SEAT] = following


@compiled
def playouts(ground: Ground, state: State, random: Words, room: Room, count: Whole) -> int:
    """That many random games; by how many the team that began won more than it lost."""
    game = np.empty_like(state)
    lead = 0
    for _ in range(count):
        copy_state(state, game)
        playout(ground, game, random, room)
        lead += verdict(ground, game, room)[0]
    return lead
