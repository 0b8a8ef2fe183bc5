"""The text of a record: what it looks like, and that it reads back equal."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from records import trees
from stonefield import carnac
from stonefield.records import Line, Ply, Record, read, read_all, write

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.stones"))

HEAD = '[Game "carnac"]\n[Board "small"]\n\n'


def moves_of(body: str) -> tuple[str, ...]:
    return read(HEAD + body).moves


def test_placements_are_numbered_and_answers_follow():
    record = Record.of(carnac.start("small"), ["c4rw", "E", "d5wr", "-", "a1rr"])
    assert write(record).endswith("\n1. c4rw E 2. d5wr - 3. a1rr *\n")


def test_every_option_of_the_start_is_a_tag():
    record = Record(carnac.start("5x4", stock=9, first="white", final_tilt=True, swap=True))
    assert write(record).splitlines()[:6] == [
        '[Game "carnac"]',
        '[Board "5x4"]',
        '[Stock "9"]',
        '[First "white"]',
        '[FinalTilt "true"]',
        '[Swap "true"]',
    ]
    assert read(write(record)) == record


def test_options_that_are_not_named_have_their_defaults():
    assert read('[Game "carnac"] *').start == carnac.start()


def test_a_position_can_be_set_up():
    text = "carnac medium 28 r w2 c4rw?,d5e5w"
    record = read(f'[Game "carnac"]\n[Position "{text}"]\n\nE 1. a1rr *')
    assert str(record.start) == text
    assert record.moves == ("E", "a1rr")
    assert f'[Position "{text}"]' in write(record)
    assert read(write(record)) == record


def test_numbers_may_be_left_out_or_stand_close():
    expected = ("c4rw", "E", "d5wr")
    assert moves_of("c4rw E d5wr *") == expected
    assert moves_of("1.c4rw E 2.d5wr *") == expected
    assert moves_of("1. c4rw 1... E 2. d5wr *") == expected
    assert moves_of("1. c4rw 1...E\n2.\nd5wr *") == expected


def test_marks_comments_clocks_and_variations_are_kept():
    record = read(
        HEAD + "{before} 1. c4rw!? {[%clk 0:04:59] first} {then} (1. d4rw? (1. a1rr {deep} E) W) (1. b2ww)"
        " E!! {[%clk 1:00:00.25]} (1... S) 2. a4ww *"
    )
    first, second, third = record.line
    assert record.line.comment == "before"
    assert (first.mark, first.clock, first.comment) == ("!?", 299.0, "first\nthen")
    deep = Line((Ply("a1rr", comment="deep"), Ply("E")))
    assert first.variations == (
        Line((Ply("d4rw", "?", variations=(deep,)), Ply("W"))),
        Line((Ply("b2ww"),)),
    )
    assert second == Ply("E", "!!", "", 3600.25, (Line((Ply("S"),)),))
    assert third == Ply("a4ww")


def test_a_clock_may_stand_anywhere_in_a_comment():
    (ply,) = read(HEAD + "1. c4rw { [%eval 0.3] [%clk 0:00:07] } *").line
    assert (ply.clock, ply.comment) == (7.0, "[%eval 0.3]")


def test_a_bracket_is_a_bracket_where_no_clock_follows():
    (ply,) = read(HEAD + "1. c4rw {[\\{] [%clk [\\}} *").line
    assert (ply.clock, ply.comment) == (None, "[{] [%clk [}")


def test_odd_characters_are_escaped():
    record = Record(
        carnac.start(), Line((), 'a {b} \\ "c" [%clk 0:00:01]\r\nd'), tags={"Note": 'x "y" \\ {z}\n'}
    )
    text = write(record)
    assert r'[Note "x \"y\" \\ {z}\n"]' in text
    assert '{a \\{b\\} \\\\ "c" \\[%clk 0:00:01]\\r\nd}' in text
    assert read(text) == record


def test_long_games_are_wrapped_and_comments_keep_their_lines():
    record = Record.of(carnac.start(), trees.random_game(carnac.start(), 7))
    assert max(map(len, write(record).splitlines())) <= 80
    told = Record(carnac.start(), Line((Ply("c4rw", comment="one\n  two"), Ply("E"))))
    assert "{one\n  two} E *" in write(told)


def test_a_line_is_filled_just_so_far_also_after_a_comment_of_several_lines():
    for said in ("x" * 68, "a\n" + "x" * 77):
        fitting, wrapped = (
            write(Record(carnac.start(), Line((Ply("c4rw", comment=comment), Ply("E")))))
            for comment in (said, said + "x")
        )
        assert "\n1. c4rw {" in fitting
        assert fitting.endswith("x} E\n*\n")
        assert wrapped.endswith("x}\nE *\n")


@pytest.mark.parametrize(
    ("clock", "text"),
    [
        (299, "0:04:59"),
        (3_600.25, "1:00:00.25"),
        (60.1, "0:01:00.1"),
        (7.005, "0:00:07.005"),
        (36_610, "10:10:10"),
    ],
)
def test_a_clock_is_written_without_needless_zeros(clock, text):
    record = Record(carnac.start()).play("c4rw", clock=clock)
    assert f"{{[%clk {text}]}}" in write(record)
    assert read(write(record)).line.plies[0].clock == clock


@pytest.mark.parametrize("breaks", ["\n", "\r\n", "\r"])
def test_any_line_break_and_a_byte_order_mark_are_understood(breaks):
    text = "\ufeff" + (HEAD + "1. c4rw {a\nb} E *").replace("\n", breaks)
    record = read(text)
    assert record.line.plies[0].comment == "a\nb"


def test_several_games_stand_one_after_the_other():
    games = [
        Record.of(carnac.start("4x3"), trees.random_game(carnac.start("4x3"), seed)) for seed in range(3)
    ]
    assert read_all(write(games)) == tuple(games)


def test_a_result_tag_is_understood_if_it_agrees():
    assert read('[Game "carnac"] [Result "1-0"] 1-0').result == "1-0"


@given(trees.records())
@settings(max_examples=60, deadline=None)
def test_what_is_written_reads_back_equal(record):
    text = write(record)
    assert read(text) == record
    assert write(read(text)) == text
    assert read_all(write([record, record])) == (record, record)


@pytest.mark.full
@given(trees.records())
@settings(max_examples=3000, deadline=None)
def test_what_is_written_reads_back_equal_over_and_over(record):
    assert read(write(record)) == record


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_games_mean_what_they_always_meant(path):
    text = path.read_text("utf-8")
    for record in read_all(text):
        assert str(record.final) == record.tags["Final"]
    assert write(read_all(text)) == text


def test_the_example_in_the_documentation_can_be_read():
    page = (Path(__file__).parents[2] / "docs" / "records.md").read_text("utf-8")
    example = page.split("```\n")[1]
    assert read(example).moves == ("c4rw", "E", "d5wr", "-", "a1rr")


def test_there_are_golden_games_of_both_games():
    assert {record.start.game.name for path in GOLDEN for record in read_all(path.read_text("utf-8"))} == {
        "carnac",
        "caminos",
    }


def test_an_open_result_of_a_game_that_is_over_is_what_the_rules_say():
    record = read('[Game "carnac"]\n[Board "3x3"]\n[Stock "1"]\n\n1. a1rr *')
    assert record.result == "1/2-1/2"
    assert write(record).endswith("1. a1rr 1/2-1/2\n")
