"""Compiled functions are compiled once each, for all callers, and kept where any checkout finds them."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from stonefield.games.game import games

VERSIONS = """
import sys
from stonefield.engine.linking import LinkedFunction
from stonefield.engine.game_engine import engine_for

for part in engine_for(sys.argv[1]).parts:
    part.compile()
functions = {
    id(value): value
    for name, module in list(sys.modules.items()) if name.startswith("stonefield")
    for value in vars(module).values() if isinstance(value, LinkedFunction)
}
used = [one for one in functions.values() if one.overloads or one.entry.overloads]
print(len(used))
for one in used:
    for kind in (one, one.entry):
        if len(kind.overloads) > 1:
            print(one.__name__, *kind.overloads)
"""

RECURSIVE = """
from stonefield.engine.compiled import compiled

@compiled
def half(number):
    return number // 2

@compiled
def steps(number):
    return 0 if number == 1 else 1 + steps(half(number))

@compiled
def both(number):
    return steps(number) + steps(8) + steps(16)

print(steps(1024), both(4), len(steps.overloads), len(half.overloads))
"""


@pytest.mark.full
@pytest.mark.parametrize("game", [game.name for game in games()])
def test_every_compiled_function_has_one_signature(game, tmp_path):
    """numba would compile a version for each literal, each kind of integer and each absent array."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", VERSIONS, game]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    count, *several = done.stdout.splitlines()
    assert int(count) > 50
    assert not several


def test_literals_and_recursion_need_no_version_of_their_own(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(RECURSIVE)
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, str(program)]
    for _ in range(2):  # Compiled, then read from the disk.
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
        answers, versions = done.stdout.split()[:2], done.stdout.split()[2:]
        assert answers == ["10", "9"]
        assert all(int(version) <= 1 for version in versions)
