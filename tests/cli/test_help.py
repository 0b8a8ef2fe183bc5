"""Every command's help: complete, in plain words, and there without the extras."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
import typer
from typer.core import TyperArgument, TyperGroup
from typer.main import get_command

from stonefield.cli import app, inputs
from stonefield.cli.extras import MODULES

from .without_extras import EXTRAS

ROOT = Path(__file__).parents[2]
WITHOUT_EXTRAS = Path(__file__).with_name("without_extras.py")


@cache
def commands():
    """Every command of the program by its words, groups included."""
    found = {}

    def walk(words, command, parent):
        context = typer.Context(command, info_name=words[-1] if words else "stonefield", parent=parent)
        found[words] = context
        if isinstance(command, TyperGroup):
            for name in command.list_commands(context):
                walk((*words, name), command.get_command(context, name), context)

    walk((), get_command(app), None)
    return found


def help_of(words):
    context = commands()[words]
    return context.command.get_help(context)


def option_rows(text):
    return re.split(r"\n(?=  \S)", text.partition("Options:")[2].partition("\n\n")[0])


def run_without_extras(calls):
    done = subprocess.run(
        [sys.executable, str(WITHOUT_EXTRAS)],
        input=json.dumps(calls), capture_output=True, text=True, timeout=300,
        env={"PYTHONUTF8": "1", "COLUMNS": "80"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def needing(extra):
    """The commands whose own help, not that of an option, names the extra."""
    return [
        words
        for words, context in commands().items()
        if not isinstance(context.command, TyperGroup)
        and f"Needs the extra `{extra}`." in (context.command.help or "")
    ]


def with_option(name):
    return [
        words for words, context in commands().items() if name in [p.name for p in context.command.params]
    ]


def test_there_are_commands_in_groups_too():
    assert {("serve",), ("explorer", "show"), ("puzzles", "solve"), ("train", "run")} <= commands().keys()


def test_every_help_works_without_any_extra():
    assert {module for modules in MODULES.values() for module in modules} <= EXTRAS
    calls = [[*words, "--help"] for words in commands()]
    for call, said in zip(calls, run_without_extras(calls), strict=True):
        assert said["code"] == 0, (call, said)
        assert said["err"] == ""
        assert said["out"].startswith(" ".join(["Usage: stonefield", *call[:-1]]))


def test_a_command_that_needs_an_extra_names_it_in_its_help():
    assert set(needing("train")) == {
        words for words in commands() if words[:1] == ("train",) and len(words) == 2
    }
    assert needing("envs") == [("selfplay",)]
    assert needing("wasm") == [("build-wasm",)]
    assert len(with_option("dask")) == 4
    for words in with_option("dask"):
        (row,) = [row for row in option_rows(help_of(words)) if "--dask" in row]
        assert "Needs the extra `cluster`." in " ".join(row.split())
    overview = help_of(())
    assert "(extra `train`)" in overview
    assert "(extra `envs`)" in " ".join(overview.split())


def test_a_command_run_without_its_extra_names_it(tmp_path):
    file = tmp_path / "a.npz"
    file.write_bytes(b"")
    calls, wanted = [], []
    for words in needing("train"):
        arguments = [p for p in commands()[words].command.params if isinstance(p, TyperArgument)]
        calls.append([*words, *(str(file) for _ in arguments)])
        wanted.append("train")
    for arguments, extra in (
        (["selfplay", "--out", str(tmp_path / "games.parquet")], "envs"),
        (["build-wasm", "--out", str(tmp_path / "wasm")], "wasm"),
        (["serve", "--bus", "redis://localhost"], "redis"),
        (["match", "random", "random", "--dask", "tcp://localhost:1"], "cluster"),
        (["ladder", "random", "greedy", "--dask", "tcp://localhost:1"], "cluster"),
        (["puzzles", "make", str(tmp_path / "p"), "--games", "1", "--dask", "tcp://localhost:1"], "cluster"),
    ):
        calls.append(arguments)
        wanted.append(extra)
    for call, extra, said in zip(calls, wanted, run_without_extras(calls), strict=True):
        assert said["code"] == 1, (call, said)
        assert f"this needs the extra `{extra}` ({MODULES[extra][0]}" in said["err"], call
        assert said["err"].endswith(f": {sys.executable} -m pip install -e '{ROOT}[{extra}]'\n")
        assert said["err"].count("\n") == 1


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_no_help_shows_types_of_python_or_doubled_brackets(words):
    text = help_of(words)
    assert not re.search(r"<[\w\[\]| ]+>|list\[|\b(int|float) range\b|<=x|x>=|x<=|``", text)
    usage = text.partition("\n\n")[0]
    assert not re.search(r"[{}]|\[\[|\]\]|\.\.\.\]?\.\.\.", usage)
    for row in text.partition("Arguments:\n")[2].partition("\n\n")[0].splitlines():
        assert re.match(r"  [A-Z]+  +\S|   +\S", row), row
    for row in option_rows(text)[1:]:
        assert re.match(
            r"  --[a-z-]+(, --[a-z-]+)?( / --[a-z-]+| [A-Z0-9]+( [A-Z0-9]+)*| [a-z]+\|[a-z]+)?(  +|\n)", row
        ), row


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_every_argument_and_option_is_explained(words):
    for one in commands()[words].command.params:
        assert one.help, one.name
        assert one.help.rstrip().endswith("."), one.help


@pytest.mark.parametrize(
    "group", [words for words, found in commands().items() if words and isinstance(found.command, TyperGroup)]
)
def test_a_group_without_a_command_shows_its_help(command, group):
    said = command(*group)
    assert said == command(*group, "--help")
    assert said.code == 0
    for name in commands()[group].command.list_commands(commands()[group]):
        assert re.search(rf"^  {name} +\S", said.out, re.MULTILINE), name


def test_usage_shows_what_may_be_left_out_and_what_repeated():
    def usage(*words):
        return help_of(words).splitlines()[0].partition("[OPTIONS] ")[2]

    assert usage("svg") == "IN [OUT]"
    assert usage("play") == "[GAME]"
    assert usage("ladder") == "PLAYER..."
    assert usage("train", "average") == "TARGET CHECKPOINT..."


def numbers_in(annotation):
    """Whether an option takes integers or other numbers, alone, in lists or not at all."""
    inner = [kind for part in get_args(annotation) for kind in numbers_in(part)]
    return [annotation] if annotation in (int, float) else inner


ANY_NUMBER = {"seed", "sprt"}
"""Options for which every number makes sense."""


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_every_number_has_limits(words):
    """Below zero nothing can be counted, and an endless time is none; the games check their own options."""
    for one in commands()[words].command.params:
        kinds = numbers_in(one.type_descriptor.annotation)
        if not kinds or one.name in ANY_NUMBER or one.name in inputs.game_options():
            continue
        assert one.min is not None, one.name
        assert one.min >= 0
        assert float not in kinds or one.max is not None, one.name
