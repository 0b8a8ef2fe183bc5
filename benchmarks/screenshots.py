"""Pictures of the page to look at: home, setup, waiting, rules, learning, training, and games at their start,
middle and end.

    python benchmarks/screenshots.py [folder] [--only WORDS] [--language de]

They go to .benchmarks/screenshots unless another folder is named. `--only` takes those whose names hold a
word: "home phone" makes every picture of the home page and every one of a phone. In three dimensions, drawn
in software with its shadows, a picture takes seconds.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "frontend")]

from build_page import build, is_current  # noqa: E402

from browser.chromium import chromium_path  # noqa: E402
from browser.player import Player  # noqa: E402
from server.serverprocess import ServerProcess  # noqa: E402
from stonefield import records  # noqa: E402
from stonefield.course import lessons  # noqa: E402
from stonefield.games.game import games  # noqa: E402
from stonefield.puzzles import shipped  # noqa: E402
from stonefield.server.presenting.showcase import showcase_record  # noqa: E402

FLAGS = [
    *("--headless", "--no-sandbox", "--disable-gpu"),
    *("--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"),
]
SCREENS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1280, "height": 800}},
    "tablet": {"viewport": {"width": 820, "height": 1180}, "has_touch": True},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
LOOKS = ("light", "dark")
SETTLED_MS = 1500


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folder", nargs="?", type=Path, default=ROOT / ".benchmarks" / "screenshots")
    asked.add_argument(
        "--only", default="", metavar="WORDS", help="the pictures whose names hold one of these"
    )
    asked.add_argument("--language", default="en", help="of the page (default en)")
    wishes = asked.parse_args()
    if not is_current():
        build()
    wishes.folder.mkdir(parents=True, exist_ok=True)
    words = wishes.only.split()
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        server = ServerProcess(f"sqlite:///{home}/games.db").start()
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        try:
            for name, screen, look, scene in pictures(server):
                if not words or any(word in name for word in words):
                    take(
                        browser, server, wishes.folder / f"{name}.png", (screen, look, wishes.language), scene
                    )
        finally:
            browser.close()
            server.stop()


def pictures(server: ServerProcess) -> Iterator[tuple[str, str, str, dict[str, Any] | str]]:
    """The name of each picture, its screen and look, and what is seen: a path of the page, or a game."""
    scenes: dict[str, dict[str, Any] | str] = {"home": "/", "learn": "/learn", "training": "/training"}
    for game in games():
        scenes |= {f"{page}-{game.name}": path for page, path in learning(game.name)}
        scenes[f"setup-{game.name}"] = f"/new?game={game.name}&way=engine"
        scenes[f"rules-{game.name}"] = f"/rules/{game.name}"
        scenes |= {f"game-{game.name}-{moment}": seated for moment, seated in moments(server, game.name)}
    first = games()[0].name
    scenes["waiting"] = server.make_game("Ann", "open", game=first)
    scenes["home-again"] = {**server.make_game("Ann", "level 3", game=first), "path": "/"}
    for name, scene in scenes.items():
        for screen in SCREENS:
            for look in LOOKS:
                yield f"{name}-{screen}-{look}", screen, look, scene


def learning(game: str) -> Iterator[tuple[str, str]]:
    """The pages on which somebody learns a game."""
    first = next((lesson for lesson in lessons() if lesson.game == game), None)
    if first is not None:
        yield "lesson", f"/learn/{first.id}"
    puzzle = next((puzzle for puzzle in shipped() if puzzle.game == game), None)
    if puzzle is not None:
        yield "puzzle", f"/training/{puzzle.name}"
        yield "daily", f"/training/daily?game={game}"
        yield "storm", f"/training/storm?game={game}"
        yield "endgame", f"/training/endgames?game={game}"


def moments(server: ServerProcess, game: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """A game at its start, in its middle and at its end."""
    text = showcase_record(game)
    if text is None:
        return
    record = records.read(text)
    options = dict(record.start.options)
    for moment, part in (("start", 0.0), ("middle", 0.55), ("end", 1.0)):
        seated = server.make_game("Ann", "Ben", game=game, **options)
        server.play(seated, *record.moves[: round(len(record.moves) * part)])
        yield moment, seated


def take(
    browser: Browser,
    server: ServerProcess,
    file: Path,
    device: tuple[str, str, str],
    scene: dict[str, Any] | str,
) -> None:
    """Open a page as somebody with this device sees it, and keep its picture."""
    screen, look, language = device
    view = "flat" if screen == "phone" else "solid"
    # On a phone the board is seen from above, as the page itself would choose.
    settings = {"appearance": look, "view": view, "effects": view == "solid", "motion": False, "tips": False}
    ann = Player(browser.new_context(**SCREENS[screen], locale=language), server.url, settings)
    try:
        if isinstance(scene, str):
            ann.open(scene)
        else:
            ann.sit_down(scene)
            if "path" in scene:
                ann.go(scene["path"])
        ann.page.wait_for_load_state("networkidle")
        ann.page.wait_for_timeout(SETTLED_MS)
        # The button of the setup page keeps to the edge of the window.
        path = scene if isinstance(scene, str) else scene.get("path", "/new")
        whole = not path.startswith("/new")
        # Pictures further down are loaded when they are scrolled to.
        for image in ann.page.locator("img[loading=lazy]").all():
            image.scroll_into_view_if_needed()
            image.evaluate("image => image.decode()")
        ann.page.evaluate("scrollTo(0, 0)")
        ann.page.screenshot(path=file, full_page=whole, timeout=180_000)
        print(file)
    finally:
        ann.context.close()


if __name__ == "__main__":
    main()
