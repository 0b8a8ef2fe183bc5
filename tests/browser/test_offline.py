"""Installed as an app, the page opens without the network and says what it can do."""

from __future__ import annotations

from playwright.sync_api import expect

from stonefield.locales import Catalogue

WORDS = Catalogue("de")
# Until every picture in the rules of Caminos is in the browser's cache.
KEPT = """async () => {
  const { sections } = await (await fetch('/api/rules/caminos?lang=de')).json()
  const pictures = sections.flatMap(({ picture }) => picture ?? [])
  const missing = async () => {
    const kept = await (await caches.open('texts')).keys()
    return pictures.filter(path => !kept.some(({ url }) => url.includes(path)))
  }
  for (let round = 0; (await missing()).length; round++) {
    if (round === 300) throw new Error(`not kept: ${await missing()}`)
    await new Promise(done => setTimeout(done, 100))
  }
}"""


def visitor(people, url: str):
    """Somebody whose browser has kept the page."""
    ann = people(url=url, expect_errors=True, locale="de", service_workers="allow")
    ann.open("/")
    ann.wait_for_service_worker()
    ann.page.reload()
    ann.page.wait_for_selector("h1")
    return ann


def test_offline_it_says_what_is_left_and_the_rules_can_be_read(line, people):
    ann = visitor(people, line.url)
    # What the browser says once the person has agreed to install.
    ann.page.evaluate("dispatchEvent(new Event('appinstalled'))")
    ann.page.evaluate(KEPT)
    line.cut()
    ann.page.goto(line.url + "/")
    expect(ann.page.get_by_role("heading", name=WORDS.text("offline.title"))).to_be_visible()
    expect(ann.page.get_by_text(WORDS.text("offline.text"))).to_be_visible()
    assert ann.page.locator("html").get_attribute("lang") == "de"
    expect(ann.page.get_by_role("button")).to_have_count(1)
    ann.page.get_by_role("link", name=WORDS.text("offline.rules", game="Caminos")).click()
    expect(ann.page.locator("h1")).to_have_text(WORDS.text("rules.caminos.title"))
    picture = ann.page.locator("figure img").first
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth") > 0
    # Everything else leads back to what is left, and on to the game once there is a server again.
    ann.go("/new?game=carnac&way=engine")
    expect(ann.page.get_by_role("heading", name=WORDS.text("offline.title"))).to_be_visible()


def test_it_comes_back_by_itself_with_the_network(people, server):
    ann = visitor(people, server.url)
    ann.context.set_offline(True)
    ann.page.goto(server.url + "/")
    expect(ann.page.get_by_role("heading", name=WORDS.text("offline.title"))).to_be_visible()
    ann.context.set_offline(False)
    expect(ann.page.get_by_role("button", name=WORDS.text("home.first.button"))).to_be_visible()


def test_a_move_made_without_a_network_is_kept_said_to_be_kept_and_sent(people, server):
    ann = people(expect_errors=True)
    ann.sit_down(server.make_game("Ann", "Ben", board="4x3"))
    words = Catalogue("en")
    ann.context.set_offline(True)
    expect(ann.page.get_by_text(words.text("connection.lost"))).to_be_visible()
    ann.click_square("b2")
    expect(ann.page.get_by_text(words.text("connection.unsent"))).to_be_visible()
    ann.context.set_offline(False)
    ann.after_move(1)
    expect(ann.page.get_by_text(words.text("connection.unsent"))).to_have_count(0)
