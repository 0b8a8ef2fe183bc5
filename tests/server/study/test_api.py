"""Studies over HTTP: making, reading, changing, exporting, listing and deleting them."""

from __future__ import annotations

import pytest

from ..serverprocess import ServerThread
from .reader import START, act, bearer, make_study, state_of, tree_of

RECORD = """[Game "carnac"]
[Board "5x4"]
[Player1 "Ann"]
[Player2 "Ben"]

{so it began} 1. c2rw! E (1... - {why not}) 2. a1rr *
"""


def test_a_study_begins_with_a_game_its_position_a_record_or_nothing(server):
    game = server.make_game("Ann", "Ben", board="5x4")
    server.play(game, "c2rw", "E")
    position = server.state(game)["position"]
    for source, moves in (
        (START, []),
        ({"kind": "position", "text": position}, []),
        ({"kind": "record", "text": RECORD}, ["c2rw", "E", "-", "a1rr"]),
        ({"kind": "game", "game": game["game"], "token": game["token"]}, ["c2rw", "E"]),
    ):
        made = make_study(server, source)
        state = made["state"]
        assert (state["version"], state["role"], state["visibility"]) == (0, "owner", "private")
        assert sorted(node["text"] for node in state["chapter"]["tree"][1:]) == sorted(moves)
        assert made["links"]["edit"] == f"/study/{made['study']}#edit={made['edit']}"
        assert state_of(server, made)["chapter"] == state["chapter"]


def test_a_game_between_people_is_studied_after_its_end(server):
    game = server.make_game("Ann", "open", board="5x4")
    server.join(game)
    source = {"kind": "game", "game": game["game"], "token": game["token"]}
    refused = server.client().post("/api/studies", json={"source": source})
    assert (refused.status_code, refused.json()["code"]) == (403, "not_between_people")
    assert server.act(game, "resign").status_code == 200
    assert make_study(server, {"kind": "game", "game": game["game"]})["state"]["chapter"]["result"] == "0-1"


@pytest.mark.parametrize(
    ("source", "status", "code"),
    [
        ({"kind": "record", "text": "nonsense"}, 422, "invalid_record"),
        ({"kind": "record", "text": RECORD.replace("a1rr", "d2rr")}, 422, "illegal_record"),
        ({"kind": "position", "text": "nonsense"}, 422, "invalid_position"),
        ({"kind": "start", "game": "carnac", "options": {"board": "9z"}}, 422, "invalid_option"),
        ({"kind": "start", "game": "chess"}, 422, "invalid_option"),
        ({"kind": "game", "game": "x" * 16}, 404, "no_such_game"),
        ({"kind": "surprise"}, 422, "invalid"),
    ],
)
def test_what_cannot_be_studied_is_refused_with_the_reason(server, source, status, code):
    answer = server.client().post("/api/studies", json={"source": source})
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_actions_change_the_tree_and_the_same_id_is_the_same_action(server):
    made = make_study(server)
    first = act(server, made, "add", id="a", chapter=1, node=0, moves=["c2rw", "E"]).json()
    again = act(server, made, "add", id="a", chapter=1, node=0, moves=["c2rw", "E"]).json()
    assert first == again == {"type": "accepted", "id": "a", "version": 1, "chapter": 1, "node": 2}
    act(server, made, "mark", chapter=1, node=1, mark="?!")
    act(server, made, "comment", chapter=1, node=1, text="**Hm**")
    tree = tree_of(state_of(server, made))
    assert (tree[1]["mark"], tree[1]["comment"], tree[1]["colour"], tree[1]["ply"]) == (
        "?!",
        "**Hm**",
        "red",
        1,
    )
    assert sorted(tree[2]["squares"]) == ["d2", "e2"]
    act(server, made, "undo")
    assert tree_of(state_of(server, made))[1]["comment"] == ""
    refused = act(server, made, "add", chapter=1, node=2, moves=["d2rw"])
    assert (refused.status_code, refused.json()["code"]) == (409, "illegal_move")
    for words, code in (
        ({"chapter": 9, "node": 0}, "no_such_chapter"),
        ({"chapter": 1, "node": 99}, "no_such_node"),
    ):
        assert act(server, made, "delete", **words).json()["code"] == code


def test_who_may_read_and_change_a_study(server):
    made = make_study(server)
    path = f"/api/studies/{made['study']}"
    assert server.client().get(path).json()["code"] == "study_private"
    assert server.client().get(path, headers=bearer("x" * 32)).json()["code"] == "bad_token"
    assert state_of(server, made, made["edit"])["role"] == "editor"
    assert act(server, made, "title", made["edit"], title="By the friend").status_code == 200
    assert (
        act(server, made, "visibility", made["edit"], visibility="public").json()["code"] == "not_your_study"
    )
    assert act(server, made, "visibility", visibility="link").status_code == 200
    assert state_of(server, made, None)["role"] == "reader"
    assert act(server, made, "title", None, title="By anybody").json()["code"] == "not_your_study"
    assert server.client().delete(path, headers=bearer(made["edit"])).json()["code"] == "not_your_study"
    assert server.client().delete(path, headers=bearer(made["token"])).status_code == 204
    assert server.client().get(path).json()["code"] == "no_such_study"


def test_public_studies_are_listed_page_by_page(server):
    made = [make_study(server, title=f"Study {number}") for number in range(3)]
    for one in made:
        act(server, one, "visibility", visibility="public")
    first = server.client().get("/api/studies", params={"most": 2}).json()
    assert [one["study"] for one in first["studies"]] == [made[2]["study"], made[1]["study"]]
    assert first["studies"][0] | {"changed": 0} == {
        "study": made[2]["study"],
        "title": "Study 2",
        "changed": 0,
        "rules": ["carnac"],
        "chapters": 1,
    }
    rest = server.client().get("/api/studies", params={"most": 2, "before": first["next"]}).json()
    assert rest["studies"][0]["study"] == made[0]["study"]
    assert server.client().get("/api/studies", params={"before": "x"}).status_code == 422


@pytest.mark.parametrize("form", ["stones", "json"])
def test_a_study_goes_out_and_comes_in_again_with_everything(server, form):
    made = make_study(server, {"kind": "record", "text": RECORD}, title="Both")
    act(server, made, "chapter_add", title="More", source={"kind": "start", "game": "caminos"})
    act(
        server,
        made,
        "draw",
        chapter=1,
        node=1,
        arrows=[{"start": "a1", "end": "b2", "ink": "red"}],
        circles=[{"square": "c3", "ink": "blue"}],
    )
    path = f"/api/studies/{made['study']}/export"
    exported = server.client().get(path, params={"format": form}, headers=bearer(made["token"]))
    assert exported.status_code == 200
    assert f"study-{made['study']}.{form}" in exported.headers["content-disposition"]
    back = server.client().post("/api/studies/import", json={"text": exported.text}).json()
    before, after = state_of(server, made), back["state"]
    assert (after["title"], [one["title"] for one in after["chapters"]]) == ("Both", ["Ann – Ben", "More"])
    assert sorted(map(_content, before["chapter"]["tree"])) == sorted(map(_content, after["chapter"]["tree"]))


def _content(node: dict) -> str:
    return repr([node[name] for name in ("ply", "text", "mark", "comment", "clock", "arrows", "circles")])


def test_a_reader_takes_a_copy_of_their_own(server):
    made = make_study(server, {"kind": "record", "text": RECORD})
    path = f"/api/studies/{made['study']}/duplicate"
    assert server.client().post(path).json()["code"] == "study_private"
    act(server, made, "visibility", visibility="link")
    copy = server.client().post(path).json()
    assert copy["study"] != made["study"]
    assert copy["state"]["visibility"] == "private"
    assert copy["state"]["chapter"]["tree"] == made["state"]["chapter"]["tree"]


def test_several_games_make_several_chapters_and_each_can_be_read(server):
    made = make_study(server, {"kind": "record", "text": RECORD + "\n" + RECORD.replace("Ann", "Eve")})
    assert [one["title"] for one in made["state"]["chapters"]] == ["Ann – Ben", "Eve – Ben"]
    path = f"/api/studies/{made['study']}/chapters"
    found = server.client().get(f"{path}/2", headers=bearer(made["token"])).json()
    assert found["chapter"]["tags"]["Player1"] == "Eve"
    assert server.client().get(f"{path}/9", headers=bearer(made["token"])).json()["code"] == "no_such_chapter"


def test_a_restart_keeps_everything(server_over):
    server = server_over()
    made = make_study(server, {"kind": "record", "text": RECORD})
    act(server, made, "add", id="twice", chapter=1, node=0, moves=["a1ww", "-"])
    act(server, made, "promote", chapter=1, node=5, main=True)
    act(server, made, "delete", chapter=1, node=3)
    act(server, made, "chapter_add", source=START)
    act(server, made, "chapter_move", chapter=2, place=0)
    act(server, made, "keep", kept=True)
    before = state_of(server, made)
    server.kill()
    server.start()
    assert state_of(server, made) == before
    again = act(server, made, "add", id="twice", chapter=1, node=0, moves=["a1ww", "-"]).json()
    assert again["version"] == 1, "the same action"


def test_one_person_keeps_only_so_many(server_here):
    server: ServerThread = server_here()
    object.__setattr__(server.settings.quotas, "studies_kept", 2)
    made = [make_study(server) for _ in range(2)]
    refused = server.client().post("/api/studies", json={"source": START})
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
    server.client().delete(f"/api/studies/{made[0]['study']}", headers=bearer(made[0]["token"]))
    make_study(server)
