"""What engines in pages spare a server: its processor seconds per game, with and without them.

    python benchmarks/sparing.py [--games 4] [--level 5] [--chances]

One page after another plays the same first decisions of a game against a level in Chromium, once with and
once without the engine in the page. All processes of the server are counted, engines included; the page is
not. With `--chances` the win rates are shown, which cost more than the moves.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

import httpx
import psutil
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "frontend")]

from build_page import build, is_current  # noqa: E402

from browser.chromium import chromium_path  # noqa: E402
from browser.player import Player  # noqa: E402
from server.serverprocess import ServerProcess  # noqa: E402

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu"]
SETTINGS = {"effects": False, "motion": False, "view": "flat", "tips": False, "speed": "fast"}
USED = "stonefield_page_thoughts_total"
DECISIONS = 12
"""Of the person, in each game."""


def processor_seconds(server: ServerProcess) -> float:
    """What the server and all that it has started have used of the processors so far."""
    process = psutil.Process(server.process.pid)
    times = [one.cpu_times() for one in (process, *process.children(recursive=True))]
    return sum(one.user + one.system for one in times)


def page_thoughts(server: ServerProcess) -> float:
    """How many thoughts of pages the server has used."""
    lines = httpx.get(f"{server.url}/metrics", timeout=60).text.splitlines()
    wanted = [line for line in lines if line.startswith(USED) and 'outcome="used"' in line]
    return sum(float(line.split()[-1]) for line in wanted)


def play(server: ServerProcess, seated: dict, decisions: int) -> int:
    """Decide for the person; how many decisions the engine has made meanwhile."""
    for _ in range(decisions):
        state = server.state(seated)
        if state["status"] == "over":
            break
        legal = state["legal"]
        text = legal["answers"][0]["text"] if legal["answers"] else f"{next(iter(legal['placements']))}rw"
        server.play(seated, text)
        while (state := server.state(seated))["status"] == "playing" and state["turn"]["seat"] != 0:
            time.sleep(0.1)
    return sum(move["seat"] != 0 for move in state["moves"])


def games(browser: Browser, server: ServerProcess, wanted: argparse.Namespace, here: bool) -> str:
    """What the games cost the server, in words."""
    used, moves, spent = page_thoughts(server), 0, 0.0
    for _ in range(wanted.games):
        settings = {**SETTINGS, "thinkHere": here, "winrate": "always" if wanted.chances else "never"}
        ann = Player(browser.new_context(locale="en-GB"), server.url, settings, expect_errors=True)
        seated = server.make_game("Ann", f"level {wanted.level}")
        ann.sit_down(seated)
        # The first decision brings the page's engine.
        first = play(server, seated, 1)
        ann.page.wait_for_timeout(3_000)
        before = processor_seconds(server)
        moves += play(server, seated, DECISIONS) - first
        ann.page.wait_for_timeout(1_000)
        spent += processor_seconds(server) - before
        ann.context.close()
    wanted.spent.append(spent / wanted.games)
    return (
        f"{'with' if here else 'without'} engines in pages: {spent / wanted.games:.2f} s of processor time "
        f"per game, {1000 * spent / max(1, moves):.0f} ms per decision of the engine; "
        f"pages gave {page_thoughts(server) - used:.0f} thoughts in {moves} decisions"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--level", type=int, default=5)
    parser.add_argument("--chances", action="store_true", help="show win rates as well")
    wanted = parser.parse_args(namespace=argparse.Namespace(spent=[]))
    if not is_current():
        build()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = ServerProcess(f"sqlite:///{folder}/games.db", "--metrics", "127.0.0.1").start()
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        try:
            while (answer := httpx.get(f"{server.url}/pocket/pocket.json", timeout=60)).status_code == 202:
                time.sleep(1)
            answer.raise_for_status()
            # Compiled, loaded and warm.
            play(server, server.make_game("Ann", f"level {wanted.level}"), 3)
            for here in (False, True):
                print(games(browser, server, wanted, here), flush=True)
            without, with_them = wanted.spent
            print(f"ratio: {without / with_them:.1f}")
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
