"""Positions as characters: readable in 80 columns, with and without colour."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stonefield import caminos, carnac, draw

STARTS = [
    *(carnac.start(board) for board in ("small", "medium", "large", "14x9", "9x14")),
    *(caminos.start(board, neutral=True) for board in ("square", "diamond", "octagon", "torus")),
]


def played(start, seed, plies):
    rng, position = random.Random(seed), start
    while not position.is_over and plies:
        position, plies = position.play(rng.choice(position.legal_moves())), plies - 1
    return position


def unindented(drawing):
    """A drawing as it stands in the tests, eight blanks further to the right than it is."""
    return "\n".join(line[8:] for line in drawing.splitlines()[:-1]) + "\n"


def test_a_carnac_position_looks_like_this():
    position = carnac.parse("carnac 5x4 28 r w2 a1rw?,c1c2w,d1rr,d2wr,b4c4r,d4rr")
    assert draw.text(position) == unindented(
        """\
           ┌───┬───────┬───┬───┐
         4 │ · │ R   R │[R]│ · │
           │   └───────┴───┘   │
         3 │ ·   ·   ·   ·   · │
           │       ┌───┬───┐   │
         2 │ ·   · │ W │[W]│ · │
           ├───┐   │   ├───┤   │
         1 │(r)│ · │ W │[r]│ · │
           └───┴───┴───┴───┴───┘
             a   b   c   d   e
        """
    )


def test_a_narrow_terminal_gets_two_characters_a_square():
    position = carnac.parse("carnac 5x4 28 r w2 a1rw?,c1c2w,d1rr,d2wr,b4c4r,d4rr")
    assert draw.text(position, width=20) == unindented(
        """\
         4 · R R R]·
         3 · · · · ·
         2 · · W W]·
         1 r)· W r]·
           a b c d e
        """
    )


def test_a_caminos_position_shows_heights_and_the_path():
    position = caminos.start()
    for move in ("L:a1,b1,c1,c2", "L:a8,b8,c7,c8", "L:d1,e1,f1,f2", "L:d8,e8,f7,f8", "O:g1*2,h1*2"):
        position = position.play(move)
    assert draw.text(position).splitlines()[-5:] == [
        " 2 │ ·   · │ Y1│ ·   · │ Y1│ ·   · │",
        "   ├───────┘   ├───────┘   ├───────┤",
        " 1 │*Y1 *Y1 *Y1│*Y1 *Y1 *Y1│*Y2 *Y2│",
        "   └───────────┴───────────┴───────┘",
        "     a   b   c   d   e   f   g   h",
    ]


@given(st.sampled_from(STARTS), st.integers(0, 999), st.integers(0, 60))
@settings(max_examples=60, deadline=None)
def test_every_square_shows_its_colour_in_80_columns(start, seed, plies):
    position = played(start, seed, plies)
    plain = draw.text(position)
    assert max(map(len, plain.splitlines())) <= 80
    assert "\x1b" not in plain
    board = "".join(line[3:] for line in plain.splitlines()[:-1])
    for colour in (*position.game.colours, "neutral"):
        letters = board.upper().count(colour[0].upper())
        assert letters == list(position.tops.values()).count(colour)


@given(st.sampled_from(STARTS), st.integers(0, 999), st.integers(0, 60), st.sampled_from([20, 80]))
@settings(max_examples=40, deadline=None)
def test_colours_change_nothing_but_the_colour(start, seed, plies, width):
    position = played(start, seed, plies)
    coloured = draw.text(position, colour=True, width=width)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert [line.rstrip() for line in plain.splitlines()] == draw.text(position, width=width).splitlines()


@pytest.mark.parametrize("letter", ["r", "w"])
def test_colours_are_used_where_they_are_wanted(letter):
    assert "\x1b[" in draw.text(carnac.start().play(f"c4{letter}w"), colour=True)
