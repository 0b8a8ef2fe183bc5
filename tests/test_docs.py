"""What the documentation shows is there: examples run, links lead somewhere, commands and options exist."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.main import get_command

from cli.installed import EXTRAS, environment
from stonefield.cli import app
from stonefield.games import carnac, parse
from stonefield.games.caminos.board import Board
from stonefield.games.caminos.pieces import PieceSet
from stonefield.puzzles import by_name

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
ALL_PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        ROOT / "frontend" / "README.md",
        ROOT / "src" / "stonefield" / "server" / "README.md",
    ]
)
STONEFIELD = get_command(app)
INVENTED = {("CONTRIBUTING.md", "--mirror")}
"""Options that a page invents to show how one is added."""


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


every_page = pytest.mark.parametrize("page", ALL_PAGES, ids=named)


def extras_of(page: Path) -> frozenset[str]:
    """The extras that a page names; its examples have these and no others."""
    text = page.read_text("utf-8")
    named = re.findall(r"\bextra `?(\w+)|pip install (?:-e )?'\.\[([\w,]+)\]'", text)
    return frozenset(name for found in named for name in "".join(found).split(",")) & frozenset(EXTRAS)


@pytest.mark.parametrize(
    "page",
    [
        # It compiles what researchers use.
        pytest.param(page, marks=pytest.mark.full) if named(page) == "docs/envs.md" else page
        for page in PAGES
        if ">>> " in page.read_text("utf-8")
    ],
    ids=named,
)
def test_the_examples_of_a_page_run(page):
    done = subprocess.run(
        [sys.executable, "-m", "doctest", str(page)],
        capture_output=True, text=True, encoding="utf-8", env=environment(extras_of(page), PYTHONUTF8="1"),
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


# Links


def without_code(text: str) -> str:
    return re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.DOTALL)


def anchors_of(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    found: dict[str, int] = {}
    anchors = set()
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE):
        words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
        anchor = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        anchors.add(f"{anchor}-{found[anchor]}" if anchor in found else anchor)
        found[anchor] = found.get(anchor, 0) + 1
    return anchors


@every_page
def test_the_links_and_anchors_of_a_page_lead_somewhere(page):
    text = without_code(page.read_text("utf-8"))
    for link in re.findall(r"\]\(([^)\s]+)\)|\bsrc=\"([^\"]+)\"", text):
        target, _, anchor = "".join(link).partition("#")
        if "://" in target:
            continue
        file = page.parent / target if target else page
        assert file.exists(), target
        if anchor:
            assert anchor in anchors_of(file), f"{target}#{anchor}"


# Commands


def code_of(page: Path) -> Iterator[str]:
    """Every line of the code blocks, continued lines joined, and every piece of code within a sentence."""
    text = page.read_text("utf-8")
    blocks = r"```[^\n]*\n(.*?)```|((?:^    [^\n]+\n)+)"
    for fenced, indented in re.findall(blocks, text, re.DOTALL | re.MULTILINE):
        for line in (fenced or indented).replace("\\\n", " ").splitlines():
            yield line.partition(" #")[0].strip()
    for code in re.findall(r"`([^`]+)`", re.sub(blocks, "", text, flags=re.DOTALL | re.MULTILINE)):
        yield " ".join(code.split())


def options_in(words: list[str]) -> list[str]:
    return [option for word in words for option in re.findall(r"^\[?(--[a-z][a-z-]*)", word)]


def wrong_in(command: str) -> str | None:
    """What `stonefield …` names that does not exist: a command or an option."""
    here = STONEFIELD
    words = re.sub(r"\"[^\"]*\"|'[^']*'", "TEXT", command).split()
    while words and hasattr(here, "get_command") and not words[0].startswith("-"):
        name = words.pop(0)
        found = here.get_command(None, name)
        if found is None:
            return name
        here = found
    known = {"--help", *(option for part in here.params for option in (*part.opts, *part.secondary_opts))}
    return next((option for option in options_in(words) if option not in known), None)


@every_page
def test_the_commands_and_options_that_a_page_names_exist(page):
    for code in code_of(page):
        call = re.match(r"(?:\$ )?(?:\./|\.venv/bin/)?stonefield (.+)", code)
        if call and (wrong := wrong_in(call[1])):
            assert (page.name, wrong) in INVENTED, f"`{code}`: there is no {wrong}"


@every_page
def test_the_scripts_that_a_page_names_exist_and_take_the_options_it_names(page):
    text = page.read_text("utf-8")
    for script in re.findall(r"\b(?:benchmarks|scripts)/\w+\.\w+", text):
        assert (ROOT / script).is_file(), script
    sources = {
        r"python3? ((?:benchmarks|frontend|scripts|docs/envs)/\w+\.py)\b(.*)": "{}",
        r"(?:PYTHONPATH=\S+ )?python3? -m (attack)\.(\w+.*)": "tests/attack/{1}.py",
        r"(?:PYTHONPATH=\S+ )?python3? -m stonefield\.(\w+) (.*)": "src/stonefield/{}/__main__.py",
    }
    for code in code_of(page):
        for pattern, place in sources.items():
            if call := re.match(pattern, code):
                rest = call[2].split()
                file = ROOT / place.format(call[1], *rest[:1])
                for option in options_in(rest):
                    taken = option.removeprefix("--no-").removeprefix("--")
                    assert re.search(rf"\"--(?:no-)?{taken}\"", file.read_text("utf-8")), f"{file}: {option}"


@every_page
def test_the_puzzles_and_positions_that_a_page_names_in_commands_exist(page):
    for code in code_of(page):
        for puzzle in re.findall(r"puzzles show ([0-9a-f]{8})\b", code):
            assert by_name(puzzle).name == puzzle
        for position in re.findall(r"stonefield [^\"]*\"((?:carnac|caminos) [^\"]+)\"", code):
            assert parse(position)


def test_the_files_that_the_page_about_the_engine_names_exist():
    text = (ROOT / "docs" / "engine.md").read_text("utf-8")
    home = ROOT / "src" / "stonefield"
    rooms = (home / "engine", home, ROOT)
    names = set(re.findall(r"`((?!benchmarks/)[\w/]+\.py)`", text))
    assert len(names) > 40
    for name in names:
        both = [name.replace("GAME", game) for game in ("carnac", "caminos")]
        assert all(any((room / one).is_file() for room in rooms) for one in both), name


# Data that pages show


def test_the_boards_and_pieces_that_are_shown_can_be_read(tmp_path):
    page = ROOT / "docs" / "boards.md"
    shown = re.findall(r"```toml\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert len(shown) == 2
    for number, text in enumerate([*shown, *(path.read_text() for path in (ROOT / "docs/boards").iterdir())]):
        file = tmp_path / f"{number}.toml"
        file.write_text(text)
        assert (Board if "rows" in text else PieceSet).load(file).name in ("lagoon", "corners")


def test_the_best_play_of_the_solved_boards_ends_as_their_tables_say():
    text = (ROOT / "docs" / "solved-boards.md").read_text(encoding="utf-8")
    row = r"^\| (\d+x\d+) \|(?: (\d+) \|)? (win|draw|loss) \| ([-+]?\d+) \|.*`(.+)` \|$"
    rows = re.findall(row, text, re.MULTILINE)
    assert len(rows) == 48
    for board, stock, value, margin, line in rows:
        position = carnac.start(board, stock=int(stock or 28))
        for move in line.split():
            position = position.play(move)
        winner = {"win": "red", "draw": None, "loss": "white"}[value]
        assert position.is_over
        assert position.outcome.winner == winner
        assert position.score("red") - position.score("white") == int(margin)
