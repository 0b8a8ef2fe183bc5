"""``stonefield explorer``: collections, and the games that come with Stonefield."""

from __future__ import annotations

import json

import pytest

from .said import BOARDS, refused

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
