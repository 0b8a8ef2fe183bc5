"""Positions set up by hand over HTTP, and games that begin from them."""

from __future__ import annotations

import pytest

from stonefield import carnac, draw, records

from .test_api import problem

EMPTY = "carnac small 28 r r1 -"
PEOPLE = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Ben"}]


def edited(server, source, *edits):
    answer = server.client().post("/api/positions", json={"source": source, "edits": list(edits)})
    assert answer.status_code == 200, answer.text
    return answer.json()


def begun(server, **wishes):
    return server.client().post("/api/games", json={"game": "carnac", "seats": PEOPLE, **wishes})


def test_edits_are_done_one_after_the_other_and_the_result_is_shown(server):
    result = edited(server, EMPTY, "put c3rw", "put d4e4w", "wait c3", "decides 2")
    draft = result["draft"]
    assert draft["position"] == "carnac small 28 r w2 c3rw?,d4e4w"
    assert (result["fault"], result["refused"], draft["over"]) == (None, None, False)
    assert draft["scene"]["pending"] == "c3"
    assert draft["player"] == 2
    assert [(one["player"], one["colour"]) for one in draft["deciders"]] == [(1, "red"), (2, "white")]
    assert "c3" not in draft["hands"][0]["legal"]["placements"]


def test_what_cannot_be_done_is_told_and_what_came_before_stays(server):
    result = edited(server, EMPTY, "put c3rw", "put c3ww", "put a1rw")
    assert result["draft"]["position"].endswith(" c3rw")
    assert result["refused"]["code"] == "occupied"
    assert result["refused"]["values"] == {"square": "c3"}


def test_what_is_wrong_is_told_and_the_position_shown_all_the_same(server):
    result = edited(server, "caminos square classic 2y y1 L4T4S4O2/L4T4S4O2 -", "put gO:a1,a2,b1,b2")
    assert result["fault"]["code"] == "uneven"
    assert result["draft"]["scene"]["heights"] == {"a1": 1, "a2": 1, "b1": 1, "b2": 1}
    assert [hand["colour"] for hand in result["draft"]["hands"]] == ["yellow", "green"]
    assert edited(server, "carnac small 28 r r1 a1rw,a1rw")["fault"]["code"] == "twice"


def test_a_picture_and_a_record_are_positions_too(server):
    position = carnac.start("small").play("c3rw").play("E")
    assert edited(server, draw.svg(position))["draft"]["position"] == str(position)
    assert edited(server, "carnac")["draft"]["position"] == str(carnac.start())
    record = records.write(records.Record.of(carnac.start("small"), ["c3rw", "E"]))
    assert edited(server, record)["draft"]["position"] == str(position)


def test_nonsense_is_refused(server):
    client = server.client()
    answer = client.post("/api/positions", json={"source": "[Game nonsense"})
    assert problem(answer) == (422, "invalid_record")
    answer = client.post("/api/positions", json={"source": EMPTY, "edits": ["option stock=99"]})
    assert problem(answer) == (422, "invalid_option")
    answer = client.post("/api/positions", json={"source": EMPTY, "edits": ["clear"] * 17})
    assert problem(answer) == (422, "invalid")
    answer = client.post("/api/positions", json={"source": "x" * 200_001})
    assert problem(answer) == (422, "invalid")
    assert edited(server, "<svg/>")["fault"]["code"] == "picture"


@pytest.mark.parametrize(
    ("source", "code", "unreadable", "place"),
    [
        ("carnac medium 28 r w2 zz9", "stone_text", True, (1, 23, "zz9")),
        ("\n carnac tiny 28 r w2 -", "board_text", True, (2, 9, "tiny")),
        ("carnac small 28 r w2 a1rw,a1rw", "twice", False, (1, 27, "a1rw")),
        ("carnac small 28 r w2", "ends_early", True, (1, 21, "")),
        ("nonsense", "no_game", True, (1, 1, "nonsense")),
        ("<svg/>", "picture", True, None),
    ],
)
def test_a_text_that_is_not_set_up_is_told_where_it_is_wrong_and_how(server, source, code, unreadable, place):
    result = edited(server, source)
    fault = result["fault"]
    assert (result["draft"], fault["code"], fault["unreadable"]) == (None, code, unreadable)
    assert fault["place"] == (place and dict(zip(("line", "column", "word"), place, strict=True)))


def test_what_is_wrong_in_a_picture_has_no_place_in_the_text_that_was_sent(server):
    picture = draw.svg(carnac.start("small")).replace("carnac small 28 r r1 -", "carnac small 28 r r1 zz9")
    fault = edited(server, picture)["fault"]
    assert (fault["code"], fault["place"]) == ("stone_text", None)


def test_a_game_begins_from_a_position(server):
    made = begun(server, position="carnac small 20 rt w2 c3rw?,d4e4w").json()
    state = made["state"]
    assert state["turn"] == {"seat": 1, "colour": "white", "phase": "answer"}
    assert state["scene"]["stock"] == 18
    assert (state["options"]["stock"], state["options"]["final_tilt"]) == (20, True)
    server.play(made, "-")
    record = server.client().get(f"/api/games/{made['game']}/record").text
    assert records.read(record).moves == ("-",)


@pytest.mark.parametrize(
    ("wishes", "code"),
    [
        ({"position": "carnac small 28 r w2 -"}, "invalid_position"),
        ({"position": "carnac 3x3 1 r w2 a1rw"}, "invalid_position"),
        ({"position": EMPTY, "options": {"stock": 3}}, "invalid_option"),
        ({"position": EMPTY, "game": "caminos"}, "invalid_option"),
        ({"position": EMPTY, "seats": PEOPLE * 2}, "wrong_seats"),
    ],
)
def test_no_game_begins_from_what_is_no_such_position(server, wishes, code):
    assert problem(begun(server, **wishes)) == (422, code)


# Lines that are shown on the board


def played(server, position, *moves, **others):
    return server.client().post("/api/lines", json={"position": position, "moves": list(moves), **others})


def test_a_line_is_shown_decision_by_decision(server):
    line = played(server, EMPTY, "c3rw", "E", "a1ww").json()
    assert line["scene"]["stones"] == []
    assert [(step["move"], step["colour"]) for step in line["steps"]] == [
        ("c3rw", "red"),
        ("E", "white"),
        ("a1ww", "white"),
    ]
    assert [len(step["scene"]["stones"]) for step in line["steps"]] == [1, 1, 2]
    assert line["steps"][1]["position"] == str(carnac.parse(EMPTY).play("c3rw").play("E"))
    later = played(server, EMPTY, "a1ww", before=["c3rw", "E"]).json()
    assert later["steps"][0]["position"] == line["steps"][2]["position"]


@pytest.mark.parametrize(
    ("position", "moves", "code"),
    [
        ("carnac nowhere", ["c3rw"], "invalid_position"),
        (EMPTY, ["E"], "invalid"),
        (EMPTY, ["c3rw", "nonsense"], "invalid"),
        (EMPTY, [], "invalid"),
        (EMPTY, ["c3rw"] * 65, "invalid"),
    ],
)
def test_a_line_that_cannot_be_played_is_refused(server, position, moves, code):
    assert problem(played(server, position, *moves)) == (422, code)
