"""Boards, piece sets and lessons from TOML files are read, or refused with the file's name."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from attack.tomls import cut, documents, lessons, spoilt
from stonefield.course.lesson_error import LessonError
from stonefield.course.loading import read_lesson
from stonefield.games import StonefieldError
from stonefield.games.caminos.board import Board
from stonefield.games.caminos.pieces import PieceSet

FEW, MANY = 100, 2_000
GOOD = documents()
LESSONS = lessons()
CONDITION = 'part = "first"\ngame = {level = 1, colour = "red"}\n'


def attack(examples: int, strategy, check) -> None:
    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(strategy)
    def one(given):
        check(given)

    one()


def spoilt_or_cut(texts: list[str]):
    """Bytes that were a good document once."""
    known = st.sampled_from(texts)
    return known.flatmap(lambda text: spoilt(text).map(str.encode) | cut(text))


def read_own(source: bytes, path) -> None:
    """A file is a board or a piece set that survives being written, or refused with its name."""
    path.write_bytes(source)
    for kind in (Board, PieceSet):
        refusal = ""
        try:
            found = kind.load(path)
            assert kind.read(str(found)) == found
        except StonefieldError as error:
            refusal = str(error)
        assert not refusal or refusal.startswith(f"{path}: ")


def own_files(path, examples: int) -> None:
    attack(examples, spoilt_or_cut(list(GOOD.values())), lambda source: read_own(source, path))


def taught(source: tuple[str, bytes]) -> None:
    """A file is a lesson, or refused with its name."""
    game, text = source
    refusal = ""
    try:
        read_lesson(game, "01-own.toml", text)
    except LessonError as error:
        refusal = str(error)
    assert not refusal or refusal.startswith(f"{game}/01-own.toml")


def lesson_files(examples: int) -> None:
    strategy = st.sampled_from(list(LESSONS.values())).flatmap(
        lambda known: st.tuples(st.just(known[0]), spoilt(known[1]).map(str.encode) | cut(known[1]))
    )
    attack(examples, strategy, taught)


def test_a_board_or_piece_set_that_is_spoilt_is_refused_with_its_file(tmp_path):
    own_files(tmp_path / "own.toml", FEW)


@pytest.mark.full
def test_a_lesson_that_is_spoilt_is_refused_with_its_file():
    lesson_files(FEW)


@pytest.mark.full
def test_no_board_or_piece_set_of_very_many_makes_a_reader_fail(tmp_path):
    own_files(tmp_path / "own.toml", MANY)


@pytest.mark.full
def test_no_lesson_of_very_many_makes_the_reader_fail():
    lesson_files(MANY)


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 5_000,
        "a = " + "{a=" * 5_000,
        "a = " + "9" * 5_000,
        b"a = '\xff'",
        CONDITION + '[[steps]]\nname = "a"\nright = []\nshow = "a"\nclaim' + ".not" * 5_000 + " = 1",
        "[[steps]]\n" * 5_000,
    ],
    ids=["brackets", "braces", "digits", "no UTF-8", "conditions", "steps"],
)
def test_a_lesson_that_cannot_be_read_is_refused(text):
    with pytest.raises(LessonError, match=r"carnac/01-own\.toml"):
        read_lesson("carnac", "01-own.toml", text)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs files that never end")
@pytest.mark.parametrize("kind", [Board, PieceSet])
def test_of_a_file_without_an_end_only_the_beginning_is_read(kind):
    with pytest.raises(StonefieldError, match=r"/dev/zero: .* at most"):
        kind.load("/dev/zero")


@pytest.mark.parametrize("kind", [Board, PieceSet])
def test_what_is_wrong_with_a_board_or_a_piece_is_said_with_its_file(kind, tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(
        'name = "own"\nrows = ["#?"]\nsides = []\npieces = [{letter = "LL", count = 1, layers = [["#"]]}]'
    )
    with pytest.raises(StonefieldError, match=rf"{path}: .*(row|letter)"):
        kind.load(path)
