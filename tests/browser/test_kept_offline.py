"""Everything made available offline: it opens, plays, teaches and trains with no network and no server."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from stonefield.course import find_lesson
from stonefield.locales import Catalogue

from .lessons import Learner
from .site import play_out
from .test_training import PHONE, Solver, puzzles

WORDS = Catalogue("en")
COMPLETE = """async () => {
  for (const name of await caches.keys()) {
    const found = name.startsWith('offline-') && await (await caches.open(name)).match('/offline-complete')
    if (found) return [name, (await found.json()).version]
  }
  return null
}"""


def settings_of(person):
    person.page.get_by_role("button", name=WORDS.text("app.settings")).click()
    return person.page.get_by_role("dialog")


def make_available(person) -> None:
    """What a person does once: open the settings, press the button, wait."""
    person.open("/")
    dialog = settings_of(person)
    dialog.get_by_role("button", name=WORDS.text("pocket.keep")).click()
    expect(dialog.get_by_role("button", name=WORDS.text("pocket.remove"))).to_be_visible()
    person.press("Escape")


def keeper(people, coming, **wishes):
    """A person whose device has everything, then no network and no server, and the app opened anew."""
    ann = people(url=coming.process.url, service_workers="allow", expect_errors=True, **wishes)
    make_available(ann)
    ann.context.set_offline(True)
    coming.stop()
    ann.page.close()
    ann.page = ann.context.new_page()
    return ann


def begin(ann, level: int = 1) -> str:
    """Begin a game on the small board from the form; its id."""
    ann.open(f"/new?game=carnac&way=engine&level={level}")
    ann.page.locator("label", has_text=WORDS.text("setup.board.small")).click()
    ann.page.get_by_role("button", name=WORDS.text("setup.start")).click()
    return ann.wait_for_game()


def test_the_app_opens_cold_and_the_engine_answers(coming, people):
    ann = keeper(people, coming)
    ann.open("/")
    expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
    assert begin(ann).startswith("here-")
    ann.square("c3").click()
    ann.after_move(2)
    ann.open("/lobby")
    expect(ann.page.get_by_role("button", name=WORDS.text("connection.retry"))).to_be_visible()


@pytest.mark.full
@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_game_a_lesson_and_puzzles_without_a_network_and_the_game_goes_up_once(coming, people, phone):
    ann = keeper(people, coming, settings={"confirm": phone}, **(PHONE if phone else {}))
    begin(ann, 3)
    play_out(ann, confirm=phone)
    lesson = Learner(ann, find_lesson("carnac-placing"), touches=phone)
    lesson.open()
    lesson.play()
    if not phone:
        solver = Solver(ann)
        for puzzle in puzzles()[:10]:
            solver.begin(f"/puzzles/{puzzle.name}")
            solver.solve(puzzle)
            expect(solver.verdict).to_contain_text("Solved!")
    coming.start()
    ann.context.set_offline(False)
    # Another tab sends at the same time.
    ann.open("/")
    bob = ann.context.new_page()
    bob.goto(ann.url)
    ann.page.wait_for_function(
        "() => JSON.parse(localStorage.getItem('stonefield.games')).some(({ id }) => !id.startsWith('here-'))"
    )
    known = json.loads(ann.page.evaluate("localStorage.getItem('stonefield.games')"))
    sent = [game for game in known if not game["id"].startswith("here-")]
    assert len(sent) == 1
    state = coming.process.state({"game": sent[0]["id"], "token": sent[0]["token"]})
    assert (state["status"], len(state["moves"])) == ("over", sent[0]["plies"])


@pytest.mark.full
def test_it_can_be_removed_again(coming, people):
    ann = people(url=coming.process.url, service_workers="allow")
    make_available(ann)
    assert ann.page.evaluate(COMPLETE)
    dialog = settings_of(ann)
    dialog.get_by_role("button", name=WORDS.text("pocket.remove")).click()
    expect(dialog.get_by_role("button", name=WORDS.text("pocket.keep"))).to_be_visible()
    assert ann.page.evaluate(COMPLETE) is None
    assert ann.page.evaluate("localStorage.getItem('stonefield.pocket')") is None


@pytest.mark.full
def test_a_new_version_takes_the_place_of_the_kept_one(coming, people):
    """The server says that it has another page; what has not changed is not fetched again."""
    ann = people(url=coming.process.url, service_workers="allow")
    make_available(ann)
    name, version = ann.page.evaluate(COMPLETE)

    def newer(route):
        listed = route.fetch().json()
        route.fulfill(json={**listed, "version": "newer"})

    ann.context.route("**/page.json", newer)
    asked = []
    ann.page.on("request", lambda request: asked.append(request.url))
    ann.page.reload()
    while ann.page.evaluate(COMPLETE)[0] == name:
        ann.page.wait_for_timeout(200)
    names = ann.page.evaluate("caches.keys()")
    assert [one for one in names if one.startswith("offline-")] == [f"offline-newer-{version}"]
    assert not [url for url in asked if url.endswith("pyodide.asm.wasm")]


@pytest.mark.full
def test_a_game_whose_answer_was_lost_is_not_doubled(coming, people):
    ann = people(url=coming.process.url, service_workers="allow", expect_errors=True)
    make_available(ann)
    ann.context.set_offline(True)
    ann.page.reload()
    game = begin(ann)
    ann.square("c3").click()
    ann.after_move(2)
    ann.page.get_by_role("button", name=WORDS.text("action.resign")).click()
    ann.page.get_by_role("alertdialog").get_by_role("button", name=WORDS.text("action.resign")).click()
    expect(ann.page.locator("#end-title")).to_be_visible()
    token = ann.page.evaluate(
        "id => JSON.parse(localStorage.getItem('stonefield.games')).find((one) => one.id === id).token", game
    )
    ann.context.set_offline(False)
    made = []

    def lose(route):
        """The server takes the game, and the answer is lost."""
        made.append(route.fetch().json()["game"])
        route.abort()

    ann.page.route("**/api/imports", lose, times=1)
    with ann.page.expect_event("requestfailed", lambda request: request.url.endswith("/api/imports")):
        ann.open("/")
    ann.page.reload()
    ann.page.wait_for_function(
        "() => JSON.parse(localStorage.getItem('stonefield.games')).some(({ id }) => !id.startsWith('here-'))"
    )
    known = json.loads(ann.page.evaluate("localStorage.getItem('stonefield.games')"))
    assert {one["id"] for one in known if not one["id"].startswith("here-")} == set(made)
    assert coming.process.state({"game": made[0], "token": token})["status"] == "over"
