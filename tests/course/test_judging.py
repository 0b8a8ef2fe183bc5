"""A try is judged by the rules: the decision, what is said to it, and what is played in return."""

import pytest

from stonefield.course import LessonError, find_lesson, judge, positions, read_lesson
from stonefield.course.conditions import read_condition
from stonefield.course.courses import facts_of
from stonefield.course.facts import decided, look
from stonefield.games import caminos, carnac
from stonefield.games.game import IllegalMove, InvalidMove

GAME = """
part = "first"
[game]
level = 1
colour = "red"
"""


def lesson_of(steps, game="carnac"):
    return read_lesson(
        game, "07-trial.toml", GAME.replace("red", "red" if game == "carnac" else "green") + steps
    )


ANSWERED = """
[[steps]]
name = "one"
position = "carnac 5x5 28 r r1 -"
show = "a1rr"
[[steps.right]]
when = { square = "a1" }
reply = [{ kind = "tilt", shows = "theirs" }, "e5wr", "-"]
marks = ["a1"]
[[steps.wrong]]
"""


def test_a_right_try_is_answered_on_the_board():
    lesson = lesson_of(ANSWERED)
    verdict = judge(lesson, 0, ["a1rr"])
    assert (verdict.right, verdict.done, verdict.key) == (True, True, "course.carnac.trial.one.right")
    assert verdict.line == ("a1rr", "N", "e5wr", "-")
    assert str(verdict.position) == "carnac 5x5 28 r w2 a3a2w,e5wr"
    assert verdict.marks == ("a1",)
    assert str(verdict.before) == "carnac 5x5 28 r r1 -"


def test_a_wrong_try_is_not_done():
    verdict = judge(lesson_of(ANSWERED), 0, ["c3rr"])
    assert (verdict.right, verdict.done, verdict.key) == (False, False, "course.carnac.trial.one.wrong")
    assert verdict.line == ("c3rr",)


def test_what_is_no_decision_is_refused():
    lesson = lesson_of(ANSWERED)
    with pytest.raises(InvalidMove, match="zz"):
        judge(lesson, 0, ["zz"])
    with pytest.raises(IllegalMove, match="5x5"):
        judge(lesson, 0, ["f6rr"])
    with pytest.raises(LessonError, match="1 decisions, not 2"):
        judge(lesson, 0, ["a1rr", "a2rr"])
    with pytest.raises(LessonError, match="1 steps"):
        judge(lesson, 1, ["a1rr"])


def test_a_reply_that_cannot_be_played_names_its_place():
    lesson = lesson_of(ANSWERED.replace('"e5wr", "-"', '"a2wr"'))
    with pytest.raises(LessonError, match="trial, one: the reply of `right`"):
        judge(lesson, 0, ["a1rr"])


def test_a_step_goes_on_where_the_right_try_before_has_led_to():
    lesson = find_lesson("carnac-falling")
    assert [step.name for step in lesson.chain(2)] == ["turned", "freed"]
    assert str(positions(lesson)[2]) == "carnac 5x5 28 r w2 c5c4w"
    assert judge(lesson, 2, ["S", "c3ww"]).right
    assert not judge(lesson, 2, ["N", "a1ww"]).right
    with pytest.raises(LessonError, match="after a right answer only"):
        judge(lesson, 2, ["E", "c3ww"])


def test_a_question_is_answered_by_the_rules():
    lesson = find_lesson("carnac-falling")
    assert [judge(lesson, 3, [choice]).right for choice in "1234"] == [True, False, False, False]
    assert judge(lesson, 3, ["1"]).line == ()
    with pytest.raises(InvalidMove, match="1, 2, 3, 4"):
        judge(lesson, 3, ["5"])


def test_a_question_may_be_about_a_game_that_is_over():
    won = "caminos square classic 2y g2 L4T4S4O2/L4T4S4O2 -"
    with pytest.raises(LessonError, match="step 0"):
        lesson_of(f'[[steps]]\nname="who"\nposition="{won}"\nask="wins"\nchoices=[true,false]\n', "caminos")
    ended = "carnac 3x3 3 r w2 a1rr,b1rr,c1rr"
    lesson = lesson_of(
        f'[[steps]]\nname="who"\nposition="{ended}"\nlearner="red"\nask="wins"\nchoices=[true,false]\n'
        "[[steps.right]]\n[[steps.wrong]]\n"
    )
    assert judge(lesson, 0, ["true"]).right
    assert not judge(lesson, 0, ["false"]).right


def holds(condition, seen):
    return read_condition(condition, facts_of(seen.after.game.name), "here").holds(seen)


def test_conditions_combine():
    seen = decided(carnac.start(board="5x5"), "red", "c3rw")
    assert holds({"shows": "mine", "axis": "theirs", "falls": {"min": 4, "max": 4}}, seen)
    assert not holds({"shows": "mine", "axis": "mine"}, seen)
    assert holds([{"shows": "theirs"}, {"square": ["a1", "c3"]}], seen)
    assert holds({"any": [{"shows": "theirs"}, {"falls": {"not": 3}}]}, seen)
    assert holds({"not": {"shows": "theirs"}}, seen)
    assert holds({"every": {"next": ["me", "them"]}, "some": {"kind": "leave", "next": "me"}}, seen)
    assert not holds({"every": {"kind": "tilt"}}, seen)
    assert holds(
        {"squares": {"has": ["c3"], "lacks": ["a1"], "within": ["c3", "c4"], "touches": ["c3"]}}, seen
    )
    assert not holds({"direction": {"not": "north"}}, seen), "a placement has no direction"


def test_facts_of_dolmens():
    two = carnac.parse("carnac 7x3 28 r w2 a1b1r,c1rr,e1f1r,g1rr,b3wr")
    joining = decided(two, "white", "d1rw")
    assert holds({"theirs": 1, "their_gain": -1, "joins_theirs": True, "their_largest": 7}, joining)
    assert holds({"falls": 1, "falls_mine": 0, "falls_theirs": 1, "left": 22}, joining)
    seen = look(two, "red")
    assert holds({"mine": 2, "theirs": 0, "lead": 2, "ahead": "me", "my_bridges": {"has": ["d1"]}}, seen)
    assert holds({"my_dolmens": {"apart": ["a1", "g1"], "together": ["a1", "c1"], "min": 2, "max": 2}}, seen)
    assert not holds({"my_dolmens": {"together": ["a1", "g1"]}}, seen)


def test_facts_of_pieces():
    start = caminos.parse("caminos square classic 2y y1 L4T4S4O1/L4T4S4O1 gO:e4,e5,f4,f5;yO:c4,c5,d4,d5")
    seen = decided(start, "yellow", "S:f2,f3*2,f4")
    assert holds({"shape": "S", "flat": False, "rise": 2, "on_board": 2, "next": "them"}, seen)
    assert holds({"covers_theirs": {"has": ["f4"], "max": 1}, "covers_mine": {"max": 0}}, seen)
    assert holds({"my_groups": {"together": ["f2", "f4"], "apart": ["f4", "d4"]}}, seen)
    assert holds({"my_threats": 0, "their_threats": 0, "fork": False, "my_border": 0}, seen)
