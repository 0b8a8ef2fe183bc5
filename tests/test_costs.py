"""The costs of tests hold what other processes take, while they run and when they have ended."""

from __future__ import annotations

import subprocess
import sys

from costs import spent

WORK = """
import time
while time.process_time() < 0.3:
    pass
print(flush=True)
input()
"""


def test_a_process_that_a_test_has_started_counts_while_it_runs_and_afterwards():
    before = spent()
    with subprocess.Popen(
        [sys.executable, "-c", WORK], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as working:
        working.stdout.readline()
        running = spent() - before
        working.communicate("\n")
    # The system counts in hundredths.
    assert running >= 0.28
    assert spent() - before >= running - 0.02
