"""Everything made available offline in Firefox: with no server it opens cold, plays, teaches and trains."""

from __future__ import annotations

import pytest

from stonefield.course import find_lesson

from .firefox import DESK, PHONE, Firefox, firefox_program
from .firefox_player import WORDS, FirefoxPlayer, there
from .test_training import puzzles


def keep_everything(profile, url: str, size: tuple[int, int]) -> None:
    """What a person does once: open the settings, press the button, wait, close the browser."""
    firefox = Firefox(firefox_program(), profile)
    page = FirefoxPlayer(firefox, url, size=size, kept=True).page
    page.open("/")
    page.press("button", WORDS.text("app.settings"))
    page.press("button:enabled", WORDS.text("pocket.keep"))
    removing = WORDS.text("pocket.remove")
    page.wait_for(f"[...document.querySelectorAll('button')].some(one => one.textContent === {removing!r})")
    firefox.close()


@pytest.fixture
def alone(coming, tmp_path):
    """Makes people whose Firefox kept everything and was started again when there was no server any more."""
    started: list[Firefox] = []

    def make(size: tuple[int, int]) -> FirefoxPlayer:
        profile, url = tmp_path / "profile", coming.process.url
        profile.mkdir()
        keep_everything(profile, url, size)
        coming.stop()
        started.append(Firefox(firefox_program(), profile))
        return FirefoxPlayer(started[-1], url, size=size, kept=True)

    yield make
    for firefox in started:
        firefox.close()
        assert firefox.complaints == []


@pytest.mark.full
def test_the_app_opens_cold_and_the_engine_answers(alone):
    ann = alone(DESK)
    assert ann.begin(1).startswith("here-")
    ann.move()
    ann.page.wait_for("document.querySelectorAll('ol [data-ply]').length >= 2")
    ann.solve(puzzles()[0])


@pytest.mark.full
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_game_a_lesson_and_puzzles_without_a_server(alone, size):
    ann = alone(size)
    ann.begin(3)
    ann.play_out()
    assert ann.page.ask("document.documentElement.scrollWidth") <= size[0]
    ann.learn(find_lesson("carnac-placing"))
    for puzzle in puzzles()[:10]:
        ann.solve(puzzle)
    # The game is on the device.
    ann.open("/")
    games = "JSON.parse(localStorage.getItem('stonefield.games'))"
    assert ann.page.ask(f"{games}.map(({{ id, status }}) => [id.slice(0, 5), status])") == [["here-", "over"]]
    assert ann.page.ask(there("h1"))
