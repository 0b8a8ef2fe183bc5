"""Texts of any length that were made to be costly to read, each with the reader it was made for."""

from __future__ import annotations

import json
from collections.abc import Callable

from stonefield import caminos, carnac, records
from stonefield.engine.ugi import Session
from stonefield.engine.ugi_text import InfoReader, read_limits
from stonefield.games import parse
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


def toml(kind: type[Board] | type[PieceSet]) -> Callable[[str], object]:
    """What reads a file that describes a board or a piece set."""
    return lambda text: kind._from_toml(text.encode(), "own.toml")


def told(line: str) -> None:
    """An engine is told a line of its protocol."""
    Session(lambda answer: None).handle(line)


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
    "arrays in TOML": (toml(Board), lambda n: "rows = " + "[" * n),
    "closed arrays in TOML": (toml(Board), lambda n: "rows = " + "[" * (n // 2) + "]" * (n // 2)),
    "a key of many in TOML": (toml(Board), lambda n: "a." * (n // 2) + "a = 1"),
    "tables in TOML": (toml(Board), lambda n: "".join(f"[k{i}]\n" for i in range(n // 7))),
    "tables in a list in TOML": (toml(PieceSet), lambda n: "[[pieces]]\n" * (n // 11)),
    "keys in TOML": (toml(PieceSet), lambda n: "".join(f"k{i} = 1\n" for i in range(n // 9))),
    "an open text in TOML": (toml(Board), lambda n: 'name = """' + '\\"' * (n // 2)),
    "blanks in TOML": (toml(Board), lambda n: "name = " + " " * n + "x"),
    "rows in TOML": (toml(Board), lambda n: 'name = "x"\nsides = []\nrows = [' + '"###",' * (n // 6) + "]"),
    "sides in TOML": (
        toml(Board),
        lambda n: 'name = "x"\nrows = ["###"]\nsides = ["' + "a1-a99 " * (n // 7) + '"]',
    ),
    "layers in TOML": (
        toml(PieceSet),
        lambda n: 'name = "x"\n[[pieces]]\nletter = "L"\ncount = 1\nlayers = [' + '["#"],' * (n // 6) + "]",
    ),
    "names of an option": (told, lambda n: "setoption name " + "a " * (n // 2) + "value 1"),
    "values of an option": (told, lambda n: "setoption name Stock value " + "1" * n),
    "a board as an option": (told, lambda n: "setoption name Board value " + "x=#=" * (n // 4)),
    "moves of a position": (told, lambda n: "position startpos moves " + "c4rw " * (n // 5)),
    "words of a position": (told, lambda n: "position " + "text moves " * (n // 11)),
    "a position told": (
        told,
        lambda n: "position text caminos square classic 2y y1 -/- yL:" + "a1," * (n // 3),
    ),
    "an unknown command": (told, lambda n: "\x00" * n),
    "a question": (told, lambda n: "query " + "p1turn " * (n // 7)),
    "limits of a search": (lambda text: read_limits(text, 0), lambda n: "nodes 1 " * (n // 8)),
    "an unknown limit": (lambda text: read_limits(text, 0), lambda n: "nodes " + "1" * n),
    "what an engine says": (lambda text: InfoReader().read(text), lambda n: "info " + "pv a1rr " * (n // 8)),
    "values an engine says": (
        lambda text: InfoReader().read(text),
        lambda n: "info " + "depth 1 " * (n // 8),
    ),
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
