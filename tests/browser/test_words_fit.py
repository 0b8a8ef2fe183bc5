"""No words are cut off: every text on every page, in seven languages, from a small phone to a desk."""

from __future__ import annotations

import json
from itertools import product

import pytest
from playwright.sync_api import expect

from server.accounts.browser import fresh_name
from stonefield.locales import LANGUAGES

from .signing import sign_up

WIDTHS = {360: 740, 390: 844, 768: 1024, 1280: 800}
SAMPLE = {("de", 360), ("hu", 390), ("fr", 1280)}
"""What the quick run looks at: long words, long sentences, a desk."""

CUT_OFF = """() => {
  const cut = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  // What only screen readers hear is clipped on purpose.
  const heard = (element) => {
    for (let at = element; at; at = at.parentElement)
      if (getComputedStyle(at).clipPath.startsWith('inset(50%')) return true
    return false
  }
  const seen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !heard(element)
  const scrolls = (value) => value === 'auto' || value === 'scroll'
  const clips = (value) => value === 'hidden' || value === 'clip'
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    const said = node.textContent.trim()
    if (!said || parent.closest('svg, option, script, style, textarea, .skip')) continue
    if (!seen(parent)) continue
    const range = document.createRange()
    // On a button no word is torn: what comes after a hyphen may begin a line.
    if (parent.closest('button, .button, [role=tab]'))
      for (const { 0: word, index } of node.textContent.matchAll(/[^\\s-]+/g)) {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) cut.push(`${word} is torn`)
      }
    range.selectNodeContents(node)
    for (const rect of range.getClientRects()) {
      if (rect.width < 1 || rect.height < 1) continue
      let [free, deep] = [true, true]
      const button = parent.closest('button, .button, label, [role=tab]')
      for (let at = parent; at && at !== document.body; at = at.parentElement) {
        const box = at.getBoundingClientRect()
        const style = getComputedStyle(at)
        const wide = rect.right > box.right + 1.5 || rect.left < box.left - 1.5
        // A line may be taller than the glyphs in it.
        const high = rect.bottom > box.bottom + 5 || rect.top < box.top - 5
        const where = at.className || at.tagName
        if (free && wide && (clips(style.overflowX) || at === button)) cut.push(`${said} (in ${where})`)
        else if (deep && high && clips(style.overflowY)) cut.push(`${said} (below ${where})`)
        if (scrolls(style.overflowX)) free = false
        if (scrolls(style.overflowY)) deep = false
      }
      const beyond = rect.right > innerWidth + 1.5 || rect.left < -1.5
      if (free && beyond) cut.push(`${said} (beyond the window)`)
    }
  }
  return [...new Set(cut)]
}"""


def look(ann, where: str) -> None:
    ann.page.evaluate("document.fonts.ready.then(() => undefined)")
    cut = ann.page.evaluate(CUT_OFF)
    assert not cut, f"{where}: {cut}"
    wide, room = ann.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= room, f"{where} is {wide} px wide"


@pytest.mark.parametrize(
    ("language", "width"),
    [
        pytest.param(*case, marks=() if case in SAMPLE else pytest.mark.full)
        for case in product(LANGUAGES, WIDTHS)
    ],
)
def test_no_words_are_cut_off(people, server, language, width):
    ann = people(locale=language, viewport={"width": width, "height": WIDTHS[width]}, settings={"tips": True})
    ann.open("/")
    for path in (
        "/",
        "/new?game=carnac&way=engine",
        "/new?game=caminos&way=watch",
        "/rules/carnac",
        "/open",
        "/learn",
        "/puzzles",
        "/analyse",
        "/account",
    ):
        ann.go(path)
        expect(ann.page.locator("h1").first).to_be_visible()
        ann.page.wait_for_load_state("networkidle")
        ann.page.evaluate("document.querySelectorAll('details').forEach(one => (one.open = true))")
        look(ann, path)
    ann.page.locator("header button").click()
    expect(ann.page.locator("dialog[open] h3").first).to_be_visible()
    ann.page.evaluate("document.querySelectorAll('details').forEach(one => (one.open = true))")
    look(ann, "settings and keys")
    ann.press("Escape")
    sign_up(ann, fresh_name()[:8], language=language)
    ann.go("/account")
    expect(ann.page.get_by_role("listitem").filter(has_text="Linux")).to_have_count(1)
    look(ann, "an account")

    name = "Johanna"
    ended = server.make_game(name, "Ben", board="4x3", stock=3, clock={"seconds": 600, "increment": 5})
    ann.sit_down(ended)
    look(ann, "a game")
    server.play(ended, "a1rw")
    ann.after_move(1)
    look(ann, "a game, answering")
    server.play(ended, "N", "c1wr", "N", "d1rr")
    expect(ann.page.locator("#end-title")).to_be_visible()
    look(ann, "the end")
    waiting = server.make_game(name, "open", game="caminos")
    ann.sit_down(waiting)
    look(ann, "waiting")
    known = json.loads(ann.page.evaluate("localStorage.getItem('stonefield.games')"))
    assert [game["id"] for game in known] == [waiting["game"]]
    ann.go("/")
    expect(ann.page.locator("#recent")).to_be_visible()
    look(ann, "home again")
