"""The thinker pool warms up what a board needs, and no more."""

from __future__ import annotations

import os
import subprocess
import sys

from stonefield import carnac
from stonefield.engine.registry import engine_for
from stonefield.games.game import games

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
    print(board, len(simulate.signatures))
print(len(kept))
"""


def test_the_search_on_small_boards_is_loaded_with_the_first_of_them_for_the_same_thinker():
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    lines = [line for line in done.stdout.splitlines() if not line.startswith("info")]
    assert lines == ["large 1", "medium 1", "8x5 2", "small 2", "1"]


def test_low_levels_play_while_the_engine_is_compiled(tmp_path):
    """With an empty cache interpreted code answers, long before the compiled search is there."""
    lines = "setoption name Level value 5\nposition startpos\nisready\ngo nodes 1000000\n"
    with subprocess.Popen(
        [sys.executable, "-m", "stonefield.engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
    ) as engine:
        engine.stdin.write(lines)
        engine.stdin.flush()
        heard = []
        while not heard or not heard[-1].startswith("bestmove"):
            heard.append(engine.stdout.readline())
        compiled = list(tmp_path.rglob("*simulate.simulate*.nbi"))
        engine.kill()
    assert any("compiling carnac" in line for line in heard)
    assert heard[-1].split()[1] in map(str, carnac.start().legal_moves())
    assert not compiled


def test_everything_is_compiled_beforehand_by_one_command():
    command = [sys.executable, "-m", "stonefield.engine.precompile"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    parts = {(game.name, part) for game in games() for part in engine_for(game.name).precompilations()}
    assert {tuple(line.split(": ")) for line in done.stdout.splitlines()} == parts
    assert {name for name, _ in parts} == {"carnac", "caminos"}


def test_a_helper_ends_with_the_engine_that_started_it(tmp_path):
    command = [sys.executable, "-m", "stonefield.engine.precompile", "--beside", *(g.name for g in games())]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment) as helper:
        begun = helper.stdout.readline()
        helper.stdin.close()
        said = begun + helper.stdout.read()
    assert helper.returncode == 0
    assert begun
    assert len(said.splitlines()) < sum(len(engine_for(game.name).precompilations()) for game in games())
