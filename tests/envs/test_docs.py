"""The scripts of docs/envs run as they stand, each in a process of its own."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted(path for path in (ROOT / "docs/envs").glob("*.py") if path.name != "train.py")


def run(script, *arguments):
    done = subprocess.run(
        [sys.executable, script, *arguments], capture_output=True, text=True, cwd=ROOT, env={**os.environ}
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_runs(script):
    if "openspiel" in script.name:
        pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this platform")
    assert run(script)


@pytest.mark.parametrize("game", ["carnac", "caminos"])
def test_the_pictures_of_the_planes_are_up_to_date(game):
    kept = ROOT / f"docs/pictures/planes-{game}.svg"
    assert run(ROOT / "docs/envs/draw_planes.py", game) == kept.read_text("utf-8")


needs_torch = pytest.mark.skipif(
    find_spec("sb3_contrib") is None or find_spec("torch") is None,
    reason="needs the extra `examples`, which brings PyTorch",
)


@needs_torch
def test_the_training_script_begins_to_train():
    said = run(ROOT / "docs/envs/train.py", "--opponent", "random", "--share", "-1", "--games", "2")
    assert "untrained: wins" in said


@needs_torch
@pytest.mark.full
def test_the_training_script_beats_level_1():
    assert "steps: wins" in run(ROOT / "docs/envs/train.py")
