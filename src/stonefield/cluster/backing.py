"""PostgreSQL and Redis as parts of a cluster, with their files in its folder, for this machine alone."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import subprocess
from pathlib import Path
from urllib.parse import quote

import asyncpg

from stonefield.cluster.part import Part
from stonefield.cluster.programs import (
    LOOPBACK,
    Account,
    ClusterError,
    database_account,
    may_enter,
    need_program,
)

USER = DATABASE = "stonefield"
ANSWER_SECONDS = 10.0
LONGEST_SOCKET = 100
"""Characters of the path of a socket that every system takes."""
_REDIS = """\
# No other user of this machine can reach it.
port 0
unixsocket {socket}
unixsocketperm 700
save ""
appendonly no
"""


class Postgres:
    """A database cluster of our own in a folder; made where there is none."""

    def __init__(self, folder: Path, port: int, most_connections: int) -> None:
        self._folder, self._port, self._most = folder, port, most_connections
        self._data, self._password = folder / "data", folder / "password"
        self.pass_file = folder.parent / "pgpass"
        """Where our processes find the password, so that it is on no command line."""
        self.url = f"postgresql://{USER}@{LOOPBACK}:{port}/{DATABASE}?passfile={quote(str(self.pass_file))}"

    def prepare(self) -> None:
        """Make what is missing; ClusterError if that does not work."""
        account = database_account()
        if account is not None and not may_enter(self._folder, account):
            raise ClusterError(
                f"`{self._folder.parent}`: the user {account.name}, who runs PostgreSQL for root, "
                "cannot enter it; choose another folder with --folder"
            )
        self._folder.mkdir(exist_ok=True)
        _own(self._folder, account)
        if not (self._data / "PG_VERSION").exists():
            _write_private(self._password, secrets.token_hex(16), account)
            self._initialise(account)
        _write_private(self.pass_file, f"*:*:*:{USER}:{self._password.read_text()}\n")

    def _initialise(self, account: Account | None) -> None:
        command = [
            *(need_program("initdb"), "-D", str(self._data), "-U", USER, "-E", "UTF8", "--locale", "C.UTF-8"),
            *("-A", "scram-sha-256", "--pwfile", str(self._password)),
        ]
        ids = {} if account is None else {"user": account.uid, "group": account.gid, "extra_groups": []}
        done = subprocess.run(command, capture_output=True, text=True, cwd="/", **ids)  # type: ignore[call-overload]
        if done.returncode:
            raise ClusterError(f"PostgreSQL's initdb: {done.stderr.strip().splitlines()[-1]}")

    def part(self) -> Part:
        settings = {
            "listen_addresses": LOOPBACK,
            "unix_socket_directories": "",
            "max_connections": str(self._most),
        }
        return Part(
            "postgres",
            [
                *(need_program("postgres"), "-D", str(self._data), "-p", str(self._port)),
                *(word for name, value in settings.items() for word in ("-c", f"{name}={value}")),
            ],
            address=f"{LOOPBACK}:{self._port}",
            ready=self.answers,
            account=database_account(),
            # Its fast way: sessions are ended, and everything is written.
            end=signal.SIGINT,
        )

    async def answers(self) -> bool:
        """Whether the database is there; it is made where it is missing."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                connection = await asyncpg.connect(
                    host=LOOPBACK,
                    port=self._port,
                    user=USER,
                    database="postgres",
                    passfile=str(self.pass_file),
                )
                try:
                    if not await connection.fetchval(
                        "SELECT 1 FROM pg_database WHERE datname = $1", DATABASE
                    ):
                        await connection.execute(f"CREATE DATABASE {DATABASE}")
                finally:
                    await connection.close()
        except asyncpg.InvalidPasswordError:
            raise ClusterError(f"`{self.pass_file}`: PostgreSQL does not take the password in it") from None
        except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
            return False
        return True


def redis_socket(folder: Path) -> Path:
    """Where Redis listens; ClusterError if no socket can have such a long path."""
    socket = folder / "redis.sock"
    if len(os.fsencode(socket)) > LONGEST_SOCKET:
        raise ClusterError(f"`{folder}`: too long a path for Redis' socket; choose another with --folder")
    return socket


def redis(folder: Path) -> Part:
    """A Redis that keeps nothing: it only tells servers to look into the database."""
    file, socket = folder / "redis.conf", redis_socket(folder)
    file.write_text(_REDIS.format(socket=socket), "utf-8")

    async def answers() -> bool:
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(ANSWER_SECONDS):
                reader, writer = await asyncio.open_unix_connection(socket)
                try:
                    writer.write(b"PING\r\n")
                    return await reader.readline() == b"+PONG\r\n"
                finally:
                    writer.close()
        return False

    return Part("redis", [need_program("redis-server"), str(file)], address=str(socket), ready=answers)


def _own(place: Path, account: Account | None) -> None:
    if account is not None:
        os.chown(place, account.uid, account.gid)


def _write_private(file: Path, text: str, account: Account | None = None) -> None:
    """Write a file that only its owner reads."""
    file.unlink(missing_ok=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as opened:
        opened.write(text)
    _own(file, account)
