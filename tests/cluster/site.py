"""A cluster whose parts reach the database and the bus over links; its servers have clocks of their own."""

from __future__ import annotations

import asyncio
import glob
import time
from pathlib import Path
from urllib.parse import urlsplit

from stonefield.cluster.backing import redis_socket
from stonefield.cluster.cluster import Cluster, Plan
from stonefield.cluster.programs import LOOPBACK
from stonefield.server.store import Archive
from stonefield.server.store.database import open_existing

from .links import Link

FAKE_TIME = sorted(glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1"))
"""Debian's package libfaketime."""


class Site(Cluster):
    """The cluster under test. Each of its processes has a link to the database and one to the bus."""

    def __init__(self, plan: Plan, tell=print) -> None:
        super().__init__(plan, tell)
        self.database_links: dict[str, Link] = {}
        self.bus_links: dict[str, Link] = {}
        self.outages: list[tuple[float, float]] = []
        """When the database did not answer, in milliseconds of the time of day."""

    async def start(self) -> None:
        count = self.plan.servers, self.plan.engines
        names = [f"server-{number + 1}" for number in range(count[0])]
        names += [f"engine-{number + 1}" for number in range(count[1])]
        for name in [*names, "tasks"]:
            port = urlsplit(self.postgres.url).port
            self.database_links[name] = Link(port)
            self.bus_links[name] = Link(redis_socket(self.plan.folder) if self.bus else port)
            for links in (self.database_links, self.bus_links):
                await links[name].open()
            self.clock_file(name).parent.mkdir(parents=True, exist_ok=True)
            self.set_clock(name, 0)
        await super().start()

    async def stop(self) -> None:
        await super().stop()
        for link in (*self.database_links.values(), *self.bus_links.values()):
            link.close()

    @property
    def server_names(self) -> list[str]:
        return [name for name in self.parts if name.startswith("server")]

    def database_of(self, part: str) -> str:
        return through(self.postgres.url, self.database_links[part])

    def bus_of(self, part: str) -> str | None:
        link = self.bus_links[part]
        return f"redis://{LOOPBACK}:{link.port}/0" if self.bus else through(self.postgres.url, link)

    def environment_of(self, part: str) -> dict[str, str]:
        usual = dict(super().environment_of(part))
        if not FAKE_TIME or not part.startswith("server"):
            return usual
        return {
            **usual,
            "LD_PRELOAD": FAKE_TIME[-1],
            "FAKETIME_TIMESTAMP_FILE": str(self.clock_file(part)),
            "FAKETIME_CACHE_DURATION": "1",
            # Durations go on evenly, as they do on a machine whose time of day is set.
            "DONT_FAKE_MONOTONIC": "1",
        }

    def clock_file(self, part: str) -> Path:
        return self.plan.folder / "clocks" / part

    def set_clock(self, part: str, seconds: int) -> None:
        """Set the time of day of a part forward, or back."""
        self.clock_file(part).write_text(f"{seconds:+d}")

    def heal_links(self) -> None:
        for link in (*self.database_links.values(), *self.bus_links.values()):
            link.heal()

    async def until_ready(self, *names: str) -> None:
        """Wait until some parts answer."""
        for name in names:
            while not await self.parts[name].is_ready():
                await asyncio.sleep(0.02)

    async def stored(self, games) -> dict:
        """Games as the database has them."""
        engine = await open_existing(self.postgres.url)
        try:
            archive, found = Archive(engine), {}
            for game in games:
                stored = await archive.find(game)
                found[game] = (stored.agreement, stored.events)
            return found
        finally:
            await engine.dispose()


def through(url: str, link: Link) -> str:
    """The same address over a link."""
    parts = urlsplit(url)
    user = f"{parts.username}@" if parts.username else ""
    return parts._replace(netloc=f"{user}{LOOPBACK}:{link.port}").geturl()


def moment() -> float:
    """Now, in the milliseconds of events."""
    return time.time() * 1000
