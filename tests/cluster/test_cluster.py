"""`stonefield cluster`: several servers play one game, one dies, the game goes on, and all end in order."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import random
import re
import signal
import sys
import time

import httpx
import pytest

from histories import check
from server.page import Page
from stonefield.cluster.cluster import Plan
from stonefield.cluster.programs import LOOPBACK

from .people import Entrance
from .site import Site, moment
from .town import Town

PATIENCE = 180.0


class Command:
    """`stonefield cluster` as a process, and what it says."""

    def __init__(self, process: asyncio.subprocess.Process):
        self.process = process
        self.said = ""

    async def until(self, pattern: str) -> re.Match:
        """Listen until it has said something."""
        async with asyncio.timeout(PATIENCE):
            while not (found := re.search(pattern, self.said)):
                line = await self.process.stdout.readline()
                assert line, f"it has ended and said\n{self.said}"
                self.said += line.decode()
        return found

    def forget(self) -> None:
        self.said = ""


@contextlib.asynccontextmanager
async def started(folder, *options: str):
    words = [sys.executable, "-m", "stonefield", "cluster", "--port", "0", "--folder", str(folder), *options]
    process = await asyncio.create_subprocess_exec(
        *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    try:
        yield Command(process)
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
            await process.wait()


async def post(url: str, path: str, **body) -> dict:
    async with httpx.AsyncClient(base_url=url, timeout=PATIENCE) as client:
        return (await client.post(path, json=body)).raise_for_status().json()


@pytest.mark.full
async def test_a_game_goes_on_over_two_servers_though_one_is_killed(folder):
    async with started(folder, "--servers", "2", "--engines", "1") as command:
        site = (await command.until(r"Stonefield is at (http://\S+)/ "))[1]
        ports = re.findall(rf"server-\d +{LOOPBACK}:(\d+) +pid (\d+)", command.said)
        urls = [f"http://{LOOPBACK}:{port}" for port, _ in ports]
        made = await post(
            urls[0],
            "/api/games",
            game="carnac",
            options={"board": "5x4"},
            seats=[{"kind": "person", "name": "Ann"}, {"kind": "open"}],
        )
        joined = await post(urls[1], f"/api/games/{made['game']}/join", invite=made["invite"], name="Ben")
        ann, ben = Page(Entrance(urls[0]), made), Page(Entrance(urls[1]), joined)
        await ann.connect()
        await ben.connect()
        await ann.move("c3rw")
        await ben.until_state(lambda state: state["version"] == ann.state["version"])
        assert (await ben.move("E"))["type"] == "accepted"
        command.forget()
        os.kill(int(ports[0][1]), signal.SIGKILL)
        await command.until("server-1 has ended")
        ann.server = Entrance(site)
        await ann.connect()
        await ann.until_state(lambda state: state["version"] == ben.state["version"])
        while not (ann.state["may"]["move"] or ben.state["may"]["move"]):
            await ann.hear()
        mover = ann if ann.state["may"]["move"] else ben
        assert (await mover.move(mover.choice(random.Random(1))))["type"] == "accepted"
        await ann.disconnect()
        await ben.disconnect()
        command.process.send_signal(signal.SIGTERM)
        await command.until("Stopping")
        assert await asyncio.wait_for(command.process.wait(), PATIENCE) == 0
    left = [pid for _, pid in ports if os.path.exists(f"/proc/{pid}")]
    assert left == []


async def test_two_clusters_do_not_share_a_folder(folder):
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        async with started(folder) as command:
            await command.until("another cluster runs there")
            assert await command.process.wait() == 1


@pytest.mark.full
async def test_a_restart_of_all_servers_loses_no_move_and_keeps_no_one_waiting(folder):
    async with Site(Plan(folder, port=0, options=("--rate", "1000"))) as site:
        town = Town([site.url] if site.with_haproxy else site.server_urls)
        async with town.playing([("people", 0.1)] * 4):
            while len(town.newest) < 4:
                await asyncio.sleep(0.1)
            before = {name: part.pid for name, part in site.parts.items()}
            await site.restart_servers()
            await town.until_level(moment())
        after = {name: part.pid for name, part in site.parts.items()}
        changed = {name for name in before if before[name] != after[name]}
        assert changed == {name for name in before if name.startswith(("server", "engine", "tasks"))}
        assert check(town.history, await site.stored(town.games)) == []


@pytest.mark.full
async def test_a_cluster_starts_again_in_the_folder_it_had(folder):
    plan = Plan(folder, servers=1, engines=1, port=0, redis=False, haproxy=False)
    games = set()
    for _ in range(2):
        async with Site(plan) as site:
            seats = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Ben"}]
            made = await post(site.url, "/api/games", game="carnac", seats=seats)
            games.add(made["game"])
            assert set(await site.stored(games)) == games
            began = time.monotonic()
    assert time.monotonic() - began < PATIENCE
