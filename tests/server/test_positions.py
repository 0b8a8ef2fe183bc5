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
    answer = client.post("/api/positions", json={"source": "nonsense"})
    assert problem(answer) == (422, "invalid_record")
    answer = client.post("/api/positions", json={"source": EMPTY, "edits": ["option stock=99"]})
    assert problem(answer) == (422, "invalid_option")
    answer = client.post("/api/positions", json={"source": EMPTY, "edits": ["clear"] * 17})
    assert problem(answer) == (422, "invalid")
    answer = client.post("/api/positions", json={"source": "x" * 200_001})
    assert problem(answer) == (422, "invalid")
    assert edited(server, "<svg/>")["fault"]["code"] == "picture"


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
