"""The wheel and the sdist: what is in them, and that a game can be played from nothing but the wheel."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import time
import zipfile
from pathlib import Path

import httpx
import pytest

import stonefield
from server import serverprocess
from server.serverprocess import ServerProcess
from stonefield.games.game import find_game

ROOT = Path(__file__).parents[1]
PATIENCE = 300.0
"""Seconds for the engine's first answer, which it has to compile before."""
MOST_WHEEL = 20_000_000
"""Bytes of a released wheel."""
NOWHERE = "http://127.0.0.1:9"
"""No npm registry: building from the sdist must not ask one."""


def pythons() -> dict[str, str]:
    """The Pythons of this machine that Stonefield is for, by version."""
    minors = range(11, 20)
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    candidates = [shutil.which(f"python3.{minor}") for minor in minors]
    candidates += sorted(str(path) for path in pyenv.glob("versions/3.*/bin/python3"))
    found = {}
    for candidate in filter(None, candidates):
        asked = subprocess.run(
            [candidate, "-c", "import sys; print(*sys.version_info[:2])"], capture_output=True
        )
        version = asked.stdout.decode().split()
        if asked.returncode == 0 and version[0] == "3" and int(version[1]) in minors:
            found[".".join(version)] = candidate
    return found


def run(*command: object, **variables: str) -> str:
    """Run a command outside the repository's own environment; what it says, if it works."""
    unwanted = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
    environment = {name: value for name, value in os.environ.items() if name not in unwanted} | variables
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, encoding="utf-8", env=environment
    )
    assert done.returncode == 0, f"{command}:\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    """A folder with the wheel and the sdist, made with the tools that are installed."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--sdist", "--outdir", folder, ROOT)
    return folder


@pytest.fixture
def elsewhere(tmp_path, monkeypatch) -> Path:
    """An empty folder, an empty home and empty caches, far from the repository."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "compiled"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("PYTHONPATH", raising=False)
    return tmp_path


def only(folder: Path, pattern: str) -> Path:
    [file] = folder.glob(pattern)
    return file


def tracked(*folders: str) -> set[str]:
    """The files of these folders that are not ignored."""
    options = ("--cached", "--others", "--exclude-standard")
    listed = run("git", "-C", ROOT, "ls-files", "-z", *options, *folders).split("\0")
    return {name for name in listed if name and (ROOT / name).exists()}


def play(environment: Path, monkeypatch) -> None:
    """Play what is installed in an environment: in the terminal, and on its server against the engine."""
    program = environment / "bin" / "stonefield"
    where = run(environment / "bin" / "python", "-c", "import stonefield; print(stonefield.__file__)")
    assert Path(where.strip()).is_relative_to(environment)
    assert stonefield.__version__ in run(program, "--version")
    for game in ("carnac", "caminos"):
        assert run(program, "random", game, "--seed", "1")
    monkeypatch.setattr(serverprocess, "SERVE", (str(program), "serve"))
    server = ServerProcess(f"sqlite:///{environment}/games.db").start()
    try:
        page = httpx.get(server.url).raise_for_status().text
        script = re.search(r'<script[^>]* src="([^"]+)"', page)
        assert script, page
        assert httpx.get(f"{server.url}{script[1]}").raise_for_status().content
        made = server.make_game("Ann", "level 1")
        server.play(made, str(find_game("carnac").start().legal_moves()[0]))
        deadline = time.monotonic() + PATIENCE
        while len(server.state(made)["moves"]) < 2:
            assert time.monotonic() < deadline, f"no answer of the engine: {''.join(server.said)}"
            time.sleep(0.1)
    finally:
        server.stop()


def test_the_wheel_has_the_page_and_every_file_of_the_package_and_nothing_else(built):
    with zipfile.ZipFile(only(built, "*.whl")) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    static = {name for name in names if name.startswith("stonefield/static/")}
    assert "stonefield/static/index.html" in static
    assert names - static == {name.removeprefix("src/") for name in tracked("src")}


@pytest.mark.full
def test_a_released_wheel_brings_the_folder_for_browsers_and_is_not_large(tmp_path):
    pocket = ROOT / "src" / "stonefield" / "static" / "pocket"
    options = ("--no-isolation", "--wheel", "--outdir", tmp_path)
    try:
        run(sys.executable, "-m", "build", *options, ROOT, STONEFIELD_POCKET="1")
    finally:
        shutil.rmtree(pocket, ignore_errors=True)
    wheel = only(tmp_path, "*.whl")
    with zipfile.ZipFile(wheel) as packed:
        listed = json.loads(packed.read("stonefield/static/pocket/pocket.json"))
        names = set(packed.namelist())
    assert listed["files"]
    for file in listed["files"]:
        assert f"stonefield/static/pocket/{listed['version']}/{file['name']}" in names
    assert wheel.stat().st_size <= MOST_WHEEL, wheel.stat().st_size


def test_the_sdist_has_what_the_page_is_built_from_and_the_page(built):
    with tarfile.open(only(built, "*.tar.gz")) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    sources = {name for name in tracked("src", "frontend") if not name.startswith("frontend/tests/")}
    assert sources | {"hatch_build.py", "pyproject.toml", "LICENSE", "README.md"} <= names
    assert "src/stonefield/static/index.html" in names
    assert not [name for name in names if name.startswith("tests/") or "node_modules" in name]


def test_a_game_is_played_from_the_wheel(built, elsewhere, monkeypatch):
    """With the packages that are installed here, so nothing is fetched; only Stonefield is the wheel's."""
    environment = elsewhere / "environment"
    run(sys.executable, "-m", "venv", "--without-pip", environment)
    pip = (sys.executable, "-m", "pip", "--python", environment / "bin" / "python", "install")
    run(*pip, "--no-deps", "--no-index", "--disable-pip-version-check", only(built, "*.whl"))
    packages = only(environment, "lib/python*/site-packages")
    (packages / "shared.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    play(environment, monkeypatch)


@pytest.mark.full
@pytest.mark.parametrize("version", pythons())
def test_a_wheel_made_from_the_sdist_plays_with_nothing_else_installed(
    version, built, elsewhere, monkeypatch
):
    python = pythons()[version]
    with tarfile.open(only(built, "*.tar.gz")) as sdist:
        sdist.extractall(elsewhere / "sources", filter="data")
    environment = elsewhere / "environment"
    run(python, "-m", "venv", environment)
    pip = (environment / "bin" / "python", "-m", "pip", "--disable-pip-version-check")
    run(
        *(*pip, "wheel", "--no-deps", "--wheel-dir", elsewhere, only(elsewhere / "sources", "stonefield-*")),
        npm_config_registry=NOWHERE,
    )
    run(*pip, "install", only(elsewhere, "*.whl"))
    play(environment, monkeypatch)
