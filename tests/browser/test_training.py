"""Training on the page: puzzles by mouse, finger and keyboard, wrong tries refuted, storms, progress."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, expect

from stonefield.puzzles import Puzzle, shipped

from .player import Player

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
GAME = "carnac"


def puzzles() -> list[Puzzle]:
    """Those of one game that have a theme, the shortest first, and of these the ones nearest to the end."""
    found = [puzzle for puzzle in shipped() if puzzle.game == GAME and puzzle.themes]
    return sorted(found, key=lambda puzzle: (len(puzzle.line), len(puzzle.start.legal_moves())))


class Solver:
    """Somebody who decides in puzzles as they are written down."""

    def __init__(self, person: Player, *, by: str = "mouse"):
        self.person, self.by = person, by
        self.top, self.axis = "r", "w"

    def begin(self, path: str) -> None:
        """Open a page of training; the megalith in hand is a new one."""
        self.person.open(path)
        self.person.page.wait_for_selector(".decision")
        self.top, self.axis = "r", "w"

    def decide(self, move: str) -> None:
        self.person.page.wait_for_selector(".decision")
        if len(move) == 1:
            self.person.press(move)
            return
        square, top, axis = move[:-2], move[-2], move[-1]
        if top != self.top:
            self.person.press("t")
        if axis != self.axis:
            self.person.press("r")
        self.top, self.axis = top, axis
        if self.by == "finger":
            self.person.square(square).tap()
        elif self.by == "keyboard":
            self.person.square(square).focus()
            self.person.press("Enter")
        else:
            self.person.click_square(square)

    def solve(self, puzzle: Puzzle) -> None:
        for _, move in puzzle.decisions():
            found = self.person.page.locator(".found .done")
            before = found.count()
            self.decide(move)
            if move != puzzle.line[-1]:
                expect(found).to_have_count(before + 1)

    @property
    def verdict(self) -> Locator:
        return self.person.page.locator("#verdict-title")

    def wait_for_reason(self) -> None:
        """Until the proof is there: a solver that has to be compiled first takes longer than a page waits."""
        left, why = self.person.page.locator(".left"), self.person.page.get_by_role("button", name="Why not?")
        for _ in range(20):
            expect(left.or_(why)).to_be_visible()
            if left.count():
                return
            why.click()
            expect(self.person.page.locator(".idle")).to_have_count(0)
        expect(left).to_be_visible()


def wrong_move(puzzle: Puzzle) -> str:
    """A decision that is not the solution, whichever way a megalith without room to fall is turned."""
    right = puzzle.start.play(puzzle.line[0])
    square = puzzle.line[0][:-2]
    return next(
        str(move)
        for move in puzzle.start.legal_moves()
        if puzzle.start.play(move) != right and (not square or not str(move).startswith(square))
    )


def violations(person: Player, axe_source: str) -> list[str]:
    person.page.evaluate(axe_source)
    found = person.page.evaluate(
        "async () => (await axe.run()).violations.map(v => [v.id, v.nodes.map(n => n.html)])"
    )
    return [json.dumps(one) for one in found]


def test_a_wrong_try_is_refuted_on_the_board_and_the_puzzle_solved_after_it(people, axe_source):
    ann = people()
    puzzle = puzzles()[0]
    solver = Solver(ann)
    solver.begin(f"/puzzles/{puzzle.name}")
    assert violations(ann, axe_source) == []
    ann.press("h")
    expect(ann.page.locator(".hint")).to_contain_text("Theme:")
    solver.decide(wrong_move(puzzle))
    expect(solver.verdict).to_have_text("Not this one")
    solver.wait_for_reason()
    # The refutation plays itself, and can be walked through.
    at = ann.page.locator(".walk .at")
    expect(at).to_have_text(re.compile(r"^(\d+)/\1$"))
    ann.press("Home")
    expect(at).to_have_text(re.compile("^0/"))
    ann.press("ArrowRight")
    expect(ann.news).to_contain_text(":")
    assert violations(ann, axe_source) == []
    ann.page.get_by_role("button", name="Try again").click()
    solver.solve(puzzle)
    expect(solver.verdict).to_contain_text("Found in the end!")
    expect(ann.page.locator(".verdict")).to_contain_text("Your rating is about")
    assert violations(ann, axe_source) == []
    # What one thinks of it.
    like = ann.page.get_by_role("button", name="I like it")
    like.click()
    expect(like).to_have_attribute("aria-pressed", "true")
    ann.page.get_by_text("Report a problem").click()
    ann.page.get_by_role("button", name="Report", exact=True).click()
    expect(ann.page.get_by_text("Thank you. We will have a look.")).to_be_visible()
    # The solution goes along into a study.
    ann.page.get_by_role("button", name="Analyse").click()
    expect(ann.page).to_have_url(re.compile("/study/"))
    expect(ann.page.locator(".tree [data-node]").first).to_be_visible()


def test_why_a_solution_works_is_said_and_shown_on_the_board(people, axe_source):
    ann = people()
    puzzle = puzzles()[0]
    solver = Solver(ann)
    solver.begin(f"/puzzles/{puzzle.name}")
    solver.solve(puzzle)
    why = ann.page.locator(".why")
    expect(why).to_contain_text("after the closest other try")
    assert not re.search(r"\b[a-n]\d\b", why.inner_text()), "moves are shown, not named"
    ann.page.get_by_role("button", name="Show the closest other try").click()
    at = ann.page.locator(".walk .at")
    expect(at).to_have_text(re.compile(r"^(\d+)/\1$"))
    assert at.inner_text() != f"{len(puzzle.line)}/{len(puzzle.line)}"
    assert violations(ann, axe_source) == []
    ann.page.get_by_role("button", name="Show the solution").click()
    expect(at).to_have_text(f"{len(puzzle.line)}/{len(puzzle.line)}")


@pytest.mark.full
def test_on_a_phone_the_board_stays_large_and_the_way_on_in_view_whatever_there_is_to_read(people):
    ann = people(**PHONE, locale="de")
    ann.open(f"/puzzles/{puzzles()[0].name}")
    board = ann.page.locator(".board")
    tall = board.bounding_box()["height"]
    ann.page.locator(".foot .button").last.click()
    expect(ann.page.locator(".why")).to_be_attached()
    for button in ann.page.locator(".verdict .buttons .button").all():
        expect(button).to_be_in_viewport(ratio=1)
    assert board.bounding_box()["height"] > 0.8 * tall


def test_the_keyboard_alone_goes_from_puzzle_to_puzzle(people):
    ann = people()
    solver = Solver(ann, by="keyboard")
    puzzle = puzzles()[1]
    solver.begin(f"/puzzles/{puzzle.name}")
    solver.solve(puzzle)
    expect(solver.verdict).to_contain_text("Solved!")
    expect(ann.page.get_by_role("button", name="Next puzzle")).to_be_focused()
    ann.press("Enter")
    expect(solver.verdict).to_have_count(0)
    ann.page.wait_for_selector(".decision")
    expect(ann.page).not_to_have_url(re.compile(puzzle.name))
    # Who gives up sees how it goes.
    ann.page.get_by_role("button", name="Show the solution").press("Enter")
    expect(solver.verdict).to_have_text("This is how it goes")
    ann.go("/puzzles")
    expect(ann.page.get_by_role("heading", name="Your progress")).to_be_visible()
    expect(ann.page.locator("dd").nth(1)).to_have_text("1 of 2")
    expect(ann.page.get_by_role("img", name=re.compile("From .* to "))).to_be_visible()


@pytest.mark.full
def test_todays_puzzle_is_found_from_the_start_page_on_a_phone(people, axe_source, server):
    ann = people(**PHONE)
    ann.open("/")
    card = ann.page.locator("a.daily")
    ann.page.locator("footer").scroll_into_view_if_needed()
    card.tap()
    ann.page.wait_for_selector(".decision")
    # A newcomer's is easy, and on a small board.
    answer = server.client().get("/api/puzzles/daily", params={"game": GAME, "easy": True}).json()
    puzzle = next(puzzle for puzzle in puzzles() if puzzle.name == answer["puzzle"]["puzzle"])
    assert (puzzle.board, len(puzzle.line)) == ("small", 1)
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(ann, axe_source) == []
    solver = Solver(ann, by="finger")
    solver.solve(puzzle)
    expect(solver.verdict).to_contain_text("Solved!")
    expect(ann.page.locator(".verdict")).to_contain_text("1 day in a row")
    for path in ("/puzzles", "/learn", "/"):
        ann.go(path)
        if path == "/":
            ann.page.locator("footer").scroll_into_view_if_needed()
        card = ann.page.locator(".daily")
        expect(card.get_by_text("1 day in a row")).to_be_visible()
        expect(card).to_contain_text("Solved")
        expect(card).not_to_contain_text("Solve it")
        expect(card.get_by_role("link", name="Next puzzle")).to_be_visible()
        assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        assert violations(ann, axe_source) == [], path


@pytest.mark.full
def test_where_the_server_is_away_the_page_says_so_and_opens_later(people):
    ann = people(expect_errors=True)
    ann.page.route(re.compile(r"/api/(puzzles|lessons)/"), lambda route: route.abort())
    for path in ("/learn/carnac-placing", "/puzzles/endgames", "/puzzles/daily"):
        ann.open(path)
        expect(ann.page.get_by_role("heading", name="The server cannot be reached")).to_be_visible()
    ann.page.unroute_all()
    ann.page.get_by_role("button", name="Try again").click()
    expect(ann.page.locator(".decision")).to_be_visible()


@pytest.mark.full
def test_a_storm_counts_what_is_solved_and_missed(people, axe_source):
    ann = people()
    ann.open(f"/puzzles/storm?game={GAME}")
    assert violations(ann, axe_source) == []
    by_name = {puzzle.name: puzzle for puzzle in shipped()}
    with ann.page.expect_response(re.compile("/storm$")) as begun:
        ann.page.get_by_role("button", name="Start").click()
    view = begun.value.json()
    for tried in (lambda puzzle: puzzle.line[0], wrong_move):
        puzzle = by_name[view["puzzle"]["puzzle"]]
        with ann.page.expect_response(re.compile("/tries$")) as answered:
            # Each puzzle has a hand of its own.
            Solver(ann).decide(tried(puzzle))
        answer = answered.value.json()
        assert answer["right"] is (tried is not wrong_move)
        expect(ann.page.locator(".score")).to_have_text(str(answer["solved"]))
        if answer["puzzle"] is None:
            return
        view = answer
        expect(ann.page.locator(".clock.right, .clock.wrong")).to_have_count(0)
    assert violations(ann, axe_source) == []


@pytest.mark.full
def test_an_endgame_is_played_out_against_the_perfect_defence(people, axe_source):
    ann = people()
    with ann.page.expect_response(re.compile("/endgames/next")) as found:
        ann.open(f"/puzzles/endgames?game={GAME}")
    puzzle = next(puzzle for puzzle in shipped() if puzzle.name == found.value.json()["endgame"])
    ann.page.wait_for_selector(".decision")
    assert violations(ann, axe_source) == []
    # What gives the result away is said, and taken back.
    solver = Solver(ann)
    solver.decide(wrong_move(puzzle))
    expect(ann.page.locator("#endgame-result")).to_have_text("That gives something away", timeout=300_000)
    assert violations(ann, axe_source) == []
    ann.press("u")
    solver.decide(puzzle.line[0])
    expect(ann.page.locator(".decision, #endgame-result")).to_be_visible(timeout=300_000)
    expect(ann.page.get_by_text("That gives something away")).to_have_count(0)
