"""Studies over the socket: several people at once, and what each is told."""

from __future__ import annotations

import pytest
from websockets.exceptions import ConnectionClosed

from stonefield.games import find_game

from .reader import Reader, act, make_study, state_of, tree_of


async def test_two_people_see_each_others_changes(server):
    made = make_study(server)
    async with Reader(server, made) as ann, Reader(server, made, made["edit"]) as ben:
        assert (ann.state["role"], ben.state["role"]) == ("owner", "editor")
        await ann.until(lambda message: message.get("editors") == 2)
        done = await ann.act("add", chapter=1, node=0, moves=["c2rw", "E"])
        await ben.until(lambda message: message["type"] == "update")
        assert done["node"] == 2
        await ben.act("comment", chapter=1, node=0, text="Why east?")
        await ann.until(lambda message: message["type"] == "update")
        assert ann.tree == ben.tree == tree_of(state_of(server, made))
        assert ann.tree[0]["comment"] == "Why east?"
        await ann.act("undo")
        await ben.until(lambda message: message["type"] == "update" and message["trees"][0]["removed"])
        assert ann.tree == ben.tree
        assert set(ann.tree) == {0}


async def test_the_answer_to_an_action_comes_before_what_it_changes(server):
    made = make_study(server)
    async with Reader(server, made) as ann:
        await ann.act("title", id="t", title="New")
        kinds = [message["type"] for message in ann.heard if message["type"] in ("accepted", "update")]
        assert kinds == ["accepted", "update"]
        assert ann.state["title"] == "New"


async def test_a_look_shows_the_position_and_what_may_be_decided(server):
    made = make_study(server)
    act(server, made, "add", chapter=1, node=0, moves=["c2rw"])
    async with Reader(server, made) as ann:
        await ann.send(type="look", chapter=1, node=1)
        scene = await ann.until_type("scene")
        assert scene["scene"]["pending"] == "c2"
        assert scene["turn"]["colour"] == "white"
        assert scene["turn"]["players"] == [1, 2]
        assert {answer["text"] for answer in scene["legal"]["answers"]} >= {"E", "-"}
        await ann.send(type="look", chapter=1, node=7)
        assert (await ann.until_type("refused"))["code"] == "no_such_node"


def test_the_moves_of_four_players_say_whose_they_are(server):
    position, moves = find_game("caminos").start(players=4), []
    for _ in range(5):
        moves.append(str(position.legal_moves()[0]))
        position = position.play(moves[-1])
    made = make_study(server, {"kind": "start", "game": "caminos", "options": {"players": 4}})
    act(server, made, "add", chapter=1, node=0, moves=moves)
    tree = tree_of(state_of(server, made))
    assert [tree[id]["seat"] for id in sorted(tree)] == [None, 0, 1, 2, 3, 0]


async def test_a_chapter_is_sent_whole_when_it_is_opened(server):
    made = make_study(server)
    async with Reader(server, made) as ann:
        done = await ann.act("chapter_add", title="Two", source={"kind": "start", "game": "caminos"})
        await ann.send(type="chapter", chapter=done["chapter"])
        found = await ann.until_type("chapter")
        assert (found["chapter"]["rules"], len(found["chapter"]["tree"])) == ("caminos", 1)


async def test_readers_watch_until_the_study_becomes_private(server):
    made = make_study(server)
    act(server, made, "visibility", visibility="link")
    async with Reader(server, made, None) as reader:
        assert reader.state["role"] == "reader"
        assert (await reader.act("title", title="Mine"))["code"] == "not_your_study"
        act(server, made, "visibility", visibility="private")
        with pytest.raises(ConnectionClosed) as closed:
            await reader.until(lambda message: False)
        assert closed.value.rcvd.code == 4404
    async with Reader(server, made, None) as stranger:
        assert stranger.heard[0]["code"] == "study_private"


async def test_whoever_looks_at_a_study_that_is_deleted_is_told(server):
    made = make_study(server)
    async with Reader(server, made) as ann:
        path = f"/api/studies/{made['study']}"
        headers = {"Authorization": f"Bearer {made['token']}"}
        assert server.client().delete(path, headers=headers).status_code == 204
        with pytest.raises(ConnectionClosed) as closed:
            await ann.until(lambda message: False)
        assert closed.value.rcvd.reason == "no_such_study"
