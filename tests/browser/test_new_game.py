"""Setting up a game: what matters first, the rest folded, one button that is always in reach."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from quick import few
from stonefield.locales import LANGUAGES, Catalogue

from .test_words_fit import look

SIZES = {"desk": (1280, 800), "phone": (360, 740)}
WAYS = ("engine", "screen", "friend", "watch")

# The part of an element that is in the window and has nothing over it, from 0 to 1, in steps down its middle.
IN_VIEW = """element => {
  const { left, top, width, height } = element.getBoundingClientRect()
  const steps = [0.1, 0.3, 0.5, 0.7, 0.9]
  return steps.filter(step => {
    const met = document.elementFromPoint(left + width / 2, top + height * step)
    return met && element.contains(met)
  }).length / steps.length
}"""


@pytest.mark.parametrize(
    "language",
    # The quick run looks at those with the longest words and sentences.
    [pytest.param(one, marks=() if one in ("de", "fr", "hu") else pytest.mark.full) for one in LANGUAGES],
)
@pytest.mark.parametrize("size", few(reversed(SIZES)))
def test_the_button_that_starts_is_in_view_and_the_page_is_short(people, language, size):
    width, height = SIZES[size]
    ann = people(locale=language, viewport={"width": width, "height": height})
    ann.open("/")
    for game in ("carnac", "caminos"):
        for way in WAYS:
            ann.go(f"/new?game={game}&way={way}")
            where = f"{game}, {way}"
            start = ann.page.locator("form button[type=submit]")
            expect(ann.page.locator("h1")).to_contain_text(game.title())
            expect(ann.page.locator(f"input[value={way}]")).to_be_checked()
            ann.page.wait_for_load_state("networkidle")
            assert start.evaluate(IN_VIEW) == 1, where
            if size == "desk":
                # Game, opponent, board and the button, without a scroll.
                for choice in ann.page.locator("form fieldset:not(details *)").all():
                    assert choice.evaluate(IN_VIEW) == 1, (where, choice.inner_text())
            pages = ann.page.evaluate("document.documentElement.scrollHeight / innerHeight")
            assert pages <= (1.2 if size == "desk" else 2.3), where
            look(ann, where)
            # Also in the middle and at the end, with everything unfolded.
            ann.page.locator("form details").evaluate("one => (one.open = true)")
            for part in (0.5, 1):
                ann.page.evaluate("part => scrollTo(0, part * document.body.scrollHeight)", part)
                assert start.evaluate(IN_VIEW) == 1, (where, part)
            look(ann, f"{where}, unfolded")


def test_what_is_folded_is_said_and_a_wrong_field_unfolds(people):
    ann = people()
    ann.open("/new?game=carnac&way=engine")
    more = ann.page.locator("form details")
    summary = more.locator("summary")
    expect(summary).to_have_text("More options Red · I begin")
    summary.click()
    more.get_by_role("group", name="Clock").get_by_text("5 min + 5 s").click()
    more.get_by_role("group", name="Your colour").get_by_text("Random").click()
    expect(summary).to_have_text("More options Random · I begin · 5 min + 5 s")
    stock = more.get_by_label("Megaliths in the stockpile")
    stock.fill("0")
    summary.click()
    expect(stock).to_be_hidden()
    ann.page.get_by_role("button", name="Start the game").click()
    expect(stock).to_be_visible()
    assert stock.evaluate("field => field.validity.rangeUnderflow")


@pytest.mark.full
def test_what_is_reconstructed_is_said_in_the_rules_and_only_noted_here(people):
    ann = people()
    words = Catalogue("en")
    ann.open("/new?game=caminos&way=engine")
    form = ann.page.locator("form")
    expect(form).not_to_contain_text("reconstruct")
    note = ann.page.get_by_text(words.text("setup.reconstruction", game="Caminos"))
    expect(note).to_be_visible()
    assert note.bounding_box()["y"] > form.bounding_box()["y"] + form.bounding_box()["height"] - 1
    ann.page.get_by_role("link", name="The rules of Caminos").click()
    expect(ann.page.get_by_role("heading", name=words.text("rules.caminos.note.title"))).to_be_visible()
    expect(ann.page.get_by_text(words.text("rules.caminos.note.text").split("\n")[0][:60])).to_be_visible()
    ann.go("/new?game=carnac&way=engine")
    expect(ann.page.get_by_role("link", name="The rules of Carnac")).to_be_visible()
    expect(ann.page.get_by_text("reconstruct")).to_have_count(0)
