"""Small UGI programs that misbehave, run as processes of their own."""

from __future__ import annotations

import sys
from pathlib import Path

COMMON = """
import sys, os, time
folder, moves = sys.argv[1], None
def say(line): print(line, flush=True)
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "ugi": say("id name test"); say("option name Level type spin"); say("ugiok")
    elif word == "isready":
        {ready}
    elif word == "position": moves = line.split(" moves ")[1:]
    elif word == "quit": break
    elif word == "go":
        with open(os.path.join(folder, "goes"), "a") as file: file.write(line)
        {go}
    elif word == "stop":
        with open(os.path.join(folder, "stops"), "a") as file: file.write(line)
        say("bestmove a1rr")
"""
INFO = (
    'say("info depth 1 nodes 1 time 1 multipv 1 winrate 0.25 score 0 visits 1 pv a1rr"); say("bestmove a1rr")'
)
CRASH_ONCE = f"""
        first = not os.path.exists(os.path.join(folder, "crashed"))
        open(os.path.join(folder, "crashed"), "w").close()
        if first: os._exit(3)
        {INFO}
"""
HELD = f"""
        while not os.path.exists(os.path.join(folder, "released")): time.sleep(0.01)
        {INFO}
"""
"""Thinks until it is released."""


COMPILING = """
        if moves is not None:
            say("info string compiling carnac: about 12 seconds, on the first start only")
            while not os.path.exists(os.path.join(folder, "released")): time.sleep(0.01)
        say("readyok")
"""
"""Compiles until it is released, once it knows a position."""


def program(folder: Path, go: str, ready: str = 'say("readyok")') -> tuple[str, ...]:
    """A command for a program that does this when it is told to search, and that before it is ready."""
    file = folder / "program.py"
    file.write_text(COMMON.replace("{go}", go.strip()).replace("{ready}", ready.strip()))
    return (sys.executable, str(file), str(folder))


def release(folder: Path) -> None:
    """Let a program that is held answer."""
    (folder / "released").touch()


def count(folder: Path, name: str) -> int:
    """How often something was said to the program."""
    file = folder / name
    return len(file.read_text().splitlines()) if file.exists() else 0
