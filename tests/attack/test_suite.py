"""The attack suite itself: it notices what it is there to notice."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from attack import attackers
from attack.attackers import BROKEN, attacks, keep_attacking
from attack.client import Attacker, failures
from attack.innocent import FILM, LEVEL_1, MOVES, PUZZLE, Waits
from attack.mixed import SHOWN, Line, missed
from attack.probe import Probe
from attack.reporting import Tireless
from attack.suite import AIM_MEMORY, AIMS, FEWEST, Round, Row

ADDRESS = "127.0.0.5"


@pytest.fixture
async def faulty():
    """A server that gives the same answer to everyone, whatever it is."""
    answers: list[bytes] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answers[-1] + b"Content-Length: 2\r\n\r\n{}")

    listening = await asyncio.start_server(answer, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    yield url, answers
    listening.close()


def test_every_attack_says_what_it_does():
    assert len(attacks()) >= 11
    assert [name for name, attack in attacks().items() if not attack.__doc__] == []


@pytest.mark.parametrize(
    ("answer", "failed"),
    [
        (b"HTTP/1.1 200 OK\r\n", {}),
        (b"HTTP/1.1 429 Too Many Requests\r\n", {}),
        (b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 3\r\n", {}),
        (b"HTTP/1.1 503 Service Unavailable\r\n", {"503 without Retry-After": 1}),
        (b"HTTP/1.1 500 Internal Server Error\r\nRetry-After: 3\r\n", {"500": 1}),
    ],
)
async def test_a_5xx_is_a_failure_unless_it_says_when_to_come_back(faulty, answer, failed):
    url, answers = faulty
    answers.append(answer)
    attacker = Attacker(url, ADDRESS)
    assert await attacker.ask("GET", "/") == {}
    assert failures(attacker.seen) == failed
    assert attacker.begun.is_set()


async def test_an_attack_that_ends_leaves_nothing_behind(faulty):
    url, answers = faulty
    answers.append(b"HTTP/1.1 200 OK\r\n")
    asyncio.get_running_loop().set_task_factory(attackers._tracked)
    attacker, still = Attacker(url, ADDRESS), []

    async def for_ever() -> None:
        still.append(asyncio.current_task())
        await attacker.connect()
        await asyncio.sleep(3600)

    async def breaks() -> None:
        await asyncio.sleep(0.01)
        raise TypeError("a mistake in the attack")

    async def attack(attacker: Attacker) -> None:
        """One part fails while another works."""
        await asyncio.gather(for_ever(), breaks())

    await keep_attacking(attacker, [attack, attack], None)
    assert [task.cancelled() for task in still] == [True, True]
    assert all(transport.is_closing() for transport in attacker._transports)
    assert [count for what, count in attacker.seen.items() if what.startswith(BROKEN)] == [2]


async def test_an_attack_makes_way_for_the_next_when_its_turn_is_over(faulty):
    turns = []

    async def attack(attacker: Attacker) -> None:
        """Without end."""
        turns.append(1)
        await asyncio.sleep(3600)

    attacker = Attacker(faulty[0], ADDRESS)
    await keep_attacking(attacker, [attack] * 3, 0.01)
    assert (len(turns), attacker.seen) == (3, {})


async def test_a_server_that_does_not_answer_counts_as_frozen_until_it_does(faulty):
    url, answers = faulty
    answers.append(b"HTTP/1.1 500 Internal Server Error\r\n")
    probe = Probe(url, 0, ADDRESS)
    probing = asyncio.ensure_future(probe.keep(probe.ask_for_health))
    news = probe.news()
    while news["failed"] < 2:
        await asyncio.sleep(0.02)
        before, news = news, {**(now := probe.news()), "failed": news["failed"] + now["failed"]}
        assert news["health"] > before["health"]
    answers.append(b"HTTP/1.1 200 OK\r\n")
    while not probe.news()["seen"].get("200"):
        await asyncio.sleep(0.02)
    probing.cancel()


def line(*, freeze: float = 0.1, memory: float = 100.0, **words) -> Line:
    """A minute in which all is well but what is given."""
    seen = {"attackers": Counter({"429": 9}), "people": Counter(), "lost": Counter(), **words}
    probe = {"health": freeze, "socket": 0.1, "queued": 0.0, "own": 0.0, "late": 0}
    waits = {kind: [0.1, 0.2] for kind in SHOWN}
    return Line(at=1.0, attacked=True, probe=probe, waits=waits, memory=[memory] * 6, **seen)


def test_a_mixed_run_meets_its_aims_or_says_which_not():
    assert list(missed([line() for _ in range(6)])) == []
    (frozen,) = missed([line(), line(), line(freeze=1.2)])
    assert "no answer for 1.2 s" in frozen
    (grown,) = missed([line(memory=held) for held in (100, 150, 200)])
    assert "memory grew" in grown
    (failed,) = missed([line(), line(people=Counter({"502": 2, "503": 9})), line()])
    assert failed == "502: 2 times"
    (lost,) = missed([line(), line(), line(lost=Counter({"lost: a film": 1}))])
    assert lost == "lost: a film: 1 times"


def test_a_mixed_run_in_which_nothing_happens_meets_no_aim():
    nothing = Line(1.0, True, {}, {}, [], Counter(), Counter(), Counter())
    wrong = " ".join(missed([nothing]))
    assert all(what in wrong for what in ("no answer for inf s", "memory", "no attacker", *SHOWN))


async def test_a_process_that_ends_is_started_again_and_noted(faulty):
    probe = Tireless("probe", faulty[0], "0", "--from", ADDRESS)
    for ended in (0, 1):
        assert (await probe.report(), probe.ended) == ({}, ended)
        while "health" not in await probe.report():
            await asyncio.sleep(0.02)
        assert probe.ended == 0
        await probe._running.stop()
    await probe.stop()


def rounds(wait: float, memory: float = 0.0) -> list[Round]:
    """Three rounds in which every wait is the same."""
    return [Round(Waits({kind: [wait] * 20 for kind in FEWEST}), memory) for _ in range(3)]


def test_a_row_of_the_suite_names_the_aims_that_are_missed():
    assert {aim.kind for aim in AIMS} == {MOVES, LEVEL_1, PUZZLE, FILM}
    assert Row("calm", rounds(0.01), rounds(0.02), 0.0).missed == []
    assert Row("slow", rounds(0.01), rounds(1.0), 0.0).missed == [MOVES]
    assert set(Row("slower", rounds(0.01), rounds(9.0), 0.0).missed) == set(FEWEST)
    assert Row("on a busy machine", rounds(4.0), rounds(9.0), 0.0).missed == []
    assert Row("large", rounds(0.01), rounds(0.01, AIM_MEMORY + 101), 100.0).missed == ["memory"]
