"""A simulated service keeps its promises whatever goes wrong, and a planted mistake is found."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from simulation.faults import FAULTS
from simulation.world import simulate

TESTS = Path(__file__).parents[1]
QUICK, FULL = 200, 10_000
"""How many seeds are run."""
A_PART = 25
SEARCHED = 40
"""A planted mistake is found within so many seeds."""
FIRST = ("acknowledged before it is committed", "flag falls twice", "lost wake up")
"""The mistakes that every `./test` plants; the others only the long one."""


def parts(first: int, most: int, size: int) -> list[range]:
    return [range(begin, min(begin + size, most)) for begin in range(first, most, size)]


def check(seeds: range) -> None:
    """Each problem says how to see it again."""
    assert [
        f"python -m simulation --seed {seed} --trace: {problem}"
        for seed in seeds
        for problem in simulate(seed).problems
    ] == []


@pytest.mark.parametrize("seeds", parts(0, QUICK, A_PART), ids=str)
def test_no_seed_breaks_a_promise(seeds):
    check(seeds)


@pytest.mark.full
@pytest.mark.parametrize("seeds", parts(QUICK, FULL, 8 * A_PART), ids=str)
def test_ten_thousand_seeds_break_no_promise(seeds):
    check(seeds)


def test_a_seed_replays_exactly():
    again = [simulate(7).trace for _ in range(2)]
    assert again[0] == again[1]
    assert simulate(8).trace != again[0]


def test_a_seed_replays_in_another_process():
    here = "\n".join(simulate(9).trace)
    for hash_seed in ("1", "2"):
        environment = {**os.environ, "PYTHONPATH": str(TESTS), "PYTHONHASHSEED": hash_seed}
        command = [sys.executable, "-m", "simulation", "--seed", "9", "--trace"]
        there = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
        assert there.startswith(here)


def is_found(name: str) -> bool:
    """Whether some seed shows a mistake that is planted."""
    fault = FAULTS[name]
    with fault.plant():
        found = (simulate(seed, fault.plan).problems for seed in range(SEARCHED))
        return any(fault.says in problem for problems in found for problem in problems)


@pytest.mark.parametrize("name", FIRST)
def test_a_planted_mistake_is_found(name):
    assert is_found(name)


@pytest.mark.full
@pytest.mark.parametrize("name", [name for name in FAULTS if name not in FIRST])
def test_every_planted_mistake_is_found(name):
    assert is_found(name)
