"""A process for tasks: does what it is told on standard input, one line after the other, until that ends."""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import pkgutil
import signal
import sys
import time

from stonefield.server.jobs import tasks
from stonefield.server.jobs.kinds import TASKS
from stonefield.server.protocol.problems import Refusal


def main() -> None:
    """Answer lines `<memory> <seconds> <alive> <task> <arguments>` by `<milliseconds> <how> <answer>`.

    A task has this much memory (bytes), processor time and time in all (seconds).
    """
    # Ctrl+C reaches everybody in the terminal; when to go is the server's decision.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(AttributeError, OSError):
        os.nice(5)
    for module in pkgutil.iter_modules(tasks.__path__):
        importlib.import_module(f"{tasks.__name__}.{module.name}")
    # What a task prints must not get between the answers.
    answers, sys.stdout = os.fdopen(os.dup(1), "wb"), sys.stderr
    answers.write(b"0 ready null\n")
    answers.flush()
    for line in os.fdopen(0, "rb"):
        memory, seconds, alive = line[:200].split(b" ", 3)[:3]
        _limit(int(memory), float(seconds), float(alive))
        began = time.process_time()
        answer = _answer(line)
        taken = round(1_000 * (time.process_time() - began))
        answers.write(b"%d %b\n" % (taken, answer))
        answers.flush()
        _limit(0, 0, 0)


def _answer(line: bytes) -> bytes:
    try:
        name, content = line.split(b" ", 4)[3:]
        args, options = json.loads(content)
        return b"done " + _encoded(TASKS[name.decode()].function(*args, **options))
    except Refusal as refusal:
        return b"refused " + _encoded([refusal.code, refusal.detail, refusal.place])
    except MemoryError:
        return b'refused ["too_large", "this takes more memory than there is for it", null]'


def _encoded(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def _limit(memory: int, seconds: float, alive: float) -> None:
    """End this process when its time is up: by itself, since the server that would stop it may be gone."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)
        signal.setitimer(signal.ITIMER_REAL, alive)
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        most = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (memory or most, most))


if __name__ == "__main__":
    main()
