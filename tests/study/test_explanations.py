"""Costly decisions are explained: one position for each kind of sentence, and examples that were false."""

from __future__ import annotations

import json
import re
import threading

import pytest

from stonefield.engine import Candidate, Limits, Settings, thinker_for
from stonefield.games import caminos, carnac
from stonefield.locales import LANGUAGES, Catalogue
from stonefield.records import Record
from stonefield.study.explain.claims import Claim, Explanation
from stonefield.study.explain.explainer import explain
from stonefield.study.explain.wording import sentence
from stonefield.study.review import assess

# One position for each kind of sentence


def explained(
    position, move: str, *best: str, reply: tuple[str, ...] = (), proven=(None, None), rates=(0.6, 0.6)
) -> Explanation:
    """Why a move was costly, when the best line and the answer to the move are these."""
    answer = Candidate(reply, rates[1], 0.0, 1, proven[1]) if reply else None
    return explain(position, move, Candidate(best, rates[0], 0.0, 1, proven[0]), answer)


def costs(position, move: str, *best: str, **more) -> dict[str, Claim]:
    return {claim.code: claim for claim in explained(position, move, *best, **more).cost}


def better(position, move: str, *best: str, **more) -> dict[str, Claim]:
    return {claim.code: claim for claim in explained(position, move, *best, **more).better}


def told(claim: Claim, language: str = "en") -> str:
    return sentence(claim, Catalogue(language))


def test_a_dolmen_given_to_the_opponent_is_named_with_both_numbers_and_lines():
    position = carnac.parse("carnac small 28 r w2 b2c2r,d2rw?")
    found = costs(position, "-", "N", reply=("a5wr", "-"))["gives_dolmens"]
    assert (found.colour, found.count, found.other, found.squares) == ("red", 1, 0, ("b2", "c2", "d2"))
    assert (found.moves, found.instead) == (("-",), ("N",))
    assert told(found) == "Red has more dolmens if play goes on as expected: 1 instead of none."


def test_the_turn_is_told_with_what_it_brings():
    position = carnac.parse("carnac small 28 r w2 g1h1r,c3rr?")
    found = costs(position, "-", "E", "a1wr", "-", reply=("h2rr", "-"))["places_next"]
    assert (found.colour, found.count, found.squares) == ("red", 1, ("g1", "h1", "h2"))
    assert "places_next" not in costs(position, "-", "E", "a1wr", "-", reply=("a1rr", "-"))


def test_a_line_ends_where_no_megalith_waits():
    # The better line ends with j5wr, which has not been answered: white has no dolmen before that.
    position = carnac.start("medium").play("e7rr")
    line = ("S", "e7ww", "E", "i7rw", "S", "j5wr", "S", "j1rr", "-", "h6rr", "S", "j5wr")
    found = explained(position, "-", *line, reply=("a1rr", "-", "b5wr", "-"))
    assert not {"leads_to", "grows_into", "misses_dolmens"}.intersection(
        claim.code for claim in (*found.cost, *found.better)
    )
    for claim in (*found.cost, *found.better):
        after = position.play(claim.moves[0])
        for move in claim.moves[1:]:
            after = after.play(move)
        assert after.pending is None


def test_a_dolmen_is_not_missed_if_the_numbers_are_level_where_the_lines_end():
    position = carnac.parse("carnac small 28 r r1 g1h1r,a1b1w")
    sooner = ("h2rr", "-", "d5wr", "-", "a5wr", "-")
    later = ("d5wr", "-", "a5wr", "-", "h2rr", "-")
    assert "misses_dolmens" not in costs(position, later[0], *sooner, reply=later[1:])
    without = ("d5wr", "-", "a5wr", "-", "e3wr", "-")
    assert costs(position, without[0], *sooner, reply=without[1:])["misses_dolmens"].other == 1


def test_a_dolmen_given_at_once_is_told_though_the_better_line_gives_one_later():
    position = carnac.start("medium").play("e7rr").play("S").play("e7ww")
    best = ("E", "i7rw", "S", "j5wr", "S", "j1rr", "-", "e7wr", "-")
    found = costs(position, "-", *best, reply=("j4wr", "W", "j4rw", "S"))
    assert "gives_dolmens" not in found
    assert told(found["gives_at_once"]) == "White gets a dolmen at once: e5, e6 and e7."


def test_a_dolmen_that_is_gone_again_where_the_line_ends_is_not_told():
    position = carnac.parse("carnac small 28 r r1 e1f1w,c2d2w,f2f3w,h3h4w,c4d4w,g5f5w")
    played = ["a3rw", "E", "c1ww", "W", "a3rw", "N", "g3wr", "S", "g4rr", "-", "e2rw", "-", "d1ww"]
    best = ["d1wr", "-", "c1rr", "-", "a1rw", "N", "g3wr", "S", "e2rw"]
    assert "gives_at_once" not in costs(position, played[0], *best, reply=tuple(played[1:]))


def test_a_dolmen_that_the_better_megalith_completes_is_missed_at_once():
    position = carnac.parse("carnac small 28 r r1 f1g1r,f2g2w,h3h4w")
    found = costs(position, "a5wr", "h1rw", "c3ww", "-", reply=("-", "b5ww", "-", "h1rw"))
    assert found["misses_at_once"].squares == ("f1", "g1", "h1")
    assert found["misses_at_once"].moves == ("h1rw",)


def test_what_is_worse_right_afterwards_is_told_where_nothing_lasts():
    stones = "b2b1r,g5h5w,i5i6r,f6f7r,h7wr,k7j7r,e8d8w,i8h8w,d9c9w,h9i9r,k9l9r"
    position = carnac.parse(f"carnac large 28 r w2 {stones}")
    best = ["b8wr", "S", "a1rw", "N", "b4ww", "E", "a9rw", "S", "d2ww", "-", "a4wr", "N"]
    played = ["n9rr", "S", "a1rw", "N", "b8wr", "S", "a9rw", "S", "b4ww", "-", "a6wr", "S", "b8rw"]
    found = costs(position, played[0], *best, reply=tuple(played[1:]), rates=(0.56, 0.58))
    assert (found["fewer_chances_now"].count, found["fewer_chances_now"].other) == (8, 10)
    assert "fewer_chances" not in found


def test_a_standing_megalith_is_spoken_of_only_if_it_is_expected_to_stand():
    position = carnac.parse("carnac small 28 r r1 a2b2w")
    best = ("c3rr", "-", "h5ww", "-")
    left = costs(position, "f3wr", *best, reply=("-", "h5ww", "-"))
    tilted = costs(position, "f3wr", *best, reply=("E", "h5ww", "-"))
    assert told(left["stands"]) == "White shows on f3, for the megalith is expected to be left standing."
    assert "stands" not in tilted


def test_falls_are_counted_of_all_falls_and_only_if_the_expected_one_is_among_them():
    start = carnac.start("small")
    found = costs(start, "c3rw", "f5rr", "-", reply=("E",))["falls_show"]
    assert (found.count, found.other, found.squares) == (2, 4, ("d3", "e3"))
    assert told(found).endswith("; 2 of the 4 falls show this colour.")
    assert "falls_show" not in costs(start, "c3rw", "f5rr", "-", reply=("N",))


def test_at_most_four_squares_are_named():
    position = carnac.parse("carnac small 28 r w2 a2b2r,e2rw?")
    found = costs(position, "N", "W", reply=("a5wr", "-"))["leaves_open"]
    assert len(found.squares) == 7
    assert told(found).startswith("Red can now complete a dolmen on c2, d3, d4, e2 and 3 more;")


def test_in_a_review_a_reason_is_one_only_if_the_played_decision_does_less():
    position = carnac.parse("carnac small 28 r w2 b2c2r,d2rw?")
    assert better(position, "-", "N", reply=("a5wr", "-"))["denies"].instead == ("-",)
    assert "denies" not in better(position, "N", "E", reply=("a5wr", "-"))


# Ranking


def test_claims_are_ranked_by_what_they_explain_of_the_loss():
    position = carnac.parse("carnac small 28 r w2 b2c2r,d2rw?")
    found = explained(position, "-", "N", reply=("a5wr", "-"), rates=(0.7, 0.5)).cost
    assert found[0].code == "gives_dolmens"
    assert [claim.weight for claim in found] == sorted((claim.weight for claim in found), reverse=True)
    assert all(0 < claim.weight <= 0.2 for claim in found)
    assert len(found) <= 3


def test_what_decides_the_game_explains_all_of_the_loss():
    position = carnac.parse("carnac small 28 r w2 c3rr?")
    found = explained(position, "-", "E", reply=("a1rr",), proven=("win", "win"), rates=(1.0, 1.0)).cost
    assert {claim.code: claim.weight for claim in found} == {"had_win": 1.0, "can_force": 1.0}


def test_where_nothing_explains_the_loss_the_sentence_says_so():
    start = carnac.start("small")
    (found,) = explained(start, "c3rr", "f3rr", reply=("-", "a1ww"), rates=(0.62, 0.5)).cost
    assert found == Claim("no_single_reason", "red", 12, squares=("f3",), moves=("f3rr",))
    assert told(found) == "No single reason: the engine prefers placing on f3 by 12%."
    for language in LANGUAGES:
        assert {"f3", "12"} <= set(re.findall(r"\w+", told(found, language)))


@pytest.mark.parametrize(
    ("lead", "told_as"),
    [
        (0.3, "No single reason: the engine prefers placing on f3 by 12%."),
        (0.1, "Red is expected to end about half a dolmen worse off than in the better line."),
        (-0.5, "Red is expected to end about 1 dolmen worse off than in the better line."),
        (-1.6, "Red is expected to end about 2 dolmens worse off than in the better line."),
    ],
)
def test_where_the_board_shows_no_reason_what_is_expected_of_the_end_is_one(lead, told_as):
    best = Candidate(("f3rr", "-", "a1ww", "-"), 0.62, 0.5, 1)
    reply = Candidate(("-", "a1ww", "-"), 0.5, -lead, 1)
    (found,) = explain(carnac.start("small"), "c3rr", best, reply).cost
    assert told(found) == told_as
    if found.code != "no_single_reason":
        assert found.moves == ("c3rr", "-", "a1ww", "-")
        assert found.instead == best.moves


def test_what_is_expected_of_the_end_is_no_reason_for_a_loss_many_times_as_large():
    best = Candidate(("f3rr", "-", "a1ww", "-"), 0.95, 0.5, 1)
    reply = Candidate(("-", "a1ww", "-"), 0.95, -0.15, 1)
    (found,) = explain(carnac.start("small"), "c3rr", best, reply).cost
    assert found.code == "no_single_reason"


def test_a_square_left_open_is_named():
    position = carnac.parse("carnac small 28 r w2 a2b2r,e2rw?")
    found = costs(position, "N", "W", reply=("a5wr", "-"))
    assert "c2" in found["leaves_open"].squares


def test_dolmens_of_ones_own_that_grow_together_are_named():
    position = carnac.parse("carnac 5x3 28 r r1 a2b2r,a1rw,d2e2r,e1rw")
    found = costs(position, "c2rw", "c3rw", "-", reply=("c1ww",))
    assert found["joins_own"].count == 2


def test_a_win_missed_and_a_win_given_are_named():
    position = caminos.start("square")
    for move in ("L:a4,b4,c4,c5", "O:a7,a8,b7,b8", "L:d4,e4,f4,f5"):
        position = position.play(move)
    given = costs(position, "O:a1,a2,b1,b2", "O:g4,g5,h4,h5", reply=("O:g4,g5,h4,h5",))
    assert given["loses_at_once"].moves == ("O:a1,a2,b1,b2", "O:g4,g5,h4,h5")
    assert told(given["loses_at_once"]) == "Yellow can now win at once: placing on g4, g5, h4 and h5."
    missed = costs(position.play("O:a1,a2,b1,b2"), "O:d7,d8,e7,e8", "O:g4,g5,h4,h5", reply=("T:d1,e1,e2,f1",))
    assert missed["misses_win"].colour == "yellow"


def test_what_the_search_has_proven_is_told_as_such():
    position = carnac.parse("carnac small 28 r w2 c3rr?")
    found = costs(position, "-", "E", reply=("a1rr",), proven=("win", "win"))
    assert (found["had_win"].colour, found["can_force"].colour) == ("white", "red")


def test_a_last_decision_that_loses_is_named():
    position = carnac.parse("carnac small 3 r r1 b2c2w,f4g4w")
    assert costs(position, "d2wr", "d2rw")["ends_lost"].colour == "white"


def test_swapping_colours_is_explained_without_mixing_them_up():
    start = carnac.start("small", swap=True)
    found = explain(start, "c3rw", Candidate(("a1rr",), 0.5, 0, 1), Candidate(("swap", "N"), 0.6, 0, 1))
    assert [claim.code for claim in found.cost] == ["invites_swap"]
    assert found.cost[0].colour == "red"
    assert found.better[0].code == "balances"


def test_a_swap_that_was_wrong_and_one_that_was_missed_are_named_with_the_better_colour():
    position = carnac.start("small", swap=True).play("c3rw")
    keeping, swapping = Candidate(("N",), 0.7, 0, 1), Candidate(("swap", "N"), 0.7, 0, 1)
    wrong = explain(position, "swap", keeping, Candidate(("N",), 0.7, 0, 1))
    missed = explain(position, "N", swapping, Candidate(("a1rr",), 0.7, 0, 1))
    assert wrong.cost == (Claim("gives_colour", "white", moves=("swap",)),)
    assert missed.cost == (Claim("misses_swap", "red", moves=("swap",)),)


# Words


def codes() -> list[str]:
    return [key.removeprefix("why.") for key in Catalogue("en").texts if key.startswith("why.")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_claims_are_sentences_in_every_language(language):
    words = Catalogue(language)
    for code in codes():
        told = sentence(Claim(code, "red", 2, 3, ("c3", "c4"), ("c3rw", "E")), words)
        assert told.endswith(".")
        assert "{" not in told


def test_an_answer_is_named_in_words():
    assert told(Claim("no_single_reason", "red", 7, moves=("-",))).endswith("leaving it standing by 7%.")
    assert told(Claim("no_single_reason", "red", 7, moves=("E",))).endswith("tilting to the east by 7%.")


def test_no_sentence_of_a_review_speaks_to_a_player():
    for key, text in Catalogue("en").texts.items():
        if key.startswith("why."):
            assert not re.search(r"\b(you|your|yours|opponent)\b", json.dumps(text), re.IGNORECASE), key
            assert "{moves}" not in json.dumps(text), key


def test_a_review_of_a_game_explains_every_costly_decision_to_any_reader():
    start, thinker = carnac.start("small", stock=10), thinker_for("carnac")
    record = Record.of(start, ["c3rw", "-", "f3ww", "-", "a1rr", "-", "b3ww", "-"])
    settings, limits = Settings(threads=1, seed=1), Limits(nodes=60)
    thoughts = [
        thinker.think(position, limits, settings, stop=threading.Event()) for position in record.positions
    ]
    costly = [decision for decision in assess(record, thoughts).decisions if decision.verdict]
    assert costly
    for decision in costly:
        assert 1 <= len(decision.explanation.cost) <= 3
        for claim in (*decision.explanation.cost, *decision.explanation.better):
            assert not re.search(r"\byour?\b", told(claim), re.IGNORECASE)
