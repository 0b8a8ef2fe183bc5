"""The course over HTTP: the list, a lesson, tries, and what is refused."""

from __future__ import annotations

import pytest

from stonefield.course import lessons
from stonefield.locales import LANGUAGES

from .test_api import problem


def tried(server, lesson, step, *moves):
    return server.client().post(f"/api/lessons/{lesson}/steps/{step}/tries", json={"moves": list(moves)})


def verdict(server, lesson, step, *moves):
    answer = tried(server, lesson, step, *moves)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_all_lessons_are_listed_in_the_reader_s_language(server):
    found = server.client().get("/api/lessons", params={"lang": "de"}).json()["lessons"]
    assert [lesson["id"] for lesson in found] == [lesson.id for lesson in lessons()]
    first = found[0]
    assert (first["rules"], first["number"], first["part"]) == ("carnac", 1, "first")
    assert first["title"] == "Einen Stein aufstellen"
    assert first["steps"] == len(lessons()[0].steps)


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.id)
def test_a_lesson_comes_with_all_that_is_needed_to_play_it(server, lesson):
    found = server.client().get(f"/api/lessons/{lesson.id}", params={"lang": "hu"}).json()
    assert len(found["play"]) == found["steps"] == len(lesson.steps)
    assert found["texts"].keys() == set(lesson.keys)
    way = []
    for number, (view, step) in enumerate(zip(found["play"], lesson.steps, strict=True)):
        assert view["goes_on"] == (step.position is None)
        assert (view["start"]["legal"] is None) == (step.question is not None)
        assert view["task"] in found["texts"]
        way = [*way, view["show"]] if view["goes_on"] else [view["show"]]
        answer = verdict(server, lesson.id, number, *way)
        assert answer["right"]
        assert answer["done"] == (number == len(lesson.steps) - 1)
        assert answer["text"] in found["texts"]


def test_the_game_at_the_end_can_be_made(server):
    for lesson in lessons():
        ending = server.client().get(f"/api/lessons/{lesson.id}").json()["ending"]
        seats = [{"kind": "engine", "level": ending["level"]}] * 2
        seats[ending["seat"]] = {"kind": "person", "name": "Ann"}
        wishes = {"game": lesson.game, "seats": seats, "options": ending["options"]}
        if ending["position"]:
            wishes |= {"position": ending["position"], "options": {}}
        made = server.client().post("/api/games", json=wishes)
        assert made.status_code == 201, made.text
        assert made.json()["state"]["seats"][ending["seat"]]["colour"] == ending["colour"]


def test_a_right_try_shows_where_it_leads_to(server):
    right = verdict(server, "carnac-falling", 1, "N")
    assert (right["right"], right["done"]) == (True, False)
    (ply,) = right["line"]
    assert (ply["text"], ply["colour"]) == ("N", "white")
    assert ply["moment"]["turn"] == {"seat": 1, "colour": "white", "phase": "place"}
    assert "c3" in right["onward"]["legal"]["placements"], "the next step goes on from here"
    assert right["onward"]["scene"] == ply["moment"]["scene"]
    assert verdict(server, "carnac-falling", 0, "E")["onward"] is None
    assert verdict(server, "carnac-falling", 2, "N", "c3rr")["right"]


def test_a_wrong_try_is_answered_too(server):
    wrong = verdict(server, "carnac-falling", 0, "-")
    assert (wrong["right"], wrong["text"]) == (False, "course.carnac.falling.east.left")
    assert wrong["line"][0]["moment"]["legal"] is None
    assert verdict(server, "carnac-falling", 1, "-")["onward"] is None
    chosen = verdict(server, "carnac-falling", 3, "4")
    assert (chosen["right"], chosen["line"]) == (False, [])


@pytest.mark.parametrize(
    ("lesson", "step", "moves", "refused"),
    [
        ("carnac-nothing", 0, ["E"], (404, "not_found")),
        ("carnac-falling", 50, ["E"], (404, "not_found")),
        ("carnac-falling", -1, ["E"], (422, "invalid")),
        ("carnac-falling", "x", ["E"], (422, "invalid")),
        ("carnac-falling", 0, ["zz"], (422, "invalid_move")),
        ("carnac-falling", 0, ["c3rr"], (409, "illegal_move")),
        ("carnac-falling", 0, [], (422, "invalid")),
        ("carnac-falling", 0, ["E", "E"], (422, "invalid")),
        ("carnac-falling", 0, ["E"] * 17, (422, "invalid")),
        ("carnac-falling", 0, ["E" * 81], (422, "invalid")),
        ("carnac-falling", 2, ["E", "c3rr"], (422, "invalid")),
        ("carnac-falling", 3, ["7"], (422, "invalid_move")),
    ],
)
def test_nonsense_is_refused(server, lesson, step, moves, refused):
    assert problem(tried(server, lesson, step, *moves)) == refused


def test_unknown_lessons_and_languages_are_refused(server):
    client = server.client()
    assert problem(client.get("/api/lessons/carnac-nothing")) == (404, "not_found")
    assert problem(client.get("/api/lessons/UPPER")) == (422, "invalid")
    assert problem(client.get("/api/lessons", params={"lang": "tlh"})) == (404, "no_such_language")
    for language in LANGUAGES:
        assert client.get("/api/lessons", params={"lang": language}).status_code == 200
