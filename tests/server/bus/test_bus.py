"""What every bus does; a driver joins by a parameter of the fixture `buses`."""

from __future__ import annotations

import asyncio

import pytest

from stonefield.server.bus import MOST_BYTES

from ..page import PATIENCE
from .ears import Ear


async def test_everyone_who_subscribed_hears_of_a_version_the_publisher_too(ends):
    here, there = ends
    ears = [Ear(), Ear(), Ear()]
    here.subscribe("game/a", ears[0])
    there.subscribe("game/a", ears[1])
    there.subscribe("game/a", ears[2])
    here.publish("game/a", 7)
    for ear in ears:
        await ear.until(7)


async def test_a_topic_is_heard_by_its_own_subscribers_only(ends):
    here, there = ends
    one, other = Ear(), Ear()
    there.subscribe("game/a", one)
    there.subscribe("game/b", other)
    here.publish("game/b", 1)
    here.publish("game/a", 2)
    await one.until(2)
    await other.until(1)
    assert (one.heard, other.heard) == ([2], [1])


async def test_versions_of_one_topic_arrive_in_the_order_in_which_one_end_published_them(ends):
    here, there = ends
    ear = Ear()
    there.subscribe("game/a", ear)
    for version in range(100):
        here.publish("game/a", version)
    await ear.until(99)
    assert ear.heard == sorted(ear.heard)


async def test_a_subscription_ends_and_others_stay(ends):
    here, there = ends
    gone, stays = Ear(), Ear()
    end = there.subscribe("game/a", gone)
    there.subscribe("game/a", stays)
    end()
    end()
    here.publish("game/a", 1)
    await stays.until(1)
    assert gone.heard == []


async def test_the_same_hearer_may_subscribe_twice(ends):
    here, there = ends
    ear = Ear()
    end = there.subscribe("game/a", ear)
    there.subscribe("game/a", ear)
    end()
    here.publish("game/a", 1)
    await ear.until(1)


async def test_nobody_is_told_before_the_publisher_goes_on(ends):
    here, there = ends
    ear = Ear()
    there.subscribe("game/a", ear)
    here.publish("game/a", 1)
    assert ear.heard == []
    await ear.until(1)


async def test_a_loop_in_another_thread_hears_in_its_own(ends):
    here, there = ends
    heard: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
    ours = asyncio.get_running_loop()

    def hear(version: int) -> None:
        heard.set_result(asyncio.get_running_loop() is ours)

    there.subscribe("game/a", hear)
    await asyncio.to_thread(here.publish, "game/a", 1)
    assert await asyncio.wait_for(heard, PATIENCE)


async def test_texts_arrive_in_their_order_at_those_who_listen_the_speaker_too(ends):
    here, there = ends
    ears = [Ear(), Ear()]
    here.listen("job/a", ears[0])
    there.listen("job/a", ears[1])
    texts = [f"{number}: “Größe”\n\t" for number in range(200)]
    for text in texts:
        here.say("job/a", text)
    for ear in ears:
        await ear.until(texts[-1])
        assert ear.heard == texts


async def test_texts_and_versions_of_a_topic_are_heard_apart(ends):
    here, there = ends
    ear, listener = Ear(), Ear()
    there.subscribe("game/a", ear)
    there.listen("game/a", listener)
    here.say("game/a", "7")
    here.publish("game/a", 8)
    await ear.until(8)
    await listener.until("7")
    assert (ear.heard, listener.heard) == ([8], ["7"])


async def test_a_listener_that_has_ended_hears_nothing(ends):
    here, there = ends
    gone, stays = Ear(), Ear()
    end = there.listen("job/a", gone)
    there.listen("job/a", stays)
    end()
    here.say("job/a", "still there?")
    await stays.until("still there?")
    assert gone.heard == []


async def test_the_longest_texts_arrive_and_longer_ones_are_refused(ends):
    here, there = ends
    ear = Ear()
    there.listen("job/a", ear)
    texts = ["x" * MOST_BYTES, "é" * (MOST_BYTES // 2), '"\\' * (MOST_BYTES // 2), ""]
    for text in texts:
        here.say("job/a", text)
    await ear.until(*texts)
    for text in ("x" * (MOST_BYTES + 1), "é" * (MOST_BYTES // 2 + 1)):
        with pytest.raises(ValueError, match="at most 6000 bytes"):
            here.say("job/a", text)
    for text in ("a\0b", "a\x1eb"):
        with pytest.raises(ValueError, match="no NUL and no record separator"):
            here.say("job/a", text)


async def test_many_versions_and_texts_in_one_moment_all_arrive(ends):
    here, there = ends
    ears, listener = [Ear() for _ in range(1_000)], Ear()
    for number, ear in enumerate(ears):
        there.subscribe(f"game/{number}", ear)
    there.listen("job/a", listener)
    texts = [f"{number} " + "x" * 3_000 for number in range(50)]
    for number in range(1_000):
        here.publish(f"game/{number}", number)
    for text in texts:
        here.say("job/a", text)
    for number, ear in enumerate(ears):
        await ear.until(number)
    await listener.until(texts[-1])
    assert listener.heard == texts


async def test_it_is_connected(ends):
    assert all(bus.connected for bus in ends)
