"""A part is started, started again when it dies, and stopped; what is missing is said plainly."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys

import pytest

from stonefield.cluster import part as parts
from stonefield.cluster import programs
from stonefield.cluster.cluster import Cluster, Plan
from stonefield.cluster.part import Part, RunningPart
from stonefield.cluster.programs import Account, ClusterError, free_ports, is_free, may_enter, need_program

PATIENCE = 60.0
SLEEPS = ("sleep", "1000")


@pytest.fixture
async def running(tmp_path):
    """Makes running parts; all have ended after the test."""
    made, told = [], []

    def make(*command: str, **wishes) -> RunningPart:
        made.append(RunningPart(Part("part", command, **wishes), tmp_path / "log", told.append))
        made[-1].told = told
        return made[-1]

    yield make
    for one in made:
        await one.stop()


async def until(condition) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


async def test_a_part_that_dies_is_started_again_after_a_pause_that_grows(running):
    part = running(*SLEEPS)
    await part.start()
    for number in (1, 2):
        pid = part.pid
        assert part.signal(signal.SIGKILL)
        await until(lambda pid=pid: part.pid not in (None, pid))
        assert len(part.told) == number
    assert [line.split()[-2] for line in part.told] == ["0.2", "0.4"]
    assert "SIGKILL" in part.told[0]


async def test_a_part_is_awaited_until_it_answers(running, tmp_path):
    async def is_written() -> bool:
        return (tmp_path / "ready").exists()

    part = running("sh", "-c", f"sleep 0.3; touch {tmp_path}/ready; exec sleep 1000", ready=is_written)
    await part.start()
    assert (tmp_path / "ready").exists()


async def test_a_part_is_awaited_until_it_says_that_it_is_ready_each_time_it_is_started(running):
    part = running("sh", "-c", "sleep 0.3; echo it works now; exec sleep 1000", word="works now")
    for times in (1, 2):
        await (part.start() if times == 1 else part.restart())
        assert part.log.read_text().count("it works now") == times


async def test_a_part_that_ends_before_it_is_ready_is_an_error_with_its_last_words(running):
    async def never() -> bool:
        return False

    part = running("sh", "-c", "echo the stones are missing; exit 3", ready=never)
    with pytest.raises(ClusterError, match="part did not start: the stones are missing"):
        await part.start()
    assert part.pid is None


async def test_a_part_that_cannot_be_restarted_is_tried_again_and_again(running, tmp_path):
    async def is_written() -> bool:
        return (tmp_path / "ready").exists()

    (tmp_path / "ready").touch()
    part = running("sh", "-c", f"test -e {tmp_path}/ready && exec sleep 1000", ready=is_written)
    await part.start()
    (tmp_path / "ready").unlink()
    with pytest.raises(ClusterError, match="part did not start"):
        await part.restart()
    (tmp_path / "ready").touch()
    await until(lambda: part.pid is not None)


async def test_a_program_that_is_not_there_is_an_error(running):
    with pytest.raises(ClusterError, match="part did not start"):
        await running("/no/such/program").start()


async def test_a_part_is_asked_to_end_and_is_not_started_again(running, tmp_path):
    # Not a shell, which traps no signal that was ignored when it began, as in a script's background.
    asked = tmp_path / "asked"
    answers = f"signal.signal(signal.SIGINT, lambda *_: (open({str(asked)!r}, 'w'), os._exit(0)))"
    code = f"import os, signal, time; {answers}; print('ready', flush=True); time.sleep(99)"
    part = running(sys.executable, "-c", code, end=signal.SIGINT, word="ready")
    await part.start()
    await part.stop()
    assert asked.exists()
    assert part.pid is None
    assert part.told == []


async def test_a_part_that_does_not_end_is_killed(running, monkeypatch):
    monkeypatch.setattr(parts, "ENDING", 0.2)
    ignores = "import signal, time; signal.signal(15, signal.SIG_IGN); print('ready', flush=True)"
    part = running(sys.executable, "-c", f"{ignores}; time.sleep(99)", word="ready")
    await part.start()
    pid = part.pid
    await part.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.skipif(not parts._ends_with_us(), reason="no setpriv here")
async def test_parts_end_when_the_supervisor_is_killed(tmp_path):
    code = (
        "import asyncio, pathlib\n"
        "from stonefield.cluster.part import Part, RunningPart\n"
        "async def main():\n"
        f"    log = pathlib.Path({str(tmp_path / 'log')!r})\n"
        "    part = RunningPart(Part('part', ('sleep', '1000')), log, print)\n"
        "    await part.start()\n"
        "    print(part.pid, flush=True)\n"
        "    await asyncio.sleep(1000)\n"
        "asyncio.run(main())"
    )
    supervisor = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, stdout=asyncio.subprocess.PIPE
    )
    pid = int(await asyncio.wait_for(supervisor.stdout.readline(), PATIENCE))
    supervisor.kill()
    await supervisor.wait()
    await until(lambda: not _lives(pid))


def _lives(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_ports_are_free_and_the_first_is_the_one_that_is_wanted():
    wanted, *others = free_ports(4)
    assert all(map(is_free, (wanted, *others)))
    assert free_ports(2, wanted=wanted)[0] == wanted
    in_use = pytest.raises(ClusterError, match=f"port {wanted} is in use; choose another with --port")
    with socket.create_server((programs.LOOPBACK, wanted)), in_use:
        free_ports(1, wanted=wanted)


def test_a_missing_program_is_named_with_its_package(monkeypatch):
    monkeypatch.setattr(programs, "find_program", lambda name: None)
    with pytest.raises(ClusterError, match=r"`haproxy` is not installed \(Debian: apt-get install haproxy\)"):
        need_program("haproxy")


@pytest.mark.parametrize(
    ("missing", "wishes"),
    [("initdb", {}), ("redis-server", {"redis": True}), ("haproxy", {"haproxy": True})],
)
def test_a_cluster_says_what_it_cannot_do_without(monkeypatch, tmp_path, missing, wishes):
    found = programs.find_program
    monkeypatch.setattr(programs, "find_program", lambda name: None if name == missing else found(name))
    with pytest.raises(ClusterError, match=f"`{missing}` is not installed"):
        Cluster(Plan(tmp_path, port=0, **wishes))


def test_a_folder_that_the_account_of_the_database_cannot_enter_is_noticed(tmp_path):
    stranger = Account("stranger", 54_321, 54_321)
    folder = tmp_path / "private" / "cluster"
    folder.mkdir(parents=True)
    folder.parent.chmod(0o700)
    assert not may_enter(folder, stranger)
    assert may_enter(folder, Account("we", os.getuid(), os.getgid()))
