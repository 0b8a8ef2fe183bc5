"""What proves why a try is wrong is compiled at set-up: the first wrong try waits for no compiler."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from stonefield.puzzles import shipped

# What a worker is asked for, and then every function that it had to compile for that.
PROGRAM = """
import sys
from numba.core.dispatcher import Dispatcher
from stonefield.puzzles import by_name
from stonefield.server.workers.puzzles import play_endgame, refute_try

for name in sys.argv[1:]:
    puzzle = by_name(name)
    for move in (puzzle.line[0], str(next(iter(puzzle.start.legal_moves())))):
        for task in (refute_try, play_endgame):
            task(puzzle.position, move)
found = {id(value): value for module in list(sys.modules.values()) for value in vars(module).values()
         if isinstance(value, Dispatcher)}
compiled = [one for one in found.values() if sum(one.stats.cache_misses.values())]
print(sorted(f"{one.__module__}.{one.__name__}" for one in compiled))
"""


@pytest.mark.full
@pytest.mark.parametrize("game", ["carnac", "caminos"])
def test_setup_compiles_what_refutations_need(game, tmp_path):
    by_kind = {
        (puzzle.start.board.name, puzzle.result): puzzle.name for puzzle in shipped() if puzzle.game == game
    }
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "stonefield.engine.precompile", game]
    subprocess.run(command, check=True, env=environment)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *by_kind.values()],
        check=True,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.stdout.strip() == "[]"
