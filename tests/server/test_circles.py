"""What has ended goes at once: no circle of references waits for a search for garbage."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref

import pytest

from stonefield.server.domain.game.agreement import Seat
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.local_queue import LocalQueue
from stonefield.server.play.advisor import Advisor
from stonefield.server.play.room import Services
from stonefield.server.play.rooms import Rooms
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import Archive, GameRows
from stonefield.server.weakly import weakly
from stonefield.server.web.conversation import Conversation

from .agreements import agreement
from .page import PATIENCE, Page

PEOPLE = (Seat("person", name="Ann", holder=0), Seat("person", name="Ben", holder=1))


@pytest.fixture
def no_searches():
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def left(*kinds: type) -> list[object]:
    return [thing for thing in gc.get_objects() if isinstance(thing, kinds)]


async def test_a_game_that_leaves_memory_goes(opened, journal, no_searches):
    rooms = Rooms(Services(Archive(opened), journal, Jobs(LocalQueue()), 0.0), 1_000)
    game = agreement(*PEOPLE, options={})
    await journal.write(GameRows([game]))
    room = weakref.ref(await rooms.find(game.id))
    assert room() is not None
    rooms.close()
    rooms._residents.clear()
    await asyncio.sleep(0)  # the loop lets go of what it has just run
    assert room() is None


async def test_refusals_and_those_who_got_them_go(server_here, no_searches):
    server = server_here()
    made = server.make_game("Ann", "Ben")
    server.client().get("/api/games/none")
    page = Page(server, made)
    async with page:
        assert (await page.act("move", text="nonsense", version=0))["type"] == "refused"
        assert (await page.act("undo", version=page.state["version"]))["type"] == "refused"
        await page.send(type="hint", id="12345678")
    deadline = time.monotonic() + PATIENCE
    while found := left(Refusal, Conversation, Advisor):
        assert time.monotonic() < deadline, found
        time.sleep(0.1)


def test_a_weak_method_works_while_its_object_is_in_use():
    class Whole:
        def word(self, of: str) -> str:
            return f"{of}!"

    whole = Whole()
    word = weakly(whole.word)
    assert word("here") == "here!"
    del whole
    with pytest.raises(ReferenceError, match="word"):
        word("gone")
