"""Random games, perft, help, and how commands behave as programs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stonefield import caminos, carnac
from stonefield.cli import run
from stonefield.records import from_json, read

from .said import ANNOTATED, BOARDS, POSITION, refused


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


@pytest.mark.parametrize(
    ("command_line", "option"),
    [
        ("analyse {} --nodes 0", "--nodes"),
        ("analyse {} --nodes -3", "--nodes"),
        ("analyse {} --movetime 0", "--movetime"),
        ("analyse {} --movetime -1", "--movetime"),
        ("analyse {} --movetime nan", "--movetime"),
        ("analyse {} --movetime inf", "--movetime"),
        ("analyse {} --threads 0", "--threads"),
        ("analyse {} --threads 100000", "--threads"),
        ("bench random --seconds inf", "--seconds"),
        ("film {} x.gif --seconds -1", "--seconds"),
        ("film {} x.gif --size 0", "--size"),
        ("ladder random greedy --games 3", "an even number"),
        ("match random random --games 3", "an even number"),
        ("match random random --workers 1000000", "--workers"),
        ("perft carnac --depth -1", "--depth"),
        ("play --movetime inf", "--movetime"),
        ("play --engine -1", "--engine"),
        ("png {} x.png --size -5", "--size"),
        ("selfplay --out x.parquet --games 5", "an even number"),
        ("serve --rate inf", "--rate"),
        ("solve --table 999999999", "--table"),
        ("train compare {} {} --games 3", "an even number"),
        ("train run x --seconds 0", "--seconds"),
    ],
)
def test_numbers_that_make_no_sense_are_refused(command, command_line, option):
    refused(command(*command_line.replace("{}", BOARDS).split()), 2, option)


@pytest.mark.parametrize(
    "limit",
    [
        "movetime=0",
        "movetime=-1",
        "movetime=nan",
        "movetime=inf",
        "nodes=0",
        "clock=0",
        "increment=-1",
        "threads=0",
        "hash_mb=0",
    ],
)
@pytest.mark.parametrize("kind", ["full:{}", "plain:{}", "ugi:{};engine"])
def test_limits_of_players_that_make_no_sense_are_refused(command, kind, limit):
    refused(command("match", kind.format(limit), "random", "--games", "2"), 1, limit)
