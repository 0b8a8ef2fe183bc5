"""The HTTP API: making games, looking at them, joining, and what is refused."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from stonefield import records
from stonefield.games import caminos, find_game
from stonefield.games.caminos.board import Board
from stonefield.games.caminos.pieces import PieceSet
from stonefield.records import Record


def problem(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of a refusal."""
    body = answer.json()
    assert body["detail"], body
    return answer.status_code, body["code"]


def test_the_server_says_that_it_is_up(server):
    assert server.client().get("/api/health").json()["status"] == "ok"


def test_the_catalogue_has_everything_a_setup_page_offers(server):
    catalogue = server.client().get("/api/catalogue").json()
    games = {game["name"]: game for game in catalogue["games"]}
    assert [board["name"] for board in games["carnac"]["boards"]] == ["small", "medium", "large"]
    medium = games["carnac"]["boards"][1]
    assert (medium["name"], medium["files"], medium["ranks"], medium["sides"]) == ("medium", 10, 7, [])
    assert len(medium["squares"]) == 70
    assert [len(board["sides"]) for board in games["caminos"]["boards"]] == [4, 4, 8, 8]
    assert games["carnac"]["first_board"] == "medium"
    assert games["carnac"]["sides"] == list(find_game("carnac").sides)
    assert games["caminos"]["sides"] is None
    assert all(game["rules"] for game in games.values())
    assert games["caminos"]["seats"] == [2, 4]
    assert games["caminos"]["reconstructed"]
    assert not games["carnac"]["reconstructed"]
    assert {option["name"] for option in games["carnac"]["options"]} == {
        "board",
        "stock",
        "first",
        "final_tilt",
        "swap",
    }
    assert catalogue["levels"] == list(range(1, 11))
    assert set(catalogue["languages"]) == {"en", "de", "fr", "nl", "it", "hu", "ro"}


def test_a_new_game_is_ready_to_be_played(server):
    made = server.make_game("Ann", "Ben", board="small")
    state = made["state"]
    assert state["status"] == "playing"
    assert state["turn"] == {"seat": 0, "colour": "red", "phase": "place"}
    assert state["you"] == {"role": "player", "seats": [0, 1]}
    assert state["may"]["move"]
    assert len(state["legal"]["placements"]) == 40
    assert state["options"]["board"] == "small"
    assert state["version"] == 0


def test_a_spectator_sees_the_game_and_may_do_nothing(server):
    state = server.state(server.make_game("Ann", "Ben"), token=False)
    assert state["you"] == {"role": "spectator", "seats": []}
    assert state["legal"] is None
    assert not any(state["may"].values())


def test_a_decision_over_http_is_accepted_and_seen(server):
    made = server.make_game("Ann", "Ben")
    answer = server.act(made, "move", version=0, text="c4rw")
    assert answer.json()["type"] == "accepted"
    state = server.state(made)
    assert state["version"] == 1
    assert [move["text"] for move in state["moves"]] == ["c4rw"]
    assert state["turn"]["phase"] == "answer"
    assert {answer["text"]: answer["colour"] for answer in state["legal"]["answers"]} == {
        "N": "red",
        "E": "white",
        "S": "red",
        "W": "white",
        "-": "red",
    }


def test_a_refused_decision_comes_with_the_current_state(server):
    made = server.make_game("Ann", "Ben")
    server.play(made, "c4rw")
    answer = server.act(made, "move", version=1, text="d5rw")
    assert problem(answer) == (409, "illegal_move")
    assert answer.json()["state"]["version"] == 1
    assert problem(server.act(made, "move", version=1, text="hello")) == (422, "invalid_move")
    assert problem(server.act(made, "move", version=0, text="E")) == (409, "stale_move")
    assert problem(server.act(made, "move", version=7, text="E")) == (409, "stale_move")


def test_a_friend_takes_the_open_seat(server):
    made = server.make_game("Ann", "open")
    assert made["links"]["join"] == f"/g/{made['game']}#join={made['invite']}"
    assert made["state"]["status"] == "waiting"
    assert problem(server.act(made, "move", version=0, text="c4rw")) == (409, "waiting")
    joined = server.join(made, "Ben")
    assert joined["state"]["status"] == "playing"
    assert joined["state"]["you"]["seats"] == [1]
    assert [seat["name"] for seat in joined["state"]["seats"]] == ["Ann", "Ben"]
    assert joined["token"] != made["token"]


def test_an_invitation_is_good_for_the_open_seats_only(server):
    made = server.make_game("Ann", "open")
    client = server.client()
    path = f"/api/games/{made['game']}/join"
    assert problem(client.post(path, json={"invite": "x" * 32})) == (403, "bad_invite")
    assert problem(client.post(path, json={"invite": made["invite"], "seat": 0})) == (409, "seat_taken")
    own = {"Authorization": f"Bearer {made['token']}"}
    assert problem(client.post(path, json={"invite": made["invite"]}, headers=own)) == (409, "already_seated")
    server.join(made)
    assert problem(client.post(path, json={"invite": made["invite"]})) == (409, "seat_taken")


def test_joining_again_with_the_same_token_is_the_same_joining(server):
    made = server.make_game("Ann", "open")
    path = f"/api/games/{made['game']}/join"
    wishes = {"invite": made["invite"], "name": "Ben", "token": "b" * 40}
    first, again = (server.client().post(path, json=wishes).json() for _ in range(2))
    assert first["token"] == again["token"] == "b" * 40
    assert again["state"]["you"] == {"role": "player", "seats": [1]}
    assert again["state"]["version"] == 1
    other = server.client().post(path, json={**wishes, "token": "c" * 40})
    assert problem(other) == (409, "seat_taken")
    for bad in ("short", "x" * 129, "ö" * 40, ""):
        assert problem(server.client().post(path, json={**wishes, "token": bad})) == (422, "invalid")


def test_whoever_made_a_game_without_a_seat_joins_with_another_token(server):
    made = server.make_game("open", "open")
    path = f"/api/games/{made['game']}/join"
    wishes = {"invite": made["invite"], "token": made["token"]}
    assert problem(server.client().post(path, json=wishes)) == (409, "already_seated")
    del wishes["token"]
    assert server.client().post(path, json=wishes).json()["state"]["you"]["seats"] == [0]


def test_seats_are_held_by_their_tokens(server):
    made = server.make_game("Ann", "open")
    joined = server.join(made)
    assert problem(server.act(joined, "move", version=1, text="c4rw")) == (409, "not_your_turn")
    stranger = {**made, "token": "guessed"}
    assert problem(server.act(stranger, "move", version=1, text="c4rw")) == (401, "bad_token")
    nobody = server.client().post(
        f"/api/games/{made['game']}/actions", json={"type": "move", "id": "a", "version": 1, "text": "c4rw"}
    )
    assert problem(nobody) == (403, "not_your_seat")


def test_four_seats_of_caminos_are_taken_one_by_one(server):
    made = server.make_game("Ann", "open", "Ann", "open", game="caminos", players=4)
    server.join(made, "Ben", seat=3)
    joined = server.join(made, "Cid")
    assert joined["state"]["status"] == "playing"
    assert [seat["name"] for seat in joined["state"]["seats"]] == ["Ann", "Cid", "Ann", "Ben"]
    assert [seat["colour"] for seat in joined["state"]["seats"]] == ["yellow", "green", "yellow", "green"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"game": "chess"}, (422, "invalid_option")),
        ({"options": {"board": "huge"}}, (422, "invalid_option")),
        ({"options": {"stock": 99}}, (422, "invalid_option")),
        ({"options": {"stock": True}}, (422, "invalid_option")),
        ({"options": {"colour": "red"}}, (422, "invalid_option")),
        ({"seats": [{"kind": "person"}] * 3}, (422, "wrong_seats")),
        ({"seats": [{"kind": "person"}]}, (422, "invalid")),
        ({"seats": [{"kind": "engine", "level": 11}, {"kind": "person"}]}, (422, "invalid")),
        ({"seats": [{"kind": "ghost"}, {"kind": "person"}]}, (422, "invalid")),
        ({"clock": {"seconds": 0}}, (422, "invalid")),
        ({"surprise": 1}, (422, "invalid")),
    ],
)
def test_a_game_that_cannot_be_is_refused_with_a_reason(server, body, expected):
    wishes = {"game": "carnac", "seats": [{"kind": "person"}] * 2, **body}
    assert problem(server.client().post("/api/games", json=wishes)) == expected


def test_what_is_no_json_is_unreadable(server):
    headers = {"Content-Type": "application/json"}
    for body in (b"{", b"\xff\xfe", b""):
        answer = server.client().post("/api/games", content=body, headers=headers)
        assert 400 <= answer.status_code < 500, answer.text
        assert answer.json()["code"] in ("unreadable", "invalid")


def test_unknown_places_are_not_found(server):
    client = server.client()
    assert problem(client.get("/api/games/AAAAAAAAAAAAAAAA")) == (404, "no_such_game")
    assert problem(client.get("/api/games/%00")) == (404, "no_such_game")
    assert problem(client.get("/api/nothing")) == (404, "not_found")
    assert problem(client.delete("/api/games")) == (405, "method_not_allowed")
    made = server.make_game("Ann", "Ben")
    assert problem(client.get(f"/api/games/{made['game']}/scenes/5")) == (404, "no_such_ply")
    assert problem(client.get(f"/api/games/{made['game']}/picture.svg?ply=5")) == (404, "no_such_ply")


def test_every_earlier_position_can_be_looked_at(server):
    made = server.make_game("Ann", "Ben")
    server.play(made, "c4rw", "E", "a1rr")
    client = server.client()
    scenes = [client.get(f"/api/games/{made['game']}/scenes/{ply}").json()["scene"] for ply in range(4)]
    assert [len(scene["stones"]) for scene in scenes] == [0, 1, 1, 2]
    assert scenes[2]["origin"] == "c4"
    assert scenes[2]["last"] == ["e4", "d4"]
    assert scenes[1]["pending"] == "c4"


def test_names_are_kept_without_anything_invisible(server):
    made = server.make_game(" A\u0000n\u202en\n ", "<b>Ben</b>")
    assert [seat["name"] for seat in made["state"]["seats"]] == ["Ann", "<b>Ben</b>"]


def test_a_game_is_exported_and_imported_as_a_record(server):
    made = server.make_game("Ann", "Ben", board="3x3", stock=2)
    state = server.play(made, "a1rw", "N", "c3rr")
    assert state["status"] == "over"
    text = server.client().get(f"/api/games/{made['game']}/record")
    assert "attachment" in text.headers["content-disposition"]
    again = server.client().post("/api/imports", json={"text": text.text})
    assert again.status_code == 201, again.text
    copy = again.json()["state"]
    assert copy["status"] == "over"
    assert copy["outcome"] == state["outcome"]
    assert [move["text"] for move in copy["moves"]] == ["a1rw", "N", "c3rr"]
    as_json = server.client().get(f"/api/games/{made['game']}/record?format=json").text
    assert server.client().post("/api/imports", json={"text": as_json}).status_code == 201


@pytest.mark.parametrize(
    ("form", "ending", "kind"),
    [
        ("text", ".stones", "text/plain"),
        ("json", ".json", "application/json"),
        ("boardspace", ".sgf", "application/x-go-sgf"),
        ("abstractplay", ".abstractplay.json", "application/json"),
    ],
)
def test_a_game_is_exported_in_each_format_and_comes_back(server, form, ending, kind):
    made = server.make_game("Änn", "Ben", board="small")
    server.play(made, "c4rw", "E", "a1ww", "-")
    server.act(made, "resign")
    answer = server.client().get(f"/api/games/{made['game']}/record?format={form}")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith(kind)
    assert answer.headers["content-disposition"].endswith(f'{made["game"]}{ending}"')
    copy = server.client().post("/api/imports", json={"text": answer.content.decode()}).json()["state"]
    assert [move["text"] for move in copy["moves"]] == ["c4rw", "E", "a1ww", "-"]
    assert [seat["name"] for seat in copy["seats"]] == ["Änn", "Ben"]
    assert copy["outcome"] == server.state(made)["outcome"]
    assert copy["options"]["board"] == "small"


def test_a_game_is_offered_only_in_formats_that_can_hold_it(server):
    def formats(made):
        return server.client().get(f"/api/games/{made['game']}/record/formats").json()["formats"]

    made = server.make_game("Ann", "Ben", swap=True)
    server.play(made, "c4rw")
    assert formats(made) == ["text", "json", "boardspace", "abstractplay"]
    server.play(made, "swap")
    assert formats(made) == ["text", "json"]
    answer = server.client().get(f"/api/games/{made['game']}/record?format=boardspace")
    assert problem(answer) == (422, "not_in_this_format")
    assert answer.json()["detail"] == "Boardspace has no swap: write this game as .stones or .json"
    source = server.client().get(f"/api/games/{made['game']}/record").text
    copy = server.client().post("/api/imports", json={"text": source}).json()
    assert formats(copy) == ["text", "json"]
    answer = server.client().get(f"/api/games/{copy['game']}/record?format=abstractplay")
    assert problem(answer) == (422, "not_in_this_format")


def test_an_unfinished_record_is_played_on_at_one_screen(server):
    made = server.make_game("Ann", "Ben")
    server.play(made, "c4rw", "E")
    record = server.client().get(f"/api/games/{made['game']}/record").text
    copy = server.client().post("/api/imports", json={"text": record}).json()
    assert copy["state"]["status"] == "playing"
    state = server.play(copy, "a1rr", "-")
    assert [move["text"] for move in state["moves"]] == ["c4rw", "E", "a1rr", "-"]


def test_a_game_on_a_board_of_ones_own_is_played_as_the_page_about_boards_says(server):
    examples = Path(__file__).parents[2] / "docs" / "boards"
    board, pieces = Board.load(examples / "lagoon.toml"), PieceSet.load(examples / "corners.toml")
    record = Record(caminos.start(board, pieces=pieces))
    copy = server.client().post("/api/imports", json={"text": records.write(record)}).json()
    assert copy["state"]["status"] == "playing"
    assert copy["state"]["board"]["name"] == "lagoon"
    assert set(copy["state"]["legal"]["shapes"]) == {"V", "P", "Y"}
    state = server.play(copy, "V:a1,a2,b1", "Y:b2,c2*2,c3")
    assert [move["seat"] for move in state["moves"]] == [0, 1]


def test_a_comment_of_an_imported_record_comes_out_again(server):
    made = server.make_game("Ann", "Ben", board="3x3", stock=1)
    server.play(made, "a1rw")
    record = server.client().get(f"/api/games/{made['game']}/record").text
    commented = record.replace("a1rw", "a1rw {so it <b>ends</b>}")
    copy = server.client().post("/api/imports", json={"text": commented}).json()
    assert "so it <b>ends</b>" in server.client().get(f"/api/games/{copy['game']}/record").text


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("(;GM[Carnac]SU[carnac_10x7 77];P0[1 OnBoard 1 D 4];P1[2 Tip D 4 E 4])", ["d4rr", "E"]),
        ("12-b2 >n,12-a4 pass 21-j7", ["b2rr", "N", "a4rr", "-", "j7ww"]),
    ],
)
def test_games_from_elsewhere_are_imported(server, text, moves):
    answer = server.client().post("/api/imports", json={"text": text})
    assert answer.status_code == 201, answer.text
    assert [move["text"] for move in answer.json()["state"]["moves"]] == moves


def test_a_resigned_game_is_still_resigned_after_export_and_import(server):
    made = server.make_game("Ann", "Ben")
    server.play(made, "c4rw")
    server.act(made, "resign")
    record = server.client().get(f"/api/games/{made['game']}/record").text
    copy = server.client().post("/api/imports", json={"text": record}).json()["state"]
    assert copy["outcome"] == {"winner": "red", "seats": [0], "reason": "resign"}
    assert [seat["name"] for seat in copy["seats"]] == ["Ann", "Ben"]


def test_a_record_that_cannot_be_read_is_refused_with_its_place(server):
    answer = server.client().post("/api/imports", json={"text": '[Game "carnac"]\n\n1. z9rw *'})
    assert problem(answer) == (422, "invalid_record")
    assert "line" in answer.json()["detail"]


def test_a_refusal_does_not_repeat_everything_it_was_given(server):
    text = '[Game "carnac"]\n[Stock "' + "9" * 100_000 + '"]\n\n*'
    answer = server.client().post("/api/imports", json={"text": text})
    assert problem(answer) == (422, "invalid_record")
    assert len(answer.json()["detail"]) <= 400


def test_a_rematch_of_a_set_up_game_begins_from_the_same_position(server):
    position = "carnac medium 28 r w2 c4rw?,d5e5w"
    text = f'[Game "carnac"]\n[Position "{position}"]\n\n*'
    made = server.client().post("/api/imports", json={"text": text}).json()
    assert made["state"]["position"] == position
    server.act(made, "resign")
    server.act(made, "offer", kind="rematch")
    assert server.state({**made, "game": server.state(made)["rematch"]})["position"] == position


def test_positions_are_drawn(server):
    made = server.make_game("Ann", "Ben")
    server.play(made, "c4rw", "E")
    drawn = set()
    for query in ("", "?view=isometric&theme=dark", "?ply=1", "?paint=black-red", "?view=isometric"):
        answer = server.client().get(f"/api/games/{made['game']}/picture.svg{query}")
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.text.startswith("<svg")
        drawn.add(answer.text)
    assert len(drawn) == 5
    same = server.client().get(f"/api/games/{made['game']}/picture.svg?view=above&paint=red-white&ply=2")
    assert same.text in drawn
    as_before = server.client().get(f"/api/games/{made['game']}/picture.svg?stones=black-red")
    assert as_before.text in drawn


@pytest.mark.parametrize(
    "query",
    [
        "view=side",
        "view=",
        "theme=pink",
        "paint=blue",
        "stones=blue",
        "paint=",
        "ply=-1",
        "ply=x",
        "ply=99999",
    ],
)
def test_a_picture_that_cannot_be_is_refused(server, query):
    made = server.make_game("Ann", "Ben")
    answer = server.client().get(f"/api/games/{made['game']}/picture.svg?{query}")
    assert problem(answer) == (422, "invalid")
    assert query.partition("=")[0] in answer.json()["detail"]
    if not query.startswith(("view", "ply")):
        answer = server.client().get(f"/api/rules/carnac/pictures/tie.svg?{query}")
        assert problem(answer) == (422, "invalid")
