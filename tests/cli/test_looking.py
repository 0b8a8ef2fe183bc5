"""Commands that show a position and explain its score."""

from __future__ import annotations

import random
from pathlib import Path

from stonefield import caminos, carnac
from stonefield.records import Record

from .said import ANNOTATED, BOARDS, POSITION, VARIANTS, refused


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
