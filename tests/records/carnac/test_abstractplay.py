"""AbstractPlay's games of Carnac: turns of a tilt and a placement become plies."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records import trees
from stonefield import carnac
from stonefield.records import Record, RecordError, read_any
from stonefield.records.carnac.abstractplay import read_abstractplay, read_abstractplay_moves

VARIANTS = {"small": ["8x5"], "medium": [], "large": ["14x9"]}


def as_turns(record: Record) -> list[str]:
    """Our game in AbstractPlay's words; a tilt that nobody followed up yet is left out."""
    turns, tilt = [], ""
    for move in record.moves:
        if move == "-":
            turns.append("pass")
        elif len(move) == 1:
            tilt = f">{move.lower()},"
        else:
            top, south = "12"[move[-2] == "w"], "21"[move[-1] == "w"]
            turns.append(f"{tilt}{top}{south}-{move[:-2]}")
            tilt = ""
    return turns


def as_record(record: Record, turns: list[str], **header: object) -> str:
    rounds = [turns[index : index + 2] for index in range(0, len(turns), 2)]
    head = {
        "game": {"name": "Carnac", "variants": VARIANTS[record.start.options["board"]]},
        "site": {"name": "Abstract Play", "gameid": "x1"},
        "date-start": "2025-01-02T03:04:05Z",
        "date-end": "2025-01-03T03:04:05Z",
        "date-generated": "2025-01-04T03:04:05Z",
        "players": [{"name": "Ann", "userid": "1", "result": 1}, {"name": "Bob", "userid": "2", "result": 0}],
        **header,
    }
    return json.dumps({"header": head, "moves": rounds}, indent=2)


def whole_turns(moves: list[str]) -> list[str]:
    """A game cut off so that no tilt stands without its placement."""
    return moves[:-1] if moves and moves[-1] in ("N", "E", "S", "W") else moves


@given(st.sampled_from(sorted(VARIANTS)), st.integers(0, 999), st.integers(1, 200))
@settings(max_examples=30, deadline=None)
def test_our_games_come_back_from_abstractplay(board, seed, length):
    start = carnac.start(board)
    record = Record.of(start, whole_turns(trees.random_game(start, seed, length)))
    (found,) = read_any(as_record(record, as_turns(record)))
    assert found.start == start
    assert found.moves == record.moves
    assert found.result == (record.result if record.result != "*" else "1-0")
    assert found.tags["Player2"] == "Bob"
    assert found.tags["Date"] == "2025-01-02T03:04:05Z"
    (listed,) = read_abstractplay_moves(" ".join(as_turns(record)), board)
    assert (listed.start, listed.moves) == (start, record.moves)


def moves_of(text: str) -> tuple[str, ...]:
    (record,) = read_any(text)
    return record.moves


def test_top_and_south_face_make_our_placement():
    assert [moves_of(f"{faces}-a4") for faces in ("11", "12", "21", "22")] == [
        ("a4rw",),
        ("a4rr",),
        ("a4ww",),
        ("a4wr",),
    ]


def test_a_turn_may_tilt_and_place():
    assert moves_of("12-b2 >n,12-a4 pass 21-j7") == ("b2rr", "N", "a4rr", "-", "j7ww")


def test_a_tilt_may_wait_for_its_placement():
    assert moves_of("12-b2 >n") == ("b2rr", "N")


def test_turns_may_be_numbered_and_of_any_case():
    assert moves_of("1. 12-B2 >N,12-A4\n2. PASS 21-j7") == moves_of("1.12-b2 >n,12-a4 2) pass 21-j7")


def test_moves_alone_are_on_the_medium_board_unless_they_leave_it():
    texts = ("12-a4", "12-j7", "12-a8", "12-k1", "12-a4 pass 12-k1", "12-k1 pass 12-a4")
    boards = [read_any(text)[0].start.options["board"] for text in texts]
    assert boards == ["medium", "medium", "large", "large", "large", "large"]
    assert read_abstractplay_moves("12-a4", "small")[0].start == carnac.start("small")


def test_leaving_the_game_loses_it():
    (resigned,) = read_any("12-b2 resign")
    assert (resigned.result, resigned.tags["Reason"]) == ("1-0", "resignation")
    (late,) = read_any("12-b2 >n,12-a4 timeout")
    assert (late.result, late.tags["Reason"]) == ("0-1", "time")


@pytest.mark.parametrize(
    ("results", "result"), [((1, 0), "1-0"), ((0, 1), "0-1"), ((1, 1), "1/2-1/2"), (("x", 1), "*")]
)
def test_the_results_of_the_players_count_where_the_rules_give_none(results, result):
    record = Record.of(carnac.start(), ["b2rr"])
    players = [{"name": name, "result": number} for name, number in zip("AB", results, strict=True)]
    (found,) = read_abstractplay(as_record(record, as_turns(record), players=players, event="Cup", round="2"))
    assert found.result == result
    assert (found.tags["Event"], found.tags["Round"]) == ("Cup", "2")


def test_rounds_may_have_gaps_objects_and_an_order_of_their_own():
    rounds = [[{"sequence": 2, "move": ">n, 12-a4"}, {"sequence": 1, "move": "12-b2"}], [None, "pass"]]
    header = {"game": {"name": "Carnac", "variants": ["10x7"]}, "players": 3, "site": None}
    (record,) = read_abstractplay(json.dumps({"header": header, "moves": rounds}))
    assert record.moves == ("b2rr", "N", "a4rr", "-")


def header_of(**fields: object) -> str:
    return json.dumps({"header": {"game": {"name": "CARNAC"}, **fields}, "moves": [["12-b2"]]})


@pytest.mark.parametrize(
    ("fields", "tags"),
    [
        ({"event": "Cup", "round": "2"}, {"Event": "Cup", "Round": "2"}),
        ({"event": "", "round": 2}, {}),
        ({"site": {"name": "There"}}, {"Site": "There"}),
        ({"site": "There"}, {}),
        ({"date-start": "2025", "date-end": "2026"}, {"Date": "2025", "EndDate": "2026"}),
        ({"players": [{"name": "A"}, {"name": "B"}, {"name": "C"}]}, {"Player1": "A", "Player2": "B"}),
        ({"players": {"name": "A"}}, {}),
    ],
)
def test_a_header_says_where_and_when_and_who(fields, tags):
    (record,) = read_abstractplay(header_of(**fields))
    assert record.tags == tags
    assert record.result == "*"


@pytest.mark.parametrize(
    ("reason", "told"), [("resignation", "resignation"), (3, "unknown"), ("", "unknown"), (None, "unknown")]
)
def test_a_header_says_why_a_game_ended(reason, told):
    players = [{"result": 0}, {"result": 1}]
    (record,) = read_abstractplay(header_of(players=players, reason=reason))
    assert (record.result, record.tags["Reason"]) == ("0-1", told)
    for several in (players[:1], [*players, {"result": 1}]):
        assert read_abstractplay(header_of(players=several, reason=reason))[0].result == "*"


def test_the_colour_of_the_first_player_is_the_one_that_begins():
    for colours, first, move in (("white", "red"), "white", "b2ww"), (("red", "white"), "red", "b2rr"):
        (record,) = read_abstractplay(header_of(players=[{"colour": colour} for colour in colours]))
        assert (record.start, record.moves) == (carnac.start(first=first), (move,))
    (record,) = read_abstractplay(header_of(players=[{"name": "A"}, {"colour": "white"}]))
    assert record.start == carnac.start()


def test_players_that_are_no_objects_have_no_name():
    header = {"game": {"name": "Carnac"}, "players": [None, {"name": "Ann"}, "Ben"]}
    (record,) = read_abstractplay(json.dumps({"header": header, "moves": []}))
    assert record.tags["Player1"] == "Ann"
    assert "Player2" not in record.tags


def state(**fields: object) -> str:
    stack = [{"board": {}}, {"lastmove": "12-b2"}, {"lastmove": ">n,12-a4"}]
    return json.dumps({"game": "carnac", "variants": ["8x5"], "stack": stack, **fields})


@pytest.mark.parametrize(
    ("fields", "result"),
    [
        ({}, "*"),
        ({"gameover": False, "winner": []}, "*"),
        ({"gameover": True, "winner": [1]}, "1-0"),
        ({"gameover": True, "winner": [2]}, "0-1"),
        ({"gameover": True, "winner": [1, 2]}, "1/2-1/2"),
        ({"gameover": True, "winner": [2, 1]}, "1/2-1/2"),
        ({"gameover": True, "winner": [3]}, "*"),
        ({"gameover": True, "winner": []}, "*"),
        ({"winner": [1]}, "*"),
    ],
)
def test_a_game_state_is_read_from_its_stack(fields, result):
    (record,) = read_any(state(**fields))
    assert record.start == carnac.start("small")
    assert record.moves == ("b2rr", "N", "a4rr")
    assert record.result == result


MOVE_CASES = [
    ("", 1, 1, "no move"),
    ("12-b2\n 13-a4", 2, 2, "a turn reads like"),
    ("12-b2 12-a4", 1, 7, "waits for an answer"),
    ("12-b2 >w,12-a4", 1, 7, "over the edge"),
    ("12-b2 resign pass", 1, 14, "it ended with resign"),
    ("12-o1", 1, 1, "a turn reads like"),
    ("12-b2 >n,", 1, 7, "a turn reads like"),
]


@pytest.mark.parametrize(("text", "line", "column", "message"), MOVE_CASES)
def test_errors_in_moves_name_their_place(text, line, column, message):
    with pytest.raises(RecordError) as caught:
        read_abstractplay_moves(text)
    assert message in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_a_board_that_there_is_not_is_named():
    with pytest.raises(RecordError, match="a board is"):
        read_abstractplay_moves("12-a4", "huge")


RECORD = '{"header": {"game": {"name": "Carnac"}},\n "moves": '
JSON_CASES = [
    ("[]", 1, 1, "an object"),
    ("{}", 1, 1, "`header` is missing"),
    ('{"header": {}}', 1, 1, "`moves` is missing"),
    ('{"header": {"game": {"name": "Hex"}}, "moves": []}', 1, 12, "only AbstractPlay's Carnac"),
    ('{"header": {"game": {"name": "Carnac", "variants": ["9x9"]}}, "moves": []}', 1, 53, "the variants are"),
    ('{"header": {"game": {"name": "Carnac", "variants": ["large"]}}, "moves": []}', 1, 53, "`large`: the"),
    (
        '{"header": {"game": {"name": "Carnac", "variants": ["8x5", "torus"]}}, "moves": []}',
        1,
        60,
        "`torus`: the variants are 8x5, 10x7, 14x9",
    ),
    ('{"header": {"game": {"name": "Carnac", "name": ""}}, "moves": []}', 1, 21, "`name` is there twice"),
    ('{"header": {"game": {}, "game": {}}, "moves": []}', 1, 12, "`game` is there twice"),
    ('{"header": {"game": "Carnac"}, "moves": []}', 1, 12, "only AbstractPlay's Carnac"),
    ('{"header": {"game": {"name": 3}}, "moves": []}', 1, 12, "only AbstractPlay's Carnac"),
    ('{"moves": [], "moves": []}', 1, 1, "`moves` is there twice"),
    (RECORD + '[[{"move": "pass", "move": ""}]]}', 2, 13, "`move` is there twice"),
    (RECORD + "3}", 2, 11, "moves has to be an array"),
    (RECORD + "[3]}", 2, 12, "has to be an array"),
    (RECORD + "[[3]]}", 2, 13, "has to be a text"),
    (RECORD + "[[{}]]}", 2, 13, "`move` is missing"),
    (RECORD + '[["12-b2"], ["12-a4"]]}', 2, 24, "waits for an answer"),
    (RECORD + '[["12-b2", {"move": "up"}]]}', 2, 31, "a turn reads like"),
    (state(game="hex"), 1, 1, "only AbstractPlay's Carnac"),
    (state(stack=[{}, {}]), 1, 55, "`lastmove` is missing"),
    (state(stack=[{}, 3]), 1, 55, "has to be an object"),
]


@pytest.mark.parametrize(("text", "line", "column", "message"), JSON_CASES)
def test_errors_in_json_name_their_place(text, line, column, message):
    with pytest.raises(RecordError) as caught:
        read_abstractplay(text)
    assert message in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column)
