"""Every position has one number, the same wherever it is seen and always of the same side."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from quick import few

from .studying import open_panel, reviewed, sit_at, study_of
from .test_phone import held
from .test_study_review import LOST

NUMBER = re.compile(r"Red \d+%")
PROVEN = {"wins", "draw", "loses"}

# What the page says of the end, each time that something changes: the card, the bar and the strips.
WATCH = """() => {
  window.seen = [];
  const text = (name) => [...document.querySelectorAll(name)].map((one) => one.textContent.trim()).join(' ');
  new MutationObserver(() => {
    const now = [text('#end-title'), text('.chances b'), text('.dolmens b')];
    if (now[0] && `${window.seen.at(-1)}` !== `${now}`) window.seen.push(now);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""

ROWS = """() => Object.fromEntries([...document.querySelectorAll('.tree li > [data-node]')].map((row) =>
  [row.dataset.node, row.querySelector('.chance')?.textContent.replace(/\\s+/g, ' ').trim() ?? '']))"""

LINES = """() => [...document.querySelectorAll('.lines li')].map((line) => [
  line.querySelector('button').textContent.trim(),
  line.querySelector('b').textContent.replace(/\\s+/g, ' ').trim()])"""


@pytest.mark.parametrize("game", few(["carnac", "caminos"]))
def test_the_hint_says_what_the_bar_says(people, server, game):
    ann = people(settings={"winrate": True})
    options = {"board": "small"} if game == "carnac" else {}
    seated = server.make_game("level 1", "Ann", game=game, **options)
    ann.sit_down(seated)
    ann.wait_for_turn()
    # The bar speaks of the side that began, here the engine's, and says so.
    bar = ann.page.locator(".chances b")
    expect(bar).to_have_text(re.compile(r"^(Red|Yellow) \d+%$"))
    ann.page.get_by_role("button", name="Hint").click()
    hint = ann.page.locator(".hint small")
    expect(hint).to_have_text(re.compile(r"(Red|Yellow) \d+%$"))
    said, shown = ann.page.evaluate(
        "() => ['.hint small', '.chances b'].map((name) => document.querySelector(name).textContent)"
    )
    assert said.endswith(f" {shown}")


@pytest.mark.full
def test_the_list_the_graph_and_the_card_agree_of_every_move(people, server):
    ann = people()
    sit_at(ann, study_of(server, LOST), "#review")
    reviewed(ann)
    expect(ann.page.locator("[data-review='3000']")).to_be_visible(timeout=180_000)
    rows = ann.page.evaluate(ROWS)
    assert all(NUMBER.fullmatch(text) for text in rows.values()), rows
    graph = ann.page.get_by_role("slider", name="Winning chances, move by move")
    before = None
    for node, text in rows.items():
        ann.page.locator(f'.tree [data-node="{node}"]').click()
        expect(graph).to_have_attribute("aria-valuetext", f"{node}: {text}")
        card = ann.page.locator("[data-verdict] .head span")
        if card.count() and before:
            expect(card).to_have_text(f"{before} → {text.removeprefix('Red ')}")
        before = text


@pytest.mark.full
def test_lines_agree_with_the_review_and_what_was_not_searched_has_no_number(people, server):
    ann = people()
    ann.context.add_init_script(
        "localStorage.setItem('stonefield.study', JSON.stringify({ engine: true, count: 5, outlook: false }))"
    )
    sit_at(ann, study_of(server, LOST), "#review")
    reviewed(ann)
    for node in (3, 5):
        open_panel(ann, "Moves")
        ann.page.locator(f'.tree [data-node="{node}"]').click()
        played = ann.page.locator(f'.tree [data-node="{node + 1}"] .text').inner_text()
        # The engine looks deeper meanwhile: we compare when the list has said the same before and after.
        for _ in range(20):
            open_panel(ann, "Moves")
            before = ann.page.evaluate(ROWS)[str(node + 1)]
            open_panel(ann, "Engine")
            ann.page.wait_for_function(
                "played => [...document.querySelectorAll('.lines li')]"
                ".some((line) => line.querySelector('button').textContent.trim() === played)",
                arg=played,
            )
            lines = ann.page.evaluate(LINES)
            assert all(text in {"–", *PROVEN} or NUMBER.fullmatch(text) for _, text in lines), lines
            open_panel(ann, "Moves")
            if ann.page.evaluate(ROWS)[str(node + 1)] == before:
                break
        assert dict(lines)[played] in {before, *PROVEN}, (lines, before)


@pytest.mark.full
def test_bar_and_strips_do_not_run_ahead_of_the_counting(people, server):
    ann = people(settings={"motion": True, "winrate": True})
    seated = server.make_game("Ann", "Ben", board="4x3", stock=3)
    server.play(seated, "a1rw", "E", "a2rw", "E")
    ann.sit_down(seated)
    expect(ann.page.locator(".chances b")).to_have_text(NUMBER)
    ann.page.evaluate(WATCH)
    server.play(seated, "a3rw")
    expect(ann.page.locator("#end-title")).to_have_text(re.compile("wins"))
    expect(ann.page.locator(".chances b")).to_have_text(re.compile("Red (0|100)%"))
    seen = ann.page.evaluate("window.seen")
    counting = [(bar, strips) for title, bar, strips in seen if title == "Counting…"]
    assert counting
    assert {bar for bar, _ in counting} == {"–"}
    counts = server.state(seated)["score"]["counts"]
    dolmens = [sum(map(int, strips.split())) for _, strips in counting]
    assert dolmens[0] == 0
    assert dolmens == sorted(dolmens)
    assert seen[-1][2] == " ".join(str(counts[colour]) for colour in ("white", "red"))


@pytest.mark.full
def test_after_a_resignation_there_is_no_number_but_of_earlier_positions(people, server):
    ann = people(settings={"winrate": True})
    seated = server.make_game("Ann", "level 1", board="4x3", stock=4)
    server.play(seated, "a1rw")
    ann.sit_down(seated)
    bar = ann.page.locator(".chances b")
    expect(bar).to_have_text(NUMBER)
    server.act(seated, "resign")
    expect(bar).to_have_count(0)
    # Any other position is judged by itself.
    ann.press("ArrowLeft")
    expect(bar).to_have_text(NUMBER)


@pytest.mark.full
def test_the_bar_is_of_the_position_on_the_board(people, server):
    ann = people(settings={"winrate": True})
    seated = server.make_game("Ann", "Ben", board="4x3", stock=4)
    ann.sit_down(seated)
    bar = ann.page.locator(".chances")
    expect(bar).to_have_attribute("data-ply", "0")
    server.play(seated, "a1rw")
    expect(bar).to_have_attribute("data-ply", "1")
    ann.press("ArrowLeft")
    expect(bar).to_have_attribute("data-ply", "0")
    # Of a moment that was never judged nothing is said while the game goes on.
    ann.page.reload()
    expect(bar).to_have_attribute("data-ply", "1")
    ann.press("ArrowLeft")
    expect(bar.locator("b")).to_have_text("–")
    expect(bar).to_have_attribute("aria-label", re.compile("has not looked"))


@pytest.mark.full
@pytest.mark.parametrize("width", [390, 360])
def test_the_number_is_not_cut_on_a_phone(people, server, width):
    ann = people(settings={"winrate": True}, **held(width, 740))
    ann.sit_down(server.make_game("Ann", "Ben", game="caminos"))
    number = ann.page.locator(".chances b")
    expect(number).to_have_text(re.compile(r"^Yellow \d+%$"))
    assert number.evaluate("one => one.scrollWidth <= one.clientWidth")
    box, bar = number.bounding_box(), ann.page.locator(".chances .bar").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= bar["x"]
    assert bar["x"] + bar["width"] <= width
