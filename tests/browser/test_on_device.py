"""Whole games of both kinds on the device, from a site of plain files; a page loaded again loses nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .site import CHOSEN, SitePlayer


def decide_carnac(person: SitePlayer) -> None:
    person.click_square(person.page.evaluate(CHOSEN))


def decide_caminos(person: SitePlayer) -> None:
    person.place_on(*person.empty_squares())


@pytest.mark.full
@pytest.mark.parametrize(
    ("game", "board", "decide"),
    [("carnac", "Small", decide_carnac), ("caminos", "Square", decide_caminos)],
    ids=["carnac", "caminos"],
)
def test_a_game_goes_on_where_it_was(people, site, game, board, decide):
    ann = people(url=site, player=SitePlayer)
    ann.open(f"/new?game={game}&way=engine")
    ann.page.get_by_text(board, exact=True).first.click()
    ann.page.get_by_text("I choose the level").click()
    ann.page.get_by_label("Engine level").focus()
    ann.press("Home")
    ann.page.get_by_role("button", name="Start the game").click()
    ann.page.wait_for_selector("[data-square]")
    for turn in range(200):
        ann.wait_for_turn()
        if ann.is_over():
            break
        done = len(ann.moves)
        if turn == 3:
            before = ann.moves
            ann.page.reload()
            ann.wait_for_turn()
            assert ann.moves[: len(before)] == before
        decide(ann)
        ann.after_move(done + 1)
    expect(ann.page.locator("#end-title")).to_be_visible()
    assert ann.game_id.startswith("here-")
