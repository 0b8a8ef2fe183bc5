"""What is just within a limit is read, what is just beyond it is refused where it stands."""

from __future__ import annotations

import json

import pytest

from stonefield import carnac
from stonefield.records import Line, Ply, Record, RecordError, from_json, read, read_all, read_any
from stonefield.records.json_document import read_document
from stonefield.records.source import Text

GAME = '{"format": "stonefield", "version": 1, "game": "carnac", "result": "*", "line": '
BOARD = "own=###/###/###=a2|b3|c2|b1"


def place(read, text: str) -> tuple[int | None, int | None]:
    with pytest.raises(RecordError) as caught:
        read(text)
    return caught.value.line, caught.value.column


def test_a_text_may_be_just_so_long():
    assert len(Text("\n" * 16_000_000)) == 16_000_000
    assert place(Text, "\n" * 16_000_001) == (1, 1)


def test_a_game_may_have_just_so_many_variations_at_all_depths():
    deep = Line((Ply("a1rr", variations=(Line((Ply("b1rr"),)),)),))
    for extra, fits in ((), True), ((Line((Ply("b1rr"),)),), False):
        line = Line(
            (Ply("c4rw", variations=(deep,) * 4_999 + extra), Ply("E", variations=(Line((Ply("-"),)),) * 2))
        )
        if fits:
            assert Record.of_played(carnac.start(), line, (carnac.start(),), "*", {}).line == line
        else:
            with pytest.raises(RecordError, match="at most 10000 variations"):
                Record.of_played(carnac.start(), line, (carnac.start(),), "*", {})


def test_a_record_may_have_just_so_many_tags():
    assert len(Record(carnac.start(), tags={f"T{number}": "" for number in range(100)}).tags) == 100
    with pytest.raises(RecordError, match="at most 100 tags, not 101"):
        Record(carnac.start(), tags={f"T{number}": "" for number in range(101)})


LONG = "x" * 20_001
SGF = "(;GM[Carnac]SU[carnac_10x7]"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (f'[Event "{LONG}"]\n[Game "carnac"] *', (2, 1)),
        (f'{GAME}[],\n"tags": {{"Event": "{LONG}"}}}}', (1, GAME.index('"*"') + 1)),
        (f"{SGF})\n {SGF}GN[{LONG}])", (2, 2)),
        (f'\n{{"header": {{"game": {{"name": "Carnac"}}, "event": "{LONG}"}}, "moves": []}}', (2, 1)),
    ],
)
def test_a_tag_that_is_too_long_is_told_with_the_place_of_its_game(text, place):
    with pytest.raises(RecordError, match="at most 20000 characters") as caught:
        read_any(text)
    assert (caught.value.line, caught.value.column) == place


def nested(depth: int) -> str:
    inner = "[]"
    for level in range(depth + 1):
        variations = f', "variations": [{{"line": {inner}}}]' if level else ""
        inner = f'[{{"move": "c4rw"{variations}}}]'
    return inner


def test_variations_in_json_lie_just_so_deep():
    (record,) = from_json(GAME + nested(50) + "}")
    assert record.moves == ("c4rw",)
    text = GAME + nested(51) + "}"
    assert place(from_json, text) == (1, text.rindex('{"line"') + 1)


def test_variations_in_text_lie_just_so_deep():
    head = '[Game "carnac"]\n\n'
    assert read(head + "1. c4rw " + "(1. d4rw " * 50 + ")" * 50 + " *").moves == ("c4rw",)
    assert place(read, head + "1. c4rw " + "(1. d4rw " * 51 + ")" * 51 + " *") == (3, 9 + 9 * 50)


def test_json_lies_just_so_deep_in_itself():
    assert read_document("[" * 251 + "]" * 251).value
    assert place(read_document, "[" * 252 + "]" * 252) == (1, 252)
    assert place(read_document, '{"a":' * 251 + "1" + "}" * 251) == (1, 5 * 251 + 1)


def games(boards: int) -> str:
    return "\n".join(f'[Game "caminos"][Board "b{number}-{BOARD}"] *' for number in range(boards))


def test_a_text_has_just_so_many_boards_of_ones_own():
    assert len(read_all(games(8))) == 8
    assert place(read_all, games(9)) == (9, 17)
    assert len(read_all(games(4) + "\n" + games(4))) == 8
    as_json = [
        json.loads(GAME.replace("carnac", "caminos") + f'[], "options": {{"board": "b{n}-{BOARD}"}}}}')
        for n in range(9)
    ]
    assert len(from_json(json.dumps(as_json[:8]))) == 8
    with pytest.raises(RecordError, match="at most 8 own boards and piece sets") as caught:
        from_json(json.dumps(as_json))
    assert caught.value.line


def test_built_in_boards_and_pieces_do_not_count_as_ones_own():
    assert (
        len(read_all(games(8) + '\n[Game "caminos"][Board "diamond"] *\n[Game "carnac"][Board "3x3"] *'))
        == 10
    )
