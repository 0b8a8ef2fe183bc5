"""Pictures of every page and every card to look at, at four widths, in light and dark.

    python scripts/screenshots.py FOLDER [--only WORDS] [--language de] [--flat]

A real server and a headless Chromium show them. `--only` takes those whose names hold a word: "home 360"
makes every picture of the home page and every one of a small phone; "tip hint coach" the cards of that name.
In three dimensions, drawn in software, a picture takes seconds; `--flat` shows every board from above.
"""

from __future__ import annotations

import argparse
import contextlib
import socket
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, TimeoutError, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "frontend"), str(ROOT / "scripts")]

from build_page import build, is_current  # noqa: E402
from screenshot_scenes import SCENES  # noqa: E402
from screenshot_studio import Scene, Studio  # noqa: E402

from browser.chromium import chromium_path  # noqa: E402
from browser.conftest import FLAGS, SOFTWARE_WEBGL  # noqa: E402
from browser.player import Player  # noqa: E402
from server.serverprocess import ServerProcess  # noqa: E402

PHONE = {"has_touch": True, "is_mobile": True}
SCREENS: dict[int, dict[str, Any]] = {
    1280: {"viewport": {"width": 1280, "height": 800}},
    768: {"viewport": {"width": 768, "height": 1024}, "has_touch": True},
    390: {"viewport": {"width": 390, "height": 844}, **PHONE},
    360: {"viewport": {"width": 360, "height": 740}, **PHONE},
}
LOOKS = ("light", "dark")
SETTLED_MS = 700
QUIET_MS = 10_000
PATIENCE_MS = 60_000
"""However busy the machine is."""


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folder", type=Path, help="where the pictures go")
    asked.add_argument(
        "--only", default="", metavar="WORDS", help="the pictures whose names hold one of these"
    )
    asked.add_argument("--language", default="en", help="of the page (default en)")
    asked.add_argument("--flat", action="store_true", help="every board from above")
    wishes = asked.parse_args()
    if not is_current():
        build()
    wishes.folder.mkdir(parents=True, exist_ok=True)
    words = wishes.only.split()
    missing: list[str] = []
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        server = ServerProcess(f"sqlite:///{home}/games.db", *all_there()).start()
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=[*FLAGS, *SOFTWARE_WEBGL])
        try:
            for scene in SCENES:
                for width in SCREENS:
                    name = f"{scene.name}-{width}"
                    if words and not any(word in name for word in words):
                        continue
                    view = "flat" if wishes.flat or width < 600 else "solid"
                    try:
                        take(browser, server, wishes.folder, scene, width, wishes.language, view)
                    except (Error, AssertionError) as problem:
                        missing.append(f"{name}: {problem}".splitlines()[0])
        finally:
            browser.close()
            server.stop()
    for line in missing:
        print(f"no picture of {line}", file=sys.stderr)
    return 1 if missing else 0


def all_there() -> tuple[str, ...]:
    """Options of a server that has meetings and can send every kind of message, though nothing takes them."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    public = ("--port", str(port), "--public-url", f"http://127.0.0.1:{port}")
    sending = ("--smtp", "smtp://127.0.0.1:1", "--telegram", "1:none")
    return (*public, *sending, "--meeting", "Thu 19:00 Europe/Berlin")


def take(
    browser: Browser,
    server: ServerProcess,
    folder: Path,
    scene: Scene,
    width: int,
    language: str,
    view: str,
) -> None:
    """Show a scene as a person with this screen sees it, and keep its picture in each light."""
    # On a phone the board is seen from above and moves are confirmed, as the page itself would choose.
    settings = {
        "appearance": "system",
        "view": view,
        "effects": view == "solid",
        "motion": False,
        "tips": False,
        "winrate": "always",
        "confirm": width < 600,
        **scene.settings,
    }
    context = browser.new_context(
        **SCREENS[width], locale=language, color_scheme="light", service_workers="block"
    )
    ann = Player(context, server.url, settings)
    context.set_default_timeout(PATIENCE_MS)
    expect.set_options(timeout=PATIENCE_MS)
    try:
        scene.show(Studio(ann, server, language))
        # Some pages keep a line open.
        with contextlib.suppress(TimeoutError):
            ann.page.wait_for_load_state("networkidle", timeout=QUIET_MS)
        # Pictures further down are loaded when they are scrolled to.
        for image in ann.page.locator("img[loading=lazy]").all():
            image.scroll_into_view_if_needed()
            image.evaluate("image => image.decode()")
        if scene.whole:
            # A window as tall as the page, so that what keeps to its foot is seen there.
            ann.page.evaluate("scrollTo(0, document.body.scrollHeight)")
            ann.page.wait_for_timeout(SETTLED_MS)
            height = ann.page.evaluate("document.documentElement.scrollHeight")
            ann.page.set_viewport_size({"width": width, "height": height})
        for look in LOOKS:
            ann.page.emulate_media(color_scheme=look)
            ann.page.wait_for_timeout(SETTLED_MS)
            file = folder / f"{scene.name}-{width}-{look}.png"
            ann.page.screenshot(path=file, timeout=180_000)
            print(file)
    finally:
        context.close()


if __name__ == "__main__":
    sys.exit(main())
