"""How long the engine's parts take to compile, in seconds of processor time, and how many functions each has.

    python benchmarks/compile_times.py

Each game is compiled in a process of its own with an empty cache, part by part in the order of need.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile

from stonefield.games.game import games

PROGRAM = """
import sys, time
began = time.process_time()
from numba.core import event
from stonefield.engine.precompile import collect_rarely
from stonefield.engine.game_engine import engine_for
collect_rarely()
print(f"{'imports':36}{time.process_time() - began:8.1f}")
compiled = []

class Count(event.Listener):
    def on_start(self, event): compiled.append(event)
    def on_end(self, event): pass

with event.install_listener("numba:compile", Count()):
    for part in engine_for(sys.argv[1]).parts:
        began = time.process_time()
        compiled.clear()
        part.compile()
        seconds, name = time.process_time() - began, f"{sys.argv[1]}: {part.name}"
        print(f"{name:36}{seconds:8.1f}{len(compiled):11}", flush=True)
"""


def main() -> None:
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    print(f"{'':36}{'seconds':>8}{'functions':>11}")
    whole = 0.0
    for game in games():
        with tempfile.TemporaryDirectory() as cache:
            environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
            command = [sys.executable, "-c", PROGRAM, game.name]
            with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
                assert process.stdout is not None
                for line in process.stdout:
                    print(line, end="", flush=True)
                    whole += float(line[36:44])
            if process.returncode:
                raise SystemExit(process.returncode)
    print(f"{'everything':36}{whole:8.1f}")


if __name__ == "__main__":
    main()
