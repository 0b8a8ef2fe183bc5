"""Whose action it is, whom a link lets in, and what happens while somebody waits."""

from __future__ import annotations

import asyncio
import threading

import pytest
from websockets.exceptions import ConnectionClosed

from stonefield.server.domain.people.caller import Caller
from stonefield.server.presenting.study import StudyPresenter
from stonefield.server.protocol.problems import Refusal
from stonefield.server.settings import Quotas
from stonefield.server.studies.rooms import Sources, StudyRooms
from stonefield.server.web.budgets import Purse, Purses
from stonefield.study.documents.chapter import new_chapter
from study.documents.values import start

from .messages import action
from .reader import Reader, act, bearer, make_study, state_of


@pytest.fixture
def purse() -> Purse:
    return Purses(Quotas().scaled(1000)).of(Caller("ann"))


@pytest.fixture
async def made(store, purse):
    rooms = StudyRooms(store, Sources(None, None, None), Quotas())
    yield await rooms._keep("", [new_chapter(start()), new_chapter(start())], Caller("ann"), purse)
    rooms.close()


def comment(id: str, text: str, node: int = 0, client: str | None = None, chapter: int = 1):
    return action("comment", chapter=chapter, node=node, text=text).model_copy(
        update={"id": id, "client": client}
    )


def undo(id: str, client: str | None = None, *, anyone: bool = False):
    return action("undo", anyone=anyone).model_copy(update={"id": id, "client": client})


def said(made, chapter: int = 1) -> str:
    return made.room.study.chapter(chapter).nodes[0].comment


# One action, whatever the address


async def test_an_action_that_is_sent_again_from_another_address_is_the_same(made, purse):
    line = action("add", chapter=1, node=0, moves=["c2rw"])
    first = await made.room.act(made.token, Caller("192.0.2.1"), line, purse)
    again = await made.room.act(made.token, Caller("198.51.100.7"), line, purse)
    assert again.done == first.done
    assert made.room.study.version == 1


async def test_an_action_can_be_taken_back_from_another_address(made, purse):
    await made.room.act(made.edit, Caller("192.0.2.1"), comment("1", "so"), purse)
    await made.room.act(made.edit, Caller("198.51.100.7"), undo("2"), purse)
    assert said(made) == ""


async def test_those_who_share_a_link_take_back_their_own(made, purse):
    await made.room.act(made.edit, Caller("192.0.2.1"), comment("1", "Ann's", client="ann"), purse)
    await made.room.act(made.edit, Caller("192.0.2.1"), comment("1", "Ben's", client="ben", chapter=2), purse)
    assert (said(made), said(made, 2)) == ("Ann's", "Ben's")
    await made.room.act(made.edit, Caller("192.0.2.1"), undo("2", "ann"), purse)
    assert (said(made), said(made, 2)) == ("", "Ben's")
    with pytest.raises(Refusal) as refused:
        await made.room.act(made.edit, Caller("192.0.2.1"), undo("3", "ann"), purse)
    assert refused.value.code == "nothing_to_undo"


# Edit links that are taken back


def test_a_new_edit_link_takes_the_place_of_the_old_one(server):
    made = make_study(server)
    assert act(server, made, "edit_link", token=made["edit"]).json()["code"] == "not_your_study"
    answer = act(server, made, "edit_link", id="new").json()
    assert answer["edit"] not in (made["edit"], made["token"])
    # An answer that was lost comes again.
    assert act(server, made, "edit_link", id="new").json() == answer
    assert act(server, made, "title", token=made["edit"], title="x").status_code == 401
    assert state_of(server, made, answer["edit"])["role"] == "editor"
    assert state_of(server, made)["role"] == "owner"
    # It is no change that could be taken back.
    assert act(server, made, "undo", anyone=True).json()["code"] == "nothing_to_undo"


async def test_whoever_came_with_the_old_edit_link_is_shut_out(server):
    made = make_study(server)
    act(server, made, "visibility", visibility="link")
    async with Reader(server, made, made["edit"]) as editor, Reader(server, made, None) as reader:
        async with Reader(server, made) as owner:
            answer = await owner.act("edit_link")
            assert "edit" in answer
        with pytest.raises(ConnectionClosed) as closed:
            await editor.until(lambda message: False)
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4403, "bad_token")
        assert not any("edit" in message for message in editor.heard)
        await reader.send(type="ping")
        await reader.until_type("pong")
    assert act(server, made, "title", token=answer["edit"], title="new").status_code == 200


async def test_an_edit_that_waits_while_the_link_is_renewed_is_refused(made, purse):
    async with made.room._lock:
        renewing = asyncio.create_task(made.room.act(made.token, Caller("ann"), action("edit_link"), purse))
        await asyncio.sleep(0.05)
        waiting = asyncio.create_task(made.room.act(made.edit, Caller("ben"), comment("1", "late"), purse))
        await asyncio.sleep(0.05)
        assert not renewing.done()
        assert not waiting.done()
    await renewing
    with pytest.raises(Refusal) as refused:
        await waiting
    assert refused.value.code == "bad_token"
    assert said(made) == ""


async def test_the_owner_takes_back_what_an_editor_did(made, purse):
    await made.room.act(made.token, Caller("ann"), comment("1", "mine"), purse)
    await made.room.act(made.edit, Caller("ben"), action("chapter_delete", chapter=2), purse)
    await made.room.act(made.edit, Caller("ben"), comment("3", "vandal"), purse)
    told = []
    for number in range(3):
        acted = await made.room.act(made.token, Caller("ann"), undo(f"u{number}", anyone=True), purse)
        told.append((acted.undone["by"], acted.undone["type"], said(made)))
    assert told == [
        ("editor", "comment", "mine"),
        ("editor", "chapter_delete", "mine"),
        ("owner", "comment", ""),
    ]
    assert len(made.room.study.chapters) == 2
    with pytest.raises(Refusal) as refused:
        await made.room.act(made.edit, Caller("ben"), undo("e", anyone=True), purse)
    assert refused.value.code == "not_your_study"


# Becoming private while somebody waits


class Waiting(StudyPresenter):
    """Takes its time."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.go_on = threading.Event(), threading.Event()

    def chapter(self, chapter):
        self.begun.set()
        assert self.go_on.wait(60)
        return super().chapter(chapter)


@pytest.mark.parametrize("what", ["state", "chapter"])
async def test_a_reader_who_waits_while_a_study_becomes_private_gets_nothing(made, purse, what):
    room = made.room
    await room.act(made.token, Caller("ann"), action("visibility", visibility="link"), purse)
    presenter = room.presenter = Waiting()
    asked = room.state_for(None, purse) if what == "state" else room.chapter_message(1, None, purse)
    waiting = asyncio.create_task(asked)
    await asyncio.to_thread(presenter.begun.wait, 60)
    private = action("visibility", visibility="private").model_copy(update={"id": "2"})
    await room.act(made.token, Caller("ann"), private, purse)
    await room.act(made.token, Caller("ann"), comment("3", "a secret"), purse)
    presenter.go_on.set()
    with pytest.raises(Refusal) as refused:
        await waiting
    assert refused.value.code == "study_private"


async def test_a_reader_whose_update_waits_is_told_nothing_of_what_is_private(server):
    made = make_study(server)
    act(server, made, "visibility", visibility="link")
    async with Reader(server, made, None) as reader:
        act(server, made, "visibility", visibility="private")
        act(server, made, "comment", chapter=1, node=0, text="a secret")
        with pytest.raises(ConnectionClosed):
            await reader.until(lambda message: False)
        assert "a secret" not in str(reader.heard)
    headers = bearer(None)
    assert server.client().get(f"/api/studies/{made['study']}", headers=headers).status_code in (401, 403)
