"""What cannot be read is named with line and column, and nothing of it comes back."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from stonefield.records import RecordError, read, read_all, read_any
from stonefield.records.formats import formats

HEAD = '[Game "carnac"]\n[Board "small"]\n\n'

CASES = [
    ("", 1, 1, "begins with its tags"),
    ("1. c4rw *", 1, 1, "begins with its tags"),
    ("[Game carnac]", 1, 1, "a tag is written"),
    ('[Event "x"] *', 1, 1, "is missing"),
    ('[Game "chess"] *', 1, 1, "the games are"),
    ('[Game "carnac"]\n[Game "carnac"] *', 2, 1, "twice"),
    ('[Game "carnac"]\n[Stock "many"] *', 2, 1, "stock is a number"),
    ('[Game "carnac"]\n[Stock "999"] *', 2, 1, "stock is a number"),
    ('[Game "carnac"]\n[Board "huge"] *', 2, 1, "a board is"),
    ('[Game "carnac"]\n[Position "carnac medium"] *', 2, 1, "a position reads like"),
    ('[Game "caminos"]\n[Position "carnac medium 28 r r1 -"] *', 2, 1, "a game of caminos"),
    ('[Game "carnac"]\n[Stock "3"]\n[Position "carnac medium 28 r r1 -"] *', 2, 1, "the position says 28"),
    ('[Game "carnac"]\n[Note "a\\qb"] *', 2, 9, r"the escapes are \\ \" \{ \} \[ \n \r"),
    ('[Game "carnac"]\n[Result "1-0"]\n\n*', 2, 1, "ends with *"),
    (HEAD + "1. c4rw E", 4, 10, "the result is missing"),
    (HEAD + "1. c4rw E\n\n" + HEAD + "*", 6, 1, "has no result"),
    (HEAD + "1. c4rw X *", 4, 9, "a move is"),
    (HEAD + "1. c4rw E 2.X *", 4, 13, "a move is"),
    (HEAD + "1. c4rw N *", 4, 9, "over the edge"),
    (HEAD + "1. c4rw!!! *", 4, 4, "a mark is"),
    (HEAD + "1. c4rw ! *", 4, 9, "`!`: a move is"),
    (HEAD + "1. c4rw\n2. d4rw *", 5, 4, "waits for an answer"),
    (HEAD + "1. c4rw E 3. a1rr *", 4, 11, "the number of this move is 2."),
    (HEAD + "1... c4rw *", 4, 1, "the number of this move is 1."),
    (HEAD + "1. c4rw 2. E *", 4, 9, "the number of this move is 1..."),
    (HEAD + "1. 1. c4rw *", 4, 1, "no move follows"),
    (HEAD + "1. {x} c4rw *", 4, 1, "no move follows"),
    (HEAD + "1. c4rw E 2. *", 4, 11, "no move follows"),
    (HEAD + "{ open\n *", 4, 1, "not closed"),
    (HEAD + "{a {b} c} *", 4, 1, "not closed"),
    (HEAD + "1. c4rw } *", 4, 9, "does not belong"),
    (HEAD + '1. c4rw " *', 4, 9, "does not belong"),
    (HEAD + "1. c4rw {a\\qb} *", 4, 11, "the escapes are"),
    (HEAD + "{[%clk 0:00:01]} 1. c4rw *", 4, 1, "after the move"),
    (HEAD + "1. c4rw {[%clk soon]} *", 4, 10, "a clock is written"),
    (HEAD + "1. c4rw {[%clk 0:00:01] [%clk 0:00:01]} *", 4, 25, "a clock is written once"),
    (HEAD + "1. c4rw {[%clk 0:00:01]} {[%clk 0:00:01]} *", 4, 26, "two clocks"),
    (HEAD + "(1. c4rw) *", 4, 1, "after the move it replaces"),
    (HEAD + "1. c4rw () *", 4, 10, "at least one move"),
    (HEAD + "1. c4rw ({x}) *", 4, 13, "at least one move"),
    (HEAD + "1. c4rw ) *", 4, 9, "no variation is open"),
    (HEAD + "1. c4rw (1. d4rw", 4, 17, "`)` is missing"),
    (HEAD + "1. c4rw (1. d4rw *)", 4, 18, "outside the variations"),
    (HEAD + "1. c4rw (1. d4rw 1-0", 4, 18, "outside the variations"),
    (HEAD + "1. c4rw " + "(1. d4rw " * 60, 4, 459, "50 deep"),
    ('[Game "carnac"]\n[Board "3x3"]\n[Stock "1"]\n\n1. a1rr 1-0', 5, 9, "ended 1/2-1/2"),
    (HEAD + "1. c4rw * E", 4, 11, "ended before this"),
    (HEAD + '* [Game "carnac"] *', 4, 3, "ended before this"),
    (HEAD + "\ud800 *", 4, 1, "a move is"),
    (HEAD + "{\ud800} *", 1, 1, "half a character"),
]


@pytest.mark.parametrize(("text", "line", "column", "message"), CASES)
def test_errors_name_their_place(text, line, column, message):
    with pytest.raises(RecordError) as caught:
        read(text)
    assert message in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith(f"line {line}, column {column}: ")


@pytest.mark.parametrize(
    "text",
    [
        '{"format":"stonefield","version":1,"\\ud800":1,"game":"carnac","line":[],"result":"*"}',
        '{"format":"stonefield","version":1,"game":"\\ud800","line":[],"result":"*"}',
        '{"format":"stonefield","version":1,"game":"carnac","line":[{"move":"\\udfff"}],"result":"*"}',
        '{"format":"stonefield","version":1,"game":"carnac","tags":{"A":["\\ud800"]},"line":[],"result":"*"}',
        '{"header":{"game":{"name":"Carnac","variants":["\\ud800"]}},"moves":[]}',
        '{"header":{"\\ud800":1,"\\ud800":2},"moves":[]}',
        "(;GM[Carnac]SU[\ud800])",
        "\ud800",
        HEAD + "\ud800 *",
        '[Game "\ud800"] *',
        '[Game "carnac"][A "\ud800"] *',
        "12-b2 \ud800",
    ],
)
def test_half_characters_are_refused_in_words_that_can_be_encoded(text):
    for found in formats().values():
        with pytest.raises(RecordError) as caught:
            found.read(text)
        assert str(caught.value).encode()
        assert caught.value.message.encode()


LIMITS = [
    (HEAD + "x" * 16_000_000, "at most 16000000 characters"),
    (HEAD + "1. c4rw " + "(1. a1rr)" * 10_001 + " *", "at most 10000 variations"),
    ("".join(f'[T{number} "x"]' for number in range(101)) + HEAD + "*", "at most 100 tags"),
    (f'[{"T" * 65} "x"]' + HEAD + "*", "at most 20000 characters, its name 64"),
    (f'[T "{"x" * 20_001}"]' + HEAD + "*", "at most 20000 characters"),
    ('{"a":' + "[" * 251 + "]" * 251 + "}", "250 levels"),
]


@pytest.mark.parametrize(("text", "message"), LIMITS)
def test_what_is_beyond_a_limit_is_refused(text, message):
    with pytest.raises(RecordError, match=message) as caught:
        read_any(text)
    assert caught.value.line


def test_one_bad_game_among_good_ones_is_an_error_of_the_whole():
    with pytest.raises(RecordError):
        read_all(HEAD + "1. c4rw *\n" + HEAD + "1. z9rw *\n")


FRAGMENTS = st.lists(
    st.sampled_from(
        [
            *(
                '[Game "carnac"]',
                '[Game "caminos"]',
                '[Board "3x3"]',
                '[Stock "2"]',
                '[Players "4"]',
                "\n",
                " ",
            ),
            *(
                "1. a1rr",
                "a1rr",
                "E",
                "-",
                "swap",
                "L:a1*3,b1",
                "(",
                ")",
                "{",
                "}",
                "{x}",
                "*",
                "1-0",
                "\\",
                "2.",
            ),
            *(
                "[%clk 0:00:01]",
                "{[%clk 1:00:00]}",
                "!",
                "??",
                '"',
                "[",
                "]",
                "1/2-1/2",
                "...",
                "\0",
                "\ud800",
            ),
            *(
                "(;GM[Carnac]SU[carnac_10x7]",
                ";P0[1 Pick 2]",
                "P0[2 Dropb D 4]",
                "P0[Done]",
                "P1[Tip D 4 E 4]",
            ),
            *("P1[Pass]", "P0[Resign]", "P1[OnBoard 0 A 1]", "C[x]", "CM[1,0]", "RE[draw]", "P0[id Ann]"),
            *(
                "12-a4",
                ">n,12-a3",
                "pass",
                "resign",
                '{"format":',
                '"stonefield"',
                "[]",
                "{}",
                "null",
                ",",
                ":",
                "1e999",
            ),
        ]
    )
).map("".join)


def outcome_of(reader, text):
    """What a reader makes of a text: the records, or where it could not go on."""
    try:
        return reader(text)
    except RecordError as error:
        return error.line, error.column


@given(st.text() | FRAGMENTS)
@settings(max_examples=300, deadline=None)
@example("[" * 100_000)
@example('{"a":' * 100_000)
@example("(;" * 100_000)
@example("(" * 5_000)
@example("{" + "9" * 5_000 + "}")
@example('[{"format": NaN}]')
def test_any_text_gives_records_or_an_error_with_its_place(text):
    for reader in (read_any, *(found.read for found in formats().values())):
        outcome = outcome_of(reader, text)
        assert outcome
        assert None not in outcome


@pytest.mark.full
@given(st.text() | FRAGMENTS)
@settings(max_examples=20_000, deadline=None)
def test_any_text_gives_records_or_an_error_with_its_place_over_and_over(text):
    for found in formats().values():
        assert None not in outcome_of(found.read, text)
