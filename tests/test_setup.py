"""`./stonefield` in a fresh clone: what it says while it sets itself up, and when something fails."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "scripts"))

from setup_progress import Display, Packages  # noqa: E402

PIP_SAID = """
Obtaining file:///home/ann/stonefield
Collecting numba<1,>=0.61 (from stonefield==0.1.0)
  Downloading numba-0.68.1-cp311-cp311-manylinux_2_28_x86_64.whl (3.5 MB)
Progress 0 of 3549893
Progress 3549893 of 3549893
Processing /wheels/numpy-2.4.6-cp311-cp311-manylinux_2_28_x86_64.whl (from stonefield==0.1.0)
Collecting resvg-py<1,>=0.5 (from stonefield==0.1.0)
  Downloading resvg_py-0.5.0-cp310-abi3-manylinux2014_x86_64.whl (1.4 MB)
Progress 262144 of 1414813
"""


@pytest.fixture
def clone(tmp_path) -> Path:
    """What set-up reads of the repository, without an environment and without a page."""
    for folder in ("scripts", "frontend", "src/stonefield/games", "src/stonefield/locales"):
        unwanted = shutil.ignore_patterns("node_modules", "__pycache__")
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=unwanted)
    for file in (
        "stonefield",
        "pyproject.toml",
        "constraints.txt",
        "hatch_build.py",
        "src/stonefield/__init__.py",
    ):
        shutil.copy(ROOT / file, tmp_path / file)
    return tmp_path


def start(clone: Path, **variables: str) -> subprocess.CompletedProcess:
    environment = {**os.environ, "PYTHON": sys.executable, "LC_ALL": "C.UTF-8", **variables}
    return subprocess.run(
        ["bash", clone / "stonefield"], env=environment, capture_output=True, text=True, encoding="utf-8"
    )


def progress(lines: str, monkeypatch, seldom: float) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setattr("setup_progress.SELDOM", seldom)
    with Packages(Display(), ROOT) as packages:
        for line in lines.splitlines():
            packages.read(line.strip())


def test_it_says_which_package_is_fetched_and_how_much(monkeypatch, capsys):
    progress(PIP_SAID, monkeypatch, seldom=-1.0)
    assert capsys.readouterr().err.splitlines() == [
        "packages: 1, 0 MB fetched, now numba",
        "packages: 1, 0 MB fetched, now numba 3.5 MB",
        "packages: 1, 0 MB fetched, now numba, 0 of 4 MB",
        "packages: 1, 4 MB fetched, now numba, 4 of 4 MB",
        "packages: 2, 4 MB fetched, now numpy",
        "packages: 3, 4 MB fetched, now resvg-py",
        "packages: 3, 4 MB fetched, now resvg-py 1.4 MB",
        "packages: 3, 4 MB fetched, now resvg-py, 0 of 1 MB",
    ]


def test_without_a_terminal_it_says_little(monkeypatch, capsys):
    progress(PIP_SAID, monkeypatch, seldom=3600.0)
    assert capsys.readouterr().err.splitlines() == ["packages: 1, 0 MB fetched, now numba"]


@pytest.mark.parametrize(
    ("language", "failed"),
    [("C", "pip could not be installed:"), ("de", "pip konnte nicht installiert werden:")],
)
def test_without_an_index_it_says_what_failed_and_where_to_read_more(clone, language, failed):
    unreachable = {
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": "",
        "LC_ALL": language,
    }
    ended = start(clone, **unreachable)
    assert ended.returncode == 1
    assert failed in ended.stderr
    assert "pip==26" in (clone / ".venv" / "setup.log").read_text("utf-8")
    assert str(clone / ".venv" / "setup.log") in ended.stderr
    assert not list((clone / ".venv").glob(".installed*"))


def test_without_a_python_it_says_which_is_needed(clone):
    ended = subprocess.run(
        [shutil.which("bash"), "-c", f'root={clone}; . "$root/scripts/setup.sh"; PATH=/nowhere; find_python'],
        env={},
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 1
    assert "Python 3.11 or newer is needed" in ended.stderr


def test_where_the_environment_cannot_be_made_it_says_so(clone):
    (clone / ".venv").write_text("in the way", "utf-8")
    ended = start(clone)
    assert ended.returncode == 1
    assert f"The folder {clone / '.venv'} could not be made:" in ended.stderr
