"""The OpenAPI document: every model of the API and of the socket, as exact as the page's types need it."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from stonefield.server.app import create_app
from stonefield.server.protocol.schema import components
from stonefield.server.settings import ServerSettings


@pytest.fixture(scope="module")
def schemas():
    return components()


@pytest.mark.full
def test_the_command_prints_the_same_document_every_time():
    command = [sys.executable, "-m", "stonefield.server.protocol.schema"]
    first, again = (subprocess.run(command, check=True, capture_output=True).stdout for _ in range(2))
    assert first == again
    assert json.loads(first)["components"]["schemas"] == components()


def test_messages_are_told_apart_by_their_type(schemas):
    for union, some in (("ServerMessage", "update"), ("ClientMessage", "hello"), ("Action", "move")):
        tags = schemas[union]["discriminator"]
        assert tags["propertyName"] == "type"
        for tag, reference in tags["mapping"].items():
            model = schemas[reference.rpartition("/")[2]]
            assert model["properties"]["type"]["const"] == tag
            assert "type" in model["required"]
        assert some in tags["mapping"]


def test_scenes_are_told_apart_by_their_game(schemas):
    for union in ("Scene", "Legal"):
        assert set(schemas[union]["discriminator"]["mapping"]) == {"carnac", "caminos", "plain"}


def test_whatever_is_sent_is_sent_whole(schemas):
    for name in (
        "State",
        "Update",
        "Refused",
        "Hint",
        "ClaimView",
        "GameView",
        "Problem",
        "MoveView",
        "PuzzleTried",
    ):
        assert set(schemas[name]["required"]) == set(schemas[name]["properties"])
        assert schemas[name]["additionalProperties"] is False


def test_what_may_be_left_out_of_a_request_is_not_required(schemas):
    assert set(schemas["MoveAction"]["required"]) == {"type", "id", "version", "text"}
    assert set(schemas["NewGame"]["required"]) == {"game", "seats"}


def test_the_server_shows_the_models_of_the_socket_too(schemas):
    document = create_app(ServerSettings(database="sqlite:///unused.db")).openapi()
    shown = document["components"]["schemas"]
    assert set(shown) == set(schemas)
    assert set(re.findall(r"#/components/schemas/(\w+)", json.dumps(document))) <= set(shown)
