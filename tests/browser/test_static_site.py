"""The page as plain files, below a path of an ordinary web server: it plays, teaches and trains by itself."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from stonefield.course import find_lesson
from stonefield.locales import Catalogue
from stonefield.puzzles import refute, shipped

from .lessons import Learner
from .site import CHOSEN, SitePlayer, play_out
from .test_training import PHONE, Solver, puzzles, wrong_move

WORDS = Catalogue("en")


@pytest.fixture
def visitor(people, site):
    """Makes visitors of the site; whatever they ask for is a file of it."""
    asked: list[tuple[str, int]] = []

    def make(**wishes) -> SitePlayer:
        made = people(url=site, player=SitePlayer, **wishes)
        made.page.on("response", lambda answer: asked.append((answer.url, answer.status)))
        return made

    yield make
    assert asked
    assert [one for one in asked if one[1] >= 400 or not one[0].startswith((site, "data:", "blob:"))] == []


@pytest.mark.full
@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_game_against_the_engine_is_played_to_its_end(visitor, level):
    ann = visitor()
    begin(ann, level)
    play_out(ann)
    expect(ann.page.locator("#end-title")).to_be_visible()
    # It is here when the page is opened again.
    ann.page.reload()
    expect(ann.page.locator("#end-title")).to_be_visible()


@pytest.mark.full
def test_a_game_on_a_phone(visitor):
    ann = visitor(settings={"confirm": True}, **PHONE)
    begin(ann, 1)
    play_out(ann, confirm=True)
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390


def begin(ann: SitePlayer, level: int) -> None:
    """Begin a game on the small board from the form."""
    ann.open(f"/new?game=carnac&way=engine&level={level}")
    ann.page.locator("label", has_text=WORDS.text("setup.board.small")).click()
    ann.page.get_by_role("button", name=WORDS.text("setup.start")).click()
    assert ann.wait_for_game().startswith("here-")


def test_the_engine_answers_and_links_lead_within_the_site(visitor, site):
    ann = visitor()
    ann.open("/")
    link = ann.page.get_by_role("link", name=WORDS.text("home.learn"), exact=True)
    expect(link).to_have_attribute("href", "#/learn")
    ann.page.get_by_role("button", name=WORDS.text("home.first.button")).click()
    assert ann.wait_for_game().startswith("here-")
    assert ann.page.url.startswith(f"{site}/#/g/here-")
    ann.square("e4").click()
    ann.after_move(2)


def test_what_needs_a_server_is_not_offered(visitor):
    ann = visitor()
    ann.open("/")
    hrefs = ann.page.eval_on_selector_all("a[href]", "all => all.map(one => one.getAttribute('href'))")
    assert "#/learn" in hrefs
    assert not [href for href in hrefs if href.startswith(("/", "#/lobby", "#/account", "#/challenges"))]
    assert not [href for href in hrefs if "way=friend" in href]
    ann.go("/lobby")
    expect(ann.page.get_by_role("heading", name=WORDS.text("missing.title"))).to_be_visible()
    for place, text, of_server in (
        ("/analyse", "studies.text", "studies.together"),
        ("/puzzles", "training.text", "training.answered"),
    ):
        ann.go(place)
        expect(ann.page.get_by_text(WORDS.text(text))).to_be_visible()
        expect(ann.page.get_by_text(WORDS.text(of_server))).to_have_count(0)


def test_a_lesson_is_learned(visitor):
    learner = Learner(visitor(), find_lesson("carnac-placing"))
    learner.open()
    learner.play()


def test_puzzles_are_solved(visitor):
    ann, (first, second) = visitor(), puzzles()[:2]
    solver = Solver(ann)
    for puzzle in (first, second):
        solver.begin(f"/puzzles/{puzzle.name}")
        solver.solve(puzzle)
        expect(solver.verdict).to_contain_text("Solved!")
        expect(ann.page.locator(".why")).to_be_visible()


def test_a_wrong_try_is_refuted(visitor):
    ann, puzzle = visitor(), puzzles()[0]
    solver = Solver(ann)
    solver.begin(f"/puzzles/{puzzle.name}")
    wrong = wrong_move(puzzle)
    solver.decide(wrong)
    expect(solver.verdict).to_have_text(WORDS.text("training.wrong"))
    found = refute(puzzle.start, wrong)
    expect(ann.page.locator(".left")).to_have_text(WORDS.text(f"training.left.{found.result}"))


def test_a_wrong_try_in_caminos_is_refuted(visitor):
    ann = visitor()
    puzzle = next(one for one in shipped() if one.game == "caminos" and "win-in-two" in one.themes)
    ann.open(f"/puzzles/{puzzle.name}")
    ann.page.wait_for_selector("[data-square]")
    ann.place_on(*ann.empty_squares())
    expect(ann.page.locator("#verdict-title")).to_have_text(WORDS.text("training.wrong"))
    left = [WORDS.text(f"training.left.{result}") for result in ("win", "open", "loss")]
    expect(ann.page.locator(".left")).to_have_text(re.compile("|".join(map(re.escape, left))))


def test_an_endgame_is_defended(visitor):
    ann = visitor()
    ann.open("/puzzles")
    ann.page.locator("a[href^='#/puzzles/endgames']").first.click()
    ann.page.wait_for_selector(".decision")
    ann.go("/puzzles/endgames?game=carnac")
    ann.page.wait_for_selector(".decision")
    ann.click_square(ann.page.evaluate(CHOSEN))
    expect(ann.page.locator("ol [data-ply], #endgame-result").first).to_be_visible()
    expect(ann.page.locator(".problem")).to_have_count(0)


@pytest.mark.full
def test_a_game_is_in_the_fragment_of_its_link(visitor, site):
    ann = visitor()
    ann.open("/")
    ann.page.get_by_role("button", name=WORDS.text("home.first.button")).click()
    ann.wait_for_game()
    ann.square("e4").click()
    ann.after_move(2)
    ann.page.get_by_role("button", name=WORDS.text("share.title")).click()
    link = ann.page.get_by_label(WORDS.text("share.game")).input_value()
    assert link.startswith(f"{site}/#/open?record=")
    played = ann.moves
    bob = visitor()
    bob.page.goto(link)
    bob.wait_for_game()
    assert bob.moves[:2] == played[:2]


@pytest.mark.full
def test_a_position_is_in_the_fragment(visitor):
    ann = visitor()
    ann.open("/editor?game=carnac")
    ann.page.wait_for_selector("[data-square]")
    ann.square("c3").click()
    ann.page.wait_for_function("() => location.hash.includes('position=')")
    address = ann.page.url
    bob = visitor()
    bob.page.goto(address)
    bob.page.wait_for_selector("[data-square]")
    assert bob.label("c3") == ann.label("c3")
