"""Seven languages: chosen from the browser, changeable, complete on every page."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from quick import few

LOCALES = Path(__file__).parents[2] / "src" / "stonefield" / "locales"
LANGUAGES = ["en", "de", "fr", "nl", "it", "hu", "ro"]
PAGES = [
    "/new?game=carnac&way=engine",
    "/new?game=caminos&way=friend",
    "/rules/carnac",
    "/rules/caminos",
    "/",
]


def texts(language: str) -> dict:
    return {
        key: text
        for file in (LOCALES / language).glob("*.json")
        for key, text in json.loads(file.read_text("utf-8")).items()
    }


@pytest.mark.parametrize("language", few(LANGUAGES, most=2))
def test_every_page_speaks_the_browser_s_language(people, server, language):
    ann = people(locale=language, settings={"tips": True})
    words = texts(language)
    ann.open("/")
    for path in PAGES:
        ann.go(path)
        expect(ann.page.locator("html")).to_have_attribute("lang", language)
        expect(
            ann.page.get_by_role("banner").get_by_role("link", name=words["app.rules"], exact=True)
        ).to_be_visible()
        expect(ann.page.locator("h1").first).not_to_be_empty()
        assert leftovers(ann, language) == []
    seated = server.make_game("Ann", "Ben", board="4x3", stock=3, swap=True)
    ann.sit_down(seated)
    assert ann.turn.inner_text() == words["turn.place"].format(colour=words["side.red"])
    ann.square("b2").click()
    expect(ann.page.get_by_role("button", name=words["answer.leave"])).to_be_visible()
    assert ann.label("a1") == words["square.empty"].format(square="a1")
    assert leftovers(ann, language) == []


# Keys that were not found are shown as they are, and English words stand out anywhere else.
KEY = re.compile(r"\b[a-z_]+\.[a-z_]+(?:\.[a-z_]+)*\b|\{\w+\}")
ENGLISH = re.compile(r"\b(?:the|your|and|with|board|settings|square|engine is)\b", re.IGNORECASE)


def leftovers(ann, language: str) -> list[str]:
    shown = ann.page.evaluate(
        """() => {
          const names = [...document.querySelectorAll('[aria-label], [title]')]
          const labels = names.map(e => e.getAttribute('aria-label') ?? e.title)
          return [document.title, document.body.innerText, ...labels].join('\\n')
        }"""
    )
    found = KEY.findall(shown)
    return found if language == "en" else found + ENGLISH.findall(shown)


def test_the_language_can_be_changed_and_is_kept(people):
    ann = people(locale="en-GB")
    ann.open("/")
    ann.page.get_by_label("Language").select_option("hu")
    menu = ann.page.get_by_role("banner")
    expect(menu.get_by_role("link", name=texts("hu")["app.rules"], exact=True)).to_be_visible()
    ann.page.reload()
    expect(ann.page.locator("html")).to_have_attribute("lang", "hu")


@pytest.mark.full
def test_plurals_follow_the_language(people, server):
    ann = people(locale="ro")
    ann.sit_down(server.make_game("Ann", "Ben", board="small"))
    forms = texts("ro")["board.stock"]
    expect(ann.page.locator("p.stock .words")).to_have_text(forms["other"].format(count=28))
    ann.sit_down(server.make_game("Ann", "Ben", board="small", stock=3))
    expect(ann.page.locator("p.stock .words")).to_have_text(forms["few"].format(count=3))
    ann.sit_down(server.make_game("Ann", "Ben", board="small", stock=1))
    expect(ann.page.locator("p.stock .words")).to_have_text(forms["one"].format(count=1))


def test_a_record_that_cannot_be_opened_is_explained_without_english(people):
    ann = people(locale="hu", expect_errors=True)
    ann.open("/open")
    ann.page.locator("textarea").fill('[Game "carnac"]\n[Board "small"]\n\n1. c3rw E 2. d3rr')
    ann.page.locator("form button").click()
    said = texts("hu")
    expected = f"{said['error.illegal_record']} {said['home.import.place'].format(line=4, column=14)} d3rr"
    expect(ann.page.get_by_role("alert")).to_have_text(expected)
