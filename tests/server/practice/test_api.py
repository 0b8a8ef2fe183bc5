"""Training over HTTP: puzzles, tries, what they decide, storms and endgames."""

from __future__ import annotations

import html

import httpx
import pytest

from stonefield.games.game import parse
from stonefield.puzzles.practice.daily import EASY

from ..page import PATIENCE
from .trainee import GAME, Trainee, puzzles, wrong_at

PUZZLE = puzzles()[0]
ENDGAME = next(puzzle for puzzle in puzzles() if len(puzzle.line) > 1)
"""Not over with the first decision."""


@pytest.fixture(scope="module")
def stranger(server):
    return Trainee(server, known=False)


def test_what_there_is_to_train_with(stranger):
    (carnac,) = (one for one in stranger.ask("GET", "/api/puzzles")["games"] if one["game"] == GAME)
    assert carnac["puzzles"] == len(puzzles())
    assert {one["theme"] for one in carnac["themes"]} == {t for p in puzzles() for t in p.themes}
    assert carnac["lowest"] <= carnac["highest"]


def test_a_puzzle_is_shown_without_its_solution(stranger):
    found = stranger.ask("GET", f"/api/puzzles/{PUZZLE.name}")
    assert found["moment"]["position"] == PUZZLE.position
    assert found["colour"] == found["moment"]["turn"]["colour"] == PUZZLE.start.turn
    assert (found["result"], found["themes"]) == (PUZZLE.result, list(PUZZLE.themes))
    assert "line" not in found


def test_the_line_is_played_with_the_defences_replies(stranger):
    for puzzle in (PUZZLE, max(puzzles(), key=lambda puzzle: len(puzzle.line))):
        answer = stranger.solve(puzzle)
        assert answer["moves"] == list(puzzle.line)
        assert answer["judged"] is None
        assert parse(answer["moment"]["position"]) == parse(answer["steps"][-1]["position"])


def test_a_wrong_try_is_refuted_by_best_play(stranger):
    start = PUZZLE.start
    wrong = wrong_at(start, PUZZLE.line[0])
    answer = stranger.refuted(PUZZLE, wrong)
    assert (answer["right"], answer["done"], answer["moves"]) == (False, False, [])
    assert answer["moment"]["position"] == PUZZLE.position
    refutation = answer["refutation"]
    assert refutation["result"] in (("draw", "loss") if PUZZLE.result == "win" else ("loss",))
    position = start.play(wrong)
    for step, move in zip(refutation["steps"], refutation["moves"], strict=True):
        position = position.play(move)
        assert step["position"] == str(position)
    if position.is_over:
        winner = position.outcome.winner
        assert (refutation["result"] == "loss") == (winner not in (None, start.turn))


def test_who_is_not_patient_hears_at_once_that_a_try_is_wrong(stranger):
    """The proof goes on, and is there for whoever asks again."""
    wrong = wrong_at(PUZZLE.start, PUZZLE.line[0])
    path = f"/api/puzzles/{PUZZLE.name}/tries"
    first = stranger.ask("POST", path, json={"moves": [wrong], "patient": False})
    assert (first["right"], first["steps"][0]["move"]) == (False, wrong)
    proven = stranger.refuted(PUZZLE, wrong)["refutation"]
    assert first["refutation"] in (None, proven)
    again = stranger.ask("POST", path, json={"moves": [wrong], "patient": False})
    assert again["refutation"] == proven


@pytest.mark.parametrize(
    ("moves", "code"),
    [
        (["nonsense"], "invalid_move"),
        (["z9rr"], "invalid_move"),
        ([*PUZZLE.line, "a1rr"], "stale_move"),
        ([], "invalid"),
        (["x" * 65], "invalid"),
        (["a1rr"] * 201, "invalid"),
    ],
)
def test_what_is_no_try_is_refused(server, moves, code):
    answer = server.client().post(f"/api/puzzles/{PUZZLE.name}/tries", json={"moves": moves})
    assert answer.json()["code"] == code, answer.text


def test_there_is_no_such_puzzle_game_or_theme(stranger):
    for path in (
        "none",
        "next?game=chess",
        f"next?game={GAME}&theme=none",
        "daily?game=chess",
        "endgames/none",
    ):
        assert stranger.ask("GET", f"/api/puzzles/{path}", 404)["code"] == "no_such_puzzle"


# With a learner


def test_the_first_attempt_is_rated_and_the_server_alone_decides(server):
    ann = Trainee(server)
    judged = ann.solve(PUZZLE)["judged"]
    assert (judged["right"], judged["rated"], judged["due"]) == (True, True, None)
    assert judged["after"]["rating"] > judged["before"]["rating"]
    assert ann.solve(PUZZLE)["judged"] is None, "once only"
    progress = ann.progress()
    assert (progress["tried"], progress["right"], progress["rating"]) == (1, 1, judged["after"])
    assert [point["rating"] for point in progress["graph"]] == [judged["after"]["rating"]]
    assert {one["theme"]: one["right"] for one in progress["themes"]} == dict.fromkeys(PUZZLE.themes, 1)


def test_after_a_wrong_try_the_right_one_wins_nothing_and_the_puzzle_comes_back(server):
    ben = Trainee(server)
    judged = ben.try_(PUZZLE, wrong_at(PUZZLE.start, PUZZLE.line[0]))["judged"]
    assert (judged["right"], judged["rated"]) == (False, True)
    assert judged["after"]["rating"] < judged["before"]["rating"]
    assert judged["due"] is not None
    assert ben.solve(PUZZLE)["judged"] is None
    progress = ben.progress()
    assert (progress["right"], progress["due"], progress["waiting"]) == (0, 0, 1)


def test_giving_up_shows_the_line_and_loses(server):
    cleo = Trainee(server)
    found = cleo.miss(PUZZLE)
    assert found["moves"] == list(PUZZLE.line)
    assert [step["move"] for step in found["steps"]] == found["moves"]
    assert not found["judged"]["right"]


def test_the_next_puzzle_is_a_new_one_until_there_are_none(server):
    dan = Trainee(server)
    seen = set()
    for _ in range(min(6, len(puzzles()))):
        found = dan.ask("GET", f"/api/puzzles/next?game={GAME}")
        assert not found["due"]
        name = found["puzzle"]["puzzle"]
        assert name not in seen
        seen.add(name)
        dan.ask("POST", f"/api/puzzles/{name}/solution")
    theme = PUZZLE.themes[0]
    found = dan.ask("GET", f"/api/puzzles/next?game={GAME}&theme={theme}&rating=2400")
    assert theme in found["puzzle"]["themes"]


def test_the_daily_puzzle_is_everybodys_and_makes_a_streak(server, stranger):
    first, again = (stranger.ask("GET", f"/api/puzzles/daily?game={GAME}") for _ in range(2))
    assert first["puzzle"]["puzzle"] == again["puzzle"]["puzzle"]
    assert 0 < first["ends"] - first["now"] <= 24 * 3600 * 1000
    (daily,) = (one for one in puzzles() if one.name == first["puzzle"]["puzzle"])
    eve = Trainee(server)
    assert eve.progress()["streak"] == {"days": 0, "best": 0, "today": False}
    eve.miss(daily)
    assert eve.solve(daily)["streak"] == {"days": 1, "best": 1, "today": True}
    assert eve.progress()["streak"]["days"] == 1


def test_newcomers_have_an_easy_daily_puzzle_which_is_good_for_the_streak(server, stranger):
    first, again = (stranger.ask("GET", f"/api/puzzles/daily?game={GAME}&easy=true") for _ in range(2))
    assert first["puzzle"] == again["puzzle"]
    (easy,) = (one for one in puzzles() if one.name == first["puzzle"]["puzzle"])
    assert (easy.board, len(easy.line), first["puzzle"]["decisions"]) == ("small", 1, 1)
    assert easy.rating <= EASY
    mia = Trainee(server)
    assert mia.solve(easy)["streak"] == {"days": 1, "best": 1, "today": True}


def test_votes_and_reports_are_for_those_who_have_tried(server):
    fay = Trainee(server)
    path = f"/api/puzzles/{PUZZLE.name}"
    assert fay.ask("POST", f"{path}/vote", 409, json={"up": True})["code"] == "not_tried"
    assert fay.ask("POST", f"{path}/report", 409, json={"reason": "unclear"})["code"] == "not_tried"
    fay.solve(PUZZLE)
    before = fay.ask("GET", path)
    voted = fay.ask("POST", f"{path}/vote", json={"up": True})
    assert (voted["up"], voted["mine"]) == (before["up"], True), "kept; it counts after some history"
    fay.ask("POST", f"{path}/report", 204, json={"reason": "second_solution"})
    assert fay.ask("POST", f"{path}/report", 422, json={"reason": "x"})["code"] == "invalid"


def test_a_learner_is_their_own_and_can_be_forgotten(server, stranger):
    gus, hal = Trainee(server), Trainee(server)
    assert gus.ask("GET", f"/api/learners/{hal.id}", 401)["code"] == "bad_learner"
    assert stranger.ask("GET", f"/api/learners/{hal.id}", 401)["code"] == "bad_learner"
    assert stranger.ask("POST", f"/api/puzzles/{PUZZLE.name}/vote", 401, json={"up": True})
    hal.ask("DELETE", f"/api/learners/{hal.id}", 204)
    assert hal.ask("GET", f"/api/learners/{hal.id}", 401)["code"] == "bad_learner"
    assert hal.try_(PUZZLE, PUZZLE.line[0], status=401)["code"] == "bad_learner"


# Storms


def line_of(name: str) -> tuple[str, ...]:
    return next(one.line for one in puzzles() if one.name == name)


def test_a_storm_goes_from_puzzle_to_puzzle_and_counts(server):
    ida = Trainee(server)
    storm = ida.ask("POST", "/api/puzzles/storm", 201, json={"game": GAME})
    assert 170_000 < storm["ends"] - storm["now"] <= 180_000
    first = storm["puzzle"]["puzzle"]
    path = f"/api/puzzles/storm/{storm['storm']}/tries"
    found = storm
    while found["solved"] == 0:
        move = line_of(first)[len(found["moves"])]
        found = ida.ask("POST", path, json={"puzzle": first, "moves": [*found["moves"], move]})
        assert found["right"]
    assert (found["solved"], found["missed"], found["best"]) == (1, 0, 1)
    second = found["puzzle"]["puzzle"]
    assert found["moment"]["position"] == found["puzzle"]["moment"]["position"]
    late = ida.ask("POST", path, 409, json={"puzzle": "none", "moves": ["a1rr"]})
    assert late["code"] == "stale_move"
    position = parse(found["moment"]["position"])
    wrong = wrong_at(position, line_of(second)[0])
    missed = ida.ask("POST", path, json={"puzzle": second, "moves": [wrong]})
    assert (missed["right"], missed["missed"], missed["combo"]) == (False, 1, 0)
    assert missed["ends"] == storm["ends"] - 10_000
    assert missed["puzzle"] is not None
    assert ida.progress()["storm"] == 1


def test_there_is_no_such_storm(stranger):
    none = stranger.ask("POST", "/api/puzzles/storm/none/tries", 404, json={"puzzle": "x", "moves": ["y"]})
    assert none["code"] == "no_such_storm"
    assert stranger.ask("POST", "/api/puzzles/storm", 404, json={"game": "chess"})["code"] == "no_such_puzzle"


# Endgames


def test_an_endgame_is_played_out_against_perfect_defence(server, stranger):
    found = stranger.ask("GET", f"/api/puzzles/endgames/{ENDGAME.name}")
    assert found["result"] == ENDGAME.result
    path = f"/api/puzzles/endgames/{ENDGAME.name}/moves"
    first = stranger.ask("POST", path, json={"moves": [ENDGAME.line[0]]})
    assert (first["kept"], first["result"], first["better"]) == (True, ENDGAME.result, [])
    moves, moment = first["moves"], first["moment"]
    while moment["turn"] is not None:
        assert moment["turn"]["colour"] == found["colour"]
        legal = parse(moment["position"]).legal_moves()
        answer = stranger.ask("POST", path, json={"moves": [*moves, str(legal[0])]})
        if not answer["kept"]:
            better = parse(moment["position"])
            for move in answer["better"]:
                better = better.play(move)
        moves, moment = answer["moves"], answer["moment"]
    winner = moment["winner"]
    assert answer["result"] == ("draw" if winner is None else "win" if winner == found["colour"] else "loss")
    over = stranger.ask("POST", path, 409, json={"moves": [*moves, "a1rr"]})
    assert over["code"] in ("game_over", "illegal_move")
    other = stranger.ask("GET", f"/api/puzzles/endgames/next?game={GAME}&but={ENDGAME.name}")
    assert other["endgame"] != ENDGAME.name


# The feed and pictures


def test_the_feed_has_fourteen_days_with_pictures(server, stranger):
    from xml.etree import ElementTree

    answer = server.client().get("/api/puzzles/daily.atom", params={"game": GAME, "lang": "de"})
    assert answer.headers["content-type"].startswith("application/atom+xml")
    atom = {"a": "http://www.w3.org/2005/Atom"}
    feed = ElementTree.fromstring(answer.content)
    assert "Rätsel" in feed.findtext("a:title", namespaces=atom)
    entries = feed.findall("a:entry", atom)
    assert len(entries) == 14
    ids = [entry.findtext("a:id", namespaces=atom) for entry in entries]
    assert len(set(ids)) == 14
    today = stranger.ask("GET", f"/api/puzzles/daily?game={GAME}")
    assert today["puzzle"]["puzzle"] in ids[0]
    assert entries[0].findtext("a:updated", namespaces=atom) == f"{today['date']}T00:00:00Z"
    picture = entries[0].find("a:link[@rel='enclosure']", atom).get("href")
    found = httpx.get(picture, timeout=PATIENCE, verify=False)
    assert found.headers["content-type"] == "image/png"
    assert found.headers["cross-origin-resource-policy"] == "cross-origin"
    assert found.content.startswith(b"\x89PNG")
    assert server.client().get(f"/api/puzzles/{PUZZLE.name}/picture.svg").text.startswith("<svg")
    assert server.client().get("/api/puzzles/daily.atom?lang=xx").json()["code"] == "no_such_language"


def test_the_feed_speaks_of_a_side_with_its_article(server):
    answer = server.client().get("/api/puzzles/daily.atom", params={"game": GAME, "lang": "it"})
    assert "<p>Il " in html.unescape(answer.text)
