"""How long a newcomer waits for the engine's first answer: with nothing compiled yet, and later.

python benchmarks/first_answer.py [--levels 1 3 5 10] [--games carnac caminos]

Each row starts a server with an empty database, asks for the catalogue as the page does, makes a game against
the level and plays its first stone at once; a person would take longer. First with an empty cache of compiled
code; then with a full one, as `./stonefield` leaves it when it has set itself up. The last column is a second
game on the same server.
"""

from __future__ import annotations

import argparse
import itertools
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server.serverprocess import ServerProcess
from stonefield.games.game import find_game

LONGEST = 400.0


def first_answer(client: httpx.Client, game: str, level: int) -> float:
    """Seconds from our first move to the engine's answer."""
    client.get("/api/catalogue").raise_for_status()
    seats = [{"kind": "person"}, {"kind": "engine", "level": level}]
    made = client.post("/api/games", json={"game": game, "seats": seats}).raise_for_status().json()
    address, headers = f"/api/games/{made['game']}", {"Authorization": f"Bearer {made['token']}"}
    move = str(find_game(game).start().legal_moves()[0])
    action = {"type": "move", "id": "first", "version": made["state"]["version"], "text": move}
    began = time.perf_counter()
    client.post(f"{address}/actions", json=action, headers=headers).raise_for_status()
    while time.perf_counter() - began < LONGEST:
        if len(client.get(address, headers=headers).json()["moves"]) > 1:
            return time.perf_counter() - began
        time.sleep(0.1)
    raise SystemExit(f"no answer of level {level} in {LONGEST:g} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--levels", type=int, nargs="+", default=[1, 3, 5, 10])
    parser.add_argument("--games", nargs="+", default=["carnac", "caminos"])
    given = parser.parse_args()
    print(f"{'':16}{'empty cache':>14}{'full cache':>14}{'second game':>14}")
    with tempfile.TemporaryDirectory() as folder:
        full = f"{folder}/full"
        subprocess.run(
            [sys.executable, "-m", "stonefield.engine.precompile"],
            env={**os.environ, "NUMBA_CACHE_DIR": full},
            stdout=subprocess.DEVNULL,
            check=True,
        )
        for number, (game, level) in enumerate(itertools.product(given.games, given.levels)):
            seconds = answers(f"{folder}/{number}", game, level, games=1)
            seconds += answers(full, game, level, games=2)
            row = "".join(f"{each:12.1f} s" for each in seconds)
            print(f"{game + ' ' + str(level):16}{row}", flush=True)


def answers(cache: str, game: str, level: int, games: int) -> list[float]:
    """The first answers in so many games on a new server with this cache."""
    os.environ["NUMBA_CACHE_DIR"] = cache
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(f"sqlite:///{folder}/games.db").start()
        try:
            with httpx.Client(base_url=server.url, timeout=30) as client:
                return [first_answer(client, game, level) for _ in range(games)]
        finally:
            server.stop()


if __name__ == "__main__":
    main()
