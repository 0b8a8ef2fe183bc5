"""Why a placement of Caminos is costly: what reviews said wrongly once, and each kind of sentence."""

from __future__ import annotations

import random
import re

import pytest

from stonefield.engine.caminos.ways import distance
from stonefield.engine.thinker import Candidate
from stonefield.games import caminos
from stonefield.locales import LANGUAGES, Catalogue
from stonefield.puzzles import shipped
from stonefield.study.explain.caminos.board import cubes, is_fork, winning_sites
from stonefield.study.explain.caminos.costs import costs
from stonefield.study.explain.caminos.reasons import reasons
from stonefield.study.explain.explainer import explain
from stonefield.study.explain.wording import sentence

CODES = {
    *("prevents_win", "threatens", "extends", "hinders", "links", "cuts", "covers", "reaches", "leads_on"),
    *("balanced", "line_wins", "misses_path", "forks", "line_threatens", "no_way", "keeps_way", "nearer"),
    *("farther", "larger_group", "smaller_group", "fewer_groups", "more_groups", "more_sides", "fewer_sides"),
    *("nearer_now", "farther_now", "larger_group_now", "smaller_group_now", "fewer_groups_now"),
    *("more_groups_now", "misses_fork", "misses_threat", "line_cuts", "line_links"),
    *("line_covers", "line_hinders", "line_extends", "fewer_cubes", "more_cubes"),
}
COMPARISONS = {
    *("nearer", "farther", "larger_group", "smaller_group", "fewer_groups", "more_groups", "more_sides"),
    *("fewer_sides", "fewer_cubes", "more_cubes"),
}


def after(*moves: str, board: str = "square"):
    position = caminos.start(board)
    for move in moves:
        position = position.play(move)
    return position


def explained(position, move: str, reply: tuple[str, ...], best: tuple[str, ...]):
    answer = Candidate(reply, 0.9, 0.0, 1) if reply else None
    return explain(position, move, Candidate(best, 0.5, 0.0, 1), answer)


def given(position, played: tuple[str, ...], better: tuple[str, ...]):
    """What a line gives away, by code."""
    return {claim.code: claim for claim in costs(position, played, better)}


@pytest.fixture
def yellow_is_close():
    """Yellow needs one more piece to cross from west to east; green is to decide."""
    return after("L:a4,b4,c4,c5", "O:a7,a8,b7,b8", "L:d4,e4,f4,f5")


# What the review found


@pytest.mark.full
def test_a_win_that_the_played_decision_prevents_too_is_no_reason_for_the_better_one(yellow_is_close):
    blocks = [
        str(move)
        for move in yellow_is_close.legal_moves()
        if not any(winning_sites(yellow_is_close.play(move), "yellow"))
    ]
    why = explained(yellow_is_close, blocks[0], ("O:a1,a2,b1,b2",), (blocks[-1],))
    assert "prevents_win" not in {claim.code for claim in why.better}


def test_a_win_that_the_played_decision_allows_is_prevented_by_the_better_one(yellow_is_close):
    block = next(
        str(move)
        for move in yellow_is_close.legal_moves()
        if not any(winning_sites(yellow_is_close.play(move), "yellow"))
    )
    why = explained(yellow_is_close, "O:a1,a2,b1,b2", ("O:g4,g5,h4,h5",), (block,))
    (claim,) = (claim for claim in why.better if claim.code == "prevents_win")
    assert claim.colour == "yellow"
    allowed = yellow_is_close.play("O:a1,a2,b1,b2")
    assert any(move.squares == claim.squares and allowed.play(move).is_over for move in allowed.legal_moves())


@pytest.mark.parametrize("code", sorted(CODES))
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_of_a_review_names_colours_and_holds_no_notation(language, code):
    words = Catalogue(language)
    text = words.texts[f"why.{code}"]
    you = {
        "en": r"\byou(r|rs)?\b|opponent",
        "de": r"\b(du|dir|dich|dein\w*)\b|Gegner",
        "fr": r"\b(vous|votre|vos)\b|advers",
        "nl": r"\b(je|jij|jou|jouw)\b|tegenstander",
        "it": r"\b(tu|ti|tuo|tua|tuoi|tue)\b|avversari",
        "hu": r"\b(te|téged|neked)\b|ellenfél|ellenfel",
        "ro": r"\b(tu|tău|ta|tale|tăi|ție)\b|adversar",
    }[language]
    for form in [text] if isinstance(text, str) else text.values():
        assert not re.search(you, form, re.IGNORECASE), form
        assert "{moves}" not in form
        assert code == "balanced" or form.startswith("{colour}")


def test_no_claim_counts_nothing_and_comparisons_hold_where_both_lines_end():
    words, found = Catalogue("en"), set()
    for position, played, better in random_lines(seed=3, games=2):
        claims = costs(position, played, better)
        for claim in [*claims, *reasons(position, better, position.play(better[0]), played)]:
            found.add(claim.code)
            assert 0 not in (claim.count, claim.other), claim
            assert claim.moves
            text = sentence(claim, words)
            if claim.code in COMPARISONS:
                assert f"{claim.count} " in text
                assert str(claim.other) in text
                assert claim.moves == tuple(played[: len(claim.moves)])
                assert claim.instead == tuple(better[: len(claim.moves)])
            if claim.code in ("nearer", "farther"):
                here, there = at(position, claim.moves), at(position, claim.instead)
                assert (claim.count, claim.other) == tuple(
                    distance(one, claim.colour) for one in (here, there)
                )
                ends = [distance(at(position, line), claim.colour) for line in (played, better)]
                assert ends[0] < ends[1] if claim.code == "nearer" else ends[0] > ends[1]
    assert found >= COMPARISONS


def at(position, line):
    for move in line:
        position = position.play(move)
    return position


def random_lines(seed: int, games: int):
    """Positions of random games, each with two lines of random moves."""
    rng = random.Random(seed)

    def line(position):
        moves = []
        for _ in range(rng.randint(1, 6)):
            if position.is_over:
                break
            moves.append(str(rng.choice(position.legal_moves())))
            position = position.play(moves[-1])
        return moves

    for _ in range(games):
        position = caminos.start("square")
        while not position.is_over:
            yield position, line(position), line(position)
            position = position.play(rng.choice(position.legal_moves()))


# One position for each kind of sentence


def test_a_line_that_ends_with_the_opponents_path():
    position = after("L:a4,b4,c4,c5")
    played = ("O:a7,a8,b7,b8", "L:d4,e4,f4,f5", "O:a1,a2,b1,b2", "O:g4,g5,h4,h5")
    claim = given(position, played, ("S:d3,d4,e4,e5", "O:a1,a2,b1,b2"))["line_wins"]
    assert (claim.colour, claim.count, claim.moves) == ("yellow", 2, played)
    assert set(claim.squares) >= {"a4", "h4"}


def test_a_path_of_ones_own_at_the_end_of_the_better_line():
    position = after("L:a4,b4,c4,c5", "O:a7,a8,b7,b8")
    better = ("L:d4,e4,f4,f5", "O:a1,a2,b1,b2", "O:g4,g5,h4,h5")
    claim = given(position, ("O:g7,g8,h7,h8",), better)["misses_path"]
    assert (claim.colour, claim.count, claim.moves) == ("yellow", 2, better)


def test_an_answer_that_threatens_to_win_is_told_with_the_number_of_ways():
    position = after("L:a4,b4,c4,c5")
    claim = given(position, ("O:a7,a8,b7,b8", "L:d4,e4,f4,f5"), ("S:d3,d4,e4,e5", "O:a1,a2,b1,b2"))
    threat = claim.get("line_threatens") or claim["forks"]
    here = at(position, threat.moves)
    assert threat.colour == "yellow"
    assert threat.count == len(list(winning_sites(here, "yellow"))) > 1


def test_a_threat_of_ones_own_in_the_better_line_is_missed():
    position = after("L:a4,b4,c4,c5", "O:a7,a8,b7,b8")
    found = given(position, ("O:g7,g8,h7,h8",), ("L:d4,e4,f4,f5",))
    missed = found.get("misses_threat") or found["misses_fork"]
    assert missed.colour == "yellow"
    assert missed.count == len(list(winning_sites(position.play("L:d4,e4,f4,f5"), "yellow")))


def test_where_nothing_lasts_what_is_worse_right_afterwards_is_told():
    position = after("L:d3,d4,d5,e5", "O:a7,a8,b7,b8")
    away, near, answer = "O:g1,g2,h1,h2", "O:d6,d7,e6,e7", "O:a1,a2,b1,b2"
    lasting = given(position, (away, answer), (near, answer))
    assert (lasting["farther"].count, lasting["farther"].other) == (5, 3)
    passing = given(position, (away, answer, near), (near, answer, away))
    assert "farther" not in passing
    assert (passing["farther_now"].count, passing["farther_now"].other) == (5, 3)


def test_both_numbers_of_a_way_across_are_told():
    position = after("L:a4,b4,c4,c5", "O:a7,a8,b7,b8")
    found = given(position, ("O:a1,a2,b1,b2",), ("L:d4,e4,f4,f5",))
    assert (found["farther"].count, found["farther"].other) == (4, 2)
    text = sentence(found["farther"], Catalogue("en"))
    assert text == "Yellow still needs 4 squares for a path, 2 in the better line."


def test_a_wall_makes_a_way_longer_in_cubes_though_not_in_squares():
    """Two towers of two cubes are between yellow's squares: level with them nothing is in the way."""
    position = after("L:a4,b4,c4,c5", "O:d4*2,d5*2")
    assert (distance(position, "yellow"), cubes(position, "yellow")) == (5, 6)


def test_a_way_across_that_is_complete_needs_no_cube():
    position = after("L:a4,b4,c4,c5", "O:a7,a8,b7,b8", "L:d4,e4,f4,f5", "O:a1,a2,b1,b2", "O:g4,g5,h4,h5")
    assert cubes(position, "yellow") == 0
    assert cubes(caminos.start("square"), "green") == 8


def test_an_answer_that_builds_over_squares_and_cuts_a_group():
    position = after("L:d3,d4,d5,e5", "O:a7,a8,b7,b8")
    played = ("O:a1,a2,b1,b2", "S:b4,c4*2,d4")
    found = given(position, played, ("O:g1,g2,h1,h2", "O:a1,a2,b1,b2"))
    assert found["line_covers"].squares == ("d4",)
    assert found["line_cuts"].count == 2
    assert found["line_hinders"].colour == "yellow"


def test_an_answer_that_does_as_much_in_the_better_line_explains_nothing():
    position = after("L:d3,d4,d5,e5", "O:a7,a8,b7,b8")
    answer = "S:b4,c4*2,d4"
    found = given(position, ("O:a1,a2,b1,b2", answer), ("O:g1,g2,h1,h2", answer))
    assert not {"line_covers", "line_cuts", "line_hinders"} & found.keys()


# Wins


@pytest.mark.parametrize("options", [{}, {"board": "torus"}, {"board": "octagon", "neutral": True}], ids=str)
def test_every_placement_that_wins_is_found_and_no_other(options):
    found = 0
    for seed in range(3):
        position, chance = caminos.start(**options), random.Random(seed)
        while not position.is_over:
            mine = position.turn
            moves = position.legal_moves()
            if len(moves) < 300:
                wins = {str(move) for move in moves if is_won(position.play(move), mine)}
                assert {str(site.placement) for site in winning_sites(position, mine)} == wins
                found += len(wins)
            position = position.play(chance.choice(moves))
    assert found


def is_won(position, colour: str) -> bool:
    return position.is_over and position.outcome.winner == colour


# Forks


def puzzles(theme: str, number: int):
    found = [one for one in shipped() if one.game == "caminos" and theme in one.themes]
    return found[:: len(found) // number]


def test_after_the_first_move_of_a_win_in_two_nothing_prevents_the_win():
    for puzzle in puzzles("win-in-two", 6):
        position, mine = puzzle.start.play(puzzle.line[0]), puzzle.start.turn
        assert is_fork(position, mine, list(winning_sites(position, mine)))


def test_a_win_that_one_placement_prevents_is_no_fork():
    for puzzle in puzzles("only-block", 6):
        theirs = puzzle.start.game.other(puzzle.start.turn)
        wins = list(winning_sites(puzzle.start, theirs))
        assert wins
        assert not is_fork(puzzle.start, theirs, wins)
