"""Learning on the page: lessons by keyboard and by finger, what is kept of them, and the game at the end."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from stonefield.course import find_lesson, lessons
from stonefield.locales import LANGUAGES, Catalogue

from .lessons import Learner

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
AXE = "async () => (await axe.run()).violations.map(v => [v.id, v.nodes.map(n => n.html)])"


def learner(people, lesson, language="en", *, touches=False):
    """Somebody who opens a lesson; a finger confirms what it has put down."""
    person = people(settings={"confirm": touches}, locale=language, **(PHONE if touches else {}))
    return Learner(person, lesson, language, touches=touches)


def test_a_lesson_is_played_by_keyboard_kept_and_ends_in_its_game(people):
    ann = learner(people, find_lesson("carnac-falling"))
    ann.open()
    ann.play()
    ann.page.get_by_role("button", name="Play this game").click()
    ann.page.wait_for_url("**/g/*")
    expect(ann.page.locator("[data-square]")).to_have_count(8 * 5)
    ann.person.go("/learn")
    card = ann.page.locator("section", has=ann.page.get_by_role("heading", name="Carnac"))
    expect(card).to_contain_text(f"1 of {len(lessons('carnac'))} lessons")
    done = ann.page.get_by_role("link", name="What a fall shows")
    expect(done).to_contain_text("Done")


@pytest.mark.full
def test_a_lesson_is_played_by_finger_in_another_language(people):
    ben = learner(people, find_lesson("caminos-points"), "de", touches=True)
    ben.open()
    ben.play()


@pytest.mark.full
def test_what_is_right_is_shown_to_whoever_asks_and_a_lesson_is_taken_up_where_it_was_left(people):
    ann = learner(people, find_lesson("carnac-placing"))
    ann.open()
    page = ann.page
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".verdict")).to_contain_text("Right!")
    page.get_by_role("button", name="Next").click()
    expect(page.locator('main[data-step="1"]')).to_be_visible()
    ann.open()
    expect(page.locator('main[data-step="1"]')).to_be_visible()
    expect(page.get_by_role("button", name="Step 3 of 4")).to_be_disabled()
    page.get_by_role("button", name="Step 1 of 4").click()
    expect(page.locator('main[data-step="0"]')).to_be_visible()
    # In another language it goes on where it is.
    page.locator("select").select_option("fr")
    expect(page.locator(".task")).to_have_text(Catalogue("fr").text("course.carnac.placing.top.task"))


@pytest.mark.full
def test_on_a_phone_each_step_of_a_lesson_begins_at_its_task_and_board(people):
    ann = learner(people, find_lesson("carnac-placing"), touches=True)
    ann.open()
    page = ann.page
    for step in range(2):
        expect(page.locator(f'main[data-step="{step}"]')).to_be_visible()
        expect(page.locator(".task")).to_be_in_viewport(ratio=1)
        expect(page.locator(".board")).to_be_in_viewport(ratio=0.99)
        page.get_by_role("button", name="Show me").tap()
        page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
        page.get_by_role("button", name="Next").tap()


@pytest.mark.full
def test_a_lesson_has_the_colours_that_its_texts_name_however_the_stones_are_painted(people):
    ann = people(settings={"stones": "black-red"})
    painted = "document.documentElement.dataset.stones"
    ann.open("/learn")
    assert ann.page.evaluate(painted) == "black-red"
    lesson = next(one for one in lessons() if one.game == "carnac")
    ann.go(f"/learn/{lesson.id}")
    ann.page.wait_for_selector("main.lesson [data-square]")
    assert ann.page.evaluate(painted) == "red-white"
    labels = ann.page.eval_on_selector_all("[data-square]", "cells => cells.map(c => c.ariaLabel).join()")
    assert "black" not in labels
    ann.go("/learn")
    ann.page.wait_for_selector("main:not(.lesson)")
    ann.page.wait_for_function(f"() => {painted} === 'black-red'")


def test_a_lesson_that_is_not_there_is_said_so(people):
    ann = people(expect_errors=True)
    ann.open("/learn/carnac-nothing")
    expect(ann.page.get_by_role("alert")).to_be_visible()
    expect(ann.page.get_by_role("heading", name="Nothing stands here")).to_be_visible()
    ann.page.get_by_role("link", name="All lessons").click()
    expect(ann.page.get_by_role("heading", name="Learn")).to_be_visible()


@pytest.mark.full
def test_learning_is_for_everybody_and_fits_a_phone(people, axe_source):
    for context in ({}, PHONE):
        ann = people(**context)
        for path in ("/learn", "/learn/carnac-falling"):
            ann.open(path)
            ann.page.wait_for_selector("main.lesson [data-square], main .way")
            fits(ann, axe_source)
        ann.press("n")
        ann.page.wait_for_selector(".verdict")
        fits(ann, axe_source)


def fits(person, axe_source):
    person.page.evaluate(axe_source)
    found = person.page.evaluate(AXE)
    assert found == [], json.dumps(found, indent=1)
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def pairs():
    """Every lesson in every language, by keyboard and by finger in turn: any two of the three meet."""
    for row, lesson in enumerate(lessons()):
        for column, language in enumerate(LANGUAGES):
            touches = bool((row + column) % 2)
            by = "touch" if touches else "keyboard"
            yield pytest.param(lesson, language, touches, id=f"{lesson.id}-{language}-{by}")


@pytest.mark.full
@pytest.mark.parametrize(("lesson", "language", "touches"), list(pairs()))
def test_every_lesson_is_played_in_every_language(people, lesson, language, touches):
    ann = learner(people, lesson, language, touches=touches)
    ann.open()
    ann.play()
