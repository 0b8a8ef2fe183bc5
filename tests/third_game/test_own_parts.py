"""Whatever part the third game names in its one entry, the layer that needs it finds it there."""

from __future__ import annotations

from importlib.resources import files

import pytest

from stonefield.arena.player import PlayerKind, player_kinds
from stonefield.arena.players import make_player, read_spec
from stonefield.cli.narration import PlainNarration, narration_of
from stonefield.course.courses import Course, course_of, facts_of, taught
from stonefield.draw import svg
from stonefield.draw.picture import PlainPicture
from stonefield.engine.game_engine import PlainEngine, engine_for
from stonefield.envs.encoding import Encoding, encoded_games, encoding_class
from stonefield.games import GamePlugin, parse, plugin, register
from stonefield.puzzles import Prover, prover_for
from stonefield.records import read_any, write
from stonefield.records.formats import Format, formats
from stonefield.server.presenting.plain import PlainPresenter
from stonefield.server.presenting.presenter import presenter_for
from stonefield.study.explain.explainer import PlainExplainer, explainer_for

POSITION = "trio r r..w....."


class TitledPicture(PlainPicture):
    def describe(self, position, theme):
        return "Three in a row", ""


class TrioProver(Prover):
    beginner = 1


class TrioEncoding(Encoding):
    version = 3


PICTURE, NARRATION, ENGINE = TitledPicture(), PlainNarration(), PlainEngine()
EXPLAINER, PRESENTER = PlainExplainer(), PlainPresenter()
COURSE = Course({"corners": lambda seen: 4}, files(__package__))
FORMATS = (
    Format(
        name="trio-lines",
        recognises=lambda text: text.startswith("#trio"),
        read=lambda text: read_any(text.partition("\n")[2]),
        write=lambda records: f"#trio\n{write(records)}",
        ending=".trio",
        media_type="text/plain",
    ),
)
PLAYERS = {
    "chance": PlayerKind(
        "chance:", lambda words: True, lambda words: make_player(read_spec("random"), "trio")
    )
}


@pytest.fixture(autouse=True)
def trio(monkeypatch):
    """The game with parts of its own, registered as a notebook would."""
    monkeypatch.setattr(plugin, "_PLUGINS", dict(plugin._PLUGINS))
    named = ("picture", "formats", "narration", "engine", "players", "explainer", "course", "presenter")
    register(
        GamePlugin(
            name="trio",
            game="third_game.trio:GAME",
            prover=f"{__name__}:TrioProver",
            encoding=f"{__name__}:TrioEncoding",
            **{part: f"{__name__}:{part.upper()}" for part in named},
        )
    )


def test_its_picture_and_its_words_are_its_own():
    assert "<title>Three in a row</title>" in svg(parse(POSITION))
    assert narration_of("trio") is NARRATION
    assert presenter_for("trio") is PRESENTER


def test_its_engine_explainer_and_prover_are_its_own():
    assert engine_for("trio") is ENGINE
    assert explainer_for("trio") is EXPLAINER
    assert isinstance(prover_for("trio"), TrioProver)


def test_its_records_of_another_site_are_recognised():
    record = read_any('[Game "trio"]\n\n1. a1 2. b2 *')
    assert read_any(formats()["trio-lines"].write(record)) == record


def test_its_players_lessons_and_environments_are_listed():
    assert player_kinds()["chance"] is PLAYERS["chance"]
    assert "trio" in taught()
    assert course_of("trio") is COURSE
    assert "corners" in facts_of("trio")
    assert "trio" in encoded_games()
    assert encoding_class("trio") is TrioEncoding
