"""The scripts of docs/envs run as they stand, each in a process of its own."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution, packages_distributions
from importlib.util import find_spec
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from stonefield.envs import encode

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/envs.md").read_text("utf-8")
SCRIPTS = sorted(path for path in (ROOT / "docs/envs").glob("*.py") if path.name != "train.py")


def run(script, *arguments):
    done = subprocess.run(
        [sys.executable, script, *arguments], capture_output=True, text=True, cwd=ROOT, env={**os.environ}
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.full
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_runs(script):
    if "openspiel" in script.name:
        pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this platform")
    if "jax" in script.name:
        pytest.importorskip("jax", reason="needs the extra `train`")
    assert run(script)


@pytest.mark.parametrize("game", ["carnac", "caminos"])
def test_the_pictures_of_the_planes_are_up_to_date(game):
    kept = ROOT / f"docs/pictures/planes-{game}.svg"
    assert run(ROOT / "docs/envs/draw_planes.py", game) == kept.read_text("utf-8")


@pytest.mark.parametrize("game", ["carnac", "caminos"])
def test_the_page_lists_the_planes(game):
    section = PAGE.split("## Observations", 1)[1].split("\n## ", 1)[0]
    table = section.split(f"| plane | {game.capitalize()} |", 1)[1].split("\n\n", 1)[0]
    listed = re.findall(r"^\| (\d+) \| (.+) \|$", table, re.MULTILINE)
    assert listed == [(str(number), name) for number, name in enumerate(encode(game).planes)]


def imported_by(script):
    """The packages that a script imports, without those of Python itself."""
    for node in ast.walk(ast.parse(script.read_text("utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        yield from {name.split(".")[0] for name in names} - {*sys.stdlib_module_names, "stonefield"}


def brought_by(requirements):
    """The distributions that requirements bring with them, as far as they are installed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    found, waiting = set(), [Requirement(text) for text in requirements]
    while waiting:
        one = waiting.pop()
        name = canonicalize_name(one.name)
        if name == "stonefield":
            extras = project["optional-dependencies"]
            waiting += [Requirement(text) for text in project["dependencies"]]
            waiting += [Requirement(text) for extra in one.extras for text in extras[extra]]
        elif name not in found:
            found.add(name)
            with suppress(PackageNotFoundError):
                needed = [Requirement(text) for text in distribution(name).requires or []]
                waiting += [it for it in needed if it.marker is None or it.marker.evaluate({"extra": ""})]
    return found


distributions_of_packages = cache(packages_distributions)  # It reads the files of all that is installed.


@pytest.mark.parametrize("script", sorted((ROOT / "docs/envs").glob("*.py")), ids=lambda path: path.stem)
def test_a_script_needs_only_what_its_extra_brings(script):
    named = re.search(r"pip install '(stonefield\[[\w,]+\])'", script.read_text("utf-8"))
    brought = brought_by([named[1] if named else "stonefield[envs]"])
    distributions = distributions_of_packages()
    for package in imported_by(script):
        if package not in distributions:
            pytest.skip(f"{package} is not installed here")
        assert brought & {canonicalize_name(name) for name in distributions[package]}, package


needs_torch = pytest.mark.skipif(
    find_spec("sb3_contrib") is None or find_spec("torch") is None,
    reason="needs the extra `examples`, which brings PyTorch",
)


@needs_torch
def test_the_training_script_trains():
    little = ["--practice", "1", "--steps", "1", "--games", "2", "--share", "-1"]
    said = run(ROOT / "docs/envs/train.py", "--opponent", "random", *little).splitlines()
    assert [line.split(":")[0] for line in said] == [
        "untrained",
        "after 8,192 steps against random moves",
        "after 2,048 steps against random",
        "in 2 other games",
    ]


@needs_torch
@pytest.mark.full
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_training_script_beats_level_1(seed):
    *_, last = run(ROOT / "docs/envs/train.py", "--seed", str(seed)).splitlines()
    said, share = last.split(": wins ")
    assert said == "in 200 other games"
    assert float(share.rstrip("%")) > 50
