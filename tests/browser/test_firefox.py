"""The same page in Firefox: a whole game with the mouse, and one by touch at the size of a phone."""

from __future__ import annotations

import json

import pytest

from .firefox import DESK, PHONE, Firefox, firefox_program
from .firefox_player import FirefoxPlayer


@pytest.fixture(scope="module")
def firefox():
    running = Firefox(firefox_program())
    yield running
    running.close()


@pytest.mark.parametrize(
    "size", [pytest.param(DESK, id="desk"), pytest.param(PHONE, id="phone", marks=pytest.mark.full)]
)
def test_a_whole_game_in_firefox(firefox, server, size):
    ann = FirefoxPlayer(firefox, server.url, size=size)
    seated = server.make_game("Ann", "level 1", board="4x3", stock=4)
    known = [
        {
            "id": seated["game"],
            "token": seated["token"],
            "invite": None,
            "rules": seated["state"]["rules"],
            "way": "engine",
            "status": "playing",
            "winner": None,
        }
    ]
    ann.page.on_load(f"localStorage.setItem('stonefield.games', {json.dumps(json.dumps(known))})")
    ann.open(f"/g/{seated['game']}")
    ann.play_out()
    assert server.state(seated)["status"] == "over"
    assert ann.page.ask("document.documentElement.scrollWidth") <= size[0]
    ann.close()
    assert firefox.complaints == []
