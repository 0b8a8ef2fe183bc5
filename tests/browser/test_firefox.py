"""The same page in Firefox: a whole game with the mouse, and one by touch at the size of a phone."""

from __future__ import annotations

import json
import os
import shutil

import pytest

from .conftest import CALM
from .firefox import Firefox, FirefoxPage

DESK, PHONE = (1280, 800), (390, 844)


@pytest.fixture(scope="module")
def firefox():
    program = os.environ.get("STONEFIELD_FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")
    if not program:
        pytest.skip("no Firefox here (Debian: apt-get install firefox-esr)")
    running = Firefox(program)
    yield running
    running.close()


@pytest.mark.parametrize(
    "size", [pytest.param(DESK, id="desk"), pytest.param(PHONE, id="phone", marks=pytest.mark.full)]
)
def test_a_whole_game_in_firefox(firefox, server, size):
    phone = size == PHONE
    pointer = "touch" if phone else "mouse"
    page = FirefoxPage(firefox, server.url, {**CALM, "confirm": phone}, size=size)
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
    page.on_load(f"localStorage.setItem('stonefield.games', {json.dumps(json.dumps(known))})")
    page.on_load("localStorage.setItem('stonefield.language', 'en')")
    page.open(f"/g/{seated['game']}")
    for _ in range(20):
        page.wait_for("document.querySelector('.decision, #end-title') !== null")
        if page.ask("document.querySelector('#end-title') !== null"):
            break
        done = len(server.state(seated)["moves"])
        square = page.wait_for(
            "(cells => (cells.find(c => c.ariaLabel.includes('tilted')) ?? "
            "cells.find(c => c.ariaLabel.endsWith('empty')))?.dataset.square)"
            "([...document.querySelectorAll('[data-square]')])"
        )
        page.press(f'[data-square="{square}"]', pointer=pointer)
        if phone:
            page.press("button", "Play it", pointer=pointer)
        page.wait_for(f"document.querySelectorAll('ol [data-ply]').length > {done}")
    page.wait_for("document.querySelector('#end-title') !== null")
    assert server.state(seated)["status"] == "over"
    assert page.ask("document.documentElement.scrollWidth") <= size[0]
    page.close()
    assert firefox.complaints == []
