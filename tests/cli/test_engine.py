"""The commands in which the engine thinks."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from stonefield.games import caminos, carnac
from stonefield.records import Record, read, read_all, write

from .conftest import Said

TINY = ("--board", "4x4", "--stock", "5")
ONE = ("--workers", "1")
"""Each worker is a process of its own; `tests/arena` plays with several."""


@pytest.fixture
def stonefield(command):
    """Run a command in this process."""

    def run(*arguments: object, stdin: str = "") -> Said:
        return command(*map(str, arguments), stdin=stdin)

    return run


@pytest.fixture
def game(tmp_path):
    position, moves = carnac.start("4x4", stock=5), []
    while not position.is_over:
        moves.append(str(position.legal_moves()[len(moves) % 3]))
        position = position.play(moves[-1])
    path = tmp_path / "game.stones"
    path.write_text(write(Record.of(carnac.start("4x4", stock=5), moves)))
    return path


def test_a_match_prints_score_and_elo_and_goes_on_later(stonefield, tmp_path):
    results, records = tmp_path / "results.jsonl", tmp_path / "games.stones"
    files = ("--results", results, "--records", records)
    first = stonefield("match", "greedy", "random", "--games", 4, *TINY, *ONE, *files)
    assert first.code == 0, first.err
    again = stonefield("match", "greedy", "random", "--games", 8, "--sprt", -20, 5000, *TINY, *ONE, *files)
    assert again.code == 0, again.err
    for word in ("Elo", "95 %", "SPRT -20 5000", "first player"):
        assert word in again.out
    assert len(read_all(records.read_text())) == 2 * (len(results.read_text().splitlines()) - 1)


def test_a_match_is_played_from_the_openings_of_a_file(stonefield, tmp_path):
    openings, games = tmp_path / "openings.stones", tmp_path / "games.stones"
    openings.write_text(write(Record.of(carnac.start("4x4", stock=5), ["b2rw", "-"])))
    options = ("--board", "4x4", "--stock", 5, "--openings", openings, "--records", games, *ONE)
    found = stonefield("match", "greedy", "random", "--games", 2, *options)
    assert found.code == 0, found.err
    assert [record.moves[:2] for record in read_all(games.read_text())] == [("b2rw", "-")] * 2
    found = stonefield("match", "greedy", "random", "--games", 4, *options)
    assert found.code != 0
    assert "enough for 2 games" in found.err


def test_a_ladder_rates_everybody(stonefield):
    found = stonefield("ladder", "greedy", "random", "plain:nodes=20", "--games", 2, *TINY, *ONE)
    assert found.code == 0, found.err
    assert "± 95 %" in found.out
    assert found.out.count("plain:nodes=20") >= 3


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("match", "nobody", "random"), "`nobody`: a player is level:3"),
        (("match", "greedy", "random", "--sprt", 5, 0), "the lower comes first"),
        (("match", "greedy", "random", "--board", "moon"), "moon"),
        (("match", "greedy", "random", "--opening-plies", 99, *TINY), "99 plies"),
        (("ladder", "random", "random", "greedy"), "only once"),
        (("analyse", "no-such-file"), "no such file"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(stonefield, arguments, complaint):
    found = stonefield(*arguments)
    assert found.code in (1, 2)
    assert complaint in found.err
    assert len(found.err.splitlines()) == 1


def test_a_review_comes_as_text_json_record_and_picture(stonefield, game, tmp_path):
    files = {name: tmp_path / name for name in ("review.json", "reviewed.stones", "review.svg")}
    found = stonefield(
        "analyse", game, "--nodes", 50, "--threads", 1, "--seed", 1,
        "--json", files["review.json"], "--annotated", files["reviewed.stones"], "--svg", files["review.svg"],
        "--lang", "de",
    )  # fmt: skip
    assert found.code == 0, found.err
    for words in (
        "Rot: Genauigkeit",
        "Wendepunkte: ",
        "Besser: ",
        "Rot hätte sofort gewinnen können",
        "100\N{NO-BREAK SPACE}%",
        "(gewinnt)",
    ):
        assert words in found.out
    assert "(win)" not in found.out
    assert found.out.index("Wendepunkte: ") < found.out.index("Rot: Genauigkeit")
    assert "Rot hätte sofort gewinnen können" in files["reviewed.stones"].read_text()
    moves = read(game.read_text()).moves
    review = json.loads(files["review.json"].read_text())
    assert [search["move"] for search in review["decisions"]] == list(moves)
    assert review["turningPoints"]
    assert any(search["explanation"] for search in review["decisions"])
    assert read(files["reviewed.stones"].read_text()).moves == moves
    assert ElementTree.parse(files["review.svg"]).getroot().tag.endswith("svg")


def test_where_much_was_costly_only_the_turning_points_are_explained(stonefield, tmp_path):
    chance = random.Random(1)
    start = position = caminos.start("square")
    moves = []
    while not position.is_over:
        moves.append(str(chance.choice(position.legal_moves())))
        position = position.play(moves[-1])
    played = tmp_path / "random.stones"
    played.write_text(write(Record.of(start, moves)))
    found = stonefield("analyse", played, "--nodes", 50, "--threads", 1, "--seed", 1, "--lang", "en")
    assert found.code == 0, found.err
    turning = re.search(r"Turning points: (.*)", found.out)[1]
    explained = [line for line in found.out.splitlines() if line.startswith("  Better: ")]
    assert len(re.split(", | and ", turning)) == len(explained) == 3
    more = re.search(r"(\d+) more costly decisions are marked in the table", found.out)
    assert int(more[1]) > 3


def in_a_process(*arguments: str, stdin: str) -> str:
    command = [sys.executable, "-m", "stonefield", *arguments]
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_review_can_be_piped_and_is_the_same_in_every_process(stonefield, game):
    arguments = ("analyse", "-", "--json", "-", "--nodes", "50", "--threads", "1", "--seed", "1")
    here = stonefield(*arguments, stdin=game.read_text()).out
    assert json.loads(here)["start"] == "carnac 4x4 5 r r1 -"
    assert here == in_a_process(*arguments, stdin=game.read_text())


def test_the_protocol_is_spoken_by_the_command_too():
    assert in_a_process("ugi", stdin="ugi\nquit\n").splitlines()[-1] == "ugiok"


def test_a_small_board_is_solved_with_its_line(stonefield):
    found = stonefield("solve", "--board", "3x3", "--stock", 3)
    assert found.code == 0, found.err
    start, verdict, line, _ = found.out.splitlines()
    position = carnac.parse(start)
    for move in line.removeprefix("line: ").split():
        position = position.play(move)
    assert position.is_over
    assert verdict.startswith("red (player 1) decides and ")
    assert ("wins" in verdict) == (position.outcome.winner == "red")


def test_a_position_can_be_solved_and_a_finished_one_is_not(stonefield, game):
    last = stonefield("solve", game, "--ply", len(read(game.read_text()).moves) - 1)
    assert "decides and" in last.out, last.err
    assert stonefield("solve", game).out.splitlines()[-1] == "the game is over"


def test_only_carnac_is_solved(stonefield):
    found = stonefield("solve", str(caminos.start("square")))
    assert found.code == 2
    assert "Carnac" in found.err
