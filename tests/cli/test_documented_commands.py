"""Every command in the README and the documentation runs, in the environment that its page says.

They are taken from the pages (``documented.py`` says how) and typed in the order of the page, in a folder
that looks like a clone, so that later ones find what earlier ones wrote. A new command on a page runs as it
is written. If it cannot, it needs one of the ``RULES``, with the reason.
"""

from __future__ import annotations

import shutil
import stat
import sys
from pathlib import Path

import pytest

from stonefield import records
from stonefield.records import formats
from stonefield.study.documents.chapter import new_chapter
from stonefield.study.documents.files import write_study

from .documented import ASSIGNMENT, PROGRAM, Reader, commands_of, unmarked_commands
from .documented_rules import RULES
from .installed import EXTRAS, ROOT, missing_with

PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        ROOT / "frontend" / "README.md",
        ROOT / "src" / "stonefield" / "server" / "README.md",
    ]
)
GAMES = ROOT / "docs" / "games"


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def clone(folder: Path) -> Path:
    """A folder like a clone in which a command may write, with the files that pages call the reader's own."""
    for name in ("docs", "src"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("benchmarks", "scripts", "tests"):
        (folder / name).symlink_to(ROOT / name)
    small, medium = (
        records.read((GAMES / f"{name}.stones").read_text("utf-8")) for name in ("small", "medium")
    )
    for name in ("game.stones", "games.stones", "club.stones"):
        shutil.copy(GAMES / "small.stones", folder / name)
    (folder / "more.json").write_text(formats()["json"].write(medium), "utf-8")
    (folder / "game.sgf").write_text(formats()["boardspace"].write(small), "utf-8")
    chapters = [new_chapter(record.start) for record in (small, medium)]
    (folder / "study.json").write_text(write_study("Two games", chapters, "json"), "utf-8")
    engine = folder / "my-engine"
    engine.write_text(f"#!/bin/sh\nexec {sys.executable} -m stonefield.engine\n", "utf-8")
    engine.chmod(engine.stat().st_mode | stat.S_IXUSR)
    return folder


FIRST_READ = ("README.md",)
every_page = pytest.mark.parametrize(
    "page",
    [
        page if named(page) in FIRST_READ else pytest.param(page, marks=pytest.mark.full)
        for page in PAGES
        if commands_of(page)
    ],
    ids=named,
)


def follow(page: Path, folder: Path, *, full: bool) -> None:
    for program in ("bash", "curl"):
        if shutil.which(program) is None and (
            program == "bash" or f"\n{program} " in page.read_text("utf-8")
        ):
            pytest.skip(f"{program} is not installed")
    reader = Reader(clone(folder), RULES)
    try:
        wrong = reader.follow(commands_of(page), full=full)
    finally:
        left = reader.leave()
    # What a page makes again is where it was: it writes no new file among the sources.
    new = [f"{name}: there is no such file in the repository" for name in sources(folder) - sources(ROOT)]
    assert not wrong + left + new, "\n\n".join(wrong + left + new)


def sources(folder: Path) -> set[str]:
    found = (path for name in ("docs", "src") for path in (folder / name).rglob("*.*"))
    return {path.relative_to(folder).as_posix() for path in found if "__pycache__" not in path.parts}


@every_page
def test_the_commands_of_a_page_run(page, tmp_path):
    follow(page, tmp_path, full=False)


@pytest.mark.full
@pytest.mark.parametrize(
    "page",
    [
        page
        for page in PAGES
        if any(rule.is_full and rule.matches(command.text) for command in commands_of(page) for rule in RULES)
    ],
    ids=named,
)
def test_the_long_commands_of_a_page_run_too(page, tmp_path):
    follow(page, tmp_path, full=True)


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_commands_are_written_so_that_they_are_found(page):
    assert unmarked_commands(page) == [], "use ```sh, or ```console and $"
    for command in commands_of(page):
        assert PROGRAM.match(command.text) or ASSIGNMENT.fullmatch(command.text), command


def test_every_rule_is_about_a_command_on_a_page():
    texts = [command.text for page in PAGES for command in commands_of(page)]
    first = [next((rule for rule in RULES if rule.matches(text)), None) for text in texts]
    assert [rule.pattern for rule in RULES if rule not in first] == []


def test_a_plain_installation_has_no_module_of_an_extra():
    plain, tables = missing_with(frozenset()), missing_with(frozenset(["envs"]))
    assert {"pyarrow", "pettingzoo", "jax", "distributed"} <= set(plain)
    assert not {"numpy", "numba", "fastapi", "PIL"} & set(plain)
    assert "pyarrow" not in tables
    assert "jax" in tables
    assert not {"pyarrow", "jax", "distributed", "polars"} & set(missing_with(frozenset(EXTRAS)))
