"""A finished game is studied and reviewed on a site of plain files, in the end without a network."""

from __future__ import annotations

import random
from dataclasses import replace
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from stonefield import records
from stonefield.games import find_game
from stonefield.locales import Catalogue
from stonefield.records.record import Record

from .site import SitePlayer
from .studying import card, moves, open_panel, reviewed

WORDS = Catalogue("en")
DECISIONS = 12


def resigned(game: str, **options) -> str:
    """The record of a game that was played by chance, until one side had enough."""
    position, chance = find_game(game).start(**options), random.Random(8)
    start, decided = position, []
    for _ in range(DECISIONS):
        decided.append(str(chance.choice(position.legal_moves())))
        position = position.play(decided[-1])
    return records.write(replace(Record.of(start, decided), result="0-1"))


def open_game(person: SitePlayer, record: str) -> None:
    person.open(f"/open?record={quote(record)}")
    assert person.wait_for_game().startswith("here-")


@pytest.mark.full
def test_the_menu_leads_to_studies_that_are_kept_on_the_device(people, site):
    ann = people(url=site, player=SitePlayer)
    ann.open("/")
    ann.page.get_by_role("navigation").get_by_role("link", name=WORDS.text("app.analyse")).click()
    ann.page.get_by_role("button", name=f"{WORDS.text('analyse.board')}: Carnac").click()
    ann.page.wait_for_selector("[data-square]")
    assert "#/study/here-" in ann.page.url
    ann.square("c3").click()
    expect(ann.page.locator(".tree [data-node]")).to_have_count(1)
    before = moves(ann)
    ann.page.reload()
    expect(ann.page.locator(".tree [data-node]")).to_have_count(1)
    assert moves(ann) == before
    expect(ann.page.get_by_role("tab", name=WORDS.text("explorer.title"), exact=True)).to_have_count(0)
    sharing = open_panel(ann, WORDS.text("study.share"))
    sharing.get_by_role("button", name=WORDS.text("study.remove")).click()
    sharing.get_by_role("alertdialog").get_by_role("button", name=WORDS.text("study.remove")).click()
    expect(ann.page.get_by_text(WORDS.text("studies.mine.none"))).to_be_visible()


@pytest.mark.full
@pytest.mark.parametrize(("game", "board"), [("carnac", "small"), ("caminos", "square")])
def test_a_finished_game_is_reviewed_with_one_click(people, site, game, board):
    ann = people(url=site, player=SitePlayer)
    open_game(ann, resigned(game, board=board))
    ann.page.get_by_role("button", name=WORDS.text("study.review"), exact=True).click()
    reviewed(ann)
    # Everything that it takes is there by now.
    ann.context.set_offline(True)
    reviewed(ann, 1200)
    expect(card(ann)).not_to_contain_text(WORDS.text("study.review.deeper"))
    ann.press("m")
    expect(ann.page.locator("[data-verdict]")).to_be_visible()
    expect(ann.news).to_contain_text("Better was")
    ann.context.set_offline(False)
    # It is known when the page is opened again.
    ann.page.reload()
    reviewed(ann, 1200)


@pytest.mark.full
def test_a_review_whose_page_was_closed_continues(people, site):
    ann = people(url=site, player=SitePlayer)
    open_game(ann, resigned("carnac", board="small"))
    ann.page.get_by_role("button", name=WORDS.text("study.review"), exact=True).click()
    ann.page.wait_for_selector("progress")
    ann.page.reload()
    reviewed(ann, 1200)


@pytest.mark.full
def test_what_the_engine_does_not_know_is_said(people, site):
    ann = people(url=site, player=SitePlayer)
    open_game(ann, resigned("carnac", board="5x4"))
    ann.page.get_by_role("button", name=WORDS.text("study.review"), exact=True).click()
    expect(ann.page.get_by_role("alert")).to_contain_text(WORDS.text("error.not_here"))
    expect(ann.page.locator("progress")).to_have_count(0)
