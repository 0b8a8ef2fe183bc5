"""A lesson that is wrong is refused, with its file, its place and the way out."""

import re
from pathlib import Path

import pytest

from stonefield.course import LessonError, find_lesson, lessons, read_lesson
from stonefield.course.courses import course_of, taught
from stonefield.course.facts import OF_ALL_GAMES

DOCS = Path(__file__).parents[2] / "docs" / "course.md"

GOOD = """
part = "first"
[game]
options = { board = "small" }
level = 1
colour = "red"
[[steps]]
name = "one"
position = "carnac 5x5 28 r r1 -"
show = "c3rr"
[[steps.right]]
when = { shows = "mine" }
[[steps.wrong]]
"""


def read(text=GOOD, file="01-trial.toml"):
    return read_lesson("carnac", file, text)


def test_a_lesson_is_read():
    lesson = read()
    assert (lesson.id, lesson.number, lesson.part) == ("carnac-trial", 1, "first")
    assert [step.name for step in lesson.steps] == ["one"]
    assert lesson.keys == (
        "course.carnac.trial.title",
        "course.carnac.trial.about",
        "course.carnac.trial.end",
        "course.carnac.trial.one.task",
        "course.carnac.trial.one.right",
        "course.carnac.trial.one.wrong",
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('part = "first"', 'part = "last"', "`last`: the parts are first, tactics, strategy"),
        ('part = "first"', "", "`part` is missing"),
        ('part = "first"', 'part = "first', "01-trial.toml: "),
        ("level = 1", "level = 11", "the levels are 1 to 10"),
        ("level = 1", "level = true", "`level` is of the wrong kind"),
        ('colour = "red"', 'colour = "green"', "the colours are red, white"),
        ('board = "small"', 'board = "oval"', "game: "),
        ('board = "small"', "hats = 3", "game: "),
        ("options =", 'position = "carnac 5x5 28 r r1 -"\noptions =', "has its options in itself"),
        ("5x5 28 r r1 -", "5x5 28 r r1 z9rr", "step 0 (one): "),
        ('position = "carnac 5x5 28 r r1 -"', "", "the first step needs a position"),
        ('name = "one"', 'name = "One"', "a name has small letters"),
        ('name = "one"', 'name = "end"', "another text has this name already"),
        ('show = "c3rr"', "", "give `show`"),
        ('show = "c3rr"', 'ask = "falls"\nchoices = [1]', "two or more values of `falls`"),
        ('show = "c3rr"', 'ask = "falls"\nchoices = ["a", "b"]', "two or more values of `falls`"),
        ('show = "c3rr"', 'ask = "kind"\nchoices = ["tilt", "leave"]', "are of me, them, nobody"),
        ('show = "c3rr"', 'ask = "squares"\nchoices = [1, 2]', "`ask` names a fact"),
        ('show = "c3rr"', 'show = "c3rr"\nlearner = "white"', "`learner` is a colour, in a question"),
        ('show = "c3rr"', 'show = "c3rr"\nhint = "no"', "`hint` is none of name, position"),
        ('show = "c3rr"', 'show = "c3rr"\nmarks = [3]', "list of squares"),
        ("[[steps.wrong]]", '[[steps.wrong]]\nname = "right"', "need a name of their own"),
        ("[[steps.wrong]]", "[[steps.wrong]]\n[[steps.wrong]]", "it has to be the last"),
        ("[[steps.wrong]]", '[[steps.wrong]]\nreply = [3]', "a condition is a table"),
        ('shows = "mine"', 'shwos = "mine"', "`shwos` is no fact of this game; there are ahead, any"),
        ('shows = "mine"', 'shows = "red"', "`red` is none of mine, theirs"),
        ('shows = "mine"', "shows = 3", "of the kind str"),
        ('shows = "mine"', "shows = { min = 3 }", "can be asked: not"),
        ('shows = "mine"', "shows = {}", "expects nothing"),
        ('shows = "mine"', 'squares = "c3"', "has, lacks, within, touches"),
        ('shows = "mine"', "squares = { has = 3 }", "list of squares"),
        ('shows = "mine"', 'squares = { min = "c3" }', "should be a number"),
        ('{ shows = "mine" }', "[]", "an empty list holds for nothing"),
        ('{ shows = "mine" }', "{}", "a condition is a table"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(old, new, said):
    assert old in GOOD
    with pytest.raises(LessonError, match=re.escape(said)):
        read(GOOD.replace(old, new, 1))


def test_a_file_has_a_number_and_a_name():
    with pytest.raises(LessonError, match=r"03-leaving\.toml"):
        read(file="trial.toml")


def test_lessons_are_found_by_their_id():
    assert find_lesson("carnac-placing") is lessons("carnac")[0]
    with pytest.raises(LessonError, match="`carnac-nothing`: there is no such lesson"):
        find_lesson("carnac-nothing")


def test_the_docs_list_every_fact():
    text = DOCS.read_text("utf-8")
    sections = {"every game": OF_ALL_GAMES}
    sections |= {name.capitalize(): course_of(name).facts for name in taught()}
    for name, facts in sections.items():
        section = text.split(f"## Facts of {name}", 1)[1].split("\n## ", 1)[0]
        rows = dict(re.findall(r"^\| `(\w+)` \|.*\| (.*) \|$", section, re.MULTILINE))
        assert rows == {fact: facts[fact].meaning for fact in facts}
