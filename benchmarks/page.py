"""What the page costs: bytes of a first visit, and the script's own work for a hover and an orbit step.

    python benchmarks/page.py

The work is measured on the large board with 28 stones in three dimensions: from the pointer's event to the
end of the frame it causes, without what the graphics driver does afterwards. What passed by the clock counts
the waiting for other programs as well; what the script itself took of the processor does not, and is an
average over all steps. The aims: under 100 kB before the board in three dimensions, under 300 kB with it,
and under 8 ms a step.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import CDPSession, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "frontend")]

from build_page import build, is_current  # noqa: E402

from browser.chromium import chromium_path  # noqa: E402
from browser.player import Player  # noqa: E402
from server.serverprocess import ServerProcess  # noqa: E402

FLAGS = [
    *("--headless", "--no-sandbox", "--disable-gpu"),
    *("--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"),
]
SETTINGS = {"effects": False, "motion": False, "view": "solid", "tips": False, "winrate": False}
COUNT = 60
COUNT_FRAMES = """
window.frameWork = 0
const next = window.requestAnimationFrame.bind(window)
window.requestAnimationFrame = (step) => next((time) => {
  const start = performance.now()
  step(time)
  window.frameWork += performance.now() - start
})
"""
STEPS = """async ({ drag, steps }) => {
  const canvas = document.querySelector('canvas')
  const { left, top, width, height } = canvas.getBoundingClientRect()
  const frame = () => new Promise(requestAnimationFrame)
  const send = (type, x, y) => canvas.dispatchEvent(new PointerEvent(type, {
    clientX: left + x * width, clientY: top + y * height, pointerType: 'mouse', pointerId: 1, bubbles: true,
  }))
  canvas.setPointerCapture = () => undefined
  if (drag) send('pointerdown', 0.5, 0.5)
  const spent = []
  for (let i = 0; i < steps; i++) {
    const [x, y] = [0.25 + 0.5 * ((i * 37) % steps) / steps, 0.3 + 0.5 * ((i * 53) % steps) / steps]
    window.frameWork = 0
    const start = performance.now()
    if (drag) send('pointermove', 0.5 + 0.004 * i, 0.5 + 0.002 * i)
    else send('pointermove', x, y)
    await Promise.resolve()
    const handled = performance.now() - start
    await frame()
    await frame()
    spent.push(handled + window.frameWork)
  }
  if (drag) send('pointerup', 0.5, 0.5)
  return spent
}"""


def play_out(server: ServerProcess) -> dict:
    """A game on the large board that has used almost all of its stones."""
    chance = random.Random(3)
    seated = server.make_game("Ann", "Ben", board="large")
    state = server.state(seated)
    while state["scene"]["stock"] > 1 or state["legal"]["answers"]:
        answers = [answer["text"] for answer in state["legal"]["answers"]]
        square = chance.choice([*state["legal"]["placements"], ""])
        move = chance.choice(answers) if answers else f"{square}{chance.choice(['rr', 'rw', 'wr', 'ww'])}"
        if answers or square:
            state = server.play(seated, move)
    return seated


def bytes_of_first_visit(page: Page, url: str) -> tuple[int, int]:
    """Compressed bytes before the board in three dimensions, and with it."""
    received = {"bytes": 0}
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")

    def count(event: dict) -> None:
        received["bytes"] += int(event["encodedDataLength"])

    session.on("Network.loadingFinished", count)
    page.goto(url)
    page.wait_for_selector("h1")
    page.wait_for_load_state("networkidle")
    before = received["bytes"]
    page.locator("button.primary.large").click()
    page.wait_for_selector("canvas")
    page.wait_for_load_state("networkidle")
    return before, received["bytes"]


def script_seconds(session: CDPSession) -> float:
    """How long the page's scripts have had the processor since that is watched."""
    metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return float(metrics["ScriptDuration"])


def main() -> None:
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    if not is_current():
        build()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = ServerProcess(f"sqlite:///{folder}/games.db").start()
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        try:
            visitor = Player(browser.new_context(service_workers="block"), server.url, SETTINGS)
            before, with_board = bytes_of_first_visit(visitor.page, server.url)
            print(
                f"first visit    {before / 1000:6.1f} kB before the board, {with_board / 1000:.1f} kB with it"
            )
            seated = play_out(server)
            context = browser.new_context(viewport={"width": 1280, "height": 800})
            context.add_init_script(COUNT_FRAMES)
            # Somebody whose turn it is: under their pointer stands a ghost with its falls.
            player = Player(context, server.url, SETTINGS)
            player.sit_down(seated)
            page = player.page
            page.wait_for_selector("canvas")
            page.wait_for_timeout(3000)
            session = context.new_cdp_session(page)
            session.send("Performance.enable", {"timeDomain": "threadTicks"})
            for name, drag in (("hover", False), ("orbit", True)):
                page.evaluate(STEPS, {"drag": drag, "steps": 10})
                before = script_seconds(session)
                spent = sorted(page.evaluate(STEPS, {"drag": drag, "steps": COUNT}))
                taken = (script_seconds(session) - before) / COUNT * 1000
                middle, late = statistics.median(spent), spent[int(len(spent) * 0.95)]
                print(
                    f"{name} step     {taken:6.2f} ms of the processor;"
                    f" by the clock {middle:.2f} ms in the middle, {late:.2f} ms at the 95th percentile"
                )
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
