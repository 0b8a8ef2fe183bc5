"""Playing lessons through the page's own controls, as their data say, by keyboard or by finger."""

from __future__ import annotations

import re
from functools import cache

from playwright.sync_api import Locator, expect

from stonefield.course import Lesson, find_lesson, judge, positions
from stonefield.games.game import Position
from stonefield.locales import Catalogue, placeholders

TURNS, TIPS = 4, 6
"""How often something in hand is turned until it is as before, and tipped between."""

ways: dict[tuple[Position, str, bool], tuple[int, int, str]] = {}
"""By what tips, turns and square a piece came to lie as it should; known in one language, known in all."""

BUTTON_OF_KEY = "(buttons, key) => buttons.findIndex(b => b.querySelector('kbd')?.textContent === key)"


@cache
def tries(name: str, number: int) -> tuple[str, str | None]:
    """What is right at a step of a lesson, and something that is wrong."""
    lesson = find_lesson(name)
    step, start = lesson.steps[number], positions(lesson)[number]
    if step.question:
        right = step.question.solution(start, lesson.learner(number))
        return right, next(choice for choice in step.question.choices if choice != right)
    before = [one.show for one in lesson.chain(number)[:-1]]
    texts = [move.text for move in start.legal_moves()]
    # Of very much a sample: something wrong is soon found.
    wrong = (text for text in texts[:: 1 + len(texts) // 60] if text != step.show)
    return step.show, next((w for w in wrong if not judge(lesson, number, [*before, w]).right), None)


class Learner:
    """Somebody who plays a lesson; ``touches`` with a finger, else with the keyboard alone."""

    def __init__(self, person, lesson: Lesson, language: str = "en", *, touches: bool = False) -> None:
        self.person, self.page, self.lesson = person, person.page, lesson
        self.words, self.touches = Catalogue(language), touches

    def open(self) -> None:
        self.person.open(f"/learn/{self.lesson.id}")
        self.page.wait_for_selector("main.lesson [data-square]")

    def play(self) -> None:
        """All of it: at each step first something wrong, where there is such a thing, then what is right."""
        starts = positions(self.lesson)
        for number, step in enumerate(self.lesson.steps):
            expect(self.page.locator(f'main[data-step="{number}"]')).to_be_visible()
            expect(self.page.locator(".task")).to_have_text(
                self.words.text(self.lesson.key(step.name, "task"))
            )
            before = [one.show for one in self.lesson.chain(number)[:-1]]
            right, wrong = tries(self.lesson.id, number)
            if wrong is not None:
                self._try(number, before, wrong, starts[number])
            self._try(number, before, right, starts[number])
        expect(self.page.locator("#ending")).to_have_text(self.words.text("learn.finished"))
        expect(self.page.locator("main")).to_contain_text(self.words.text(self.lesson.key("end")))

    def _try(self, number: int, before: list[str], text: str, start: Position) -> None:
        verdict = judge(self.lesson, number, [*before, text])
        if self.lesson.steps[number].question:
            self._press(self.page.locator(f'[data-choice="{text}"]'))
        else:
            self._decide(text, start)
        card = self.page.locator(".verdict")
        said = self.words.texts[verdict.key]
        filled = said if not placeholders(said) else self.words.text(verdict.key, **verdict.values)
        expect(card).to_contain_text(filled)
        expect(card).to_have_class(
            re.compile(r"\bright\b") if verdict.right else re.compile(r"^(?!.*\bright\b)")
        )
        # The keyboard goes on with Enter: the button has the focus.
        if self.touches:
            card.locator(".primary").tap()
        else:
            expect(card.locator(".primary")).to_be_focused()
            self.person.press("Enter")
        expect(card).to_be_hidden()

    def _press(self, button: Locator) -> None:
        if self.touches:
            button.tap()
        else:
            button.focus()
            self.person.press("Enter")

    def _decide(self, text: str, start: Position) -> None:
        squares = start.read(text).squares
        if not squares:
            self._answer(text)
            return
        shape = text.partition(":")[0] if ":" in text else None
        if shape:
            self._press_shape(shape)
        key = (start, text, self.touches)
        for tips in range(TIPS):
            for turns in range(TURNS):
                for square in squares:
                    if ways.get(key, (tips, turns, square)) == (tips, turns, square) and self._put(
                        square, text
                    ):
                        ways[key] = (tips, turns, square)
                        return
                self._turn("R")
            self._turn("T")
        raise AssertionError(f"{text} cannot be placed")

    def _answer(self, text: str) -> None:
        if not self.touches:
            self.person.press(text)
            return
        if text == "-":
            self.page.locator(".compass .leave").tap()
        else:
            self.page.locator(".compass .fall", has=self.page.locator(f'[data-key="{text}"]')).tap()
        self._confirm()

    def _press_shape(self, shape: str) -> None:
        radios = self.page.locator(".shapes [role=radio]")
        names = [name or "" for name in radios.evaluate_all("all => all.map(one => one.ariaLabel)")]
        number = next(i for i, name in enumerate(names) if re.search(rf"\b{shape}\b", name))
        if self.touches:
            radios.nth(number).tap()
        else:
            self.person.press(str(number + 1))

    def _turn(self, key: str) -> None:
        if self.touches:
            buttons = self.page.locator(".decision button")
            buttons.nth(buttons.evaluate_all(BUTTON_OF_KEY, key)).tap()
        else:
            self.person.press(key.lower())

    def _put(self, square: str, text: str) -> bool:
        """Put what is in hand on a square, if that is what is meant; else leave all as it was."""
        main, cell = self.page.locator("main"), self.person.square(square)
        if self.touches:
            cell.tap()
        else:
            cell.focus()
        meant = main.get_attribute("data-prospect")
        if meant == text:
            self._confirm()
        elif self.touches and meant is not None:
            # A second tap for the same decision would confirm it.
            self.page.locator(".confirm .button").first.tap()
        return meant == text

    def _confirm(self) -> None:
        if self.touches:
            self.page.locator(".confirm .primary").tap()
        else:
            self.person.press("Enter")
