"""What has ended goes at once: no circle of references waits for a search for garbage."""

from __future__ import annotations

import asyncio
import gc
import os
import subprocess
import sys
import weakref
from pathlib import Path

import pytest

from stonefield.server.domain.game.agreement import Seat
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.local_queue import LocalQueue
from stonefield.server.play.room import Services
from stonefield.server.play.rooms import Rooms
from stonefield.server.store import Archive, GameRows
from stonefield.server.weakly import weakly

from .agreements import agreement
from .page import PATIENCE

PEOPLE = (Seat("person", name="Ann", holder=0), Seat("person", name="Ben", holder=1))


@pytest.fixture
def no_searches():
    gc.collect()
    gc.disable()
    yield
    gc.enable()


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


@pytest.mark.full
def test_refusals_and_those_who_got_them_go(tmp_path):
    program = (sys.executable, "-m", "server.leaving", str(tmp_path))
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}
    done = subprocess.run(program, env=environment, capture_output=True, text=True, timeout=2 * PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr


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
