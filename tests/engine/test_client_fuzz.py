"""Whatever an engine says, its client neither stands still nor fails otherwise than with an `EngineError`."""

from __future__ import annotations

import asyncio
import math
import shlex
import tracemalloc

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stonefield.arena.play import FORFEIT, PlayerCache, play_game
from stonefield.arena.players import read_spec
from stonefield.engine import Limits
from stonefield.engine.client import MOST_OPTIONS, Engine, EngineError, EngineTimeout
from stonefield.engine.ugi_text import MOST_LINES
from stonefield.games import carnac

pytestmark = pytest.mark.xdist_group("client")

FEW, MANY = 40, 1_500
PATIENCE = 0.25
"""Seconds that an engine has here for an answer; none of these needs them."""
START = carnac.start("4x3", stock=4)
SAYS_ALL = 'cat "$0.words"; while read -r line; do case $line in quit*) exit;; esac; done'
"""An engine that says all it has to say at once, and then only listens."""
MOST_MEMORY = 24 * 2**20

NUMBERS = st.sampled_from(
    ("0", "1", "-1", "nan", "inf", "-inf", "1e999", "9" * 30, "9" * 5_000, "x", "", "٣", "0x1", "1_0", "\0")
)
MOVES = st.sampled_from(
    ("b2rw", "E", "-", "none", "(none)", "zz", "", "\0", "\x1b[2J", "m" * 300, "b2rw b2rw", "\N{SNOWMAN}")
)
OUTLOOKS = st.sampled_from(
    (
        "none", "", "{", "[]", "null", "7", '{"ways": {}}', '{"ways": {}, "tints": {}, "scores": {}}',
        '{"ways": [], "tints": [], "scores": []}', '{"ways": {}, "tints": {"a1": NaN}, "scores": {}}',
        '{"ways": {}, "tints": {"a1": "x"}, "scores": {"red": 1e999}}', "[" * 100_000, "9" * 5_000,
        '{"ways": {"red": {"squares": 3, "missing": "a1"}}, "tints": {}, "scores": {}}',
    )
)  # fmt: skip


def info(depth: str, winrate: str, score: str, multipv: str, visits: str, move: str) -> str:
    return (
        f"info depth {depth} nodes {visits} time {score} multipv {multipv} winrate {winrate} score {score}"
        f" visits {visits} pv {move}"
    )


LINES = st.one_of(
    st.builds(info, NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS, MOVES),
    MOVES.map("bestmove {}".format),
    OUTLOOKS.map("outlook {}".format),
    st.sampled_from(
        (
            "readyok",
            "ugiok",
            "bestmove",
            "info",
            "info string",
            "info pv",
            "info pv x",
            "id name " + "n" * 5_000,
        )
    ),
    st.sampled_from(
        ("option name", "option name \0 type \0", "option name Threads type spin", "response \0")
    ),
    st.sampled_from(
        ("info string refused: \0", "info string compiling x: about 99999 seconds, on", "x" * 70_000)
    ),
    st.text(max_size=30),
).map(str.encode) | st.binary(max_size=30)


def check(thought) -> None:
    """What comes out of a client is fit for a database and a page."""
    assert len(thought.lines) <= MOST_LINES + 1
    assert len(thought.best) <= 200
    assert thought.best.isprintable()
    assert math.isfinite(thought.seconds)
    for line in thought.lines:
        assert 0 <= line.win_rate <= 1
        assert math.isfinite(line.score)


async def converse(command: list[str]) -> None:
    """Ask everything that can be asked; an `EngineError` is an answer too."""
    engine = await Engine.start(command, timeout=PATIENCE)
    assert len(engine.options) <= MOST_OPTIONS
    assert len(engine.name) <= 300
    try:
        for ask in (
            lambda: engine.ready(timeout=PATIENCE),
            lambda: engine.set_rules(START),
            lambda: engine.go(Limits(nodes=5), report=check, timeout=PATIENCE),
            lambda: engine.outlook(timeout=PATIENCE),
            lambda: engine.query("position", timeout=PATIENCE),
        ):
            try:
                told = await ask()
            except EngineTimeout:
                return
            except EngineError as error:
                assert str(error)  # noqa: PT017 (any will do)
                continue
            if hasattr(told, "lines"):
                check(told)
    finally:
        await engine.close()


def attack(path, examples: int) -> None:
    command = ["sh", "-c", SAYS_ALL, str(path).removesuffix(".words")]

    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(st.lists(LINES, max_size=8), st.lists(LINES, max_size=8), st.lists(LINES, max_size=4))
    def one(first, second, third) -> None:
        # Most of it comes after a hello and where an answer is awaited.
        said = [*first[:1], b"ugiok", b"readyok", *second, b"bestmove b2rw", *third, b"outlook none", *first]
        path.write_bytes(b"\n".join(said) + b"\n")
        asyncio.run(asyncio.wait_for(converse(command), 60))

    one()


def test_no_words_of_an_engine_make_its_client_fail(tmp_path):
    attack(tmp_path / "engine.words", FEW)


@pytest.mark.full
def test_no_words_of_very_many_make_a_client_fail(tmp_path):
    attack(tmp_path / "engine.words", MANY)


FLOODS = {
    "options": 'seq -f "option name X%.0f type spin default 1" 1 100000000',
    "one endless line": "echo ugiok; tr '\\0' x < /dev/zero",
    "remarks": 'echo ugiok; seq -f "info string remark %.0f" 1 100000000',
    "candidates": 'echo ugiok; seq -f "info depth 1 multipv %.0f winrate 0.5 pv b2rw" 1 100000000',
    "one endless candidate": "echo ugiok; printf 'info depth 1 pv '; yes b2rw | tr '\\n' ' '",
    "empty lines": "echo ugiok; yes ''",
    "errors without an end": "echo ugiok; tr '\\0' x < /dev/zero >&2",
}


async def listen(command: list[str]) -> None:
    engine = await Engine.start(command, timeout=0.5)
    try:
        await engine.go(Limits(nodes=5), timeout=0.5)
    finally:
        await engine.close()


@pytest.mark.parametrize("flood", FLOODS)
async def test_an_engine_that_never_stops_talking_is_given_up_and_fills_no_memory(flood):
    tracemalloc.start()
    try:
        with pytest.raises(EngineError):
            await listen(["sh", "-c", FLOODS[flood]])
        assert tracemalloc.get_traced_memory()[1] < MOST_MEMORY
    finally:
        tracemalloc.stop()


async def test_a_long_line_of_errors_does_not_stop_an_engine():
    talkative = "head -c 5000000 /dev/zero | tr '\\0' x >&2; echo ugiok; sleep 100"
    engine = await Engine.start(["sh", "-c", talkative], timeout=60)
    await engine.close()


async def test_an_engine_whose_child_keeps_its_pipes_is_closed_even_so():
    engine = await Engine.start(["sh", "-c", "sleep 5 & echo ugiok; trap '' TERM; sleep 5"], timeout=60)
    await asyncio.wait_for(engine.close(), 60)
    assert not engine.is_alive


@pytest.mark.parametrize("move", ["zz", "b2rw", "\0", "m" * 100_000, "\x1b[2J", "none", ""])
def test_whatever_move_an_engine_gives_the_arena_goes_on(tmp_path, move):
    path = tmp_path / "engine.sh.words"
    path.write_text("ugiok\nreadyok\n" + f"bestmove {move}\n" * 3, "utf-8")
    program = tmp_path / "engine.sh"
    program.write_text(SAYS_ALL, "utf-8")
    hostile = read_spec(f"ugi:movetime=0.2;{shlex.join(['sh', str(program)])}")
    cache = PlayerCache()
    played = play_game(START, (), (hostile, read_spec("random")), cache, seed=1)
    cache.close()
    assert played.reason.startswith(FORFEIT)
    assert len(played.reason) < 1_000
    assert played.reason.isprintable()
    assert played.points == 0
