"""What `./test --changed` runs: the rooms that changed, what depends on them, what reads changed files."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
changed = runpy.run_path(str(ROOT / "scripts" / "changed.py"))
ROOMS = {
    "games": set(),
    "draw": {"games"},
    "engine": {"games"},
    "server": {"engine", "draw"},
    "locales": set(),
}
TESTS = {
    "tests/conftest.py": set(),
    "tests/test_house.py": set(),
    "tests/test_docs.py": {"games"},
    "tests/games/test_rules.py": {"games"},
    "tests/draw/test_pictures.py": {"draw"},
    "tests/engine/test_search.py": {"engine", "games"},
    "tests/server/test_api.py": set(),
    "tests/attack/targets.py": {"draw"},
    "tests/attack/test_readers.py": set(),
    "tests/locales/test_terms.py": set(),
    "tests/locales/test_usage.py": {"server"},
    "tests/browser/test_phone.py": {"server"},
}


def chosen(*files: str) -> list[str]:
    return [path for path in changed["selection"](files, ROOMS, TESTS) if path != "tests/test_house.py"]


def test_a_room_is_tested_with_all_that_import_it():
    assert chosen("src/stonefield/engine/carnac/kernel.py") == [
        *("tests/engine", "tests/locales/test_usage.py", "tests/server")
    ]


def test_what_tests_share_stands_for_their_folder():
    assert "tests/attack" in chosen("src/stonefield/draw/svg.py")
    assert chosen("tests/attack/targets.py") == ["tests/attack"]


def test_rules_change_everything():
    everything = {"tests/games", "tests/draw", "tests/engine", "tests/server", "tests/attack"}
    assert everything <= set(chosen("src/stonefield/games/game.py"))


def test_a_changed_test_is_run_alone_unless_its_folder_is():
    assert chosen("tests/games/test_rules.py") == ["tests/games/test_rules.py"]
    assert chosen("tests/games/test_rules.py", "src/stonefield/games/game.py").count("tests/games") == 1
    assert "tests/games/test_rules.py" not in chosen("tests/games/test_rules.py", "src/stonefield/games/a.py")


def test_texts_belong_to_their_room():
    assert chosen("src/stonefield/locales/de/app.json") == ["tests/locales"]


def test_the_page_is_checked_by_its_own_checks_and_browsers_by_their_own_changes():
    assert chosen("frontend/src/board/Grid.svelte") == ["frontend"]
    assert chosen("tests/browser/test_phone.py") == ["tests/browser/test_phone.py"]
    assert not any(path.startswith("tests/browser") for path in chosen("src/stonefield/server/app.py"))


def test_pages_are_held_against_what_they_describe():
    assert "tests/test_docs.py" in chosen("docs/library.md")


def test_every_file_outside_the_rooms_is_known():
    tops = {name.split("/")[0] for name in changed["_git"]("ls-files")} - {"src", "tests", "frontend"}
    # They are for git and for other machines.
    known = {*changed["BESIDE"], *changed["SHARED"], ".ci", ".gitattributes", ".gitignore"}
    assert tops - known == set()


def test_what_tests_of_all_rooms_share_stands_for_those_that_import_it():
    shared = {path.name for path in (ROOT / "tests").glob("*.py") if not path.name.startswith("test_")}
    assert {f"tests/{name}" for name in shared} <= {*changed["BESIDE"], *changed["SHARED"]}
    for name in shared - {"conftest.py"}:
        imports = re.compile(rf"^from {name.removesuffix('.py')} import", re.MULTILINE)
        users = [path for path in (ROOT / "tests").rglob("*.py") if imports.search(path.read_text("utf-8"))]
        assert users
        run = [ROOT / path for path in changed["BESIDE"][f"tests/{name}"]]
        everyone = ROOT / "tests/conftest.py"
        assert [user for user in users if user != everyone and not {user, *user.parents} & {*run}] == []


def test_every_test_that_reads_a_file_outside_the_rooms_is_there():
    named = {path for paths in changed["BESIDE"].values() for path in paths}
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("file", ["pyproject.toml", "tests/conftest.py"])
def test_what_all_share_runs_everything_but_browsers(file):
    folders = {"/".join(name.split("/")[:2]) for name in TESTS} - {"tests/browser", "tests/conftest.py"}
    assert set(changed["selection"]([file], ROOMS, TESTS)) == {*folders, "frontend"}


def test_nothing_changed_runs_nothing():
    assert changed["selection"]([], ROOMS, TESTS) == []


def test_the_rooms_of_this_house_are_known():
    rooms, tests = changed["imports"](), changed["imports_of_tests"]()
    assert "engine" in changed["dependents"]({"games"}, rooms)
    assert "games" not in changed["dependents"]({"engine"}, rooms)
    assert "games" in tests["tests/games/test_perft.py"]


def test_an_unknown_commit_is_named():
    command = [sys.executable, str(ROOT / "scripts" / "changed.py"), "no-such-commit"]
    answer = subprocess.run(command, capture_output=True, text=True)
    assert answer.returncode == 1
    assert "`no-such-commit` is no commit" in answer.stderr
