"""A worker: does what it is told on standard input, one thing after the other, until that ends."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import time

from stonefield.server.protocol.problems import Refusal
from stonefield.server.workers.explorer import EXPLORER_TASKS
from stonefield.server.workers.lessons import LESSON_TASKS
from stonefield.server.workers.pictures import PICTURE_TASKS
from stonefield.server.workers.positions import POSITION_TASKS
from stonefield.server.workers.puzzles import PUZZLE_TASKS
from stonefield.server.workers.reviews import REVIEW_TASKS
from stonefield.server.workers.studies import STUDY_TASKS
from stonefield.server.workers.tasks import TASKS
from stonefield.server.workers.wire import HEAD, TAKEN, length, packed

READY = "ready"
_ALL = {
    **TASKS,
    **EXPLORER_TASKS,
    **LESSON_TASKS,
    **PICTURE_TASKS,
    **POSITION_TASKS,
    **PUZZLE_TASKS,
    **REVIEW_TASKS,
    **STUDY_TASKS,
}


def main() -> None:
    """Work with so much memory (bytes) and, for each task, so many seconds of processor time and in all."""
    memory, seconds, alive = int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3])
    _limit(memory)
    # What a task prints must not get between the answers.
    answers, sys.stdout = os.fdopen(os.dup(1), "wb"), sys.stderr
    questions = os.fdopen(0, "rb")
    answers.write(bytes(TAKEN) + packed(READY))
    answers.flush()
    while head := questions.read(HEAD):
        _set_timers(seconds, alive)
        began = time.process_time()
        answer = _answer(questions.read(length(head)))
        taken = round(1_000 * (time.process_time() - began))
        answers.write(taken.to_bytes(TAKEN, "big") + answer)
        answers.flush()
        _set_timers(0, 0)


def _answer(question: bytes) -> bytes:
    try:
        task, arguments = json.loads(question)
        return packed({"answer": _ALL[task](*arguments)})
    except Refusal as refusal:
        return packed({"refused": [refusal.code, refusal.detail, refusal.place]})
    except MemoryError:
        return packed({"refused": ["too_large", "this takes more memory than there is for it"]})


def _limit(memory: int) -> None:
    # Ctrl+C reaches everybody in the terminal; when to go is the server's decision.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(ImportError, AttributeError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        os.nice(5)


def _set_timers(seconds: float, alive: float) -> None:
    """End this process when its time is up: by itself, since the server that would stop it may be gone."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)
        signal.setitimer(signal.ITIMER_REAL, alive)


if __name__ == "__main__":
    main()
