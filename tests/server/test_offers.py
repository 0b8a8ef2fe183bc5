"""Resigning, draws, takebacks, undo and rematch."""

from __future__ import annotations

from .page import Page


def two_people(server, **options) -> tuple[dict, dict]:
    made = server.make_game("Ann", "open", **options)
    return made, server.join(made)


async def test_resigning_gives_the_game_to_the_other(server):
    made, joined = two_people(server)
    async with Page(server, made) as ann, Page(server, joined) as ben:
        assert (await ann.act("resign"))["type"] == "accepted"
        await ben.until_state(lambda state: state["status"] == "over")
        assert ben.state["outcome"] == {"winner": "white", "seats": [1], "reason": "resign"}
        assert ben.state["score"]["decided_by"] == "resign"
        assert (await ben.act("resign"))["code"] == "game_over"


async def test_a_draw_needs_the_other(server):
    made, joined = two_people(server)
    async with Page(server, made) as ann, Page(server, joined) as ben:
        await ann.act("offer", kind="draw")
        await ben.until_state(lambda state: state["may"]["answer"] == ["draw"])
        assert ben.state["offers"] == [{"kind": "draw", "seat": 0, "accepted": [0]}]
        assert (await ann.act("accept", kind="draw"))["code"] == "already_offered"
        assert (await ann.act("offer", kind="draw"))["code"] == "already_offered"
        assert (await ben.act("accept", kind="draw"))["type"] == "accepted"
        await ann.until_state(lambda state: state["status"] == "over")
        assert ann.state["outcome"] == {"winner": None, "seats": [], "reason": "agreement"}


async def test_a_draw_can_be_declined_withdrawn_and_ignored(server):
    made, joined = two_people(server)
    async with Page(server, made) as ann, Page(server, joined) as ben:
        await ann.act("offer", kind="draw")
        await ben.act("decline", kind="draw")
        await ann.until_state(lambda state: state["offers"] == [] and state["version"] >= 3)
        assert (await ben.act("accept", kind="draw"))["code"] == "no_offer"
        await ann.act("offer", kind="draw")
        await ann.act("decline", kind="draw")
        await ann.move("c4rw")
        await ann.act("offer", kind="draw")
        await ben.until_state(lambda state: state["version"] == 7)
        assert ben.state["offers"]
        await ben.move("E")
        assert ben.state["offers"] == [], "a decision of the other declines"


async def test_the_askers_own_decision_keeps_a_draw_offer(server):
    made, _ = two_people(server)
    async with Page(server, made) as ann:
        await ann.act("offer", kind="draw")
        await ann.move("c4rw")
        assert [offer["kind"] for offer in ann.state["offers"]] == ["draw"]


async def test_both_offering_a_draw_is_agreement(server):
    made, joined = two_people(server)
    async with Page(server, made) as ann, Page(server, joined) as ben:
        await ann.act("offer", kind="draw")
        await ben.act("offer", kind="draw")
        await ann.until_state(lambda state: state["status"] == "over")


async def test_a_takeback_goes_back_to_before_the_askers_last_turn(server):
    made, joined = two_people(server)
    async with Page(server, made) as ann, Page(server, joined) as ben:
        await ann.move("c4rw")
        await ben.until_state(lambda state: state["may"]["move"])
        await ben.move("E")
        await ben.move("a1rr")
        await ann.until_state(lambda state: state["may"]["move"])
        await ann.move("N")
        # Ben's last turn is his answer and his placement together; Ann's answer after it goes too.
        await ben.act("offer", kind="takeback")
        await ann.until_state(lambda state: state["may"]["answer"] == ["takeback"])
        await ann.act("accept", kind="takeback")
        await ben.until_state(lambda state: state["offers"] == [] and len(state["moves"]) == 1)
        assert [move["text"] for move in ben.state["moves"]] == ["c4rw"]
        assert ben.state["turn"] == {"seat": 1, "colour": "white", "phase": "answer"}


async def test_in_the_middle_of_a_turn_a_takeback_goes_back_to_its_beginning(server):
    made, joined = two_people(server)
    async with Page(server, made) as ann, Page(server, joined) as ben:
        await ann.move("c4rw")
        await ben.until_state(lambda state: state["may"]["move"])
        await ben.move("E")
        await ben.act("offer", kind="takeback")
        await ann.until_state(lambda state: state["may"]["answer"] == ["takeback"])
        await ann.act("accept", kind="takeback")
        await ben.until_state(lambda state: len(state["moves"]) == 1)
        assert ben.state["turn"]["phase"] == "answer"


async def test_any_decision_withdraws_a_takeback(server):
    made, joined = two_people(server)
    async with Page(server, made) as ann, Page(server, joined) as ben:
        assert (await ann.act("offer", kind="takeback"))["code"] == "nothing_to_undo"
        await ann.move("c4rw")
        await ann.act("offer", kind="takeback")
        await ben.until_state(lambda state: state["offers"])
        await ben.move("E")
        assert ben.state["offers"] == []


async def test_between_people_there_is_no_undo_no_hint_and_no_win_rate(server):
    made, _ = two_people(server)
    async with Page(server, made) as ann:
        await ann.move("c4rw")
        assert (await ann.act("undo", version=ann.state["version"]))["code"] == "not_between_people"
        assert (await ann.act("redo", version=ann.state["version"]))["code"] == "not_between_people"
        await ann.send(type="hint", id="h")
        assert (await ann.until(lambda message: message["type"] == "refused"))["code"] == "not_between_people"
        await ann.send(type="winrate", on=True)
        assert (await ann.until(lambda message: message["type"] == "refused"))["code"] == "not_between_people"


async def test_spectators_get_no_opinion_before_the_end(server):
    made = server.make_game("Ann", "Ben")
    async with Page(server, made, token=None) as page:
        for message in ({"type": "hint", "id": "h"}, {"type": "winrate", "on": True}):
            await page.send(**message)
            assert (await page.until(lambda heard: heard["type"] == "refused"))[
                "code"
            ] == "not_for_spectators"


def test_at_one_screen_undo_takes_back_one_decision_and_redo_plays_it_again(server):
    made = server.make_game("Ann", "Ben")
    state = server.play(made, "c4rw", "E", "a1rr")
    assert server.act(made, "undo", version=state["version"]).status_code == 200
    assert server.act(made, "undo", version=4).status_code == 200
    state = server.state(made)
    assert [move["text"] for move in state["moves"]] == ["c4rw"]
    assert state["undone"] == ["E", "a1rr"]
    assert server.act(made, "redo", version=5).status_code == 200
    state = server.state(made)
    assert [move["text"] for move in state["moves"]] == ["c4rw", "E"]
    assert state["undone"] == ["a1rr"]
    state = server.play(made, "b1rr")
    assert state["undone"] == []
    assert not state["may"]["redo"]
    assert server.act(made, "redo", version=state["version"]).json()["code"] == "nothing_to_undo"


def test_a_stale_undo_is_refused(server):
    made = server.make_game("Ann", "Ben")
    server.play(made, "c4rw", "E")
    assert server.act(made, "undo", version=1).json()["code"] == "stale_move"


def test_at_one_screen_draw_and_takeback_need_nobody_else(server):
    made = server.make_game("Ann", "Ben")
    server.play(made, "c4rw", "E", "a1rr")
    server.act(made, "offer", kind="takeback", seat=1)
    assert len(server.state(made)["moves"]) == 1
    server.act(made, "offer", kind="draw")
    assert server.state(made)["outcome"]["reason"] == "agreement"


def test_at_one_screen_one_resigns_for_the_seat_that_decides_or_the_one_named(server):
    made = server.make_game("Ann", "Ben")
    server.play(made, "c4rw")
    server.act(made, "resign")
    assert server.state(made)["outcome"]["winner"] == "red"
    made = server.make_game("Ann", "Ben")
    server.act(made, "resign", seat=0)
    assert server.state(made)["outcome"]["winner"] == "white"


def test_the_engine_agrees_to_no_draw(server):
    made = server.make_game("Ann", "level 1")
    assert server.act(made, "offer", kind="draw").json()["code"] == "engine_plays"


async def test_a_rematch_swaps_the_colours_and_the_tokens_stay_good(server):
    made, joined = two_people(server, board="3x3", stock=1)
    async with Page(server, made) as ann, Page(server, joined) as ben:
        assert (await ann.act("offer", kind="rematch"))["code"] == "game_not_over"
        await ann.move("a1rr")
        await ben.until_state(lambda state: state["status"] == "over")
        await ann.act("offer", kind="rematch")
        await ben.until_state(lambda state: state["may"]["answer"] == ["rematch"])
        await ben.act("accept", kind="rematch")
        await ann.until_state(lambda state: state["rematch"])
        again = ann.state["rematch"]
        assert (await ben.act("offer", kind="rematch"))["code"] == "already_offered"
    next_for_ann = server.state({**made, "game": again})
    assert next_for_ann["you"]["seats"] == [1]
    assert [seat["name"] for seat in next_for_ann["seats"]] == ["Ben", "Ann"]
    assert next_for_ann["options"] == made["state"]["options"]
    assert server.state({**joined, "game": again})["may"]["move"]


def test_a_rematch_at_one_screen_begins_at_once(server):
    made = server.make_game("Ann", "Ben", board="3x3", stock=1)
    server.play(made, "a1rr")
    server.act(made, "offer", kind="rematch")
    again = server.state({**made, "game": server.state(made)["rematch"]})
    assert [seat["name"] for seat in again["seats"]] == ["Ben", "Ann"]
    assert again["may"]["move"]


async def test_with_four_people_everybody_has_to_agree(server):
    made = server.make_game("Ann", "open", "open", "open", game="caminos", players=4)
    others = [server.join(made, name) for name in ("Ben", "Cid", "Dan")]
    async with Page(server, made) as ann:
        await ann.act("offer", kind="draw")
        for number, other in enumerate(others):
            assert server.state(made)["status"] == "playing", f"after {number} others"
            server.act(other, "accept", kind="draw")
        assert server.state(made)["outcome"]["reason"] == "agreement"


async def test_asking_for_ones_own_takeback_does_not_accept_the_others(server):
    made = server.make_game("Ann", "open")
    joined = server.join(made)
    async with Page(server, made) as ann, Page(server, joined) as ben:
        await ann.move("c4rw")
        await ben.until_state(lambda state: state["may"]["move"])
        await ben.move("E")
        await ann.until_state(lambda state: len(state["moves"]) == 2)
        await ann.act("offer", kind="takeback")
        await ben.until_state(lambda state: state["may"]["answer"] == ["takeback"])
        assert (await ben.act("offer", kind="takeback"))["code"] == "already_offered"
        assert len(ben.state["moves"]) == 2


async def test_whoever_made_a_game_without_a_seat_gets_no_advice_for_a_friend(server):
    made = server.make_game("open", "level 1")
    server.join(made)
    async with Page(server, made) as maker:
        assert not maker.state["may"]["winrate"]
        assert not maker.state["may"]["hint"]
        await maker.send(type="winrate", on=True)
        refused = await maker.until(lambda message: message["type"] == "refused")
        assert refused["code"] == "not_for_spectators"
