"""Our games of Carnac written for Boardspace and AbstractPlay: what comes back, and what is refused."""

from __future__ import annotations

import json
import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records import trees
from stonefield import caminos, carnac
from stonefield.records import Line, Ply, Record, RecordError, read_any
from stonefield.records.carnac.export import to_abstractplay, to_boardspace

BOARDS = ("small", "medium", "large")
NAMES = st.sampled_from(
    ["", "Ann", "Anna", "Ödön", "Draw", "the player P1", 'O"Neil', " a ] \\ ", "Ann (time)"]
)
REASONS = st.sampled_from(["resignation", "time", "agreement", "won by Ann (so it seemed)"])


@st.composite
def games(draw: st.DrawFn, *, final_tilt: bool | None = None) -> Record:
    """A random game on any board, whole or cut off, with names, ended by the rules or otherwise."""
    tilts = draw(st.booleans()) if final_tilt is None else final_tilt
    first = draw(st.sampled_from(["red", "white"]))
    start = carnac.start(draw(st.sampled_from(BOARDS)), first=first, final_tilt=tilts)
    length = draw(st.just(200) | st.integers(0, 60))
    names = {f"Player{n}": name for n in (1, 2) if (name := draw(NAMES))}
    record = Record.of(start, trees.random_game(start, draw(st.integers(0, 999)), length), names)
    if record.result == "*" and draw(st.booleans()):
        return record.finish(draw(st.sampled_from(["1-0", "0-1", "1/2-1/2"])), draw(REASONS))
    return record


def kept(record: Record) -> tuple[object, ...]:
    """What the other place can hold of a game."""
    names = {name: value for name, value in record.tags.items() if name.startswith("Player")}
    reason = None if record.final.is_over else record.tags.get("Reason")
    options = {**record.start.options, "final_tilt": None}
    return options, record.moves, record.result, names, reason


@given(games())
@settings(max_examples=80, deadline=None)
def test_a_game_comes_back_from_boardspace(record):
    (found,) = read_any(to_boardspace(record))
    assert kept(found) == kept(record)
    assert found.final.is_over == record.final.is_over


@given(games(final_tilt=False))
@settings(max_examples=80, deadline=None)
def test_a_game_comes_back_from_abstractplay(record):
    (found,) = read_any(to_abstractplay(record))
    assert found.start == record.start
    assert kept(found) == kept(record)


@given(st.data(), st.sampled_from(BOARDS))
@settings(max_examples=60, deadline=None)
def test_comments_and_variations_come_back_from_boardspace(data, board):
    start = carnac.start(board, final_tilt=True)
    line, _ = data.draw(trees.lines(start))
    record = Record(start, bare(line))
    (found,) = read_any(to_boardspace(record))
    assert found.line == record.line


def bare(line: Line) -> Line:
    """The line without what Boardspace has no place for, and with its one kind of line break."""
    plies = [
        Ply(ply.move, comment=of_lines(ply.comment), variations=tuple(map(bare, ply.variations)))
        for ply in line
    ]
    return Line(tuple(plies), of_lines(line.comment))


def of_lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def test_a_game_with_variations_to_every_move_comes_back_from_boardspace():
    start = carnac.start("small", final_tilt=True)
    record = Record.of(start, trees.random_game(start, 7))
    plies = [
        replace(ply, variations=(Line((Ply(str(position.legal_moves()[0])),)),))
        for ply, position in zip(record.line, record.positions, strict=False)
    ]
    branched = replace(record, line=Line(tuple(plies)))
    assert len(plies) > 30
    (found,) = read_any(to_boardspace(branched))
    assert found.line == branched.line


def ended_with_last_megalith() -> Record:
    """A game without ``final_tilt`` whose last megalith could have been tilted."""
    for seed in range(100):
        record = Record.of(carnac.start("large"), trees.random_game(carnac.start("large"), seed))
        answered = carnac.start("large", final_tilt=True)
        for move in record.moves:
            answered = answered.play(move)
        if answered.pending and record.result != "1/2-1/2":
            return record
    raise AssertionError("no such game")


def test_boardspace_is_not_told_an_answer_to_the_last_megalith_that_nobody_gave():
    record = ended_with_last_megalith()
    text = to_boardspace(record)
    assert text.count("OnBoard") == 28
    assert text.count(" Done]") == len(record.moves)
    (found,) = read_any(text)
    assert (found.start, found.moves, found.result) == (record.start, record.moves, record.result)
    assert found.final.is_over


def test_a_verdict_against_the_dolmens_is_kept_with_final_tilt():
    record = ended_with_last_megalith()
    other = "0-1" if record.result == "1-0" else "1-0"
    waiting = Record.of(carnac.start("large", final_tilt=True), record.moves)
    (found,) = read_any(to_boardspace(replace(waiting, result=other)))
    assert (found.start, found.moves, found.result) == (waiting.start, waiting.moves, other)


@pytest.mark.parametrize(("result", "seat"), [("1-0", "P0"), ("0-1", "P1")])
def test_names_that_could_be_mistaken_are_not_used_in_a_verdict(result, seat):
    tags = {"Player1": "Stonefield level 1", "Player2": "Stonefield level 10"}
    record = Record(carnac.start(), tags=tags).play("c4rw").finish(result, "time")
    text = to_boardspace(record)
    assert f"RE[Game won by the player {seat} (time)]" in text
    assert kept(read_any(text)[0]) == kept(record)


@pytest.mark.parametrize(("result", "gestures"), [("1-0", 1), ("0-1", 0)])
def test_only_who_is_to_decide_resigns_with_a_gesture(result, gestures):
    record = Record(carnac.start()).play("c4rw").finish(result, "resignation")
    text = to_boardspace(record)
    assert text.count("Resign]") == gestures
    assert kept(read_any(text)[0]) == kept(record)


def test_the_text_for_boardspace():
    tags = {"Player1": "Ann", "Player2": "Bob", "Event": "Cup [1]", "Date": "2026-11-15"}
    record = Record(carnac.start("small", first="white"), tags=tags)
    record = record.play("c4rw", comment="so").play("E").finish("1-0", "resignation")
    assert to_boardspace(record) == (
        "(;\nGM[Carnac]VV[1]\nSU[carnac_8x5 0]\nCM[1,0]\nGN[Cup [1\\]]\nDT[2026-11-15]\n"
        'P0[id "Ann"]\nP1[id "Bob"]\nRE[Game won by Ann (resignation)]\n; P0[0 Start P0]\n'
        "; P0[1 OnBoard 3 C 4]C[so]\n; P0[2 Done]\n; P1[3 Tip C 4 D 4]\n; P1[4 Done]\n"
        "; P1[5 Resign]\n; P1[6 Done]\n)\n"
    )


def test_variations_are_branches_and_a_branch_begins_with_a_node():
    beside = Line((Ply("a1rr", variations=(Line((Ply("b1rr"),)),)), Ply("-")))
    told = Line((Ply("c1rr", variations=(Line((Ply("d1rr"),), "last"),)),), "so")
    line = Line((Ply("c4rw", variations=(beside, told)), Ply("E", variations=(Line((Ply("-"),)),))), "start")
    text = to_boardspace(Record(carnac.start(), line))
    place = {
        move: f"; P0[1 OnBoard {kind} {square}]\n; P0[2 Done]"
        for move, kind, square in (
            ("c4rw", 3, "C 4"),
            ("a1rr", 1, "A 1"),
            ("b1rr", 1, "B 1"),
            ("c1rr", 1, "C 1"),
            ("d1rr", 1, "D 1"),
        )
    }
    answer = "; P1[3 {}]\n; P1[4 Done]"
    assert text == "\n".join(
        (
            "(;",
            "GM[Carnac]VV[1]",
            "SU[carnac_10x7 0]",
            "C[start]",
            "; P0[0 Start P0]",
            ";",
            "(",
            place["c4rw"],
            "(",
            answer.format("Tip C 4 D 4"),
            ")",
            "(",
            answer.format("Pass"),
            ")",
            ")",
            "(",
            ";",
            "(",
            place["a1rr"],
            answer.format("Pass"),
            ")",
            "(",
            place["b1rr"],
            ")",
            ")",
            "(",
            "; C[so]",
            "(",
            place["c1rr"],
            ")",
            "(",
            "; C[last]",
            place["d1rr"],
            ")",
            ")",
            ")\n",
        )
    )


@pytest.mark.parametrize(("result", "told"), [("1-0", (1, 0)), ("0-1", (0, 1)), ("1/2-1/2", (1, 1))])
def test_a_report_tells_the_result_of_each_player(result, told):
    record = Record.of(carnac.start(), ["c4rw"], {"Player1": "Ödön"}).finish(result, "time")
    text = to_abstractplay(record)
    assert text.startswith('{\n  "header": {\n')
    assert text.endswith("}\n")
    assert '"name": "Ödön"' in text
    header = json.loads(text)["header"]
    assert [player["result"] for player in header["players"]] == list(told)
    assert [player["name"] for player in header["players"]] == ["Ödön", ""]
    assert header["game"]["variants"] == []


def test_a_reason_is_told_only_of_a_game_that_did_not_end_by_the_rules():
    going_on = Record.of(carnac.start(), ["c4rw"], {"Reason": "time"})
    assert "reason" not in json.loads(to_abstractplay(going_on))["header"]
    assert "RE[" not in to_boardspace(going_on)
    start = carnac.start("small")
    over = Record.of(start, trees.random_game(start, 7), {"Reason": "time"})
    assert over.final.is_over
    assert "reason" not in json.loads(to_abstractplay(over))["header"]
    assert "(time)" not in to_boardspace(over)


def test_a_player_without_a_name_is_called_by_the_seat():
    for names, result, winner in (
        ({"Player1": "Ann"}, "0-1", "the player P1"),
        ({"Player2": "Ann"}, "0-1", "the player P1"),
        ({"Player1": "Ann", "Player2": "Bob"}, "0-1", "Bob"),
        ({"Player1": "Ann", "Player2": "The Player"}, "1-0", "the player P0"),
        ({"Player1": "Ann", "Player2": "%"}, "1-0", "the player P0"),
    ):
        text = to_boardspace(Record.of(carnac.start(), ["c4rw"], names).finish(result, ""))
        assert f"RE[Game won by {winner}]" in text


@pytest.mark.parametrize(
    ("date", "begun"),
    [
        ("2026-11-15", "2026-11-15T00:00:00Z"),
        ("2026.11.15", "2026-11-15T00:00:00Z"),
        ("2026-11-15T12:00:00.250+02:00", "2026-11-15T10:00:00Z"),
        ("2026-11-15T12:00:00", "2026-11-15T12:00:00Z"),
    ],
)
def test_a_date_is_a_point_in_time_wherever_it_is_written(date, begun, monkeypatch):
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        header = json.loads(to_abstractplay(Record(carnac.start(), tags={"Date": date})))["header"]
    finally:
        monkeypatch.undo()
        time.tzset()
    assert (header["date-start"], header["date-end"]) == (begun, begun)
    assert len(header["date-generated"]) == len(begun)


def test_the_report_for_abstractplay():
    tags = {"Player1": "Ann", "Player2": "Bob", "Event": "Cup", "Round": "2", "Site": "Here"}
    tags |= {"Date": "2026-11-15", "EndDate": "2026-11-16T01:00:00+01:00"}
    record = Record.of(carnac.start("small", first="white"), ["c4rw", "E", "a1ww", "-", "h5wr", "W"], tags)
    report = json.loads(to_abstractplay(record.finish("1/2-1/2", "agreement")))
    assert report["header"].pop("date-generated")
    assert report == {
        "header": {
            "game": {"name": "Carnac", "variants": ["8x5"]},
            "event": "Cup",
            "round": "2",
            "site": {"name": "Here"},
            "date-start": "2026-11-15T00:00:00Z",
            "date-end": "2026-11-16T00:00:00Z",
            "reason": "agreement",
            "players": [
                {"name": "Ann", "colour": "white", "result": 1},
                {"name": "Bob", "colour": "red", "result": 1},
            ],
        },
        "moves": [["22-c4", ">e,12-a1"], ["pass", "11-h5"], [">w"]],
    }


def test_several_games_are_one_file_for_boardspace_and_too_many_for_abstractplay():
    several = [Record(carnac.start("small")), Record(carnac.start("large"))]
    assert [found.start.options["board"] for found in read_any(to_boardspace(several))] == ["small", "large"]
    with pytest.raises(RecordError, match="one game in a file, and here are 2"):
        to_abstractplay(several)


SWAPPED = Record.of(carnac.start(swap=True), ["c4rw", "swap"])
REFUSED = [
    (Record(caminos.start()), "has no Caminos"),
    (Record(carnac.start("5x4")), "has no board 5x4"),
    (Record(carnac.start(stock=20)), "plays with 28 megaliths, not 20"),
    (Record(carnac.start().play("c4rw")), "starts from the empty board only"),
    (SWAPPED, "has no swap"),
]


@pytest.mark.parametrize(
    ("form", "place"), [(to_boardspace, "Boardspace"), (to_abstractplay, "AbstractPlay")]
)
@pytest.mark.parametrize(("record", "reason"), REFUSED)
def test_what_a_place_has_not_is_refused_with_the_way_out(form, place, record, reason):
    with pytest.raises(RecordError) as caught:
        form(record)
    assert str(caught.value) == f"{place} {reason}: write this game as .stones or .json"


def test_a_swap_in_a_variation_is_refused_by_boardspace_and_left_out_for_abstractplay():
    first, _ = SWAPPED.line
    answer = Ply("E", variations=(Line((Ply("swap"),)),))
    record = replace(SWAPPED, line=Line((first, answer)))
    with pytest.raises(RecordError, match="Boardspace has no swap"):
        to_boardspace(record)
    assert read_any(to_abstractplay(record))[0].moves == ("c4rw", "E")


def test_abstractplay_cannot_hold_an_answer_to_the_last_megalith():
    ended = ended_with_last_megalith()
    waiting = Record.of(carnac.start("large", final_tilt=True), ended.moves)
    for record in (waiting, waiting.play("-"), waiting.finish("1-0", "time")):
        with pytest.raises(RecordError, match="AbstractPlay does not let the last megalith be answered"):
            to_abstractplay(record)
        assert kept(read_any(to_boardspace(record))[0]) == kept(record)
    before = Record.of(waiting.start, ended.moves[:-1])
    assert read_any(to_abstractplay(before))[0].moves == before.moves
