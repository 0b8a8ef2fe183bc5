"""Reading takes work in proportion to the text, whatever the text is.

Work is counted, not timed: the lines of our own code that run, and for methods that go through a text or a
list its length. What regular expressions do is hidden from that count, so every pattern of the readers is
held to a form in which nothing is tried twice: what may repeat without end is possessive. Matching such a
pattern at one place is linear in what it takes.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from re import _constants as codes
from re import _parser

import pytest

from stonefield import caminos, carnac, records
from stonefield.games import StonefieldError, parse
from stonefield.games.caminos.board import Board
from stonefield.games.caminos.pieces import PieceSet
from stonefield.records.carnac.abstractplay import read_abstractplay
from stonefield.records.carnac.boardspace import read_boardspace

TEXT = '[Game "carnac"]\n\n'
SGF = "(;GM[Carnac]SU[carnac_10x7 0]"
END = ";P0[1 onboard 0 A 1];P0[2 Done])"
REPORT = '{"header":{"game":{"name":"Carnac"}},"moves":'
OURS = '{"format":"stonefield","version":1,"game":"carnac","result":"*",'
BOARD = "own=###/###/###=a2|b3|c2|b1"

FAMILIES = {
    # The ones of the attack.
    "a name of blanks": (records.read_any, lambda n: SGF + ";P0[id" + " " * n + "X\nX]" + END),
    "a gesture of blanks": (records.read_any, lambda n: SGF + ";P0[id y" + " " * n + "z]" + END),
    "marks that are none": (records.read_any, lambda n: TEXT + "1. a" + "!" * n + "b *"),
    "clocks without an end": (records.read_any, lambda n: TEXT + "1. c4rw {" + "[%clk" * (n // 5) + "} *"),
    "turns in JSON": (
        records.read_any,
        lambda n: REPORT + json.dumps([["12-b2"], *[[None]] * (n // 6)]) + "}",
    ),
    "turns passed back": (
        read_abstractplay,
        lambda n: REPORT + json.dumps([["12-b2", ">n", *["pass"] * (n // 8)]]) + "}",
    ),
    "keys in JSON": (
        records.read_any,
        lambda n: OURS + ",".join(f'"k{i}":1' for i in range(n // 10)) + ',"k":1,"k":1}',
    ),
    # What is like them.
    "blanks in text": (records.read_any, lambda n: TEXT + " " * n + "*"),
    "comments on a move": (records.read, lambda n: TEXT + "1. c4rw " + "{a}" * (n // 3) + " *"),
    "comments before a move": (records.read, lambda n: TEXT + "{a}" * (n // 3) + " *"),
    "clocks opened late": (records.read, lambda n: TEXT + "{" + "[%clk " * (n // 6) + "]} *"),
    "escapes": (records.read, lambda n: TEXT + "{" + "\\{" * (n // 2) + "} *"),
    "variations and comments": (
        records.read,
        lambda n: TEXT + "1. c4rw " + "(1. a1rr){a}" * (n // 12) + " *",
    ),
    "an open comment": (records.read, lambda n: TEXT + "{" + "\\\\" * (n // 2)),
    "an open tag": (records.read, lambda n: '[Game "' + "\\\\" * (n // 2)),
    "a tag of blanks": (records.read, lambda n: "[Game" + " " * n + "x"),
    "tags": (records.read, lambda n: "".join(f'[T{i} "x"]' for i in range(n // 10)) + TEXT + "*"),
    "digits": (records.read, lambda n: TEXT + "1" * n + ". c4rw *"),
    "a number of a tag": (records.read, lambda n: f'[Game "carnac"][Stock "{"1" * n}"] *'),
    "numbers of moves": (records.read, lambda n: TEXT + "1." * (n // 2) + " *"),
    "games": (records.read_any, lambda n: (TEXT + "1. c4rw *\n") * (n // 27)),
    "deep variations": (records.read, lambda n: TEXT + "1. c4rw " + "(1. d4rw " * (n // 9)),
    "plies in JSON": (
        records.from_json,
        lambda n: (
            OURS
            + '"line":[{"move":"c4rw","variations":['
            + ",".join(['{"line":[{"move":"a1rr"}]}'] * (n // 27))
            + "]}]}"
        ),
    ),
    "deep plies in JSON": (records.from_json, lambda n: deep_json(n)),
    "arrays in JSON": (records.read_any, lambda n: OURS + '"line":' + "[" * n),
    "pairs in JSON": (records.read_any, lambda n: OURS + '"line":' + "[[]," * (n // 4)),
    "blanks in JSON": (records.read_any, lambda n: "{" + " " * n + "}"),
    "fields that look like theirs": (records.read_any, lambda n: "{" + '"header"' * (n // 8) + " " * n),
    "escaped keys in JSON": (records.read_any, lambda n: '{"' + "\\u0041" * (n // 6) + '":1}'),
    "half characters in JSON": (records.read_any, lambda n: '{"a":[' + '"\\ud800",' * (n // 9) + "1]}"),
    "comments in SGF": (read_boardspace, lambda n: SGF + ";P0[1 OnBoard 0 A 1]" + "C[a]" * (n // 4) + ")"),
    "comments of a game in SGF": (read_boardspace, lambda n: SGF + "C[a]" * (n // 4) + ")"),
    "comments on branches": (
        read_boardspace,
        lambda n: SGF + ";P0[1 OnBoard 0 A 1]" + "C[a]" * (n // 8) + "(;P1[2 Pass])" * (n // 26) + ")",
    ),
    "branches in branches": (read_boardspace, lambda n: SGF + "(;C[a]" * (n // 6)),
    "branches beside branches": (read_boardspace, lambda n: SGF + "(;P0[1 OnBoard 0 A 1])" * (n // 22) + ")"),
    "an open value": (read_boardspace, lambda n: SGF + "C[" + "\\]" * (n // 2)),
    "values of a property": (read_boardspace, lambda n: SGF + "C" + "[a]" * (n // 3) + "["),
    "picked up and put back": (
        read_boardspace,
        lambda n: SGF + ";P0[1 Pick 1]C[a];P0[2 Drop 1]" * (n // 30) + ")",
    ),
    "a verdict": (
        read_boardspace,
        lambda n: SGF + f'P0[id "{"won by " * (n // 14)}x"]RE[{"won by " * (n // 14)}]' + END,
    ),
    "codes of characters": (read_boardspace, lambda n: SGF + f'P0[id "{"%3" * (n // 2)}"]' + END),
    "words of moves": (read_abstractplay, lambda n: "12-b2 " + "pass " * (n // 5)),
    "numbers before moves": (read_abstractplay, lambda n: "1" * (n // 2) + "." * (n // 2) + "12-b2"),
    "variants": (
        read_abstractplay,
        lambda n: f'{{"header":{{"game":{{"name":"Carnac","variants":["{"1" * n}x"]}}}},"moves":[]}}',
    ),
    "a position of Carnac": (parse, lambda n: "carnac medium 28 r w2 " + "a1rr," * (n // 5)),
    "a position of blanks": (parse, lambda n: "carnac medium 28 r w2" + " " * n + "x"),
    "a position of words": (parse, lambda n: "caminos " + "x " * (n // 2)),
    "pieces on the table": (parse, lambda n: "caminos square classic 2y y1 -/- " + "yL:a1*3,b1;" * (n // 11)),
    "columns of a piece": (parse, lambda n: "caminos square classic 2y y1 -/- yL:" + "a1," * (n // 3) + "b1"),
    "hands": (parse, lambda n: "caminos square classic 2y y1 " + "L4" * (n // 2) + "/- -"),
    "seats": (parse, lambda n: "caminos square classic 2y y1 " + "-/" * (n // 2) + "- -"),
    "a move of Carnac": (carnac.start().play, lambda n: "a" + "1" * n + "rr"),
    "a move of Caminos": (caminos.start().play, lambda n: "L:" + "a1," * (n // 3) + "b1"),
    "squares of a move": (
        caminos.start().play,
        lambda n: "L:" + ",".join(f"{chr(97 + i % 8)}{1 + i // 8 % 8}" for i in range(n // 3)),
    ),
    "rows of a board": (Board.read, lambda n: "own=" + "###/" * (n // 4) + "###=a2|b3|c2|b1"),
    "a row of a board": (Board.read, lambda n: "own=" + "#" * n + "=a1|a1|a1|a1"),
    "squares of a side": (Board.read, lambda n: "own=###/###/###=" + "a2" * (n // 2) + "|b3|c2|b1"),
    "sides of a board": (Board.read, lambda n: "own=###/###/###=" + "a2|" * (n // 3)),
    "equal signs": (Board.read, lambda n: "=" * n),
    "shapes of a set": (PieceSet.read, lambda n: "own=" + "L4:###,#../" * (n // 11)),
    "rows of a shape": (PieceSet.read, lambda n: "own=L4:" + "#," * (n // 2)),
    "layers of a shape": (PieceSet.read, lambda n: "own=L4:" + "+" * n + "#"),
    "a board of one's own": (
        records.read_any,
        lambda n: f'[Game "caminos"][Board "{BOARD}"] *\n' * (n // 50),
    ),
    "many boards of one's own": (
        records.read_any,
        lambda n: "".join(f'[Game "caminos"][Board "b{i}-{BOARD}"] *\n' for i in range(n // 50)),
    ),
}


def deep_json(n: int) -> str:
    """Plies at the bottom of as many variations as there may be."""
    inner = ",".join(['{"line":[{"move":"a1rr"}]}'] * (n // 27))
    for _ in range(49):
        inner = '{"line":[{"move":"a1rr","variations":[' + inner + "]}]}"
    return OURS + '"line":[{"move":"c4rw","variations":[' + inner + "]}]}"


GOING_THROUGH = {
    "count",
    "index",
    "find",
    "replace",
    "split",
    "lower",
    "strip",
    "encode",
    "partition",
    "copy",
}
"""The methods of texts and lists that go through the whole of them."""


def work(read, text: str) -> int:
    """How many lines of Python run while a text is read, and how much methods go through."""
    lines = 0

    def trace(frame, event, argument):
        nonlocal lines
        lines += event == "line"
        return trace

    def profile(frame, event, argument):
        nonlocal lines
        if event == "c_call" and argument.__name__ in GOING_THROUGH:
            lines += len(argument.__self__)

    before = sys.gettrace(), sys.getprofile()
    sys.settrace(trace)
    sys.setprofile(profile)
    try:
        read(text)
    except StonefieldError as error:
        shown = str(error).encode()
    else:
        shown = b""
    finally:
        sys.settrace(before[0])
        sys.setprofile(before[1])
    assert len(shown) < 1_600
    return lines


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
