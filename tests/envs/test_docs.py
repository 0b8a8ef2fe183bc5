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
    if "jax" in script.name:
        pytest.importorskip("jax", reason="needs the extra `train`")
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
