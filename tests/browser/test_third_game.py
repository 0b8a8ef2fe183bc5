"""A game of which the page knows nothing is played in the flat view by what the server says of any game."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from server.serverprocess import ServerProcess
from third_game import trio
from third_game.conftest import with_trio  # noqa: F401


@pytest.fixture(scope="module")
def trio_server(page_built, with_trio, tmp_path_factory):  # noqa: F811
    with pytest.MonkeyPatch.context() as here:
        here.setenv("PYTHONPATH", with_trio["PYTHONPATH"])
        running = ServerProcess(f"sqlite:///{tmp_path_factory.mktemp('trio')}/games.db").start()
    yield running
    running.kill()


def test_a_whole_game_is_set_up_and_played_by_mouse(people, trio_server):
    ada = people(url=trio_server.url)
    ada.open("/new?game=trio&way=screen")
    expect(ada.page.get_by_role("heading", level=1)).to_contain_text("Trio")
    ada.page.get_by_role("button", name="Start the game").click()
    ada.page.wait_for_selector("[data-square]")
    for number, square in enumerate(["a1", "a2", "b1", "b2", "c1"], start=1):
        ada.click_square(square)
        ada.after_move(number)
    expect(ada.page.locator("#end-title")).to_contain_text("Red wins")
    assert "red" in ada.label("a1").lower()


def test_against_the_engine_by_keyboard_on_a_phone(people, trio_server):
    ada = people(url=trio_server.url, viewport={"width": 390, "height": 844})
    ada.sit_down(trio_server.make_game("Ada", "level 1", game="trio"))
    while not ada.is_over():
        ada.wait_for_turn()
        if ada.is_over():
            break
        before = len(ada.moves)
        empty = next(square for square in trio.SQUARES if "empty" in ada.label(square))
        ada.square(empty).focus()
        ada.press("Enter")
        ada.after_move(before + 1)
    assert 5 <= len(ada.moves) <= 9
