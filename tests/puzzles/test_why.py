"""Why a solution works is told in one sentence that the plain rules confirm."""

from __future__ import annotations

import random
import re

import pytest

from stonefield.locales import LANGUAGES, Catalogue
from stonefield.puzzles import Unproven, prover_for, shipped
from stonefield.puzzles.carnac.reasons import IDEAS
from stonefield.puzzles.proving import Ending, Prover, Why
from stonefield.puzzles.wording import sentence

NOTATION = re.compile(r"\b[a-n]\d{1,2}\b|[LTSO]:")
CARNAC_IDEAS = ["sacrifice", "last", *IDEAS]
CAMINOS_IDEAS = ["path", "fork", "counter", "forced", "hold"]


def of(game):
    return [puzzle for puzzle in shipped() if puzzle.game == game]


def ended(position, moves):
    for move in moves:
        position = position.play(move)
    return position


def groups(squares):
    """Dolmens among named squares, grown square by square."""
    left, found = set(squares), []
    while left:
        group = {left.pop()}
        while near := {
            other
            for other in left
            for one in group
            if abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:])) == 1
        }:
            group |= near
            left -= near
        if len(group) >= 3:
            found.append(group)
    return found


def settled(position, colour):
    """The dolmens of a colour without the megalith that waits for its answer."""
    waiting = position.pending.square if position.pending else ""
    return groups(square for square, top in position.tops.items() if top == colour and square != waiting)


def joints(position, colour):
    """Empty squares that touch two dolmens of a colour."""
    dolmens = settled(position, colour)
    waiting = position.pending.square if position.pending else ""
    empty = [name for name in position.board.names if name not in position.tops or name == waiting]
    return sum(
        sum(
            len(groups([*dolmen, name])) == 1 and len(groups([*dolmen, name])[0]) > len(dolmen)
            for dolmen in dolmens
        )
        >= 2
        for name in empty
    )


def holds_in_carnac(puzzle, idea):
    """Whether what is said of the first decision is so, counted by the plain rules."""
    before = puzzle.start
    after = before.play(puzzle.line[0])
    own, other = before.turn, "white" if before.turn == "red" else "red"
    change = {colour: len(settled(after, colour)) - len(settled(before, colour)) for colour in (own, other)}
    answers = before.pending is not None
    new = {square: top for square, top in after.tops.items() if square not in before.tops}
    all_now = [len(groups(s for s, top in after.tops.items() if top == colour)) for colour in (own, other)]
    all_before = [len(settled(before, colour)) for colour in (own, other)]
    return {
        "sacrifice": lambda: change[own] < 0,
        "join": lambda: change[other] < 0,
        "dolmen": lambda: change[own] > 0,
        "leave": lambda: answers and puzzle.line[0] == "-" and after.turn == other and after.phase == "place",
        "cut": lambda: joints(after, own) < joints(before, own),
        "block": lambda: not answers and after.pending is None and after.turn == other,
        "give": lambda: answers and set(new.values()) == {other},
        "show": lambda: answers and set(new.values()) == {own},
        "threat": lambda: after.pending is not None and all_now != all_before,
        "quiet": lambda: after.pending is not None and all_now == all_before,
        "last": lambda: not answers and after.is_over,
    }[idea]()


def said_of(end, side):
    other = "white" if side == "red" else "red"
    own, theirs = end.dolmens(side), end.dolmens(other)
    if len(own) != len(theirs):
        return Ending("dolmens" if own else "no_dolmens", len(own), len(theirs))
    how = "even" if own == theirs else "larger" if own > theirs else "smaller"
    return Ending(how, len(own), len(theirs))


def check_carnac(puzzle, prover):
    why = prover.why(puzzle.start, puzzle.line)
    assert holds_in_carnac(puzzle, why.idea), why.idea
    side = puzzle.start.turn
    missed = ended(puzzle.start, (why.miss, *why.line))
    assert missed.is_over
    assert said_of(missed, side) == why.otherwise
    worth = {"win": 1, "draw": 0}[puzzle.result]
    results = []
    for ending in (why.then, why.otherwise):
        lead = ending.own - ending.theirs
        results.append((lead > 0) - (lead < 0) or {"larger": 1, "smaller": -1}.get(ending.how, 0))
    assert results[0] == worth > results[1]
    return why


def wins_of(position):
    """Placements that win at once."""
    return [
        move
        for move in position.legal_moves()
        if (end := position.play(move).outcome) and end.winner == position.turn
    ]


def check_caminos(puzzle, prover):
    why = prover.why(puzzle.start, puzzle.line)
    before, side = puzzle.start, puzzle.start.turn
    after = before.play(puzzle.line[0])
    if why.idea == "path":
        assert after.outcome.winner == side
    else:
        assert not wins_of(after), "the opponent cannot win at once"
    if why.idea == "counter":
        assert wins_of(before.holding(1 - before.seat))
    if why.idea == "fork":
        assert len(wins_of(after.holding(before.seat))) >= 2
    missed = before.play(why.miss)
    last = ended(missed, why.line)
    if why.otherwise.how == "at_once":
        assert last.outcome.winner != side
    elif why.otherwise.how == "answered":
        # The answer may be the last piece of all.
        assert last.outcome.winner != side if last.is_over else not wins_of(last)
    else:
        assert puzzle.result == "win"
    return why


def sample(game, count):
    """Some puzzles with each idea that turns up among many, at random."""
    return random.Random(6).sample(of(game), count)


@pytest.mark.parametrize(
    ("game", "check", "count"), [("carnac", check_carnac, 25), ("caminos", check_caminos, 8)]
)
def test_the_sentence_is_confirmed_by_the_plain_rules(game, check, count):
    prover = prover_for(game)
    for puzzle in sample(game, count):
        check(puzzle, prover)


@pytest.mark.full
@pytest.mark.parametrize(
    ("game", "check", "count"), [("carnac", check_carnac, 500), ("caminos", check_caminos, 80)]
)
def test_many_sentences_are_confirmed_by_the_plain_rules(game, check, count):
    prover, proven = prover_for(game), 0
    for puzzle in sample(game, count):
        try:
            check(puzzle, prover)
        except Unproven:
            continue
        proven += 1
    assert proven >= 0.97 * count


def test_the_refutation_is_the_shortest_of_the_near_misses():
    prover = prover_for("carnac")
    for puzzle in sample("carnac", 8):
        why = prover.why(puzzle.start, puzzle.line)
        misses = prover.near_misses(puzzle.start, puzzle.line[0])
        assert why.miss in misses
        assert len(why.line) == min(len(prover.refute(puzzle.start, miss).line) for miss in misses)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_idea_and_ending_is_one_sentence_without_moves(language):
    words = Catalogue(language)
    even, won = Ending("even", 3, 3), Ending("larger", 3, 3)
    ends = [Ending("dolmens", 2, 3), Ending("no_dolmens", 0, 1), Ending("smaller", 3, 3), even]
    said = [sentence(Why(idea, won, end, "a1rr", ()), words) for idea in CARNAC_IDEAS for end in ends]
    said += [
        sentence(Why(idea, None, Ending(how), "L:a1*3,b1", ()), words)
        for idea in CAMINOS_IDEAS
        for how in ("at_once", "answered", "slower")
    ]
    for one in said:
        assert one.endswith(".")
        assert one.count(".") == 1
        assert not NOTATION.search(one)
        assert "{" not in one


def test_a_game_without_reasons_of_its_own_says_nothing():
    class Plain(Prover):
        beginner = 1

    with pytest.raises(Unproven):
        Plain().why(shipped()[0].start, shipped()[0].line)
