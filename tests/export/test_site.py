"""`stonefield export-site`: what it writes, and what it refuses."""

from __future__ import annotations

import json
import os
import re

import pytest

from stonefield.cli import run
from stonefield.export import site as sites
from stonefield.export.folder import listed
from stonefield.export.site import write_site


@pytest.fixture
def static(tmp_path):
    """A page as it is built, in small."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    page = '<head><link href="/icon.svg"></head><script type="module" src="/assets/index-1.js"></script>'
    (folder / "index.html").write_text(page)
    (folder / "assets" / "index-1.js").write_text("run()")
    (folder / "assets" / "index-1.js.br").write_bytes(b"packed")
    for name in sites.FILES:
        (folder / name).write_text("")
    return folder


def test_every_address_is_relative_and_all_that_is_listed_is_there(static, tmp_path, pocket):
    written = write_site(tmp_path / "site", static)
    page = (tmp_path / "site" / "index.html").read_text()
    assert re.findall(r'(?:href|src)="(.*?)"', page) == ["./icon.svg", "./assets/index-1.js"]
    assert '<meta name="stonefield-place" content="device" />' in page
    assert not [path for path in written if path.suffix in (".br", ".gz")]
    described = listed(tmp_path / "site" / "pocket")
    for file in described["files"]:
        there = tmp_path / "site" / "pocket" / described["version"] / file["name"]
        assert there.stat().st_size == file["size"]


def test_the_page_opens_before_python_is_there(static, tmp_path, pocket):
    write_site(tmp_path / "site", static)
    answers = tmp_path / "site" / "answers"
    assert {game["name"] for game in json.loads((answers / "catalogue.json").read_text())["games"]} == {
        "carnac",
        "caminos",
    }
    texts = json.loads((answers / "locales-de-part-page.json").read_text("utf-8"))
    assert texts["home.learn"]
    assert json.loads((answers / "rules-caminos-lang-hu.json").read_text("utf-8"))["language"] == "hu"


def test_a_folder_that_is_not_empty_is_left_alone(tmp_path, capsys):
    (tmp_path / "mine.txt").write_text("mine")
    assert run(["export-site", str(tmp_path)]) == 1
    assert "is not empty" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_file_is_no_folder(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert run(["export-site", str(tmp_path / "file")]) == 1
    assert "is a file" in capsys.readouterr().err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_is_named(tmp_path, capsys):
    tmp_path.chmod(0o500)
    assert run(["export-site", str(tmp_path / "site")]) == 2
    assert "permission denied" in capsys.readouterr().err


def test_without_the_page_it_says_what_builds_it(tmp_path, pocket):
    with pytest.raises(sites.StonefieldError, match="has not been built"):
        write_site(tmp_path / "site", tmp_path / "nothing")


def test_without_the_extra_it_says_how_to_get_it(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("stonefield.cli.extras.MODULES", {"pocket": ("no_such_module",)})
    monkeypatch.setattr("stonefield.export.folder.SHIPPED", tmp_path / "none")
    assert run(["export-site", str(tmp_path / "site")]) == 1
    assert "extra `pocket`" in capsys.readouterr().err
    assert not (tmp_path / "site").exists()
