"""Where games are played: processes that belong to a match and end with it."""

from __future__ import annotations

import subprocess
import sys
import time

import psutil

PATIENCE = 180.0


def test_workers_end_when_a_match_is_killed():
    command = [sys.executable, "-m", "stonefield", "match", "random", "random", "--games", "2000"]
    match = subprocess.Popen([*command, "--workers", "2"], stdout=subprocess.DEVNULL)
    try:
        end = time.monotonic() + PATIENCE
        # The pool's two workers and the tracker of its semaphores.
        while len(players := psutil.Process(match.pid).children(recursive=True)) < 3:
            assert time.monotonic() < end, "no worker has begun"
            time.sleep(0.1)
        time.sleep(1.0)
    finally:
        match.kill()
        match.wait()
    _, playing = psutil.wait_procs(players, timeout=PATIENCE)
    assert not playing
