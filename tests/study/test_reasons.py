"""Why a move is good, in the game's own words: one position for each kind of sentence."""

from __future__ import annotations

import ast
import random
import threading

import pytest

from stonefield.engine import Limits, Settings, thinker_for
from stonefield.engine.caminos.ways import distance
from stonefield.engine.outlook import Outlook
from stonefield.engine.thinker import Candidate
from stonefield.games import caminos, carnac
from stonefield.locales import FOLDER, Catalogue
from stonefield.study.explain.claims import Claim
from stonefield.study.explain.expected import Prospects, expected
from stonefield.study.explain.explainer import explainer_for, reasons

from .truth.saying import said_in_hint

OPENING = 6
"""The first decisions of a game."""


def told(position, *line: str, proven: str | None = None) -> dict[str, dict[str, object]]:
    """The reasons by code, weightiest first."""
    candidate = Candidate(line, 0.5, 0.0, 1, proven)
    return {one.code: one.to_json() for one in reasons(position, candidate)}


def codes(position, *line: str, proven: str | None = None) -> list[str]:
    return list(told(position, *line, proven=proven))


def all_told(position, *line: str) -> list[Claim]:
    """All that the game's own explainer has to say, weighty or not."""
    return explainer_for(position.game.name).reasons(position, line, position.play(line[0]))


# Carnac


def test_a_dolmen_that_no_answer_takes_away_is_a_gain():
    position = carnac.parse("carnac small 28 r r1 f1g1r,f2g2w,h3h4w")
    found = told(position, "h1rw")
    assert found["gains"]["count"] == 1
    assert found["gains"]["squares"] == ["f1", "g1", "h1"]


def test_a_megalith_left_standing_gains_the_dolmen_that_it_completes():
    position = carnac.parse("carnac small 28 r r1 b2c2r,d2rw?")
    assert told(position, "-")["gains"]["squares"] == ["b2", "c2", "d2"]


def test_a_dolmen_that_a_tilt_takes_away_is_spoken_of_if_no_tilt_is_expected():
    position = carnac.parse("carnac small 28 r r1 b2c2r")
    left, tilted = told(position, "d2rw", "-"), told(position, "d2rw", "N")
    assert "gains" not in left
    assert left["if_left_gains"]["squares"] == ["b2", "c2", "d2"]
    assert "if_left_gains" not in tilted
    assert tilted["falls_show"]["squares"] == ["d3", "d4"]


def test_a_megalith_that_makes_a_dolmen_wherever_it_falls():
    # Its only fall is to the east, and both squares there touch the red one beyond.
    position = carnac.parse("carnac 5x3 8 r r1 d1rr,c2ww,a2wr")
    assert "if_tilted_gains" in codes(position, "a1wr", "E")
    assert "if_tilted_gains" not in codes(position, "a1wr", "-")


def test_a_dolmen_that_grows_is_enlarged():
    position = carnac.parse("carnac small 28 r r1 b2c2r,d2rw,g2wr?")
    assert told(position, "W")["enlarges"]["count"] == 5


def test_two_of_the_opponents_dolmens_that_grow_together_are_joined():
    position = carnac.parse("carnac 5x3 28 r r1 a2b2w,a1wr,d2e2w,e1wr")
    found = told(position, "c2wr")
    assert found["joins"]["count"] == 2
    assert found["joins"]["squares"] == ["a1", "e1", "a2", "b2", "c2", "d2", "e2"]


def test_a_square_the_opponent_wanted_is_taken():
    position = carnac.parse("carnac small 28 r r1 a2b2w,e2wr?")
    assert [one.squares for one in all_told(position, "W") if one.code == "blocks"] == [("c2",)]


def test_a_square_is_only_taken_if_the_megalith_stays_there():
    position = carnac.parse("carnac small 28 r r1 a2b2w")
    assert told(position, "c2rw", "-")["if_left_blocks"]["squares"] == ["c2"]
    assert "if_left_blocks" not in told(position, "c2rw", "N")
    assert "if_left_blocks" not in told(position, "c2wr", "-")


def test_two_dolmens_of_ones_own_are_kept_apart():
    position = carnac.parse("carnac 5x3 28 r r1 a2b2r,a1rw,d2e2r,e1rw")
    assert told(position, "c2wr")["keeps_apart"]["squares"] == ["c2"]


def test_a_tilt_takes_a_dolmen_from_the_opponent():
    position = carnac.parse("carnac small 28 r r1 b2c2w,d2wr?")
    found = told(position, "N")["denies"]
    assert (found["count"], found["other"], found["instead"]) == (0, 1, ["-"])


def test_the_next_symbol_would_complete_a_dolmen():
    position = carnac.parse("carnac small 28 r r1 a1wr?")
    found = told(position, "E")
    assert found["prepares"]["squares"] == ["a1", "b2", "c2", "d1"]
    assert (found["prepares"]["count"], found["prepares"]["other"]) == (4, 0)
    assert found["shows"]["squares"] == ["b1", "c1"]


def test_all_squares_that_complete_a_dolmen_are_counted_not_only_the_new_ones():
    position = carnac.parse("carnac small 28 r r1 b2c2r")
    found = told(position, "d2rw", "N")["prepares"]
    assert (found["count"], found["other"]) == (10, 6)
    assert found["squares"] == ["c4", "d5", "e3", "e4"]


def test_the_expected_fall_is_told_with_how_many_falls_show_the_same():
    start = carnac.start("small")
    found = told(start, "a3rw", "N")["falls_show"]
    assert (found["count"], found["other"], found["squares"]) == (2, 3, ["a4", "a5"])
    assert "falls_show" not in told(start, "a3rw", "E")
    blocked = carnac.parse("carnac small 28 r r1 a2b2w")
    assert told(blocked, "a1rr", "E")["falls_always"]["squares"] == ["b1", "c1"]


def test_a_megalith_is_left_if_every_fall_shows_the_opponent():
    position = carnac.parse("carnac small 28 r w2 a2b2w,a1rr?")
    assert told(position, "-")["falls_theirs"]["count"] == 1


def test_an_answer_can_leave_the_opponent_the_fewest_chances():
    position = carnac.parse("carnac small 28 r w2 c3rr?")
    assert told(position, "N")["leaves_least"]["count"] == 0
    assert "leaves_least" not in told(position, "E")


def test_the_turn_is_told_with_what_it_brings():
    position = carnac.parse("carnac small 28 r r1 g1h1r,c3wr?")
    found = told(position, "E", "h2rr", "-")["places_next"]
    assert (found["count"], found["squares"]) == (1, ["g1", "h1", "h2"])
    assert "places_next" not in told(position, "E", "a1rr", "-")
    assert "places_next" not in told(position, "-", "h2rr", "-")


def test_the_best_line_says_what_the_megalith_grows_into():
    start = carnac.start("small")
    found = told(start, "c3rw", "N", "d3ww", "-", "d4rr", "-", "e4rr")["grows_into"]
    assert found["squares"] == ["c4", "d4", "c5"]
    assert found["moves"] == ["c3rw", "N", "d3ww", "-", "d4rr", "-"]


def test_a_megalith_that_still_waits_for_its_answer_completes_nothing():
    start = carnac.start("small")
    assert "grows_into" not in told(start, "c3rw", "N", "d3ww", "-", "d4rr")
    position = carnac.parse("carnac small 28 r r1 g1h1r")
    assert "leads_to" not in told(position, "a5wr", "-", "b5wr", "-", "h2rr")


def test_the_best_line_leads_to_a_dolmen_elsewhere():
    position = carnac.parse("carnac small 28 r r1 g1h1r")
    assert told(position, "a5wr", "E", "c3wr", "E", "h2rr", "-")["leads_to"]["count"] == 1


def test_that_nothing_happens_is_said_only_where_it_would_have_happened_and_nothing_else_is_known():
    position = carnac.parse("carnac small 28 r r1 g1h1w")
    explainer = explainer_for("carnac")

    def found(better, played):
        return {
            claim.code: claim
            for claim in explainer.reasons(position, better, position.play(better[0]), played)
        }

    better = ("c3rr", "-", "e3rr", "-")
    alone = found(better, ("c3rw", "-", "h2ww", "-"))
    assert alone.keys() == {"holds"}
    assert (alone["holds"].colour, alone["holds"].count) == ("white", 4)
    assert "holds" not in told(position, *better)
    assert found(("h2rr", "-", "a5wr", "-"), ("a5rw", "-", "h2ww", "-")).keys() == {"if_left_blocks"}


def test_a_lead_at_the_end_of_the_line_is_told():
    position = carnac.parse("carnac small 28 r r1 f1g1r,h1rw")
    found = told(position, "a5wr", "-", "e5wr", "-")["leads"]
    assert (found["count"], found["other"]) == (1, 0)


def test_the_last_stone_that_wins_says_so():
    position = carnac.parse("carnac small 3 r r1 b2c2r,f4g4w")
    assert codes(position, "d2rw") == ["wins"]


# Both games


def test_what_is_proven_comes_first():
    assert codes(carnac.start("small"), "c3rw", proven="win")[0] == "proven_win"
    assert codes(carnac.start("small"), "c3rw", proven="loss")[0] == "proven_loss"


def test_with_the_swap_a_start_balances_and_a_good_one_is_taken_over():
    start = carnac.start("small", swap=True)
    assert codes(start, "c3rw")[0] == "balances"
    assert codes(start.play("c3rw"), "swap") == ["takes_over"]
    assert codes(caminos.start("square", swap=True), "T:d4,e4,e5,f4")[0] == "balances"


def test_at_most_three_reasons_are_told():
    position = carnac.parse("carnac small 28 r r1 f1g1r,f2g2w,h3h4w")
    assert len(codes(position, "h1rw", "a1wr", "-", proven="win")) == 3


@pytest.mark.parametrize("game", ["carnac", "caminos"])
def test_every_kind_of_reason_has_its_sentence_for_reviews_and_for_hints(game):
    texts, folder = Catalogue("en").texts, FOLDER.parent / "study" / "explain"
    files = [folder / "expected.py", folder / game / "reasons.py", *(folder / game).glob("megalith.py")]
    said = {
        node.value
        for file in files
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    kinds = {kind for kind in said if {f"hint.{kind}", f"why.{kind}"} & texts.keys()}
    assert len(kinds) >= 12
    # What does not happen is worth saying only where it would have happened otherwise.
    assert [kind for kind in sorted(kinds - {"holds"}) if f"hint.{kind}" not in texts] == []
    assert [kind for kind in sorted(kinds) if f"why.{kind}" not in texts] == []


@pytest.mark.parametrize(
    "start", [carnac.start("medium", stock=14), caminos.start("square")], ids=["carnac", "caminos"]
)
def test_nearly_every_hint_after_the_opening_has_a_reason(start):
    thinker, rng, settings = thinker_for(start.game.name), random.Random(7), Settings(threads=1, seed=7)
    position, told = start, []
    while not position.is_over:
        thought = thinker.think(position, Limits(nodes=100), settings, stop=threading.Event())
        told.append(any(said_in_hint(position, thought, Catalogue("en"))))
        guess = rng.random() < 0.3
        position = position.play(rng.choice(position.legal_moves()) if guess else thought.best)
    # On a board that is nearly empty there is little to say.
    assert sum(told[OPENING:]) >= 0.95 * len(told[OPENING:])


# Caminos


@pytest.fixture
def yellow_is_close():
    """Yellow needs one more piece to cross from west to east; green is to decide."""
    position = caminos.start("square")
    for move in ("L:a4,b4,c4,c5", "O:a7,a8,b7,b8", "L:d4,e4,f4,f5"):
        position = position.play(move)
    return position


def test_the_distance_counts_the_squares_still_needed(yellow_is_close):
    assert distance(caminos.start("square"), "yellow") == 8
    assert distance(yellow_is_close, "yellow") == 2


def test_exactly_the_moves_after_which_there_is_no_win_prevent_it(yellow_is_close):
    for move in yellow_is_close.legal_moves()[::60]:
        after = yellow_is_close.play(move)
        yellow_wins = any(after.play(reply).is_over for reply in after.legal_moves())
        assert ("prevents_win" in codes(yellow_is_close, str(move))) == (not yellow_wins)


def test_getting_nearer_is_told():
    position = caminos.start("square").play("O:a1,a2,b1,b2")
    found = told(position, "T:d4,e4,e5,f4")
    assert found["extends"]["count"] == 3
    assert found["extends"]["colour"] == "green"


def test_a_threat_to_win_with_the_next_piece_is_told():
    position = caminos.start("square").play("L:a4,b4,c4,c5").play("O:a7,a8,b7,b8")
    found = told(position, "L:d4,e4,f4,f5")
    assert "threatens" in found
    assert len(found["threatens"]["squares"]) >= 2


def test_joining_groups_is_told():
    position = caminos.start("square").play("O:b4,b5,c4,c5").play("O:a7,a8,b7,b8")
    position = position.play("O:f4,f5,g4,g5").play("O:g7,g8,h7,h8")
    assert told(position, "T:d4,d5,d6,e5")["links"]["count"] == 2


def test_cutting_and_covering_the_opponent_is_told():
    position = caminos.start("square").play("L:d3,d4,d5,e5")
    found = told(position, "S:b4,c4*2,d4")
    assert found["cuts"]["count"] == 2
    assert found["cuts"]["squares"] == ["d3", "d4", "d5", "e5"]
    assert told(position, "S:e5,f5*2,g5")["covers"]["squares"] == ["e5"]


def test_reaching_a_side_is_told():
    assert "reaches" in codes(caminos.start("square"), "O:a4,a5,b4,b5")
    assert "reaches" not in codes(caminos.start("square"), "O:d4,d5,e4,e5")


def test_the_best_line_leads_on():
    position = caminos.start("square").play("L:d3,d4,d5,e5").play("O:a1,a2,b1,b2")
    beside, away = "O:f1,f2,g1,g2", "O:g7,g8,h7,h8"
    assert "leads_on" not in told(position, beside, away)
    assert told(position, beside, away, "O:d6,d7,e6,e7")["leads_on"]["count"] == 2


def test_a_neutral_bar_is_in_the_opponents_way_or_in_nobodys():
    start = caminos.start("square", neutral=True)
    assert codes(start, "I:a1,b1,c1") == ["balanced"]


def test_a_win_is_told_in_caminos_too(yellow_is_close):
    position = yellow_is_close.play("O:a1,a2,b1,b2")
    assert codes(position, "O:g4,g5,h4,h5") == ["wins"]


# What the network expects of the end


def hoped(position, before: Outlook, after: Outlook) -> list[tuple[str, int | None, tuple[str, ...]]]:
    return [(one.code, one.count, one.squares) for one in expected(position, Prospects(before, after))]


def test_squares_that_become_likely_are_named_and_those_that_were_so_are_not():
    position = carnac.parse("carnac 5x3 28 r w2 a1rw")
    before = Outlook({"a1": 1.0, "b1": -0.5, "c1": 0.0, "d1": 0.0, "e1": 0.9})
    after = Outlook({"a1": 1.0, "b1": -0.6, "c1": -0.5, "d1": -0.2, "e1": 0.5})
    assert hoped(position, before, after) == [("expects_squares", 1, ("c1",))]


def test_the_surest_squares_are_named_and_none_that_cannot_change_any_more():
    position = carnac.parse("carnac 5x3 28 r r1 -")
    after = Outlook({"a1": 1.0, "b1": 0.5, "c1": 0.9, "d1": 0.6, "e1": 0.7, "a2": 0.8})
    assert hoped(position, Outlook(), after) == [("expects_squares", 4, ("a2", "c1", "d1", "e1"))]


def test_a_lead_of_a_whole_dolmen_is_told_and_less_is_not():
    position = carnac.parse("carnac 5x3 28 r w2 a1rw")
    assert hoped(position, Outlook(), Outlook(scores={"red": 1.0, "white": 2.6})) == [("expects_lead", 2, ())]
    assert hoped(position, Outlook(), Outlook(scores={"red": 1.0, "white": 1.4})) == []
    assert hoped(position, Outlook(), Outlook(scores={"red": 3.0, "white": 1.0})) == []


def test_what_is_expected_is_the_last_of_three_reasons():
    position = carnac.parse("carnac small 28 r r1 f1g1r,f2g2w,h3h4w")
    candidate = Candidate(("h1rw",), 0.5, 0.0, 1, "win")
    prospects = Prospects(Outlook(), Outlook({"a1": 0.5}))
    without, found = reasons(position, candidate), reasons(position, candidate, prospects)
    assert [one.code for one in found] == [*(one.code for one in without[:2]), "expects_squares"]
