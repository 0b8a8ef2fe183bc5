"""Threads: shared fairly between people, few, and for those alone who still wait."""

from __future__ import annotations

import asyncio
import threading

import pytest

from stonefield.server import threads
from stonefield.server.background import background
from stonefield.server.protocol.problems import Refusal
from stonefield.server.threads import FairThreads, asking


@pytest.fixture
async def fair():
    one = FairThreads()
    asyncio.get_running_loop().set_default_executor(one)
    return one


def ask(person: str, function, *arguments) -> asyncio.Task:
    """What a request of a person starts in a thread."""
    asking.set(person)
    return asyncio.create_task(asyncio.to_thread(function, *arguments))


class Gate:
    """Work that lasts until it is let go."""

    def __init__(self):
        self.begun, self.opened = threading.Event(), threading.Event()

    def pass_through(self) -> None:
        self.begun.set()
        assert self.opened.wait(60)


async def until(condition) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.005)


async def test_another_person_does_not_wait_for_somebodys_queue(fair):
    gate, done = Gate(), []
    many = [ask("eve", gate.pass_through) for _ in range(20)]
    await until(gate.begun.is_set)
    await ask("ann", done.append, "ann")
    assert done == ["ann"]
    assert not any(one.done() for one in many)
    gate.opened.set()
    await asyncio.gather(*many)


async def test_a_person_has_one_thread_at_a_time(fair):
    gates = [Gate(), Gate()]
    both = [ask("eve", gate.pass_through) for gate in gates]
    await until(gates[0].begun.is_set)
    await ask("ann", int)
    assert not gates[1].begun.is_set()
    gates[0].opened.set()
    await until(gates[1].begun.is_set)
    gates[1].opened.set()
    await asyncio.gather(*both)


async def test_work_for_someone_who_has_gone_is_not_begun(fair):
    gate, done = Gate(), []
    first = ask("eve", gate.pass_through)
    await until(gate.begun.is_set)
    gone = [ask("eve", done.append, number) for number in range(20)]
    stays = ask("eve", done.append, "stays")
    await asyncio.sleep(0)
    for one in gone:
        one.cancel()
    await asyncio.gather(*gone, return_exceptions=True)
    assert fair._waiting["eve"] == 2
    gate.opened.set()
    await asyncio.gather(first, stays)
    assert done == ["stays"]
    assert not fair._queue.waiting


async def test_one_person_cannot_fill_the_queue(fair, monkeypatch):
    monkeypatch.setattr(threads, "MOST_WAITING_OF_ONE", 3)
    monkeypatch.setattr(threads, "MOST_WAITING", 5)
    gate = Gate()
    waiting = [ask(person, gate.pass_through) for person in ("eve", "eve", "eve", "ben", "ben")]
    await until(lambda: fair._waiting.total() == 5)
    with pytest.raises(Refusal) as many:
        await ask("eve", int)
    with pytest.raises(Refusal) as busy:
        await ask("ann", int)
    assert (many.value.code, busy.value.code) == ("too_many", "busy")
    assert min(many.value.retry_after, busy.value.retry_after) > 0
    # The server's own work is not refused.
    own = background(asyncio.to_thread(int, "7"), name="own")
    gate.opened.set()
    assert await own == 7
    await asyncio.gather(*waiting)


async def test_what_fails_in_a_thread_fails_for_the_asker_alone(fair):
    with pytest.raises(ValueError, match="invalid literal"):
        await ask("eve", int, "x")
    assert await ask("eve", int, "7") == 7
    assert not fair._waiting


async def test_work_of_a_few_milliseconds_is_shared_by_the_time_it_took(fair):
    order = []

    def work(name: str, rounds: int) -> None:
        sum(range(rounds))
        order.append(name)

    gates = [Gate(), Gate()]
    holding = [ask(person, gate.pass_through) for person, gate in zip(("x", "y"), gates, strict=True)]
    await until(lambda: all(gate.begun.is_set() for gate in gates))
    asked = [ask("eve", work, "eve", 2_000_000) for _ in range(6)]
    asked += [ask("ann", work, "ann", 1_000) for _ in range(6)]
    await asyncio.sleep(0)
    gates[0].opened.set()
    await asyncio.gather(*asked)
    # Of six each, the person with little work is served before the second large one of the other.
    assert order.index("eve") <= 1
    assert order[:7].count("ann") >= 5
    gates[1].opened.set()
    await asyncio.gather(*holding)
