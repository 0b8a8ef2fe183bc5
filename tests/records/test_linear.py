"""Reading takes work in proportion to the text, whatever the text is.

Work is counted, not timed: the lines of our own code that run, and for methods that go through a text or a
list its length. What regular expressions do is hidden from that count, so every pattern of the readers is
held to a form in which nothing is tried twice: what may repeat without end is possessive. Matching such a
pattern at one place is linear in what it takes.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from re import _constants as codes
from re import _parser

import pytest

from .counting import work
from .hostile import FAMILIES


@pytest.mark.parametrize("family", FAMILIES)
def test_work_grows_no_faster_than_the_text(family):
    read, text = FAMILIES[family]
    work(read, text(60))  # What is worked out once, whatever the text, is there already.
    short, long = (work(read, text(size)) for size in (3_000, 12_000))
    assert long <= 4.5 * short + 2_000
    assert long <= 400 * len(text(12_000))


def patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Every regular expression of the readers: those of records and of games."""
    for package in ("stonefield.records", "stonefield.games"):
        module = importlib.import_module(package)
        for found in pkgutil.walk_packages(module.__path__, package + "."):
            for name, value in vars(importlib.import_module(found.name)).items():
                listed = value.values() if isinstance(value, dict) else (value,)
                for each in listed:
                    if isinstance(each, re.Pattern):
                        yield f"{found.name}.{name}", each


def endless(parsed) -> Iterator[str]:
    """The repetitions without end that may give back what they have taken."""
    for code, argument in parsed:
        if code in (codes.MAX_REPEAT, codes.MIN_REPEAT) and argument[1] == codes.MAXREPEAT:
            yield str(argument[2])
        for part in argument if isinstance(argument, tuple | list) else ():
            for inner in part if isinstance(part, list) else (part,):
                if isinstance(inner, _parser.SubPattern):
                    yield from endless(inner)


@pytest.mark.parametrize(("name", "pattern"), sorted(set(patterns()), key=str))
def test_no_pattern_tries_anything_twice(name, pattern):
    assert list(endless(_parser.parse(pattern.pattern, pattern.flags))) == []


def test_a_pattern_that_gives_back_would_be_found():
    for harmful in (r"a*b", r"(a+?)b", r"(?:x(a|b+))?", r"(?=a*)b"):
        assert list(endless(_parser.parse(harmful)))


def test_no_pattern_is_hidden_in_a_call():
    """Patterns have names of their own, so that the test above sees them."""
    for package in ("stonefield.records", "stonefield.games"):
        module = importlib.import_module(package)
        for found in pkgutil.walk_packages(module.__path__, package + "."):
            source = importlib.import_module(found.name).__file__
            code = Path(source).read_text("utf-8")
            assert not re.search(r"\bre\.(match|fullmatch|search|sub|findall|finditer|split)\(", code)
