"""Commands that draw a position, and that make a film of a game."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from xml.etree import ElementTree

from .said import BOARDS, POSITION, refused


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


def test_film_writes_the_kind_that_the_ending_says(command, tmp_path):
    wishes = ("--size", "120", "--to", "3", "--view", "above")
    for name, begins in (("a.gif", b"GIF89a"), ("a.png", b"\x89PNG"), ("a.svg", b"<svg")):
        out = tmp_path / name
        assert command("film", BOARDS, str(out), *wishes).code == 0
        assert out.read_bytes().startswith(begins)
    assert refused(command("film", BOARDS, str(tmp_path / "a.mp4")), 1, "a film is gif, webp, apng, svg")
    assert refused(command("film", BOARDS, str(tmp_path / "a.gif"), "--to", "999"), 1, "has the plies 0 to")


def test_film_shows_on_a_terminal_how_far_it_is(tmp_path):
    call = (sys.executable, "-m", "stonefield", "film", BOARDS, str(tmp_path / "a.gif"), "--size", "120")
    parent, child = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    with subprocess.Popen([*call, "--to", "6"], stderr=child, stdout=child, env=environment) as process:
        os.close(child)
        shown = b""
        try:
            while part := os.read(parent, 4096):
                shown += part
        except OSError:
            # Linux says so when the other side has gone.
            pass
    os.close(parent)
    assert process.returncode == 0
    assert b"drawing" in shown
    assert b"100%" in shown


def test_film_says_nothing_where_no_one_watches(command, tmp_path):
    said = command("film", BOARDS, str(tmp_path / "a.gif"), "--size", "120", "--to", "3")
    assert said == (0, "", "")


def test_png_writes_a_picture_in_pixels(command, tmp_path):
    out = tmp_path / "position.png"
    assert command("png", POSITION, str(out), "--size", "100").code == 0
    assert out.read_bytes().startswith(b"\x89PNG")


def test_svg_paints_the_pieces_as_asked(command):
    assert command("svg", POSITION, "--paint", "red-white").out == command("svg", POSITION).out
    assert command("svg", POSITION, "--paint", "black-red").out != command("svg", POSITION).out
    refused(command("svg", POSITION, "--stones", "green"), 1, "red-white")
