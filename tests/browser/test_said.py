"""What just happened, in words over the board: every kind of decision, for players and those who watch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from quick import few
from stonefield import caminos

NOTE_LINES = """
window.said = []
new MutationObserver(() => {
  for (const line of document.querySelectorAll('[data-said] p:not([data-noted])')) {
    line.dataset.noted = 'yes'
    const box = line.getBoundingClientRect()
    const covered = [...document.querySelectorAll('[data-square]')].filter((square) => {
      const it = square.getBoundingClientRect()
      return it.left < box.right && it.right > box.left && it.top < box.bottom && it.bottom > box.top
    })
    window.said.push({
      text: line.innerText.trim(),
      covers: covered.map((one) => one.dataset.square),
      takesTaps: getComputedStyle(line).pointerEvents !== 'none',
      isRead: line.closest('[aria-hidden=true]') === null,
    })
  }
}).observe(document, { childList: true, subtree: true })
"""
SIZES = {
    "desk": {"width": 1280, "height": 800},
    "phone": {"width": 390, "height": 844},
    "small phone": {"width": 360, "height": 740},
}


class Reader:
    """A person who reads what is said: each line is noted when it comes, since none stays for long."""

    def __init__(self, person):
        self.person = person
        self.person.context.add_init_script(NOTE_LINES)
        self.read = 0

    def hears(self, text: str, *squares: str) -> None:
        """The next line is this one, and neither covers what it speaks of nor takes taps.

        On a phone it covers no square at all. The screen reader has its own sentence, and is not read this
        one too.
        """
        self.person.page.wait_for_function("count => window.said.length > count", arg=self.read)
        line = self.person.page.evaluate("count => window.said[count]", self.read)
        self.read += 1
        assert line["text"] == text
        assert not set(squares) & set(line["covers"]), line
        if self.person.page.viewport_size["width"] < 600:
            assert line["covers"] == []
        assert not line["takesTaps"]
        assert not line["isRead"]

    def hears_nothing_more(self) -> None:
        assert self.person.page.evaluate("window.said.length") == self.read


@pytest.mark.parametrize("size", few(SIZES))
def test_every_decision_in_carnac_is_said_to_the_other_and_to_watchers(people, server, size):
    made = server.make_game("Ann", "open", board="small", swap=True)
    joined = server.join(made)
    ann, carl = people(viewport=SIZES[size]), people(viewport=SIZES[size])
    reader, watcher = Reader(ann), Reader(carl)
    ann.sit_down(made)
    carl.open(f"/g/{made['game']}")
    carl.page.wait_for_selector("[data-square]")

    def plays(seated: dict, move: str) -> None:
        server.play(seated, move)

    plays(made, "c3rw")
    watcher.hears("Red places a megalith on c3.", "c3")
    plays(joined, "swap")
    reader.hears("White swaps colours: you play White now.")
    watcher.hears("The players exchange colours.")
    plays(made, "E")
    watcher.hears("White tilts it east: white shows.", "d3", "e3")
    plays(made, "a1rr")
    watcher.hears("White places a megalith on a1.", "a1")
    plays(joined, "-")
    reader.hears("Red left it standing: you place again.", "a1")
    watcher.hears("Red left it standing: White places again.", "a1")
    plays(made, "h1rr")
    watcher.hears("White places a megalith on h1.", "h1")
    plays(joined, "N")
    reader.hears("Red tilts it north: white shows.", "h2", "h3")
    watcher.hears("Red tilts it north: white shows.", "h2", "h3")
    plays(joined, "b5ww")
    reader.hears("Red places a megalith on b5: tilt it or leave it?", "b5")
    watcher.hears("Red places a megalith on b5.", "b5")
    reader.hears_nothing_more()
    expect(ann.news).to_contain_text("Red places a megalith on b5: white on top, white to the east and west.")
    # It goes by itself, and what was decided is in the list, with a sign where nothing was placed.
    expect(ann.page.locator("[data-said]")).to_have_count(0)
    signs = ann.page.locator("ol [data-ply] .sign")
    expect(signs).to_have_count(3)
    expect(ann.page.locator("ol [data-ply]").nth(4)).to_have_attribute("title", "Red leaves it standing.")


@pytest.mark.full
@pytest.mark.parametrize("size", few(SIZES))
def test_every_decision_in_caminos_is_said(people, server, size):
    options = {"board": "square", "neutral": True}
    made = server.make_game("Ann", "open", game="caminos", **options)
    joined = server.join(made)
    ann = people(viewport=SIZES[size])
    reader = Reader(ann)
    ann.sit_down(made)
    position, occupied, kinds = caminos.start(**options), set(), set()
    for ply in range(8):
        seated = joined if server.state(made)["turn"]["seat"] else made
        phase = position.phase
        moves = [str(move) for move in position.legal_moves() if str(move) != "swap"]
        stacks = ply > 5
        move = next(move for move in moves if bool(squares_of(move) & occupied) == stacks)
        server.play(seated, move)
        position = position.play(move)
        if seated is joined:
            line = said_of(move, neutral=phase == "neutral", stacks=stacks)
            kinds.add(line.split()[1] + ("" if phase != "neutral" else " neutral"))
            reader.hears(line, *squares_of(move))
        occupied |= squares_of(move)
    assert kinds == {"places neutral", "places", "stacks"}
    reader.hears_nothing_more()


def squares_of(move: str) -> set[str]:
    return {column.split("*")[0] for column in move.split(":")[1].split(",")}


def said_of(move: str, *, neutral: bool, stacks: bool) -> str:
    """The line that Green's move makes."""
    squares = sorted(squares_of(move), key=lambda square: (square[0], int(square[1:])))
    *first, last = squares
    where = f"{', '.join(first)} and {last}" if first else last
    if neutral:
        return f"Green places a neutral piece on {where}."
    return f"Green {'stacks' if stacks else 'places'} its {move[0]} on {where}."


@pytest.mark.full
def test_the_engine_s_decisions_are_said_in_three_dimensions_too(people, server):
    ann = people(settings={"view": "solid", "motion": True})
    Reader(ann)
    seated = server.make_game("Ann", "level 1", board="small")
    ann.sit_down(seated)
    ann.page.wait_for_selector("canvas")
    server.play(seated, "c3rw")
    ann.page.wait_for_function("() => window.said.length > 0")
    line = ann.page.evaluate("window.said[0]")
    assert re.match(r"White (left it standing: you place again|tilts it \w+: \w+ shows)\.", line["text"])
    assert not set(server.state(seated)["moves"][1]["squares"]) & set(line["covers"])


def test_a_line_swallows_no_tap(people, server):
    made = server.make_game("Ann", "open", board="small")
    joined = server.join(made)
    ann = people(viewport=SIZES["phone"])
    reader = Reader(ann)
    ann.sit_down(made)
    server.play(made, "c3rw")
    server.play(joined, "-")
    reader.hears("White left it standing: you place again.", "c3")
    assert ann.page.locator(".frame > .said").evaluate("one => getComputedStyle(one).pointerEvents") == "none"


def test_the_loser_and_the_winner_each_read_their_own_score_first(people, server):
    made = server.make_game("Ann", "open", board="4x3", stock=4)
    joined = server.join(made)
    turns = ((made, "c2rr"), (joined, "-"), (made, "a1rw"), (joined, "E", "d3rr"), (made, "W", "b2rr"))
    for seated, *moves in turns:
        server.play(seated, *moves)
    state = server.state(made)
    assert state["status"] == "over"
    counts, winner = state["score"]["counts"], state["outcome"]["winner"]
    people_at = {"red": (made, "white"), "white": (joined, "red")}
    for own, (seated, other) in people_at.items():
        person = people()
        person.sit_down(seated)
        what = "You win" if own == winner else "You lose"
        expect(person.page.locator("#end-title")).to_have_text(f"{what} {counts[own]}–{counts[other]}")
    carl = people()
    carl.open(f"/g/{made['game']}")
    loser = people_at[winner][1]
    name = winner.capitalize()
    expect(carl.page.locator("#end-title")).to_have_text(f"{name} wins {counts[winner]}–{counts[loser]}")


@pytest.mark.full
def test_after_a_resignation_no_bar_says_how_it_stood(people, server):
    ann = people(settings={"winrate": "always"})
    made = server.make_game("Ann", "level 1", board="4x3", stock=4)
    ann.sit_down(made)
    bar = ann.page.get_by_role("img", name="Winning chances")
    expect(bar).to_be_visible()
    server.play(made, "a1rw")
    server.act(made, "resign")
    expect(ann.page.locator("#end-title")).to_have_text("You lose")
    expect(bar).to_have_count(0)
    ann.page.get_by_role("button", name="To the start").click()
    expect(bar).to_be_visible()


@pytest.mark.full
def test_the_compass_writes_its_names_on_a_phone_too(people, server):
    ann = people(viewport=SIZES["phone"])
    made = server.make_game("Ann", "Ben", board="small")
    server.play(made, "c3rw")
    ann.sit_down(made)
    for word in ("North", "East", "South", "West"):
        expect(ann.page.locator("button.fall .word", has_text=word)).to_be_visible()
    expect(ann.page.locator(".leave .short")).to_be_visible()
    fall = ann.page.get_by_role("button", name=re.compile("Tilt north"))
    assert re.match(r"Tilt north: \w+ on top \(N\)", fall.get_attribute("title"))


@pytest.mark.full
def test_an_invited_friend_is_not_told_to_wait_or_to_watch(people, server):
    made = server.make_game("Ann", "open", board="small")
    ben = people()
    ben.open(made["links"]["join"])
    expect(ben.turn).to_have_text("A seat is free for you.")
    expect(ben.page.get_by_text("You are watching.")).to_have_count(0)
    ben.page.get_by_role("button", name="Just watch").click()
    expect(ben.page.get_by_text("You are watching.")).to_be_visible()
