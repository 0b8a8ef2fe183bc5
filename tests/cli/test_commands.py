"""The commands of the table: what they print, and how they refuse."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stonefield import caminos, carnac
from stonefield.cli import run
from stonefield.records import from_json, read, read_all

GOLDEN = Path(__file__).parents[1] / "golden"
BOARDS = str(GOLDEN / "carnac-boards.stones")
ANNOTATED = str(GOLDEN / "carnac-annotated.stones")
VARIANTS = str(GOLDEN / "caminos-variants.stones")
POSITION = "carnac medium 28 r w2 c4rw?,d5e5w"


def refused(said, code, message):
    """The command failed with one line on standard error, and nothing else."""
    assert said.code == code
    assert said.out == ""
    assert message in said.err
    assert said.err.count("\n") == 1
    assert said.err.startswith("stonefield: ")
    return True


# show


def test_show_draws_a_position_given_as_text(command):
    said = command("show", POSITION)
    assert said.code == 0
    assert "│(r)│" in said.out
    assert "White (player 2) decides: tilt the megalith on c4, or leave it standing." in said.out
    assert "A fall to the east or west shows white, to the north or south red." in said.out
    assert said.last == "26 megaliths are left."


def test_show_draws_the_end_of_a_game_and_who_won(command):
    said = command("show", BOARDS, "--game", "2")
    assert said.last == "White wins."
    assert "\x1b" not in said.out


def test_show_draws_any_moment_of_a_game(command):
    assert "red" not in command("show", BOARDS, "--ply", "0").out.lower().splitlines()[0]
    start = command("show", BOARDS, "--ply", "0")
    assert start.last == "28 megaliths are left."
    refused(command("show", BOARDS, "--ply", "999"), 2, "this game has")
    refused(command("show", BOARDS, "--game", "9"), 2, "the file holds 3 games")


def test_show_reads_standard_input(command):
    assert command("show", "-", stdin=POSITION).out == command("show", POSITION).out
    assert command("show", "-", stdin=Path(BOARDS).read_text("utf-8")).out == command("show", BOARDS).out


def test_show_says_how_players_ended_a_game(command):
    assert command("show", ANNOTATED).last == "White wins: the opponent resigned."
    drawn = '[Game "carnac"]\n[Reason "agreement"]\n\n1. c4rw 1/2-1/2'
    assert command("show", "-", stdin=drawn).last == "A draw: by agreement."
    assert command("show", "-", stdin='[Game "carnac"] 1/2-1/2').last == "A draw."
    assert command("show", "-", stdin='[Game "carnac"] 1-0').last == "Red wins."
    assert command("show", "-", stdin='[Game "carnac"] [Reason "a bet"] 0-1').last == "White wins: a bet."


def test_show_names_the_players(command):
    assert command("show", ANNOTATED).out.startswith("Anaïs – Ödön\n")


def test_show_uses_colour_if_asked(command):
    assert "\x1b[" in command("show", POSITION, "--colour").out


def test_show_speaks_other_languages(command, monkeypatch):
    assert "Rot" in command("show", BOARDS, "--lang", "de").out
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert "Rouge" in command("show", BOARDS).out
    refused(command("show", BOARDS, "--lang", "xx"), 2, "the languages are")


def test_show_tells_what_each_player_of_caminos_has_left(command):
    said = command("show", str(caminos.start(players=4, neutral=True)))
    assert "Yellow (seat 0) places a neutral piece." in said.out
    assert "Green (seat 3) still has: L×2 T×2 S×2 O×1" in said.out
    plain = command("show", str(caminos.start().play("O:a1*2,a2*2")))
    assert "Green (player 2) places a piece." in plain.out


def test_show_offers_the_swap(command):
    said = command("show", str(carnac.start(swap=True).play("c4rw")))
    assert said.last == "Instead, player 2 may play swap: the players exchange colours."


# score


def test_score_explains_every_dolmen(command):
    said = command("score", BOARDS, "--game", "2")
    assert said.out == (
        "Red: 1 dolmen\n"
        "  9 squares: d2 e2 c3 d3 e3 e4 d5 e5 d6\n"
        "White: 3 dolmens\n"
        "  7 squares: f6 g6 h6 i6 e7 f7 h7\n"
        "  6 squares: b5 c5 b6 c6 b7 c7\n"
        "  4 squares: g1 f2 g2 f3\n"
        "More dolmens: 3 against 1.\n"
        "White wins.\n"
    )


def test_score_explains_which_size_decides(command):
    said = command("score", "carnac 10x7 28 r r1 a1b1r,c1rr,a3b3w,c3d3w")
    assert (
        "The same number of dolmens each. Compared by size, dolmen 1 decides: 4 squares against 3."
        in said.out
    )
    assert said.out.endswith("White is ahead.\nThe game goes on.\n")


def test_score_of_equal_sides(command):
    said = command("score", "carnac medium 28 r r1 -")
    assert "The same number of dolmens each, and of the same sizes." in said.out
    assert said.out.endswith("The score is level.\nThe game goes on.\n")


def test_score_explains_the_path_and_its_points(command):
    said = command("score", VARIANTS, "--game", "3")
    assert "Yellow: a path of 11 squares: d3 d4 e4 f4 f5 g5 h5 i5 i6 j6 j7" in said.out
    assert said.out.endswith(
        "The first path from side to side wins.\nYellow scores 18 points.\nYellow wins.\n"
    )


def played_out(wanted: str, **options: object) -> str:
    """A finished game of Caminos that ended for the wanted reason."""
    for seed in range(400):
        said = record_of(seed, options)
        if said.final.outcome.reason == wanted:
            return str(said.final)
    raise AssertionError(f"no random game ended for {wanted}")


def record_of(seed, options):
    import random

    from stonefield.records import Record

    start = position = caminos.start("square", **options)
    rng, moves = random.Random(seed), []
    while not position.is_over:
        moves.append(str(rng.choice(position.legal_moves())))
        position = position.play(moves[-1])
    return Record.of(start, moves)


def test_score_explains_a_game_without_a_path(command):
    drawn = command("score", played_out("no path"))
    assert drawn.out.endswith("Nobody can place any more, and nobody has a path.\nA draw.\n")
    border = command("score", played_out("border", points=True))
    assert "pieces lie on the border" in border.out
    assert "No path. Whoever has fewer pieces on the border wins." in border.out
    assert " scores " in border.out


def test_score_of_a_resigned_game(command):
    assert command("score", ANNOTATED).last == "White wins: the opponent resigned."


# svg


def test_svg_writes_a_picture(command, tmp_path):
    said = command("svg", POSITION)
    assert ElementTree.fromstring(said.out).tag.endswith("svg")
    out = tmp_path / "game.svg"
    said = command(
        "svg", BOARDS, str(out), "--view", "above", "--theme", "dark", "--size", "300", "--game", "2"
    )
    assert (said.code, said.out) == (0, "")
    assert ElementTree.parse(out).getroot().get("width") == "300"


def test_svg_marks_the_last_move_unless_told_otherwise(command):
    marked = command("svg", BOARDS).out
    assert marked != command("svg", BOARDS, "--no-last").out


def test_svg_refuses_what_cannot_be_drawn(command, tmp_path):
    refused(command("svg", POSITION, "--view", "below"), 1, "isometric or above")
    refused(command("svg", POSITION, str(tmp_path / "none" / "x.svg")), 2, "no such file or directory")


# convert


def test_convert_goes_to_json_and_back(command, tmp_path):
    out = tmp_path / "games.json"
    assert command("convert", BOARDS, str(out)).code == 0
    games = read_all(Path(BOARDS).read_text("utf-8"))
    assert from_json(out.read_text("utf-8")) == games
    assert command("convert", str(out)).out == Path(BOARDS).read_text("utf-8")


def test_convert_writes_one_game_as_one_object(command, tmp_path):
    out = tmp_path / "game.JSON"
    command("convert", "-", str(out), stdin='[Game "carnac"] 1. c4rw *')
    assert json.loads(out.read_text("utf-8"))["game"] == "carnac"


@pytest.mark.parametrize("name", ["game.stones", "game.txt", "game"])
def test_convert_writes_our_text_for_any_other_ending(command, tmp_path, name):
    out = tmp_path / name
    command("convert", "-", str(out), stdin="(;GM[Carnac]SU[carnac_8x5];P0[1 OnBoard 1 A 1])")
    assert read(out.read_text("utf-8")).moves == ("a1rr",)


GAME = '[Game "carnac"]\n[Board "small"]\n\n1. c4rw E 2. a1ww *\n'


@pytest.mark.parametrize(
    ("name", "form", "begins"),
    [
        ("game.sgf", "boardspace", "(;\nGM[Carnac]"),
        ("game.abstractplay.json", "abstractplay", '{\n  "header"'),
    ],
)
def test_convert_writes_for_other_places_by_ending_or_by_name(command, tmp_path, name, form, begins):
    out = tmp_path / name
    assert command("convert", "-", str(out), stdin=GAME).code == 0
    written = out.read_text("utf-8")
    assert written.startswith(begins)
    assert command("convert", "-", "--to", form, stdin=GAME).out == written
    back = read(command("convert", str(out)).out)
    assert (back.start.options["board"], back.moves) == ("small", ("c4rw", "E", "a1ww"))
    assert command("convert", str(out), "--to", "json").out.startswith("{")


def test_convert_names_what_another_place_cannot_hold_and_writes_nothing(command, tmp_path):
    out = tmp_path / "game.sgf"
    refused(command("convert", "-", str(out), stdin='[Game "caminos"]\n\n*'), 1, "Boardspace has no Caminos")
    refused(command("convert", "-", "--to", "pgn", stdin=GAME), 2, "the formats are text, json, boardspace")
    assert not out.exists()


def test_convert_takes_the_board_of_bare_moves(command):
    assert '[Board "medium"]' in command("convert", "-", stdin="12-a4").out
    assert '[Board "small"]' in command("convert", "-", "--board", "small", stdin="12-a4").out


def test_convert_makes_a_record_of_a_position(command):
    assert f'[Position "{POSITION}"]' in command("convert", POSITION).out


def test_convert_names_the_place_it_cannot_read(command):
    said = command("convert", "-", stdin='[Game "carnac"]\n\n1. c4rw X *')
    refused(said, 1, "line 3, column 9: `X`")
    refused(
        command("convert", "-", stdin=b'[Game "carnac"]\n\xff'),
        1,
        "line 2, column 1: standard input is not valid UTF-8 text",
    )
    refused(command("convert", "nowhere.stones"), 2, "there is no such file")
    refused(command("convert", str(GOLDEN)), 2, "there is no such file")


# random


def test_random_games_are_whole_and_the_same_for_the_same_seed(command):
    one, same, other = (command("random", "carnac", "--seed", seed).out for seed in ("1", "1", "2"))
    assert one == same != other
    assert read(one).final.is_over


def test_random_takes_every_option_of_the_games(command, tmp_path):
    said = command(
        *("random", "carnac", "--board", "5x4", "--stock", "9", "--first", "white", "--final-tilt", "--swap"),
        *("--plies", "3"),
    )
    record = read(said.out)
    assert record.start == carnac.start("5x4", stock=9, first="white", final_tilt=True, swap=True)
    assert len(record.moves) == 3
    out = tmp_path / "game.json"
    command(
        *(
            "random",
            "caminos",
            "--board",
            "torus",
            "--players",
            "4",
            "--first",
            "green",
            "--neutral",
            "--points",
        ),
        *("--pieces", "classic", "--out", str(out), "--seed", "3"),
    )
    (record,) = from_json(out.read_text("utf-8"))
    assert record.start == caminos.start("torus", players=4, first="green", neutral=True, points=True)


def test_boards_and_pieces_of_ones_own_come_from_files(command, tmp_path):
    board = tmp_path / "little.toml"
    board.write_text(
        'name = "little"\nrows = ["####", "####", "####"]\n'
        'sides = ["a1 b1 c1 d1", "d1 d2 d3", "a3 b3 c3 d3", "a1 a2 a3"]\n'
    )
    pieces = tmp_path / "pair.toml"
    pieces.write_text('name = "pair"\n[[pieces]]\nletter = "D"\ncount = 4\nlayers = [["##"]]\n')
    said = command("random", "caminos", "--board", str(board), "--pieces", str(pieces), "--seed", "1")
    record = read(said.out)
    assert record.start.board.files == 4
    assert all(move.startswith("D:") for move in record.moves)


def test_options_of_the_other_game_are_refused(command):
    refused(command("random", "carnac", "--players", "4"), 2, "`--players`: carnac has --board")
    refused(command("random", "caminos", "--final-tilt"), 2, "`--final-tilt`: caminos has --board")
    refused(command("random", "chess"), 2, "the games are")
    refused(command("random", "carnac", "--board", "huge"), 1, "a board is")


# perft


@pytest.mark.parametrize(
    ("arguments", "count"),
    [
        (("carnac", "--board", "small", "--depth", "0"), "1"),
        (("carnac", "--board", "small", "--depth", "1"), "160"),
        (("carnac", "--board", "small", "--depth", "2"), "592"),
        (("carnac", "--board", "small", "--depth", "3"), "90624"),
        (("carnac", "--depth", "2", "--board", "large"), "2152"),
        (("caminos", "--board", "square", "--depth", "1"), str(752 + 264 + 168 + 161)),
        (("caminos", "--board", "torus", "--depth", "1", "--neutral"), "168"),
        (("carnac", "--depth", "1", "--position", POSITION), "5"),
    ],
)
def test_perft_ends_with_the_bare_number(command, arguments, count):
    assert command("perft", *arguments).last == count


def test_perft_needs_a_depth(command):
    refused(command("perft", "carnac"), 2, "--depth")


# all of them


def test_every_command_has_help(command):
    said = command("--help")
    assert said.code == 0
    for name in ("play", "show", "score", "svg", "convert", "random", "perft"):
        assert f"\n  {name} " in said.out
        helped = command(name, "--help")
        assert helped.code == 0
        assert helped.out.startswith(f"Usage: stonefield {name}")


def test_unknown_commands_and_options_are_usage_errors(command):
    refused(command("dance"), 2, "No such command 'dance'")
    refused(command("show"), 2, "Missing argument")
    refused(command("show", POSITION, "--loud"), 2, "--loud")
    refused(command("show", "chess start"), 2, "a position begins with")


def test_a_position_that_is_none_is_the_games_no(command):
    refused(command("show", "carnac medium nonsense"), 1, "a position reads like")


def test_the_version_is_said(command):
    assert command("--version").out.startswith("stonefield ")


@given(st.text(max_size=40))
@settings(max_examples=60, deadline=None)
def test_no_text_makes_a_command_stumble(text):
    assert run(["score", f"carnac {text}"]) in (0, 1, 2)
    assert run(["show", text]) in (0, 1, 2) or text.startswith("-")


def in_a_process(*arguments: str, **more: object) -> subprocess.CompletedProcess[str]:
    environment = {"LANG": "en_GB.UTF-8", "PATH": "", "PYTHONUTF8": "1"}
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, timeout=60, env=environment, **more
    )


def test_help_imports_nothing_heavy():
    code = (
        "import sys; from stonefield.cli import run; run(['--help']);"
        "heavy = {'numpy', 'numba', 'rich', 'fastapi', 'sqlalchemy', 'onnxruntime', 'stonefield.records',"
        " 'stonefield.draw', 'stonefield.engine', 'stonefield.server'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    assert in_a_process("-c", code).stdout.splitlines()[-1] == "[]"


def test_the_package_runs_as_a_module():
    done = in_a_process("-m", "stonefield", "perft", "carnac", "--board", "3x3", "--depth", "1")
    assert (done.returncode, done.stdout, done.stderr) == (0, "36\n", "")
    failed = in_a_process("-m", "stonefield", "show", "carnac x")
    assert failed.returncode == 1
    assert "Traceback" not in failed.stderr


def test_records_leave_in_utf_8_whatever_the_locale():
    code = f"from stonefield.cli import main; main(['convert', {ANNOTATED!r}])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, timeout=60, env={"PYTHONIOENCODING": "latin-1"}
    )
    assert done.stdout == Path(ANNOTATED).read_bytes()


@pytest.mark.parametrize("arguments", ["'--version'", f"'convert', {BOARDS!r}"])
def test_a_reader_that_goes_away_is_no_disaster(arguments):
    # The reading end is closed before anything is written.
    code = (
        "import os, sys; r, w = os.pipe(); os.dup2(w, 1); os.close(w); os.close(r);"
        f"from stonefield.cli import main; main([{arguments}])"
    )
    done = in_a_process("-c", code)
    assert done.returncode == 1
    assert done.stderr == ""


def test_a_command_of_a_room_that_is_not_there_is_not_offered(command, monkeypatch):
    from stonefield import cli

    monkeypatch.setitem(cli.COMMANDS, "fly", cli.Entry("wings", "Fly."))
    monkeypatch.setitem(cli.COMMANDS, "sit", cli.Entry("positions", "Sit."))
    assert "fly" not in command("--help").out
    refused(command("fly"), 2, "No such command")
    refused(command("sit"), 2, "No such command")


def test_film_writes_the_kind_that_the_ending_says(command, tmp_path):
    wishes = ("--size", "120", "--to", "3", "--view", "above")
    for name, begins in (("a.gif", b"GIF89a"), ("a.png", b"\x89PNG"), ("a.svg", b"<svg")):
        out = tmp_path / name
        assert command("film", BOARDS, str(out), *wishes).code == 0
        assert out.read_bytes().startswith(begins)
    assert refused(command("film", BOARDS, str(tmp_path / "a.mp4")), 1, "a film is gif, webp, apng, svg")
    assert refused(command("film", BOARDS, str(tmp_path / "a.gif"), "--to", "999"), 1, "has the plies 0 to")


def test_png_writes_a_picture_in_pixels(command, tmp_path):
    out = tmp_path / "position.png"
    assert command("png", POSITION, str(out), "--size", "100").code == 0
    assert out.read_bytes().startswith(b"\x89PNG")
