"""Our games of Carnac written for Boardspace and AbstractPlay: what comes back, and what is refused."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records import trees
from stonefield import caminos, carnac, records
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


def test_the_report_for_abstractplay():
    tags = {"Player1": "Ann", "Player2": "Bob", "Event": "Cup", "Round": "2", "Site": "Here", "Date": "2026"}
    record = Record.of(carnac.start("small", first="white"), ["c4rw", "E", "a1ww", "-", "h5wr", "W"], tags)
    assert json.loads(to_abstractplay(record.finish("1/2-1/2", "agreement"))) == {
        "header": {
            "game": {"name": "Carnac", "variants": ["8x5"]},
            "event": "Cup",
            "round": "2",
            "site": {"name": "Here"},
            "date-start": "2026",
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
        with pytest.raises(RecordError, match="AbstractPlay lets nobody answer the last megalith"):
            to_abstractplay(record)
        assert kept(read_any(to_boardspace(record))[0]) == kept(record)
    before = Record.of(waiting.start, ended.moves[:-1])
    assert read_any(to_abstractplay(before))[0].moves == before.moves


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
    assert records.format_of(name) == form
