"""Games, self-play and the search for puzzles on the workers of a Dask cluster: the same as at home."""

import subprocess
import sys

import pytest

from stonefield.arena import Tournament, dask_workers, local_workers, play_tournament
from stonefield.cli import run
from stonefield.games import carnac

pytestmark = pytest.mark.xdist_group("event")  # one worker, so that processes are started once


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A scheduler and two workers, each a process of its own."""
    folder = tmp_path_factory.mktemp("dask")
    file = folder / "scheduler.json"
    run = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    scheduler = subprocess.Popen(
        [*run, "--port", "0", "--no-dashboard", "--scheduler-file", str(file), "--host", "127.0.0.1"], **quiet
    )
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", str(file)]
    workers = [
        subprocess.Popen([*worker, "--nthreads", "1", "--no-dashboard", "--no-nanny"], **quiet)
        for _ in range(2)
    ]
    try:
        from distributed import Client

        with Client(scheduler_file=str(file), timeout="60s") as client:
            client.wait_for_workers(2, timeout=60)
            address = client.scheduler.address
        yield address
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def moves_of(pairs):
    """What was played in each pair."""
    return {pair.pairing.number: [game.moves for game in pair.games] for pair in pairs}


@pytest.mark.full
def test_a_tournament_is_the_same(cluster):
    tournament = Tournament(("greedy", "random"), str(carnac.start("5x4", stock=8)))
    with dask_workers(cluster) as there:
        assert there.count == 2
        played = moves_of(play_tournament(tournament.pairings(6), there))
    with local_workers(2) as here:
        assert moves_of(play_tournament(tournament.pairings(6), here)) == played


def test_self_play_is_the_same(cluster, tmp_path):
    from stonefield.envs.tables import read_games

    tables = []
    for name, where in (("there", ["--dask", cluster]), ("here", ["--workers", "2"])):
        out = tmp_path / f"{name}.parquet"
        assert run(["selfplay", "--player", "random", "--games", "4", "--out", str(out), *where]) == 0
        tables.append(sorted(map(repr, read_games(out).select(["start", "moves", "winner"]).to_pylist())))
    assert len(tables[0]) == 4
    assert tables[0] == tables[1]


@pytest.mark.full
def test_the_same_puzzles_are_found(cluster, tmp_path):
    found = []
    for name, where in (("there", ["--dask", cluster]), ("here", ["--workers", "2"])):
        out = tmp_path / f"{name}.jsonl"
        games = ["--board", "5x4", "--games", "4", "--level", "3"]
        assert run(["puzzles", "make", str(out), *games, *where]) == 0
        found.append(sorted(out.read_text().splitlines()))
    assert found[0]
    assert found[0] == found[1]
