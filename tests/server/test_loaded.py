"""What is in memory of what is stored: loaded once, and held while it is used or there is space for it."""

from __future__ import annotations

import asyncio

import pytest

from stonefield.server.loaded import Loaded


class Part:
    """Something of a size, half of which it can shed."""

    def __init__(self, size: int = 10, *, used: int = 0) -> None:
        self.memory, self.used, self.busy, self.closed = size, used, False, False

    def shed(self) -> None:
        self.memory //= 2

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def loads() -> list[str]:
    """The ids that were loaded, in turn."""
    return []


def loaded_of(loads: list[str], **limits) -> Loaded[Part]:
    async def load(id: str) -> Part:
        loads.append(id)
        await asyncio.sleep(0)
        if id == "gone":
            raise LookupError(id)
        return Part()

    return Loaded(load, **{"most_bytes": 1_000, **limits})


async def test_what_many_ask_for_is_loaded_once(loads):
    loaded = loaded_of(loads)
    found = await asyncio.gather(*(loaded.find("a") for _ in range(5)))
    assert len(set(map(id, found))) == len(loads) == len(loaded) == 1
    assert await loaded.find("a") is found[0]
    assert ("a" in loaded, loaded.get("b"), list(loaded)) == (True, None, found[:1])


async def test_what_cannot_be_loaded_is_asked_for_again(loads):
    loaded = loaded_of(loads)
    for _ in range(2):
        with pytest.raises(LookupError):
            await loaded.find("gone")
    assert (loads, len(loaded), loaded.memory) == (["gone", "gone"], 0, 0)


async def test_the_longest_unused_leave_where_there_are_too_many(loads):
    loaded = loaded_of(loads, most=10)
    parts = [loaded.put(str(used), Part(used=used)) for used in range(10)]
    parts[0].busy = True
    new = loaded.put("new", Part(used=0))
    assert [part.closed for part in parts] == [False, True, True, *[False] * 7]
    assert not new.closed
    assert (len(loaded), loaded.memory) == (9, 90)


async def test_the_longest_unused_leave_where_they_are_too_large(loads):
    loaded = loaded_of(loads, most_bytes=100)
    parts = [loaded.put(str(used), Part(used=used)) for used in range(5)]
    parts[4].memory = 80
    loaded.weigh("4", parts[4])
    assert [part.closed for part in parts] == [True, True, True, False, False]
    assert loaded.memory == 90


async def test_those_in_use_stay_and_shed_what_they_can(loads):
    loaded = loaded_of(loads, most_bytes=100)
    parts = [loaded.put(str(used), Part(40, used=used)) for used in range(2)]
    for part in parts:
        part.busy = True
    loaded.put("new", Part(40))
    assert [part.memory for part in parts] == [20, 40]
    assert loaded.memory == 100


async def test_one_that_is_used_or_being_loaded_is_not_evicted(loads):
    loaded = loaded_of(loads)
    finding = asyncio.ensure_future(loaded.find("a"))
    await asyncio.sleep(0)
    assert not loaded.evict("a", 10**15)
    part = await finding
    assert not loaded.evict("a", part.used)
    part.busy = True
    assert not loaded.evict("a", part.used + 1)
    part.busy = False
    assert loaded.evict("a", part.used + 1)
    assert (part.closed, len(loaded), loaded.memory) == (True, 0, 0)
    assert loaded.evict("never", 0)


async def test_what_has_left_is_weighed_no_more(loads):
    loaded = loaded_of(loads)
    part = loaded.put("a", Part())
    loaded.forget("a")
    loaded.forget("a")
    loaded.weigh("a", part)
    assert loaded.memory == 0
