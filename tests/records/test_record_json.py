"""JSON, the second form: the same records, and errors with line and column."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings

from records import trees
from stonefield import carnac
from stonefield.records import Line, Ply, Record, RecordError, from_json, read, to_json, write

GAME = '{"format": "stonefield", "version": 1, "game": "carnac", "line": [], "result": "*"}'


@given(trees.records())
@settings(max_examples=60, deadline=None)
def test_what_is_written_reads_back_equal(record):
    assert from_json(to_json(record)) == (record,)
    assert from_json(to_json([record, record])) == (record, record)


@given(trees.records())
@settings(max_examples=20, deadline=None)
def test_both_forms_hold_the_same(record):
    (through_json,) = from_json(to_json(record))
    assert read(write(through_json)) == record


def test_only_what_is_there_is_written():
    line = Line((Ply("c4rw", "!", "x", 1.5, (Line((Ply("d4rw"),), "y"),)), Ply("E")), "z")
    written = json.loads(to_json(Record(carnac.start("small", stock=3), line, tags={"Event": "e"})))
    assert written == {
        "format": "stonefield",
        "version": 1,
        "game": "carnac",
        "options": {"board": "small", "stock": 3, "first": "red", "final_tilt": False, "swap": False},
        "tags": {"Event": "e"},
        "comment": "z",
        "line": [
            {
                "move": "c4rw",
                "mark": "!",
                "comment": "x",
                "clock": 1.5,
                "variations": [{"comment": "y", "line": [{"move": "d4rw"}]}],
            },
            {"move": "E"},
        ],
        "result": "*",
    }


def test_the_text_is_for_people_too():
    text = to_json(Record(carnac.start(), tags={"Player1": "Ödön"}))
    assert text.startswith('{\n  "format": "stonefield",\n')
    assert '    "Player1": "Ödön"\n' in text
    assert text.endswith("}\n")


def test_options_tags_and_position_may_be_left_out():
    assert from_json(GAME) == (Record(carnac.start()),)


def with_(**fields: object) -> str:
    return json.dumps({**json.loads(GAME), **fields}, indent=1)


CASES = [
    ("{", 1, 2, "this is no JSON"),
    ("[]", 1, 1, "no game in this array"),
    ("[3]", 1, 2, "[0] has to be an object"),
    ('"x"', 1, 1, "the whole has to be an object"),
    ('{"format": NaN}', 1, 1, "no number of JSON"),
    ('{"game": 1, "game": 2}', 1, 1, "`game` is there twice"),
    ('[{"tags": 0, "game": 1, "game": 2, "tags": 0}]', 1, 2, "`game` is there twice"),
    ('{"a": "\\ud800", "b": {"x": 1, "x": 2}}', 1, 7, "half a character"),
    ("[" * 100_000, 1, 1, "deeper"),
    ('{"format": "stonefield"}', 1, 1, "`game` is missing"),
    (with_(format="other"), 2, 12, 'format has to be "stonefield"'),
    (with_(version=2), 3, 13, "this is version 1"),
    (with_(version=True), 3, 13, "version has to be a number"),
    (with_(game="chess"), 4, 10, "the games are"),
    (with_(game=None), 4, 10, "game has to be a text"),
    (with_(options={"stock": "9"}), 8, 12, "stock is a number"),
    (with_(options={"stones": 9}), 8, 13, "has the options"),
    (with_(options=[]), 7, 13, "options has to be an object"),
    (with_(position="carnac"), 7, 14, "a position reads like"),
    (with_(position="caminos square classic 2y y1 L4T4S4O2/L4T4S4O2 -"), 7, 14, "not of this game"),
    (with_(options={"stock": 9}, position="carnac medium 28 r r1 -"), 10, 14, "not of this game"),
    (with_(tags={"a": 1}), 8, 8, "tags.a has to be a text"),
    (with_(tags={"a b": "x"}), 6, 12, "a tag's name"),
    (with_(comment="\ud800"), 7, 13, "half a character"),
    (with_(stones=3), 7, 12, "no field of this name"),
    (with_(line={}), 5, 10, "line has to be an array"),
    (with_(line=[{}]), 6, 3, "`move` is missing"),
    (with_(line=[{"move": "c4rw"}, {"move": "N"}, {"move": "N"}]), 13, 12, "no megalith waits"),
    (with_(line=[{"move": "c4rw", "mark": "+"}]), 6, 3, "a mark is"),
    (with_(line=[{"move": "c4rw", "clock": "1"}]), 8, 13, "a number of seconds"),
    (with_(line=[{"move": "c4rw", "mark": 1}]), 8, 12, "has to be a text"),
    (with_(line=[{"move": "c4rw", "clock": -1}]), 6, 3, "a clock shows"),
    (with_(line=[{"move": "c4rw", "variations": [{"line": []}]}]), 10, 14, "at least one move"),
    (with_(line=[{"move": "c4rw", "variations": [{"line": [{"move": "z"}]}]}]), 12, 16, "a move is"),
    (
        with_(line=[{"move": "c4rw", "variations": [{"line": [], "mark": "!"}]}]),
        11,
        14,
        "no field of this name",
    ),
    (with_(line=[{"move": "c4rw", "variations": [{}]}]), 9, 5, "`line` is missing"),
    (with_(line=[{"move": "c4rw", "variations": [3]}]), 9, 5, "has to be an object"),
    (with_(line=[{"move": "c4rw", "variations": {}}]), 8, 18, "has to be an array"),
    (with_(result="won"), 6, 12, "a result is"),
    (with_(result=1), 6, 12, "result has to be a text"),
]


@pytest.mark.parametrize(("text", "line", "column", "message"), CASES)
def test_errors_name_their_place(text, line, column, message):
    with pytest.raises(RecordError) as caught:
        from_json(text)
    assert message in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_variations_lie_only_so_deep_in_each_other():
    line = [{"move": "c4rw"}]
    for _ in range(51):
        line = [{"move": "c4rw", "variations": [{"line": line}]}]
    with pytest.raises(RecordError, match="50 deep"):
        from_json(with_(line=line))
