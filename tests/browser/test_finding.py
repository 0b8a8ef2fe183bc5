"""Finding things: a menu that names every part, a bar on phones, keys by `?`, settings in groups."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from quick import few
from stonefield.locales import LANGUAGES, Catalogue

from .test_everybody import violations

DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SMALL_PHONE = {**PHONE, "viewport": {"width": 360, "height": 740}}
PARTS = ["Play", "Learn", "Puzzles", "Analyse", "Rules"]

# Each part of the product: the link of the menu, and what is there behind it.
WITHIN_TWO_CLICKS = [
    ("Play", "link", "Against the engine", r"/new\?game=carnac&way=engine"),
    ("Play", "link", "With a friend by link", r"/new\?game=carnac&way=friend"),
    ("Play", "link", "Watch two engines", r"/new\?game=carnac&way=watch"),
    ("Learn", "link", "Begin", r"/learn/\w+-placing"),
    ("Puzzles", "link", "Puzzle of the day", r"/puzzles/daily"),
    ("Puzzles", "link", "Puzzles at your level", r"/puzzles/\w"),
    ("Puzzles", "link", "Puzzle storm", r"/puzzles/storm"),
    ("Puzzles", "link", "Endgames", r"/puzzles/endgames"),
    ("Analyse", "button", "Empty board: Carnac", r"/study/"),
    ("Analyse", "button", "Empty board: Caminos", r"/study/"),
    ("Analyse", "link", "Set up a position: Carnac", r"/editor\?game=carnac"),
    ("Analyse", "link", "Open a game record", r"/open"),
    ("Rules", "link", "Caminos", r"/rules/caminos"),
]

# A link that a finger or a pointer meets: in the window, large enough, and with nothing over it.
IN_REACH = """links => links.filter(link => {
  const { left, top, right, bottom } = link.getBoundingClientRect()
  const there = left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5
  const large = right - left >= 43.9 && bottom - top >= 43.9
  const met = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  return !(there && large && link.contains(met))
}).map(link => link.innerText)"""

CUT = """links => links.filter(link => link.scrollWidth > link.clientWidth + 1
  || link.scrollHeight > link.clientHeight + 1).map(link => link.innerText)"""

# Pictures that come meanwhile make the page longer.
LAST_SEEN = """() => {
  scrollTo(0, document.body.scrollHeight)
  const [last, bar] = ['main', 'header nav'].map(name => document.querySelector(name).getBoundingClientRect())
  return last.bottom <= bar.top + 1
}"""


def menu(ann):
    return ann.page.get_by_role("navigation", name="Menu")


# The parts are the same on both; on a desk the menu is looked at by other tests too.
@pytest.mark.parametrize(
    "device", [pytest.param(PHONE, id="phone"), pytest.param(DESK, id="desk", marks=pytest.mark.full)]
)
def test_every_part_of_the_product_is_two_clicks_from_home(people, device):
    ann = people(**device)
    ann.open("/")
    expect(menu(ann).get_by_role("link")).to_have_text(PARTS)
    assert menu(ann).get_by_role("link").evaluate_all(IN_REACH) == []
    for part, role, name, leads_to in WITHIN_TWO_CLICKS:
        ann.go("/")
        menu(ann).get_by_role("link", name=part, exact=True).click()
        found = ann.page.locator("main").get_by_role(role, name=re.compile(f"^{name}")).first
        found.click()
        ann.page.wait_for_url(re.compile(leads_to))
        ann.page.wait_for_selector("main:not([aria-busy])")
    ann.go("/")
    menu(ann).get_by_role("link", name="Analyse").click()
    expect(ann.page.get_by_role("heading", name="Your studies")).to_be_visible()
    ann.page.get_by_role("button", name="Settings").click()
    expect(ann.page.get_by_text("Keyboard shortcuts")).to_be_visible()


def test_the_part_that_is_open_is_marked_and_old_addresses_lead_there(people):
    ann = people()
    ann.open("/")
    marked = menu(ann).locator("[aria-current]")
    for path, part, exactly in (
        ("/", "Play", "page"),
        ("/new?game=carnac&way=engine", "Play", "true"),
        ("/learn", "Learn", "page"),
        ("/learn/carnac-placing", "Learn", "true"),
        ("/puzzles", "Puzzles", "page"),
        ("/training", "Puzzles", "page"),
        ("/training/storm", "Puzzles", "true"),
        ("/puzzles/storm", "Puzzles", "true"),
        ("/analyse", "Analyse", "page"),
        ("/studies", "Analyse", "page"),
        ("/open", "Analyse", "true"),
        ("/editor", "Analyse", "true"),
        ("/rules/caminos", "Rules", "page"),
    ):
        ann.go(path)
        expect(marked).to_have_text([part])
        assert marked.get_attribute("aria-current") == exactly, path
        expect(ann.page.locator("h1").first).not_to_be_empty()
    expect(ann.page.get_by_role("heading", name="Nothing stands here")).to_have_count(0)


@pytest.mark.full
@pytest.mark.parametrize(
    "device", [pytest.param(SMALL_PHONE, id="360"), pytest.param(PHONE, id="390", marks=pytest.mark.full)]
)
def test_on_a_phone_the_parts_are_in_a_bar_at_the_bottom_outside_games(people, server, device):
    ann = people(**device)
    height = device["viewport"]["height"]
    ann.open("/")
    for path in ("/", "/learn", "/puzzles", "/analyse", "/rules/carnac", "/new?game=caminos&way=engine"):
        ann.go(path)
        expect(ann.page.locator("h1").first).to_be_visible()
        assert menu(ann).bounding_box()["y"] + menu(ann).bounding_box()["height"] == pytest.approx(height)
        assert menu(ann).get_by_role("link").evaluate_all(IN_REACH) == []
        # The last thing on the page can be scrolled out from under the bar.
        ann.page.wait_for_function(LAST_SEEN)
    # Around a board there is only the way back.
    seated = server.make_game("Ann", "Ben", board="small")
    for path, part in (
        (f"/g/{seated['game']}", "Play"),
        ("/learn/carnac-placing", "Learn"),
        ("/puzzles/daily?game=carnac", "Puzzles"),
        ("/editor", "Analyse"),
    ):
        ann.go(path)
        ann.page.wait_for_selector("[data-square]")
        expect(menu(ann).get_by_role("link")).to_have_text([part])
        assert menu(ann).bounding_box()["y"] < 60


@pytest.mark.full
def test_the_words_of_the_menu_fit_in_every_language(people):
    ann = people(**SMALL_PHONE)
    ann.open("/")
    links = ann.page.locator("header nav a")
    for language in LANGUAGES:
        ann.page.locator("header select").select_option(language)
        expect(links.first).to_have_text(Catalogue(language).text("app.play"))
        for width in (360, 390, 701, 768, 961, 1280):
            ann.page.set_viewport_size({"width": width, "height": 740})
            assert links.evaluate_all(IN_REACH) == [], (language, width)
            assert links.evaluate_all(CUT) == [], (language, width)
            tops = links.evaluate_all("links => [...new Set(links.map(l => l.getBoundingClientRect().top))]")
            assert len(tops) == 1, (language, width)
            fits = ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert fits, (language, width)


@pytest.mark.full
@pytest.mark.parametrize("language", few(LANGUAGES))
def test_guests_with_games_read_in_one_row_that_they_can_keep_them(people, server, language):
    ann = people(locale=language)
    ann.sit_down(server.make_game("Ann", "Ben", board="small"))
    ann.go("/learn")
    ann.page.wait_for_selector("h1")
    who = ann.page.locator("header .who")
    expect(who).to_have_text(Catalogue(language).text("app.keep"))
    for width in (1100, 1280):
        ann.page.set_viewport_size({"width": width, "height": 800})
        assert who.evaluate_all(CUT) == [], width
        assert who.bounding_box()["height"] < 30, width


@pytest.mark.full
def test_a_question_mark_lists_the_keys_on_every_page(people, server, axe_source):
    ann = people()
    words = Catalogue("en")
    keys = ann.page.get_by_role("dialog", name="Keyboard shortcuts")
    ann.open("/")
    seated = server.make_game("Ann", "Ben", board="small")
    for path, first in (
        ("/", "On the board"),
        ("/rules/carnac", "On the board"),
        ("/new?game=carnac&way=engine", "On the board"),
        ("/learn/carnac-placing", "On the board"),
        (f"/g/{seated['game']}", "On the board"),
        ("/editor", "On the board"),
    ):
        ann.go(path)
        ann.page.wait_for_selector("main:not([aria-busy]) :is(h1, [data-square])")
        ann.press("?")
        expect(keys.get_by_role("heading", level=3).first).to_have_text(first)
        ann.press("Escape")
        expect(keys).to_have_count(0)
    ann.press("?")
    for text in ("keys.compass", "keys.numbers", "keys.H", "keys.next", "study.keys.mistake", "keys.Delete"):
        expect(keys).to_contain_text(words.text(text))
    assert violations(ann, axe_source) == []
    ann.press("Escape")
    # What is being written may hold one.
    ann.go("/open")
    ann.page.locator("textarea").press("?")
    expect(ann.page.locator("textarea")).to_have_value("?")
    expect(keys).to_have_count(0)


@pytest.mark.full
def test_the_keys_of_the_page_that_is_open_come_first(people, server):
    ann = people()
    ann.sit_down(server.make_game("Ann", "Ben", board="small"))
    titles = ann.page.get_by_role("dialog").get_by_role("heading", level=3)
    ann.press("?")
    expect(titles).to_have_text(
        [
            *("On the board", "Carnac", "Caminos", "In a game", "In a puzzle"),
            *("In a study or review", "When setting up a position", "On every page"),
        ]
    )
    ann.press("Escape")
    ann.go("/editor")
    ann.page.wait_for_selector("main.editor [data-square]")
    ann.press("?")
    expect(titles.nth(3)).to_have_text("When setting up a position")


def test_settings_are_in_groups(people, axe_source):
    ann = people()
    ann.open("/")
    ann.page.get_by_role("button", name="Settings").click()
    for group, of_it in {
        "Board": ["Shadows and relief", "Animations", "Outline dolmens"],
        "Help while playing": ["Show tips for beginners", "Confirm each move"],
        "Sound and signals": ["Sound", "Tell me when it is my turn", "Show chat and greetings"],
    }.items():
        region = ann.page.get_by_role("dialog").get_by_role("region", name=group)
        for name in of_it:
            expect(region.get_by_role("switch", name=re.compile(f"^{name}"))).to_be_visible()
    speed = ann.page.get_by_role("dialog").get_by_role("group", name="Speed when watching engines")
    expect(speed.get_by_role("radio", checked=True)).to_have_value("fast")
    speed.get_by_text("Slow").click()
    ann.page.wait_for_function("() => JSON.parse(localStorage['stonefield.settings']).speed === 'slow'")
    helping = ann.page.get_by_role("dialog").get_by_role("region", name="Help while playing")
    expect(helping.get_by_role("group", name="Winning chances during a game")).to_be_visible()
    look = ann.page.get_by_role("dialog").get_by_role("region", name="Language and look")
    look.get_by_text("Dark", exact=True).click()
    expect(ann.page.locator("html")).to_have_attribute("data-appearance", "dark")
    assert violations(ann, axe_source) == []
    ann.page.get_by_text("Keyboard shortcuts").click()
    expect(ann.page.get_by_role("heading", name="In a study or review")).to_be_visible()
    look.get_by_label("Language").select_option("it")
    expect(ann.page.get_by_role("dialog", name="Impostazioni")).to_be_visible()
