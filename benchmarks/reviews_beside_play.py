"""Whether reviews disturb play: an innocent game beside four reviews, and the same game alone.

    python benchmarks/reviews_beside_play.py [--seconds 20] [--reviews 4]

A server process of its own. Somebody moves at one screen ten times a second (a move is acknowledged when it
is committed), somebody else plays level 1. First alone, then while as many reviews run, each of another
medium game, to 3,000 simulations a position. Everybody is a process of their own, so that nobody's work is
counted as waiting. Printed for both: the acknowledgements' median and 99th percentile, how late a pause of a
tenth of a second ends in the same process, which is what the machine alone adds, and level 1's answers.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import statistics
import subprocess
import sys
import tempfile
import time
from multiprocessing.synchronize import Semaphore

import httpx
from websockets.sync.client import connect

from stonefield.games import carnac
from stonefield.records import Record, write

SERVE = (sys.executable, "-m", "stonefield", "serve", "--no-browser", "--port", "0", "--rate", "1000")
PAUSE = 0.1
PEOPLE = {"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Ben"}
AGAINST_LEVEL_1 = {"kind": "person", "name": "Ann"}, {"kind": "engine", "level": 1}
processes = multiprocessing.get_context("spawn")


class Page:
    """A socket that says hello."""

    def __init__(self, url: str, path: str, token: str) -> None:
        self._connecting = connect(url.replace("http", "ws", 1) + path, max_size=None, proxy=None)
        self._token = token

    def __enter__(self) -> Page:
        self._socket = self._connecting.__enter__()
        self.send(type="hello", token=self._token)
        self.state = self.until("state")
        return self

    def __exit__(self, *problem: object) -> None:
        self._connecting.__exit__(*problem)

    def send(self, **message: object) -> None:
        self._socket.send(json.dumps(message))

    def until(self, *types: str) -> dict:
        while True:
            message = json.loads(self._socket.recv())
            if message["type"] in types:
                return message


def random_game(chance: random.Random) -> list[str]:
    position, moves = carnac.start(), []
    while not position.is_over:
        moves.append(str(chance.choice(position.legal_moves())))
        position = position.play(moves[-1])
    return moves


def make(address: str, asked: dict) -> dict:
    while True:
        answer = httpx.post(address, json=asked, timeout=120, trust_env=False)
        if answer.status_code not in (429, 503):
            return answer.raise_for_status().json()
        time.sleep(float(answer.headers.get("Retry-After", 1)))


def new_game(url: str, seats: tuple[dict, dict]) -> Page:
    asked = {"game": "carnac", "seats": seats}
    made = make(f"{url}/api/games", asked)
    return Page(url, f"/api/games/{made['game']}/socket", made["token"])


def acknowledgements(url: str, seconds: float) -> tuple[list[float], list[float]]:
    """Milliseconds from a move to its acknowledgement, ten moves a second; and how late each pause ended."""
    found: list[float] = []
    late: list[float] = []
    chance = random.Random(1)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        moves = random_game(chance)
        with new_game(url, PEOPLE) as page:
            for version, text in enumerate(moves):
                began = time.monotonic()
                time.sleep(PAUSE)
                late.append(1000 * (time.monotonic() - began - PAUSE))
                began = time.monotonic()
                page.send(type="move", id=str(version), version=version, text=text)
                page.until("accepted")
                found.append(1000 * (time.monotonic() - began))
                if began >= until:
                    break
    return found, late


def answers(url: str, seconds: float, enough: int = sys.maxsize) -> list[float]:
    """Seconds from a decision to level 1's last decision of its turn; no more than ``enough`` of them."""
    found: list[float] = []
    chance = random.Random(2)
    until = time.monotonic() + seconds
    while time.monotonic() < until and len(found) < enough:
        with new_game(url, AGAINST_LEVEL_1) as page:
            state, began = page.state, None
            while time.monotonic() < until and len(found) < enough and state["status"] == "playing":
                if not state["may"]["move"]:
                    state = {**state, **page.until("update")}
                    continue
                if began is not None:
                    found.append(time.monotonic() - began)
                text = str(chance.choice(carnac.parse(state["position"]).legal_moves()))
                page.send(type="move", id=f"m{state['version']}", version=state["version"], text=text)
                state = {**state, **page.until("update")}
                began = time.monotonic() if not state["may"]["move"] else None
    return found


def follow_review(url: str, seed: int, begun: Semaphore) -> None:
    """Have a game reviewed, and listen."""
    record = write(Record.of(carnac.start(), random_game(random.Random(seed))))
    asked = {"source": {"kind": "record", "text": record}}
    made = make(f"{url}/api/studies", asked)
    with Page(url, f"/api/studies/{made['study']}/socket", made["token"]) as page:
        page.send(type="review", chapter=1, on=True, simulations=3000)
        page.until("review")
        begun.release()
        while not page.until("review")["review"]["final"]:
            pass


def measure(url: str, seconds: float) -> str:
    with processes.Pool(2) as people:
        moving = people.apply_async(acknowledgements, (url, seconds))
        playing = people.apply_async(answers, (url, seconds))
        (acknowledged, late), answered = moving.get(), playing.get()
    p99, late_p99 = (statistics.quantiles(values, n=100)[98] for values in (acknowledged, late))
    return (
        f"acknowledgement {statistics.median(acknowledged):.1f} ms, p99 {p99:.1f} ms ({len(acknowledged)}); "
        f"a pause ends late by {statistics.median(late):.1f} ms, p99 {late_p99:.1f} ms; "
        f"level 1 {statistics.median(answered):.2f} s, at most {max(answered):.2f} s ({len(answered)})"
    )


def run(seconds: float, reviews: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = [*SERVE, "--database", f"sqlite:///{folder}/games.db"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        readers = []
        try:
            url = next(line.split()[3].rstrip("/") for line in server.stdout or () if "is at" in line)
            answers(url, 600, enough=3)  # the engine gets ready
            print("alone:            ", measure(url, seconds), flush=True)
            begun = processes.Semaphore(0)
            for seed in range(reviews):
                readers.append(processes.Process(target=follow_review, args=(url, seed, begun)))
                readers[-1].start()
            for _ in readers:
                if not begun.acquire(timeout=120):
                    raise SystemExit("a review did not begin")
            print(f"beside {reviews} reviews: ", measure(url, seconds), flush=True)
            print(f"reviews that still ran at the end: {sum(reader.is_alive() for reader in readers)}")
        finally:
            for reader in readers:
                reader.terminate()
            server.terminate()
            server.wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--reviews", type=int, default=4)
    chosen = parser.parse_args()
    run(chosen.seconds, chosen.reviews)
