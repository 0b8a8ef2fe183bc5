"""Every lesson can be solved, every try is answered, and what the texts say is true by the rules."""

from collections import Counter

import pytest

from stonefield.course import judge, lessons, positions
from stonefield.course.courses import facts_of, taught
from stonefield.course.facts import decided, look
from stonefield.course.lesson import PARTS
from stonefield.games.game import find_game
from stonefield.locales import LANGUAGES, Catalogue, placeholders, plural_category

from .walking import MANY, STEPS, name_of, tries, ways_to


def judged(lesson, number, full):
    """Each try at a step with its verdict and its answer."""
    step = lesson.steps[number]
    for way, position in ways_to(lesson, number, full):
        for text in tries(step, position, full):
            verdict = judge(lesson, number, (*way, text))
            answer = next(a for a in step.answers if lesson.key(step.name, a.name) == verdict.key)
            yield text, position, verdict, answer


def check_numbers(verdict):
    """A lesson's text has one form only: it fits every number that is filled in."""
    for name, value in verdict.values.items():
        if isinstance(value, int):
            for language in LANGUAGES:
                assert plural_category(language, value) != "one", f"{verdict.key} in {language}: {value}"
            says_de = f"{{{name}}} de " in Catalogue("ro").texts[verdict.key]
            assert says_de == (plural_category("ro", value) == "other"), f"{verdict.key} in ro: {value}"


def check_step(lesson, number, full):
    step = lesson.steps[number]
    me = lesson.learner(number)
    used = Counter()
    most = 0
    for text, position, verdict, answer in judged(lesson, number, full):
        most = max(most, len(position.legal_moves()))
        seen = look(position, me, text) if step.question else decided(position, me, text)
        assert answer.claim is None or answer.claim.holds(seen), f"{text}: {verdict.key} is not true"
        assert answer.leads_to is None or answer.leads_to.holds(look(verdict.position, me)), (
            f"{text}: what {verdict.key} says of {verdict.line} is not true"
        )
        assert answer.right == verdict.right
        check_numbers(verdict)
        used[answer.name] += 1
        if verdict.right and number + 1 < len(lesson.steps) and not lesson.steps[number + 1].position:
            assert not verdict.position.is_over, f"{text}: nothing is left for the next step"
            assert verdict.position.turn == me, f"{text}: the next step is not the learner's to decide"
    assert any(used[answer.name] for answer in step.answers if answer.right), "nothing is right"
    if full or step.question or most <= MANY:
        assert [answer.name for answer in step.answers if not used[answer.name]] == [], "answers to nothing"


@pytest.mark.parametrize("step", STEPS, ids=name_of)
def test_every_try_is_answered_and_what_is_said_is_true(step):
    check_step(*step, full=False)


@pytest.mark.full
@pytest.mark.parametrize("step", STEPS, ids=name_of)
def test_every_try_on_every_way_is_answered_and_what_is_said_is_true(step):
    check_step(*step, full=True)


@pytest.mark.parametrize("step", STEPS, ids=name_of)
def test_what_is_shown_is_right_and_the_task_says_the_truth(step):
    lesson, number = step
    position, me = positions(lesson)[number], lesson.learner(number)
    this = lesson.steps[number]
    if not this.question:
        assert not position.is_over, "nothing can be decided"
        assert position.turn == me, "it is not the learner's decision"
    assert this.claim is None or this.claim.holds(look(position, me)), "the task is not true"
    shown = [one.show for one in lesson.chain(number)]
    if this.question:
        rights = [c for c in this.question.choices if judge(lesson, number, [*shown[:-1], c]).right]
        assert len(rights) == 1
    else:
        assert judge(lesson, number, shown).right
    marks = {*this.marks, *(square for answer in this.answers for square in answer.marks)}
    assert marks <= set(position.board.names)


@pytest.mark.parametrize("game", taught())
def test_a_course_goes_from_first_steps_to_strategy(game):
    found = lessons(game)
    assert [lesson.number for lesson in found] == list(range(1, len(found) + 1))
    parts = [PARTS.index(lesson.part) for lesson in found]
    assert parts == sorted(parts)
    assert len({lesson.id for lesson in lessons()}) == len(lessons())


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.id)
def test_a_lesson_ends_in_a_game_that_can_begin(lesson):
    game, ending = find_game(lesson.game), lesson.ending
    start = game.parse(ending.position) if ending.position else game.start(**ending.options)
    assert not start.is_over
    assert len(start.players) == 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.id)
def test_every_text_of_a_lesson_is_there(lesson, language):
    texts = Catalogue(language).texts
    assert [key for key in lesson.keys if key not in texts] == []
    numbers = {name for name, fact in facts_of(lesson.game).items() if fact.kind is int}
    for key in lesson.keys:
        text = texts[key]
        assert isinstance(text, str), f"{key}: a lesson's text has no plural forms"
        wanted = placeholders(text)
        assert wanted <= numbers | {"move"}, f"{key}: {wanted - numbers} is no fact that is a number"
        if key.rpartition(".")[2] in ("title", "about", "end", "task"):
            assert not wanted, f"{key}: nothing has been decided yet that could fill {wanted}"
