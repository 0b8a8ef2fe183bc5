"""Every promise in docs/promises.md names tests that exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROMISES = re.findall(
    r"^\| (\d+) \| (.*?) \| (.*?) \|$",
    (ROOT / "docs" / "promises.md").read_text("utf-8"),
    flags=re.MULTILINE,
)


def test_promises_are_numbered():
    assert [int(number) for number, _, _ in PROMISES] == list(range(1, len(PROMISES) + 1))
    assert len(PROMISES) >= 10


@pytest.mark.parametrize(
    ("promise", "shown_by"), [one[1:] for one in PROMISES], ids=[one[0] for one in PROMISES]
)
def test_the_tests_of_a_promise_exist(promise, shown_by):
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", shown_by)
    assert named, promise
    assert re.sub(r"`tests/[\w/]+\.py::\w+`|[, ]", "", shown_by) == "", "every name has a file and a test"
    for file, name in named:
        tree = ast.parse((ROOT / file).read_text("utf-8"))
        tests = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
        assert name in tests, f"{file} has no {name}"
