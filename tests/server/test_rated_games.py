"""Rated games over HTTP: who may play them, what is refused in them, and what an account shows afterwards."""

from __future__ import annotations

import time

import httpx
import pytest

from stonefield import records

from .page import PATIENCE
from .rated import CLOCK, Someone, play


@pytest.fixture(scope="module")
def people(server):
    """Two people who have played each other twice: for ratings, and for pleasure."""
    ann, ben = Someone(server), Someone(server)
    return ann, ben, play(ann, ben), play(ben, ann, 3, rated=False, options={"board": "medium"}, clock=None)


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


# Making and joining


def test_a_guest_plays_no_rated_game(server):
    ann, guest = Someone(server), server.client()
    wishes = {"game": "carnac", "seats": [{"kind": "person"}, {"kind": "open"}], "clock": CLOCK}
    assert refused(guest.post("/api/games", json={**wishes, "rated": True})) == (401, "sign_in_first")
    made = ann.make_rated().json()
    assert made["state"]["rated"]
    join = {"invite": made["invite"]}
    assert refused(guest.post(f"/api/games/{made['game']}/join", json=join)) == (401, "sign_in_first")
    assert refused(ann.post(f"/api/games/{made['game']}/join", json=join)) == (409, "already_seated")


@pytest.mark.parametrize(
    "more",
    [
        {"clock": None},
        {"position": "carnac small 28 r w2 c3rw?,d4e4w", "options": {}},
        {"options": {"board": "5x4"}},
        {"seats": [{"kind": "person"}, {"kind": "person"}]},
        {"seats": [{"kind": "person"}, {"kind": "engine", "level": 1}], "coach": "blunders"},
    ],
    ids=["clock", "position", "board", "one screen", "coach"],
)
def test_what_cannot_be_rated_is_refused_with_its_reason(people, more):
    assert refused(people[0].make_rated(**more)) == (422, "not_ratable")


# While it is played, and after


def test_nothing_helps_while_a_rated_game_is_played(people):
    ann, ben, *_ = people
    made = ann.make_rated().json()
    game = made["game"]
    # While a seat is open it is not known who plays.
    assert ann.get(f"/api/games/{game}/rating").json()["players"] == []
    ben.join(made)
    for one in (ann, ben):
        source = {"kind": "game", "game": game}
        study = one.post("/api/studies", json={"title": "", "source": source})
        assert refused(study) == (403, "rated_game")
        assert refused(one.post("/api/reviews", json={"source": source})) == (403, "rated_game")
        may = one.state(game)["may"]
        assert not any(may[what] for what in ("hint", "winrate", "takeback", "undo"))
    ann.act(game, "move", text="a1ww", version=one.state(game)["version"])
    assert refused(ann.act(game, "offer", kind="takeback")) == (403, "rated_game")
    assert refused(ann.delete(f"/api/games/{game}")) == (409, "game_not_over")
    open_match = ann.get(f"/api/games/{game}/rating").json()
    assert (open_match["status"], open_match["pool"]) == ("open", "carnac-live")
    ratings = [one.profile("").json()["ratings"][0]["rating"] for one in (ann, ben)]
    assert [(one["account"], one["before"], one["after"]) for one in open_match["players"]] == [
        (ann.name, ratings[0], None),
        (ben.name, ratings[1], None),
    ]
    ann.act(game, "resign")
    short = ann.get(f"/api/games/{game}/rating").json()
    assert (short["status"], short["reason"]) == ("not_rated", "short")
    source = {"kind": "game", "game": game}
    study = ann.post("/api/studies", json={"title": "", "source": source})
    assert study.status_code == 201


def test_a_game_against_a_level_counts_and_cannot_be_deleted_before(server):
    ann = Someone(server)
    made = ann.make_rated({"kind": "engine", "level": 1}).json()
    me, level = ann.get(f"/api/games/{made['game']}/rating").json()["players"]
    carnac = next(game for game in ann.get("/api/catalogue").json()["games"] if game["name"] == "carnac")
    assert (level["before"], level["provisional"]) == (carnac["rated_levels"][0], False)
    assert (me["before"], me["provisional"]) == (1500, True)
    assert refused(ann.delete(f"/api/games/{made['game']}")) == (403, "rated_game")
    assert ann.act(made["game"], "resign").status_code == 200
    match = ann.get(f"/api/games/{made['game']}/rating").json()
    assert [player["level"] for player in match["players"]] == [None, 1]
    assert ann.delete(f"/api/games/{made['game']}").status_code == 204


# What an account shows


def test_the_profile_has_the_ratings_and_how_they_came_about(people):
    ann, ben, game, _ = people
    (mine,), (theirs,) = (one.profile("").json()["ratings"] for one in (ann, ben))
    assert (mine["pool"], mine["game"], mine["pace"]) == ("carnac-live", "carnac", "live")
    assert mine["rating"] < 1500 < theirs["rating"]
    assert (mine["provisional"], mine["games"]) == (True, 1)
    (point,) = ann.profile("/ratings/carnac-live").json()["points"]
    assert (point["game"], point["score"], point["opponent"], point["number"]) == (game, 0, ben.name, 1)
    assert point["change"] == point["rating"] - 1500
    assert ann.profile("/ratings/caminos-live").json()["points"] == []
    assert refused(ann.profile("/ratings/chess")) == (404, "not_found")
    match = ann.get(f"/api/games/{game}/rating").json()
    assert match["status"] == "rated"
    assert [(player["account"], player["before"]) for player in match["players"]] == [
        (ann.name, 1500),
        (ben.name, 1500),
    ]
    exported = ann.get("/api/accounts/me/export").json()["ratings"]
    assert [(one["game"], one["pool"], one["before"]) for one in exported] == [(game, "carnac-live", 1500)]
    unrated = ann.get(f"/api/games/{people[3]}/rating")
    assert refused(unrated) == (404, "not_found")


def found(one: Someone, **search) -> list[str]:
    answer = one.profile("/games", **search)
    assert answer.status_code == 200, answer.text
    return [game["game"] for game in answer.json()["games"]]


def test_games_are_found_by_what_is_known_of_them(people):
    ann, ben, rated, casual = people
    first = ann.profile("/games", rated=True).json()["games"][-1]
    assert first["game"] == rated
    assert (first["result"], first["reason"], first["began"]) == ("lost", "resign", True)
    assert first["opponents"] == [{"name": ben.name, "account": ben.name, "level": None}]
    assert casual in found(ann, board="medium")
    assert rated not in found(ann, board="medium")
    assert casual not in found(ann, rated=True)
    assert found(ann, pace="correspondence") == [casual]
    assert rated in found(ann, opponent=ben.name, result="lost", game="carnac", pace="live")
    assert found(ann, opponent=ann.name) == []
    assert found(ann, result="won") == [casual]
    assert found(ann, shortest=4, longest=10) == [rated]
    assert found(ann, level=3) == []
    assert found(ann, game="caminos") == []
    ended = first["ended"]
    assert rated in found(ann, since=ended, until=ended + 1)
    assert rated not in found(ann, until=ended)
    assert refused(ann.profile("/games", opponent="nobodyisthere")) == (404, "no_such_account")
    assert refused(ann.profile("/games", position="dance")) == (422, "invalid")


def test_games_are_found_by_a_position_that_came_up(people):
    """Once the explorer has indexed them."""
    ann, _, rated, casual = people
    position = ann.get(f"/api/games/{rated}/scenes/7").json()["position"]
    deadline = time.monotonic() + PATIENCE
    while not (games := found(ann, position=position)):
        assert time.monotonic() < deadline, "the explorer has not indexed the game"
        time.sleep(0.2)
    assert games == [rated]
    assert casual not in games


def test_a_list_goes_on_where_it_ended(people):
    ann = people[0]
    whole, pages, before = found(ann, most=50), [], {}
    while True:
        page = ann.profile("/games", most=1, **before).json()
        pages += [game["game"] for game in page["games"]]
        if page["next"] is None:
            break
        before = {"before": page["next"]}
    assert pages == whole
    assert len(whole) >= 2


def test_all_games_come_as_one_file_of_records(people):
    ann, ben, *_ = people
    answer = ann.profile("/games/records", opponent=ben.name, shortest=3)
    assert answer.headers["content-type"].startswith("text/plain")
    games = records.read_all(answer.text)
    assert len(games) == 2
    assert sorted(len(game.moves) for game in games) == [3, 10]
    assert {game.tags["Player1"] for game in games} == {ann.name, ben.name}
    assert ann.profile("/games/records", game="caminos").text == ""


def test_statistics_add_the_games_up(people):
    ann, ben, *_ = people
    (carnac,) = ann.profile("/statistics").json()["games"]
    assert carnac["rules"] == "carnac"
    assert carnac["all"]["games"] == carnac["all"]["won"] + carnac["all"]["lost"] >= 2
    boards = {tally["name"]: tally for tally in carnac["boards"]}
    assert (boards["medium"]["games"], boards["medium"]["won"]) == (1, 1)
    assert {tally["name"] for tally in carnac["seats"]} == {"first", "second"}
    assert carnac["opponents"][0]["name"] == ben.name
    assert [tally["name"] for tally in carnac["lengths"]] == ["0-19"]
    assert carnac["turning_points"]["reviewed"] == 0


def test_a_private_account_shows_all_this_to_its_owner_only(server):
    ann, ben = Someone(server), Someone(server)
    play(ann, ben)
    assert ann.patch("/api/accounts/me", json={"private": True}).status_code == 200
    for path in ("/games", "/games/records", "/statistics", "/ratings/carnac-live"):
        assert ann.profile(path).status_code == 200
        answer = ben.get(f"/api/accounts/{ann.name}{path}")
        unknown = ben.get(f"/api/accounts/nobodyisthere{path}")
        assert (answer.status_code, answer.json()) == (404, unknown.json())
    assert ben.get(f"/api/accounts/{ann.name}").json()["ratings"] == []
    assert len(ann.profile("").json()["ratings"]) == 1
