"""The format of a text is known by what it says."""

from __future__ import annotations

import pytest

from stonefield import carnac
from stonefield.records import Record, detect, format_of, formats, read_any, to_json, write

RECORD = Record.of(carnac.start(), ["c4rw", "E"])


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (write(RECORD), "text"),
        ("\ufeff\n" + write(RECORD), "text"),
        (to_json(RECORD), "json"),
        (to_json([RECORD]), "json"),
        ("[]", "json"),
        ('{"header": {"game": {"name": "Carnac"}}, "moves": []}', "abstractplay"),
        ('{"game": "carnac", "stack": []}', "abstractplay"),
        ("12-a4 >n,12-a4", "abstractplay"),
        ("1. 12-a4", "abstractplay"),
        ("  (;GM[Carnac])", "boardspace"),
        ("anything else", "text"),
        ("", "text"),
    ],
)
def test_formats_are_told_apart(text, name):
    assert detect(text) == name


def test_a_comment_about_headers_does_not_mislead():
    record = Record(RECORD.start, tags={"Note": '"header": "stack":'})
    assert read_any(to_json(record)) == (record,)
    assert read_any(write(record)) == (record,)


def test_a_text_that_names_no_board_is_read_on_the_one_that_is_given():
    (record,) = formats()["abstractplay"].read_on_board("12-a4", "small")
    assert record.start == carnac.start("small")
    assert [name for name, found in formats().items() if found.read_on_board] == ["abstractplay"]


def test_each_format_has_a_kind_of_file():
    assert {name: (found.ending, found.media_type) for name, found in formats().items()} == {
        "text": (".stones", "text/plain"),
        "json": (".json", "application/json"),
        "boardspace": (".sgf", "application/x-go-sgf"),
        "abstractplay": (".abstractplay.json", "application/json"),
    }


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("a.stones", "text"),
        ("a.JSON", "json"),
        ("a.sgf", "boardspace"),
        ("a.AbstractPlay.json", "abstractplay"),
        ("a.txt", "text"),
    ],
)
def test_the_ending_of_a_file_names_its_format(name, form):
    assert format_of(name) == form
