"""Servers that are forked from a process that has imported everything: a start takes a fourth of the time.

A forked server is a process like any other: it is told the same arguments, runs the same command and can be
killed. Run as a program, this file is the process that forks.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import select
import signal
import socket
import subprocess
import sys

IMPORTED = (
    "stonefield.cli.serve",
    "stonefield.server.serving",
    "aiosqlite",
    "asyncpg",
    "sqlalchemy.dialects.postgresql.asyncpg",
    "sqlalchemy.dialects.sqlite.aiosqlite",
    "uvicorn.lifespan.on",
    "uvicorn.loops.auto",
    "uvloop",
)
LONGEST = 2**20


class Forked:
    """A server as `subprocess.Popen` would show it."""

    def __init__(self, report: int, said: int) -> None:
        self._report = open(report, "rb", buffering=0)  # noqa: SIM115 (until it has ended)
        self.stdout = open(said, encoding="utf-8")  # noqa: SIM115
        self.pid = int(self._report.readline())
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """The exit status, if it has ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it ends; the exit status."""
        if self.returncode is None:
            ended = select.poll()
            ended.register(self._report)
            if not ended.poll(None if timeout is None else 1_000 * timeout):
                raise subprocess.TimeoutExpired("serve", timeout)
            self.returncode = int(self._report.readline())
            self._report.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)


class Forker:
    """The process that forks servers."""

    def __init__(self) -> None:
        self._door, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, __file__, str(theirs.fileno())]
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()])

    def fork(self, arguments: list[str]) -> Forked:
        """Run a command of ours, in this folder and with these variables."""
        wish = json.dumps([arguments, os.getcwd(), dict(os.environ)]).encode() + b"\n"
        report, its_report = os.pipe()
        said, its_output = os.pipe()
        socket.send_fds(self._door, [wish], [its_report, its_output])
        os.close(its_report)
        os.close(its_output)
        return Forked(report, said)

    def close(self) -> None:
        """End it; servers stay."""
        self._door.close()
        self._process.wait()


def wait_for_wishes(door: socket.socket) -> list[str] | None:
    """Fork a process for each wish; return its arguments in that process, and None here when all is over."""
    while True:
        wish, files, _, _ = socket.recv_fds(door, LONGEST, 2)
        if not wish:
            return None
        while not wish.endswith(b"\n"):
            wish += door.recv(LONGEST)
        report, output = files
        if os.fork():
            os.close(report)
            os.close(output)
            with contextlib.suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
            continue
        door.close()
        if server := os.fork():
            os.close(output)
            # The server decides when it goes, as one that was started alone would.
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            os.write(report, b"%d\n" % server)
            status = os.waitstatus_to_exitcode(os.waitpid(server, 0)[1])
            os.write(report, b"%d\n" % status)
            os._exit(0)
        os.close(report)
        for standard in (1, 2):
            os.dup2(output, standard)
        os.close(output)
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 (it knew another file)
        arguments, folder, variables = json.loads(wish)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(variables)
        return arguments


if __name__ == "__main__":
    for name in IMPORTED:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()
    wishes = wait_for_wishes(socket.socket(fileno=int(sys.argv[1])))
    if wishes is not None:
        from stonefield.cli import main

        main(wishes)
