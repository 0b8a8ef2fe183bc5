"""A whole small cluster on this machine: its parts, and in what order they start, restart and stop."""

from __future__ import annotations

import asyncio
import fcntl
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Self
from urllib.parse import quote

import platformdirs

from stonefield.cluster.backing import Postgres, redis, redis_socket
from stonefield.cluster.haproxy import configuration
from stonefield.cluster.part import Part, RunningPart
from stonefield.cluster.programs import LOOPBACK, ClusterError, find_program, free_ports, need_program

STONEFIELD = (sys.executable, "-m", "stonefield")
CONNECTIONS_PER_PROCESS, OTHER_CONNECTIONS = 20, 20
"""Sessions of PostgreSQL that each of our processes may need, and that are left for people and backups."""
READY_SECONDS = 120.0
"""How long a restarted server may take until the next one is restarted."""
ANSWER_SECONDS = 5.0
WORKS = "Stonefield works for"
"""What a worker says once it takes jobs."""


def default_folder() -> Path:
    """Where a cluster keeps its files; for root a folder that the account of PostgreSQL can enter."""
    if os.geteuid() == 0:
        return Path("/var/lib/stonefield/cluster")
    return Path(platformdirs.user_data_dir("stonefield", appauthor=False)) / "cluster"


@dataclass(frozen=True, slots=True)
class Plan:
    """How large a cluster is, and where."""

    folder: Path
    servers: int = 3
    engines: int = 2
    port: int = 8765
    """Where people reach it: HAProxy, or the first server; 0 takes any free one."""
    redis: bool | None = None
    """Whether there is one; None: if it is installed."""
    haproxy: bool | None = None
    """The same."""
    options: tuple[str, ...] = ()
    """More options of `stonefield serve`."""


class Cluster:
    """The running parts. Tests override how a part reaches the database and the bus, and its environment."""

    def __init__(self, plan: Plan, tell: Callable[[str], None] = print) -> None:
        self.plan, self._tell = plan, tell
        self.with_redis = _redis_is_here() if plan.redis is None else plan.redis
        self.with_haproxy = find_program("haproxy") is not None if plan.haproxy is None else plan.haproxy
        self._check_programs()
        ports = iter(free_ports(plan.servers + 2, wanted=plan.port))
        public = next(ports) if self.with_haproxy else 0
        self.server_ports = [next(ports) for _ in range(plan.servers)]
        self.port = public or self.server_ports[0]
        processes = plan.servers + plan.engines + 1
        most = CONNECTIONS_PER_PROCESS * processes + OTHER_CONNECTIONS
        self.postgres = Postgres(plan.folder / "postgres", next(ports), most)
        self.parts: dict[str, RunningPart] = {}
        """Those that were started, by their names, in that order."""
        self._lock: IO[str] | None = None

    def _check_programs(self) -> None:
        need_program("initdb")
        if self.with_redis:
            need_program("redis-server")
            if find_spec("redis") is None:
                raise ClusterError("Redis' client is missing: pip install 'stonefield[redis]'")
        if self.with_haproxy:
            need_program("haproxy")

    @property
    def url(self) -> str:
        """Where people reach it."""
        return f"http://{LOOPBACK}:{self.port}"

    @property
    def server_urls(self) -> list[str]:
        """Where each server is."""
        return [f"http://{LOOPBACK}:{port}" for port in self.server_ports]

    @property
    def bus(self) -> str | None:
        """The address of Redis; None where servers tell each other by NOTIFY."""
        return f"unix://{quote(str(redis_socket(self.plan.folder)))}" if self.with_redis else None

    # What tests change

    def database_of(self, part: str) -> str:
        """The address at which a part reaches the database."""
        return self.postgres.url

    def bus_of(self, part: str) -> str | None:
        """The address at which a part reaches the bus."""
        return self.bus

    def environment_of(self, part: str) -> Mapping[str, str]:
        """What is added to the environment of a part."""
        return {}

    # From the start to the end

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def start(self) -> None:
        """Start everything; return once it can be used. ClusterError if something does not start."""
        self._prepare_folder()
        try:
            await asyncio.to_thread(self.postgres.prepare)
            await self._start(self.postgres.part())
            if self.with_redis:
                await self._start(redis(self.plan.folder))
            # The first server makes the tables.
            first, *others = (self._server(number) for number in range(1, self.plan.servers + 1))
            await self._start(first)
            rest = [*others, *(self._worker(number) for number in range(1, self.plan.engines + 1))]
            await asyncio.gather(*(self._start(part) for part in [*rest, self._tasks()]))
            if self.with_haproxy:
                await self._start(self._haproxy())
        except BaseException:
            await self.stop()
            raise

    async def stop(self) -> None:
        """Stop everything: first what people reach, last the database."""
        groups = (
            [part for part in self.parts.values() if part.name.startswith("server")],
            [part for part in self.parts.values() if part.name.startswith(("engine", "tasks", "haproxy"))],
            [part for part in self.parts.values() if part.name in ("postgres", "redis")],
        )
        for group in groups:
            await asyncio.gather(*(part.stop() for part in group))
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    async def restart_servers(self) -> None:
        """Restart one server after the other, then the workers: the others serve meanwhile."""
        for name, part in self.parts.items():
            if not name.startswith(("server", "engine", "tasks")):
                continue
            await part.restart()
            if name.startswith("server"):
                await self._until_ready(self.server_ports[int(name.removeprefix("server-")) - 1])
            self._tell(f"{name} was restarted")

    async def _until_ready(self, port: int) -> None:
        due = asyncio.get_running_loop().time() + READY_SECONDS
        while not await answers_200(port, "/api/ready"):
            if asyncio.get_running_loop().time() > due:
                self._tell(f"the server at port {port} answers, but is not ready: see /api/ready")
                return
            await asyncio.sleep(0.2)

    def _prepare_folder(self) -> None:
        folder = self.plan.folder
        (folder / "logs").mkdir(parents=True, exist_ok=True)
        self._lock = (folder / "lock").open("w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ClusterError(f"`{folder}`: another cluster runs there") from None

    async def _start(self, part: Part) -> None:
        running = RunningPart(part, self.plan.folder / "logs" / f"{part.name}.log", self._tell)
        self.parts[part.name] = running
        await running.start()

    # The parts

    def _server(self, number: int) -> Part:
        name, port = f"server-{number}", self.server_ports[number - 1]
        command = [*STONEFIELD, "serve", "--no-browser", "--port", str(port), "--workers", "elsewhere"]
        command += [*self._reaching(name), "--trusted-proxy", LOOPBACK, *self.plan.options]
        return Part(
            name,
            command,
            address=f"{LOOPBACK}:{port}",
            ready=lambda: answers_200(port, "/api/health"),
            environment=self.environment_of(name),
        )

    def _worker(self, number: int) -> Part:
        name = f"engine-{number}"
        command = [*STONEFIELD, "work", "engine", *self._reaching(name), "--engines", "1"]
        return Part(name, command, word=WORKS, environment=self.environment_of(name))

    def _tasks(self) -> Part:
        command = [*STONEFIELD, "work", "tasks", *self._reaching("tasks")]
        return Part("tasks", command, word=WORKS, environment=self.environment_of("tasks"))

    def _reaching(self, part: str) -> list[str]:
        bus = self.bus_of(part)
        return ["--database", self.database_of(part), *(["--bus", bus] if bus else [])]

    def _haproxy(self) -> Part:
        file = self.plan.folder / "haproxy.cfg"
        servers = [f"{LOOPBACK}:{port}" for port in self.server_ports]
        file.write_text(configuration(servers, [f"{LOOPBACK}:{self.port}"]), "utf-8")
        return Part(
            "haproxy",
            [need_program("haproxy"), "-db", "-f", str(file)],
            address=f"{LOOPBACK}:{self.port}",
            ready=lambda: answers_200(self.port, "/api/health"),
        )


def _redis_is_here() -> bool:
    return find_program("redis-server") is not None and find_spec("redis") is not None


async def answers_200(port: int, path: str) -> bool:
    """Whether a server of ours answers a request for a path with 200."""
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            reader, writer = await asyncio.open_connection(LOOPBACK, port)
            try:
                asked = f"GET {path} HTTP/1.1\r\nHost: {LOOPBACK}:{port}\r\nConnection: close\r\n\r\n"
                writer.write(asked.encode())
                return b" 200 " in await reader.readline()
            finally:
                writer.close()
    except (OSError, TimeoutError):
        return False
