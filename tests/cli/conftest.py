"""Running commands: in this process where that is enough, in one of their own where it is not."""

from __future__ import annotations

import io
import sys
from typing import NamedTuple

import pytest

from stonefield.cli import run


class Said(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def last(self) -> str:
        return self.out.splitlines()[-1]


@pytest.fixture
def command(capsys, monkeypatch):
    """Run a command, with something on its standard input if need be."""
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")

    def runner(*arguments: str, stdin: str | bytes = "") -> Said:
        content = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), "utf-8"))
        code = run(arguments)
        return Said(code, *capsys.readouterr())

    return runner
