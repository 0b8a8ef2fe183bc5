"""The nemesis strikes a real cluster with everything it has, and nothing that was said is lost."""

from __future__ import annotations

import pytest

from histories import History, ok
from stonefield.cluster.cluster import Plan
from stonefield.cluster.programs import find_program

from .faults import faults_for
from .nemesis import longest_lag, run, told
from .site import Site

NOT_HERE = [name for name in ("redis-server", "haproxy") if find_program(name) is None]


@pytest.mark.full
@pytest.mark.parametrize("helped", [True, False], ids=["redis and haproxy", "postgres alone"])
async def test_nothing_is_lost_whatever_happens(folder, helped):
    if helped and NOT_HERE:
        pytest.skip(f"not installed: {NOT_HERE}")
    plan = Plan(folder, port=0, redis=helped, haproxy=helped, options=("--rate", "1000"))
    async with Site(plan) as site:
        report = await run(site, seed=1, rounds=1)
        print(told(report, faults_for(site)))
    assert report.wrong == []
    assert report.acknowledged > 100
    assert report.faults == len(faults_for(site))


def test_the_lag_is_how_late_the_last_one_saw_a_move():
    history = History()
    act = history.invoke("ann", "g", "0:1", 1_000)
    ok(act, 1_010, 1)
    history.read("ann", "g", 1_012, 1)
    history.read("ben", "g", 1_510, 1)
    history.read("cleo", "g", 3_010, 2)
    history.read("ben", "g", 4_800, 1)
    assert longest_lag(history, 900, 5_000) == (2.0, "(cleo in g)")
    assert longest_lag(history, 1_100, 5_000) == (0.0, "")
