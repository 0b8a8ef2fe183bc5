"""Random games of both kinds as records: comments of any text, variations in variations, clocks, marks."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from stonefield import caminos, carnac
from stonefield.games import Position
from stonefield.records import MARKS, Line, Ply, Record, result_of

TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=12) | st.sampled_from(
    [
        "",
        "{",
        "}",
        "\\",
        '"',
        "a\nb",
        "a\r\nb",
        " spaced ",
        "[%clk 0:00:01]",
        "\\[%clk",
        "\ufeff",
        "\u2028",
        "1-0",
    ]
)
CLOCKS = st.none() | st.floats(0, 3_599_999) | st.integers(0, 7200)
TAGS = st.dictionaries(
    st.from_regex(r"[A-Z][a-z0-9_]{0,6}", fullmatch=True).filter(lambda name: name not in SETTINGS),
    TEXTS,
    max_size=3,
)
SETTINGS = {
    *("Game", "Position", "Result", "Board", "Stock", "First", "FinalTilt", "Swap"),
    *("Players", "Neutral", "Points", "Pieces"),
}

STARTS = st.one_of(
    st.builds(
        carnac.start,
        st.sampled_from(["small", "medium", "4x3", "3x3"]),
        stock=st.integers(1, 28),
        first=st.sampled_from(["red", "white"]),
        final_tilt=st.booleans(),
        swap=st.booleans(),
    ),
    st.builds(
        caminos.start,
        st.sampled_from(["square", "diamond", "octagon", "torus"]),
        first=st.sampled_from(["yellow", "green"]),
        neutral=st.booleans(),
        points=st.booleans(),
        swap=st.booleans(),
    ),
    st.builds(caminos.start, players=st.just(4), neutral=st.booleans()),
)


def random_game(start: Position, seed: int, longest: int = 200) -> list[str]:
    """The moves of a random game, cut off after ``longest`` plies."""
    rng, position, moves = random.Random(seed), start, []
    while not position.is_over and len(moves) < longest:
        move = rng.choice(position.legal_moves())
        moves.append(str(move))
        position = position.play(move)
    return moves


@st.composite
def lines(draw: st.DrawFn, position: Position, depth: int = 0) -> tuple[Line, Position]:
    """A line from a position, with at least one ply if it is a variation and there can be one."""
    moves = random_game(position, draw(st.integers(0, 999)), draw(st.integers(bool(depth), 4)))
    plies = []
    for move in moves:
        variations = []
        if depth < 2 and draw(st.integers(0, 5)) == 0:
            variations.append(draw(lines(position, depth + 1))[0])
        mark, clock = draw(st.sampled_from(["", *MARKS])), draw(CLOCKS)
        plies.append(Ply(move, mark, draw(TEXTS), clock, tuple(variations)))
        position = position.play(move)
    return Line(tuple(plies), draw(TEXTS)), position


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Any record: also from positions within a game, also ended by resignation."""
    start = draw(STARTS)
    if draw(st.booleans()):
        for move in random_game(start, draw(st.integers(0, 999)), draw(st.integers(0, 12))):
            start = start.play(move)
    line, final = draw(lines(start))
    by_the_rules = result_of(final)
    result = draw(st.sampled_from(["1-0", "0-1", "1/2-1/2", "*"])) if by_the_rules == "*" else by_the_rules
    return Record(start, line, result, draw(TAGS))
