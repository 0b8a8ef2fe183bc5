"""What is offered: no two puzzles of one family; and why a solution works, once it is known."""

from __future__ import annotations

import re

import pytest

from stonefield.games.game import parse
from stonefield.locales import Catalogue
from stonefield.puzzles import Puzzle, by_name, shipped
from stonefield.puzzles.families import families
from stonefield.puzzles.practice.daily import APART

from .trainee import GAME, Trainee, puzzles, wrong_at

FAMILY = families(puzzles())
ASKED = 30
"""The next puzzle is one of twelve at random: after this many, a mate that is among them has turned up."""


def near_mates() -> tuple[Puzzle, Puzzle]:
    """Two of one family with nearly the same rating."""
    pairs = []
    for one in puzzles():
        first = by_name(FAMILY[one.name])
        if first != one:
            pairs.append((abs(first.rating - one.rating), first.name, one.name))
    _, first, other = min(pairs)
    return by_name(first), by_name(other)


def offered(player: Trainee, query: str) -> set[str]:
    return {
        player.ask("GET", f"/api/puzzles/next?game={GAME}&{query}")["puzzle"]["puzzle"] for _ in range(ASKED)
    }


def test_the_family_of_a_puzzle_that_was_tried_rests(server):
    one, mate = near_mates()
    ann = Trainee(server)
    ann.solve(one)
    found = offered(ann, f"rating={mate.rating}")
    assert FAMILY[one.name] not in {FAMILY[name] for name in found}


def test_without_a_profile_the_families_of_what_was_offered_rest(server):
    one, mate = near_mates()
    stranger = Trainee(server, known=False)
    others = "&".join(f"but={puzzle.name}" for puzzle in (one, puzzles()[0]))
    found = offered(stranger, f"rating={mate.rating}&{others}")
    assert not {FAMILY[one.name], FAMILY[puzzles()[0].name]} & {FAMILY[name] for name in found}


def test_the_family_of_the_daily_puzzle_is_left_for_it(server):
    stranger = Trainee(server, known=False)
    daily = by_name(stranger.ask("GET", f"/api/puzzles/daily?game={GAME}")["puzzle"]["puzzle"])
    found = offered(stranger, f"rating={daily.rating}")
    assert FAMILY[daily.name] not in {FAMILY[name] for name in found}
    endgames = {
        stranger.ask("GET", f"/api/puzzles/endgames/next?game={GAME}&rating={daily.rating}")["endgame"]
        for _ in range(ASKED)
    }
    assert FAMILY[daily.name] not in {FAMILY[name] for name in endgames}


def test_a_storm_shows_no_two_of_a_family_nor_one_like_a_puzzle_tried_this_week(server):
    player = Trainee(server)
    easiest = min(puzzles(), key=lambda puzzle: puzzle.rating)
    player.solve(easiest)
    before = sorted(puzzles(), key=lambda puzzle: puzzle.rating)[1:12]
    wanted = {"game": GAME, "but": [puzzle.name for puzzle in before]}
    storm = player.ask("POST", "/api/puzzles/storm", 201, json=wanted)
    seen = [storm["puzzle"]["puzzle"]]
    while not storm["over"] and len(seen) < 12:
        wrong = wrong_at(parse(storm["moment"]["position"]), by_name(seen[-1]).line[0])
        wanted = {"puzzle": seen[-1], "moves": [wrong]}
        storm = player.ask("POST", f"/api/puzzles/storm/{storm['storm']}/tries", json=wanted)
        if storm["puzzle"]:
            seen.append(storm["puzzle"]["puzzle"])
    assert len({FAMILY[name] for name in seen}) == len(seen) == 12
    known = {FAMILY[puzzle.name] for puzzle in (easiest, *before)}
    assert not known & {FAMILY[name] for name in seen}


def test_the_daily_puzzles_of_the_feed_are_of_different_families(server):
    text = server.client().get("/api/puzzles/daily.atom", params={"game": GAME}).text
    latest = list(dict.fromkeys(re.findall(r"/training/(\w{8})\b", text)))[: APART + 1]
    assert len({FAMILY[name] for name in latest}) == len(latest) == APART + 1


@pytest.mark.parametrize("game", ["carnac", "caminos"])
def test_why_it_works_is_said_to_those_who_know_the_solution(server, game):
    stranger = Trainee(server, known=False)
    puzzle = puzzles()[0] if game == GAME else next(one for one in shipped() if "win-in-one" in one.themes)
    path = f"/api/puzzles/{puzzle.name}/why"
    why = stranger.ask("POST", path, json={"moves": puzzle.line})
    words = Catalogue("en").texts
    assert f"puzzle.idea.{why['idea']}" in words
    assert f"puzzle.end.{why['otherwise']['how']}" in words
    miss, *rest = [step["move"] for step in why["steps"]]
    position = puzzle.start.play(miss)
    assert miss != puzzle.line[0]
    for move in rest:
        position = position.play(move)
    assert why["steps"][-1]["position"] == str(position)
    wrong = wrong_at(puzzle.start, puzzle.line[0])
    assert stranger.ask("POST", path, 409, json={"moves": [wrong]})["code"] == "not_tried"
