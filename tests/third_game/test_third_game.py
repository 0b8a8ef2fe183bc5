"""A game that registers its rules, and nothing else, is played, recorded, drawn, rated and served."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import httpx
import pytest

from server.serverprocess import ServerProcess
from stonefield.engine.client import BlockingEngine
from stonefield.engine.thinker import Limits

ROOT = Path(__file__).parents[2]
LOST_FOR_WHITE = "trio r rr.ww...."


def test_it_obeys_the_laws_of_every_game(with_trio):
    laws = "tests/games/test_conformance.py"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", laws, "-k", "trio"],
        env=with_trio,
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout


def test_a_random_game_is_a_record_that_reads_back(stonefield, tmp_path):
    record = stonefield("random", "trio", "--seed", "1")
    assert '[Game "trio"]' in record
    file = tmp_path / "game.stones"
    file.write_text(record, "utf-8")
    assert stonefield("convert", str(file), "-") == record
    assert '"trio"' in stonefield("convert", str(file), "--to", "json")


@pytest.mark.full
def test_its_games_are_explored(stonefield, tmp_path):
    file, database = tmp_path / "game.stones", ("--database", f"sqlite:///{tmp_path / 'games.db'}")
    file.write_text(stonefield("random", "trio", "--seed", "1"), "utf-8")
    assert stonefield("explorer", "build", str(file), *database) == "1 game added to mine\n"
    assert "1 game" in stonefield("explorer", "show", str(file), "--ply", "2", *database)


def test_it_is_drawn_in_the_terminal_and_as_a_picture(stonefield, tmp_path):
    assert " r " in stonefield("show", LOST_FOR_WHITE)
    picture = tmp_path / "trio.svg"
    stonefield("svg", LOST_FOR_WHITE, str(picture))
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")


def test_somebody_plays_it_in_the_terminal(stonefield):
    said = stonefield("play", "trio", stdin="a1\nb1\na2\nb2\na3\n")
    assert "Red wins" in said


def test_the_plain_engine_wins_in_one_over_the_protocol(with_trio, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", with_trio["PYTHONPATH"])
    engine = BlockingEngine((sys.executable, "-m", "stonefield", "ugi"))
    try:
        assert "trio" in engine.options["Game"]
        engine.set_options({"Game": "trio", "Seed": 1})
        engine.set_position(None, ["a1", "a2", "b1", "b2"])
        assert engine.go(Limits(nodes=400)).best == "c1"
    finally:
        engine.close()


def test_levels_meet_in_the_arena(stonefield):
    table = stonefield("match", "plain:nodes=50", "random", "--game", "trio", "--games", "4")
    assert "plain:nodes=50" in table


def test_it_is_played_over_the_api(with_trio, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", with_trio["PYTHONPATH"])
    server = ServerProcess(f"sqlite:///{tmp_path}/games.db").start()
    try:
        catalogue = httpx.get(f"{server.url}/api/catalogue", timeout=300, verify=False).json()
        (trio,) = [game for game in catalogue["games"] if game["name"] == "trio"]
        assert (trio["first_board"], trio["seats"], trio["rules"]) == ("tiny", [2], False)
        made = server.make_game("Ada", "Ada", game="trio")
        legal = made["state"]["legal"]
        assert {"text": "b2", "squares": ["b2"]} in legal["moves"]
        state = server.play(made, "a1", "a2", "b1", "b2", "c1")
        assert state["outcome"]["winner"] == "red"
        assert state["scene"]["tops"]["c1"] == "red"
        assert state["score"]["points"] == {"red": 1, "white": 0}
    finally:
        server.stop()
