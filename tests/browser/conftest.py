"""A real Chromium in front of a real server with the built page."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from server.serverprocess import ServerProcess
from stonefield.export.folder import kept
from stonefield.export.site import write_site

from .chromium import chromium_path
from .coming import Coming
from .line import Line
from .player import Player
from .site import PlainFiles

ROOT = Path(__file__).parents[2]
FRONTEND = ROOT / "frontend"
sys.path.insert(0, str(FRONTEND))

FLAGS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
SOFTWARE_WEBGL = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
# Without a graphics chip a frame with shadows takes most of a second.
CALM = {
    "effects": False,
    "motion": False,
    "tips": False,
    "view": "flat",
    "confirm": False,
    "winrate": "never",
    "thinkHere": False,
    "speed": "fast",
}


@pytest.fixture(scope="session")
def page_built():
    """The page of these sources; workers that run side by side build it once."""
    from build_page import STATIC, build, is_current

    lock = STATIC.with_name(".static-lock")
    deadline = time.monotonic() + 300
    while not is_current():
        try:
            lock.mkdir()
        except FileExistsError:
            if time.monotonic() > deadline:
                pytest.fail(f"somebody else has been building the page for too long; remove {lock}")
            time.sleep(0.5)
            continue
        try:
            build()
        finally:
            lock.rmdir()
    return STATIC


@pytest.fixture(scope="session")
def axe_source() -> str:
    """The accessibility checker, from the page's development packages."""
    from npm import npm

    script = FRONTEND / "node_modules" / "axe-core" / "axe.min.js"
    if not script.is_file():
        npm(["ci", "--no-audit", "--no-fund"], FRONTEND)
    return script.read_text("utf-8")


@pytest.fixture(scope="session")
def server(page_built, tmp_path_factory):
    """One server for all tests; every game has an id of its own."""
    home = tmp_path_factory.mktemp("browser")
    meeting = ("--meeting", "Thu 19:00 Europe/Berlin")
    running = ServerProcess(f"sqlite:///{home}/games.db", *meeting).start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def site(page_built, tmp_path_factory):
    """The address of a site of plain files, below a path of an ordinary web server."""
    folder = tmp_path_factory.mktemp("web")
    write_site(folder / "under" / "a path")
    serving = PlainFiles(folder)
    yield f"{serving.url}/under/a%20path"
    serving.stop()


@pytest.fixture(scope="session")
def program():
    """Chromium itself."""
    found = chromium_path()
    if found is None:
        pytest.skip("no Chromium here (Debian: apt-get install chromium)")
    return found


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def chromium(playwright, program):
    browser = playwright.chromium.launch(executable_path=program, args=[*FLAGS, *SOFTWARE_WEBGL])
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def chromium_without_webgl(playwright, program):
    browser = playwright.chromium.launch(executable_path=program, args=[*FLAGS, "--disable-3d-apis"])
    yield browser
    browser.close()


@pytest.fixture
def people(chromium, server):
    """Makes people with browsers of their own; afterwards none of their pages may have complained.

    A test that has a server of its own names it first: then pages are closed before it stops.
    """
    made: list[Player] = []

    def make(
        *, browser=None, url=None, settings=None, expect_errors=False, player=Player, **context
    ) -> Player:
        # What keeps the page for later would be fetched anew by every person of every test.
        usual = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", "service_workers": "block"}
        person = player(
            (browser or chromium).new_context(**{**usual, **context}),
            url or server.url,
            # What is None is left to the page, as in a fresh browser.
            {name: value for name, value in {**CALM, **(settings or {})}.items() if value is not None},
            expect_errors=expect_errors,
        )
        made.append(person)
        return person

    yield make
    for player in made:
        player.context.close()
    complaints = [line for player in made if not player.expect_errors for line in player.complaints]
    assert complaints == []


@pytest.fixture
def line(server):
    """A line to the server that can be cut."""
    made = Line(server.url)
    yield made
    made.close()


@pytest.fixture
def coming(page_built, tmp_path):
    """A server that goes and comes back, with everything that a device may keep."""
    kept()
    made = Coming(f"sqlite:///{tmp_path}/games.db")
    made.start()
    yield made
    made.stop()
