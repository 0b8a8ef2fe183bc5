"""A game at one keyboard."""

from __future__ import annotations

import contextlib
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from stonefield.records import from_json, read

GOLDEN = Path(__file__).parents[1] / "golden"


def play(command, *typed: str, options: tuple[str, ...] = ("carnac",)):
    said = command("play", *options, stdin="\n".join(typed) + "\n")
    assert said.code == 0
    assert said.err == ""
    return said.out


def test_a_whole_game_is_played_and_saved(command, tmp_path):
    path = tmp_path / "evening.stones"
    out = play(
        command,
        *("c2ww", "n", "a1rr - c1rr", f"save {path}", "quit"),
        options=("carnac", "--board", "3x3", "--stock", "3", "--final-tilt"),
    )
    assert "Two people, one keyboard." in out
    assert "Saved as" in out
    assert read(path.read_text("utf-8")).moves[0] == "c2ww"


def test_mistakes_keep_the_game(command):
    out = play(command, "c4rw", "nonsense", "c4rw", "E S", "E", "moves")
    assert "`nonsense`: a move is" in out
    assert "waits for an answer first" in out
    assert "no megalith waits for an answer" in out
    assert "276 moves are possible" not in out
    assert out.count("White (player 2) places a megalith.") == 1


def test_moves_are_listed(command):
    out = play(command, "c4rw", "moves")
    assert "5 moves are possible: N E S W -" in out
    assert "280 moves are possible: a1rr" in play(command, "moves")


def test_several_moves_in_one_line_are_played_together_or_not_at_all(command):
    out = play(command, "c4rw E d5wr", "undo")
    assert "Taken back: c4rw E d5wr" in out
    assert "There is nothing to take back." in play(command, "c4rw Q", "undo")


def test_a_resignation_can_be_taken_back(command):
    out = play(command, "c4rw", "resign", "resign", "undo", "undo")
    assert "White resigns." in out
    assert "Red wins: the opponent resigned." in out
    assert "Taken back: resign" in out
    assert "Taken back: c4rw" in out


def test_nothing_is_played_after_the_end(command):
    out = play(command, "a1rr", "b2rr", "score", options=("carnac", "--board", "3x3", "--stock", "1"))
    assert "A draw." in out
    assert "this game has ended 1/2-1/2" in out


def test_help_and_score_are_there_at_any_time(command):
    out = play(command, "help", "?", "score", "")
    assert out.count("Answer: N, E, S or W tilts the megalith") == 2
    assert "The score is level." in out
    caminos = play(command, "help", options=("caminos",))
    assert "our reconstruction" in caminos
    assert "L:a1*3,b1" in caminos


def test_leaving_a_game_that_is_not_saved_is_asked_about_once(command, tmp_path):
    assert "This game is not saved." in play(command, "c4rw", "quit", "quit")
    assert "This game is not saved." not in play(command, "quit")
    assert "This game is not saved." not in play(command, "c4rw", f"save {tmp_path / 'a.stones'}", "exit")


def test_saving_never_overwrites_another_game(command, tmp_path):
    taken = tmp_path / "taken.stones"
    taken.write_text("precious")
    mine = tmp_path / "mine.json"
    out = play(
        command, "save", f"save {taken}", f"save {mine}", "c4rw", "save", f"save {tmp_path / 'no' / 'x'}"
    )
    assert "Save where?" in out
    assert "already exists. Choose another name." in out
    assert "No such file or directory" in out
    assert taken.read_text() == "precious"
    assert from_json(mine.read_text("utf-8"))[0].moves == ("c4rw",)


def test_a_game_goes_on_from_its_record(command, tmp_path):
    path = tmp_path / "game.stones"
    path.write_text('[Game "carnac"]\n\n1. c4rw *\n')
    out = play(command, "undo", "undo", options=("--from", str(path)))
    assert "White (player 2) decides" in out
    assert "Taken back: c4rw" in out
    assert "There is nothing to take back." in out
    ended = str(GOLDEN / "carnac-annotated.stones")
    assert "The game is over." in play(command, options=("--from", ended))


def test_four_people_play_caminos(command):
    out = play(command, "O:a1*2,a2*2", "resign", options=("caminos", "--players", "4"))
    assert "Green (seat 1) places a piece." in out
    assert "Yellow wins: the opponent resigned." in out


def test_the_game_is_drawn_in_colour_on_a_terminal_and_stops_when_interrupted():
    parent, child = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "LANG": "en_GB.UTF-8", "COLUMNS": "60"}
    environment.pop("NO_COLOR", None)
    playing = subprocess.Popen(
        [sys.executable, "-m", "stonefield", "play"],
        stdin=child,
        stdout=child,
        stderr=child,
        env=environment,
        # Whoever runs the tests in the background may have had interrupts ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    os.close(child)
    try:
        seen = read_until(parent, b"Red>")
        os.write(parent, b"c4rw\n")
        seen += read_until(parent, b"White>")
        assert b"\x1b[97;41m(r)" in seen
        assert interrupted(playing) == 130
        assert b"Traceback" not in read_until(parent, b"\0")
    finally:
        playing.kill()
        playing.wait()
        os.close(parent)


def interrupted(process: subprocess.Popen[bytes]) -> int:
    """Interrupt until it is noticed: readline may miss what comes just as it prints its prompt."""
    for _ in range(20):
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            return process.wait(5)
    raise AssertionError("it cannot be interrupted")


def read_until(terminal: int, end: bytes) -> bytes:
    seen, deadline = b"", time.monotonic() + 60
    while end not in seen and time.monotonic() < deadline:
        try:
            seen += os.read(terminal, 1024)
        except OSError:
            break
    return seen


SHORT = ("carnac", "--board", "3x3", "--stock", "3")


def test_the_engine_answers_and_its_answers_are_taken_back_with_what_they_answer(command):
    out = play(command, "b2rr", "undo", "undo", options=(*SHORT, "--engine", "2", "--level", "2"))
    assert "You play against the engine." in out
    assert out.count("The engine plays") >= 1
    assert "Taken back: b2rr" in out
    assert "There is nothing to take back." in out


def test_the_engine_may_begin_and_then_there_is_nothing_to_take_back(command):
    out = play(command, "undo", options=(*SHORT, "--engine", "1", "--movetime", "0.1"))
    assert out.index("The engine plays") < out.index("There is nothing to take back.")


@pytest.mark.full
def test_two_engines_play_to_the_end(command):
    out = play(command, "hint", options=(*SHORT, "--engine", "1", "--engine", "2", "--level", "1.5"))
    assert out.count("The game is over.") == 2


def test_a_hint_is_a_legal_move_with_the_chance_it_gives(command):
    out = play(command, "hint", "hint", options=("caminos", "--movetime", "0.1"))
    assert out.count("The engine is getting ready.") == 1
    assert out.count("The engine would play") == 2
    assert "Chance of winning for Yellow: " in out


def test_without_its_engine_the_game_goes_on(command, monkeypatch):
    monkeypatch.setattr("stonefield.cli.partner.own_command", lambda: ("false",))
    out = play(command, "b2rr", "N", "hint", options=(*SHORT, "--engine", "2"))
    assert "The engine has left the table" in out
    assert "White (player 2) places a megalith." in out
    assert "`false`: ended with status 1" in out


def test_only_a_player_of_the_game_can_be_the_engine(command):
    said = command("play", "carnac", "--engine", "3")
    assert said.code == 2
    assert "`--engine 3`: the players are 1, 2" in said.err


def test_a_level_is_nobodys_without_the_engine(command):
    said = command("play", "carnac", "--level", "3")
    assert said.code == 2
    assert "say which player the engine is" in said.err


def test_a_level_that_there_is_not_is_refused_before_the_game(command):
    said = command("play", "carnac", "--engine", "2", "--level", "4.55")
    assert said.code != 0
    assert "`4.55`: the levels are 1 to 10, and tenths between them such as 4.5" in said.err
