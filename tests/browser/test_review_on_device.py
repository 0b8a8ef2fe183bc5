"""A finished game is studied and reviewed on a site of plain files, in the end without a network."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from stonefield.export.site import write_site
from stonefield.locales import Catalogue

from .site import PlainFiles, SitePlayer
from .studying import card, moves, open_panel, reviewed
from .test_study_review import LOST

WORDS = Catalogue("en")


@pytest.fixture(scope="module")
def site(page_built, tmp_path_factory):
    """The address of a site, and the files that are served there."""
    folder = tmp_path_factory.mktemp("reviews")
    write_site(folder / "site")
    serving = PlainFiles(folder)
    yield f"{serving.url}/site"
    serving.stop()


def open_game(person: SitePlayer, record: str) -> None:
    person.open(f"/open?record={quote(record)}")
    assert person.wait_for_game().startswith("here-")


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
def test_a_finished_game_is_reviewed_with_one_click(people, site):
    ann = people(url=site, player=SitePlayer)
    open_game(ann, LOST)
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
    open_game(ann, LOST)
    ann.page.get_by_role("button", name=WORDS.text("study.review"), exact=True).click()
    ann.page.wait_for_selector("progress")
    ann.page.reload()
    reviewed(ann, 1200)
