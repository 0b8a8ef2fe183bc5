"""A server that most tests share, servers of a test's own, and a real PostgreSQL where there is one."""

from __future__ import annotations

import asyncio
import contextlib
import glob
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from stonefield.server.store import Journal, open_database
from stonefield.server.web import readiness

from .forking import Forker
from .serverprocess import PATIENCE, ForkedServer, ServerProcess, ServerThread


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A running server with an SQLite database; each worker has one for all its tests."""
    home = tmp_path_factory.mktemp("server")
    running = ServerProcess(f"sqlite:///{home}/games.db").start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def forker():
    """What forks servers; `server` itself is started by its command."""
    running = Forker()
    yield running
    running.close()


@pytest.fixture
def server_over(tmp_path, forker):
    """Makes servers over databases of their own; all are gone after the test."""
    made = []

    def make(database: str | None = None, *options: str) -> ServerProcess:
        made.append(ForkedServer(forker, database or f"sqlite:///{tmp_path}/games.db", *options))
        return made[-1].start()

    yield make
    for one in made:
        one.kill()


@pytest.fixture
def server_here(tmp_path):
    """Makes servers in threads of this process; all are gone after the test.

    The test fails if anything kept the event loop of one busy for long (`loop_watch.py`).
    """
    made = []

    def make(database: str | None = None, **settings) -> ServerThread:
        made.append(ServerThread(database or f"sqlite:///{tmp_path}/here.db", **settings))
        return made[-1].start()

    yield make
    with contextlib.ExitStack() as all_of_them:
        for one in made:
            all_of_them.callback(one.stop)


@pytest.fixture
def patient(monkeypatch):
    """Who asks a server here whether it is ready waits until that is known."""
    monkeypatch.setattr(readiness, "PATIENCE_SECONDS", PATIENCE)


@pytest.fixture(scope="session")
def postgres_server():
    """A private PostgreSQL, run as the user postgres when the tests are run by root."""
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
    found = folders[-1] if folders else os.path.dirname(shutil.which("initdb") or "")
    if not found:
        pytest.skip("no PostgreSQL here (Debian: apt-get install postgresql)")
    user = {}
    if os.getuid() == 0:
        try:
            account = pwd.getpwnam("postgres")
        except KeyError:
            pytest.skip("PostgreSQL does not run as root, and there is no user postgres")
        user = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
    folder = Path(tempfile.mkdtemp(prefix="stonefield-postgres-"))
    if user:
        os.chown(folder, user["user"], user["group"])
    cluster = folder / "cluster"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "HOME": str(folder)}

    def run(*command: str) -> None:
        subprocess.run(command, check=True, capture_output=True, cwd=folder, env=environment, **user)

    try:
        run(f"{found}/initdb", "-D", str(cluster), "-U", "stones", "-A", "trust", "-E", "UTF8", "--no-sync")
        options = f"-p {port} -c listen_addresses=127.0.0.1 -k {folder}"
        run(f"{found}/pg_ctl", "-D", str(cluster), "-w", "-l", str(folder / "log"), "-o", options, "start")
        yield f"postgresql://stones@127.0.0.1:{port}", found
        run(f"{found}/pg_ctl", "-D", str(cluster), "-m", "immediate", "stop")
    except subprocess.CalledProcessError as error:
        pytest.fail(f"PostgreSQL did not start: {error.stderr.decode()}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def created(postgres_server, *options: str) -> str:
    """The address of a new PostgreSQL database."""
    address, programs = postgres_server
    name = f"games_{os.urandom(6).hex()}"
    command = [f"{programs}/createdb", "--maintenance-db", f"{address}/postgres", *options, name]
    subprocess.run(command, check=True, capture_output=True)
    return f"{address}/{name}"


@pytest.fixture
def postgres(postgres_server):
    """The address of an empty PostgreSQL database."""
    return created(postgres_server)


@pytest.fixture(scope="session")
def finished_postgres(postgres_server):
    """The name of a PostgreSQL database that has its tables, and is copied."""
    address = created(postgres_server)
    with_tables(address)
    return address.rpartition("/")[2]


@pytest.fixture(scope="session")
def finished_sqlite(tmp_path_factory):
    """An SQLite database that has its tables, and is copied."""
    file = tmp_path_factory.mktemp("finished") / "games.db"
    with_tables(f"sqlite:///{file}")
    return file


def with_tables(address: str) -> None:
    async def make() -> None:
        await (await open_database(address)).dispose()

    # Another loop may be running in this thread.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, make()).result()


class RedisServer:
    """A private Redis on a port of its own, which can be stopped and started again."""

    def __init__(self, program: str):
        self.program = program
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process: subprocess.Popen | None = None

    @property
    def address(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> RedisServer:
        """Return once it answers."""
        options = ("--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no")
        self.process = subprocess.Popen(
            [self.program, *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1.0).close()
                return self
            except OSError:
                assert self.process.poll() is None, "redis-server did not start"
                assert time.monotonic() < deadline, "redis-server takes too long to start"
                time.sleep(0.02)

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="session")
def redis_server():
    """A private Redis that keeps nothing on the disk."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("no Redis here (Debian: apt-get install redis-server)")
    pytest.importorskip("redis", reason="no Redis client here (pip install 'stonefield[redis]')")
    running = RedisServer(program).start()
    yield running
    running.stop()


ON_POSTGRES = pytest.mark.xdist_group("postgres")
SQLITE_FIRST = pytest.mark.parametrize(
    "database", ["sqlite", pytest.param("postgres", marks=[ON_POSTGRES, pytest.mark.full])], indirect=True
)
"""For tests that take long on each of them: PostgreSQL's turn is ./test --full."""


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=ON_POSTGRES)])
def database(request, tmp_path):
    """The address of a database without games, once of each kind.

    Its tables are there, unless the test is marked as `without_tables`: to make them takes longer than most
    tests do.
    """
    is_bare = request.node.get_closest_marker("without_tables") is not None
    if request.param.endswith("postgres"):
        if is_bare:
            return request.getfixturevalue("postgres")
        template = request.getfixturevalue("finished_postgres")
        return created(request.getfixturevalue("postgres_server"), "--template", template)
    file = tmp_path / "games.db"
    if not is_bare:
        shutil.copy(request.getfixturevalue("finished_sqlite"), file)
    return f"sqlite:///{file}"


@pytest.fixture
async def opened(database):
    """A database that is ready to be read and written."""
    engine = await open_database(database)
    yield engine
    await engine.dispose()


@pytest.fixture
async def journal(opened):
    """What writes to it."""
    one = Journal(opened)
    one.start()
    yield one
    await one.close()
