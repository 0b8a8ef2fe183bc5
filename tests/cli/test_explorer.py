"""``stonefield explorer``: collections, and the games that come with Stonefield."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import subprocess
import sys

import pytest

from .said import ANNOTATED, BOARDS, refused

START = "carnac small 28 r r1 -"


@pytest.fixture
def database(tmp_path):
    return ("--database", f"sqlite:///{tmp_path / 'games.db'}")


def test_the_engines_games_are_there_where_no_server_has_run(command, database):
    for _ in range(2):
        found = json.loads(command("explorer", "show", START, "--source", "engine", "--json", *database).out)
        assert found["games"] == 80


def test_list_names_the_collections_or_says_that_there_are_none(command, database):
    assert command("explorer", "list", *database).out == "No collections yet.\n"
    assert command("explorer", "build", BOARDS, "--name", "Club", *database).code == 0
    assert command("explorer", "list", *database).out == "Club: 3 games\n"


def test_a_source_that_is_not_there_is_refused(command, database):
    refused(
        command("explorer", "show", START, "--source", "nope", *database), 2, "the sources are engine, here"
    )
    assert command("explorer", "show", START, "--source", "here", *database).code == 0


def test_a_game_is_added_to_a_collection_once_whatever_its_format(command, database, tmp_path):
    as_json = tmp_path / "same.json"
    assert command("convert", BOARDS, str(as_json)).code == 0
    build = ("explorer", "build", "--name", "Club", *database)
    assert command(*build, BOARDS).out == "3 games added to Club\n"
    assert command(*build, BOARDS).out == "0 games added to Club (3 already there)\n"
    assert command(*build, str(as_json), BOARDS).out == "0 games added to Club (6 already there)\n"
    indexed = tmp_path / "same.explorer"
    assert command("explorer", "index", BOARDS, "--out", str(indexed)).out == f"3 games in {indexed}\n"
    assert command(*build, str(indexed)).out == "0 games added to Club (3 already there)\n"
    found = json.loads(command("explorer", "show", START, "--source", "Club", "--json", *database).out)
    assert found["games"] == 1


def test_games_without_a_result_are_counted(command, database, tmp_path):
    said = command("explorer", "build", ANNOTATED, "--name", "Club", *database).out
    taken, left_out = said.split(" added to Club ")
    assert int(taken.split()[0]) > 0
    assert left_out == "(1 without a result)\n"


def test_an_index_that_is_not_there_is_refused_and_nothing_is_added(command, database):
    refused(command("explorer", "build", BOARDS, "nowhere.explorer", *database), 2, "there is no such file")
    assert command("explorer", "list", *database).out == "No collections yet.\n"


def test_how_far_the_index_is_shows_on_a_terminal(tmp_path):
    out = tmp_path / "some.explorer"
    call = [sys.executable, "-m", "stonefield", "explorer", "index", BOARDS, "--out", str(out)]
    parent, child = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=child, env=environment) as process:
        os.close(child)
        shown = b""
        # Linux reports an error when the other side of a terminal has gone.
        with contextlib.suppress(OSError):
            while part := os.read(parent, 4096):
                shown += part
        said = process.stdout.read()
    os.close(parent)
    assert said.decode() == f"3 games in {out}\n"
    assert b"indexing" in shown
    assert b"100%" in shown


def test_where_no_one_watches_there_is_no_bar(command, tmp_path):
    assert command("explorer", "index", BOARDS, "--out", str(tmp_path / "some.explorer")).err == ""
