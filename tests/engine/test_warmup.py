"""What is compiled, when and by which process; and who plays until then."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time

import pytest

from stonefield import caminos, carnac
from stonefield.engine import cache, precompile
from stonefield.engine.game_engine import Part, engine_for
from stonefield.engine.thinker import Settings
from stonefield.games.game import games

COMMAND = (sys.executable, "-m", "stonefield.engine.precompile")
PARTS = {game.name: [part.name for part in engine_for(game.name).parts] for game in games()}

PROGRAM = """
import threading
from stonefield.engine.carnac.simulate import simulate
from stonefield.engine.thinker import Settings
from stonefield.engine.warmup import ThinkerPool
from stonefield.games import carnac

pool, never, without_network = ThinkerPool(print), threading.Event(), Settings(network=False)
kept = set()
for board in ("large", "medium", "8x5", "small"):
    kept.add(pool.thinker(carnac.start(board), without_network, never))
    print(board, len(simulate.entry.signatures))
print(len(kept))
"""


@pytest.fixture
def empty_cache(tmp_path, monkeypatch):
    """A folder of its own for compiled code."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    cache.cache_folder.cache_clear()
    yield tmp_path
    cache.cache_folder.cache_clear()


def test_boards_of_all_sizes_share_one_search_and_one_thinker():
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    lines = [line for line in done.stdout.splitlines() if not line.startswith("info")]
    assert lines == ["large 1", "medium 1", "8x5 1", "small 1", "1"]


@pytest.mark.parametrize(
    ("position", "settings", "parts"),
    [
        (carnac.start(), Settings(level=5, network=False), ("search",)),
        (carnac.start(), Settings(level=9), ("network",)),
        (carnac.start(stock=4), Settings(level=5, network=False), ("search", "solver")),
        (carnac.start(stock=4), Settings(), ("network", "solver")),
        (caminos.start(), Settings(level=5, network=False), ("search",)),
        (caminos.start(), Settings(level=9), ("network",)),
        (caminos.start(), Settings(), ("network", "forced wins")),
        (caminos.start(players=4), Settings(), ("search",)),
        (caminos.start(points=True), Settings(), ("network",)),
    ],
    ids=str,
)
def test_a_search_waits_for_what_it_needs_only(position, settings, parts):
    assert engine_for(position.game.name).parts_for(position, settings) == parts
    assert set(parts) <= set(PARTS[position.game.name])


def test_low_levels_come_first():
    assert {parts[0] for parts in PARTS.values() if parts} == {"search"}


def test_low_levels_play_while_the_engine_is_compiled(empty_cache):
    """With an empty cache interpreted code answers, long before the compiled search is there."""
    lines = "setoption name Level value 5\nposition startpos\nisready\ngo nodes 1000000\n"
    with subprocess.Popen(
        [sys.executable, "-m", "stonefield.engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as engine:
        engine.stdin.write(lines)
        engine.stdin.flush()
        heard = []
        while not heard or not heard[-1].startswith("bestmove"):
            heard.append(engine.stdout.readline())
        compiled = list(empty_cache.rglob("*simulate.simulate*.nbi"))
        engine.kill()
    assert any("compiling carnac: about " in line for line in heard)
    assert heard[-1].split()[1] in map(str, carnac.start().legal_moves())
    assert not compiled


def test_everything_is_compiled_by_one_command_and_nothing_is_missing_then():
    done = subprocess.run(COMMAND, capture_output=True, text=True, check=True)
    said = {tuple(line.split(": ")) for line in done.stdout.splitlines()}
    assert said == {(game, part) for game, parts in PARTS.items() for part in parts}
    missing = subprocess.run([*COMMAND, "--missing"], capture_output=True, text=True, check=True)
    assert missing.stdout == ""
    assert precompile.compile_in_background() is None


def test_an_unknown_part_is_refused():
    done = subprocess.run([*COMMAND, "carnac", "nothing"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "carnac has no part nothing" in done.stderr


def test_what_is_missing_is_listed_in_the_order_of_need(empty_cache):
    missing = subprocess.run([*COMMAND, "--missing"], capture_output=True, text=True, check=True)
    assert missing.stdout.splitlines() == [
        f"{game}: {part}" for game, parts in PARTS.items() for part in parts
    ]


def test_a_part_is_compiled_once_though_two_ask_for_it(empty_cache, monkeypatch):
    compiled = []

    def compile_slowly() -> None:
        compiled.append("begun")
        time.sleep(0.2)
        compiled.append("done")

    monkeypatch.setattr(type(engine_for("carnac")), "parts", (Part("search", 1.0, compile_slowly),))
    askers = [threading.Thread(target=precompile.compile_parts, args=("carnac", [])) for _ in range(2)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    assert compiled == ["begun", "done"]
    assert not cache.missing_parts("carnac")


def test_the_time_to_wait_is_guessed_by_the_parts_that_are_done(empty_cache, monkeypatch):
    parts = tuple(Part(name, seconds, lambda: None) for name, seconds in (("search", 4.0), ("network", 6.0)))
    monkeypatch.setattr(type(engine_for("carnac")), "parts", parts)
    assert cache.seconds_to_compile("carnac", ["search", "network"]) == 10
    with cache.locked("carnac", "search"):
        cache.mark_compiled("carnac", "search", 8.0)
    assert cache.seconds_to_compile("carnac", ["search", "network"]) == 12
    assert cache.seconds_to_compile("carnac", ["search"]) == 0


def test_a_helper_ends_with_the_process_that_started_it(empty_cache):
    pipe = subprocess.PIPE
    command = [*COMMAND, "--beside", "caminos"]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=os.environ) as helper:
        helper.stdin.close()
        said = helper.stdout.read()
    assert helper.returncode == 0
    assert len(said.splitlines()) < len(PARTS["caminos"])
