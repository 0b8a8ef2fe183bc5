"""The client, with our own engine and with engines that misbehave, each a real process."""

from __future__ import annotations

import asyncio
import sys
from textwrap import dedent

import pytest

from stonefield.engine import Limits
from stonefield.engine.client import (
    BlockingEngine,
    Engine,
    EngineDied,
    EngineError,
    EngineTimeout,
    own_command,
)
from stonefield.games import caminos, carnac

pytestmark = pytest.mark.xdist_group("client")  # one worker, so that processes are started once


def script(source):
    return [sys.executable, "-u", "-c", dedent(source)]


WELL_BEHAVED = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi":
        print("id name Toy 1.0"); print("option name Board type string default medium"); print("ugiok")
    elif word == "isready":
        print("readyok")
    elif word == "go":
        print("info depth 3 nodes 30 time 5 multipv 1 winrate 0.7 score 1.5 visits 20 proven win pv E d5rw")
        print("info depth 3 nodes 30 time 5 multipv 2 winrate 0.2 score -1 visits 10 pv -")
        print("info string chatter"); print("noise \\N{SNOWMAN}"); print("info depth x"); print("")
        print("bestmove E")
    elif word == "quit":
        break
"""


def test_it_hears_what_an_engine_thinks():
    with BlockingEngine(script(WELL_BEHAVED)) as engine:
        assert engine.name == "Toy 1.0"
        assert engine.options == {"Board": "string default medium"}
        engine.ready()
        heard = []
        thought = engine.go(Limits(movetime=0.1), report=heard.append)
    assert thought.best == "E"
    assert (thought.depth, thought.nodes, thought.seconds) == (3, 30, 0.005)
    first, second = thought.lines
    assert (first.moves, first.win_rate, first.score, first.visits, first.proven) == (
        ("E", "d5rw"), 0.7, 1.5, 20, "win",
    )  # fmt: skip
    assert second.moves == ("-",)
    assert [len(thought.lines) for thought in heard] == [1, 2]


def test_an_engine_that_cannot_be_started_is_named():
    with pytest.raises(EngineDied, match="`/no/such/engine`: cannot be started"):
        BlockingEngine(["/no/such/engine"])


def test_an_engine_that_ends_at_once_is_noticed_with_its_last_words():
    with pytest.raises(EngineDied, match="status 3: out of stones"):
        BlockingEngine(script("import sys; print('out of stones', file=sys.stderr); sys.exit(3)"))


def test_an_engine_that_never_says_hello_is_given_up():
    with pytest.raises(EngineTimeout, match=r"no answer to `ugi` in 0\.3 s"):
        BlockingEngine(script("import time; time.sleep(60)"), timeout=0.3)


def test_a_crash_during_a_search_is_noticed():
    crash = WELL_BEHAVED.replace('print("bestmove E")', "sys.exit(9)")
    with BlockingEngine(script(crash)) as engine, pytest.raises(EngineDied, match="status 9"):
        engine.go(Limits(movetime=0.1))


def test_an_engine_that_hangs_is_noticed():
    hang = "import time\n" + WELL_BEHAVED.replace('print("bestmove E")', "time.sleep(60)")
    with (
        BlockingEngine(script(hang)) as engine,
        pytest.raises(EngineTimeout, match="no answer to `go nodes 5`"),
    ):
        engine.go(Limits(nodes=5), timeout=0.3)


def test_no_move_is_an_error_that_gives_the_reason():
    none = WELL_BEHAVED.replace("bestmove E", "bestmove none")
    with BlockingEngine(script(none)) as engine, pytest.raises(EngineError, match=r"gave no move.*chatter"):
        engine.go(Limits(nodes=5))


@pytest.fixture(scope="module")
def own():
    with BlockingEngine(own_command()) as engine:
        engine.ready(timeout=180)
        yield engine


@pytest.mark.full
def test_our_own_engine_plays_by_any_rules(own):
    for start in (carnac.start("5x4", stock=6, first="white"), caminos.start("diamond", first="green")):
        own.set_rules(start)
        own.new_game()
        own.ready(timeout=180)
        own.set_position()
        assert own.query("position") == str(start)
        move = own.go(Limits(nodes=50)).best
        own.set_position(None, [move])
        assert own.query("position") == str(start.play(move))


def test_a_position_the_engine_refuses_is_an_error_and_the_engine_goes_on(own):
    own.set_position(carnac.start("5x4"), ["c4rw", "c4rw"])
    with pytest.raises(EngineError, match="waits for an answer"):
        own.go(Limits(nodes=50))
    own.set_position(carnac.start("5x4"), ["c4rw"])
    assert own.go(Limits(nodes=50)).best in ("E", "W", "S", "N", "-")


async def test_a_search_can_be_stopped_or_cancelled_and_the_engine_used_again():
    engine = await Engine.start(own_command())
    try:
        await engine.set_rules(carnac.start("small"))
        await engine.ready(timeout=180)
        for cancel in (False, True):
            heard = asyncio.Event()
            search = asyncio.create_task(engine.go(Limits(infinite=True), report=lambda _, h=heard: h.set()))
            await heard.wait()
            if cancel:
                search.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await search
            else:
                await engine.stop()
                assert (await search).lines
        assert (await engine.go(Limits(nodes=20))).lines
        assert engine.is_alive
    finally:
        await engine.close()
    assert not engine.is_alive
