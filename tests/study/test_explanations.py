"""Costly decisions are explained, and every claim is true: games with bad moves in them, claim by claim."""

from __future__ import annotations

import random
import threading
from collections import Counter

import pytest

from stonefield.engine import Candidate, Limits, Settings, thinker_for
from stonefield.games import caminos, carnac
from stonefield.locales import LANGUAGES, Catalogue
from stonefield.records import Record
from stonefield.study.explain.claims import Claim
from stonefield.study.explain.explainer import explain
from stonefield.study.explain.wording import sentence
from stonefield.study.review import assess

from .checks import CaminosClaims, CaminosCosts, CarnacClaims, CarnacCosts

CHECKS = {"carnac": (CarnacClaims, CarnacCosts), "caminos": (CaminosClaims, CaminosCosts)}
BY_PROOF = {"had_win", "can_force"}
"""What the search has proven; nothing else is left to its word."""
GENERIC = {"wins", "proven_win", "proven_draw", "proven_loss", "takes_over", "balances"}


def reviewed_game(start, seed: int, thinker, nodes: int):
    """A game whose players often guess, so that there is something to explain."""
    rng, stop = random.Random(seed), threading.Event()
    settings = Settings(threads=1, hash_mb=16, seed=seed)
    position, moves, thoughts = start, [], []
    while not position.is_over:
        thoughts.append(thinker.think(position, Limits(nodes=nodes), settings, stop=stop))
        guesses = rng.random() < 0.4
        move = str(rng.choice(position.legal_moves())) if guesses else thoughts[-1].best
        moves.append(move)
        position = position.play(move)
    return assess(Record.of(start, moves), thoughts)


def check(review) -> tuple[int, int, Counter[str]]:
    """How many decisions are explained, how many of them by the rules, and how often each claim was made."""
    claims_of, costs_of = CHECKS[review.record.start.game.name]
    explained, specific, kinds = 0, 0, Counter()
    words = Catalogue("en")
    for decision in review.decisions:
        if decision.explanation is None:
            continue
        position = review.record.positions[decision.ply - 1]
        costs = costs_of(position, (decision.move, *decision.reply), decision.best)
        for claim in decision.explanation.cost:
            assert costs.hold(claim), f"{position}: {decision}: {claim}"
        if decision.best[0] != "swap":
            end = costs.at(decision.best)
            reasons = claims_of(position, decision.best, end)
            for claim in decision.explanation.better:
                if claim.code not in GENERIC:
                    assert reasons.hold({**claim.to_json()}), f"{position}: {decision}: {claim}"
        made = (*decision.explanation.cost, *decision.explanation.better)
        assert all(sentence(claim, words) for claim in made)
        kinds.update(claim.code for claim in made)
        explained += 1
        specific += any(claim.code not in BY_PROOF for claim in decision.explanation.cost)
    return explained, specific, kinds


@pytest.mark.parametrize(
    ("start", "games"),
    [(carnac.start("small", stock=16), 2), (caminos.start("square"), 1)],
    ids=["carnac", "caminos"],
)
def test_every_claim_about_a_costly_decision_is_true(start, games):
    thinker = thinker_for(start.game.name)
    explained = 0
    for seed in range(games):
        found, _, _ = check(reviewed_game(start, seed, thinker, nodes=40))
        explained += found
    assert explained >= 4


@pytest.mark.full
def test_a_thousand_explained_decisions_are_true_and_nine_of_ten_have_a_specific_reason():
    starts = [
        carnac.start("small"),
        carnac.start("medium"),
        carnac.start("6x4", stock=9, final_tilt=True),
        carnac.start("small", swap=True),
        caminos.start("square"),
        caminos.start("torus", neutral=True),
        caminos.start("diamond"),
    ]
    thinkers = {game: thinker_for(game) for game in CHECKS}
    explained, specific, kinds, seed = Counter(), Counter(), Counter(), 0
    while explained["carnac"] < 700 or explained["caminos"] < 300:
        start = starts[seed % len(starts)]
        game = start.game.name
        all_of_them, some, claims = check(reviewed_game(start, seed, thinkers[game], nodes=100))
        explained[game] += all_of_them
        specific[game] += some
        kinds.update(claims)
        seed += 1
    assert len(kinds) >= 35, kinds
    for game in CHECKS:
        assert specific[game] >= 0.9 * explained[game], (specific, explained)


# One position for each kind of sentence


def costs(position, move: str, *best: str, reply: tuple[str, ...] = (), proven=(None, None)):
    """The claims by code about a move, when the best line and the answer to the move are these."""
    answer = Candidate(reply, 0.5, 0.0, 1, proven[1]) if reply else None
    found = explain(position, move, Candidate(best, 0.5, 0.0, 1, proven[0]), answer)
    return {claim.code: claim for claim in found.cost}


def test_a_stone_left_standing_gives_up_the_turn():
    position = carnac.parse("carnac small 28 r w2 c3rr?")
    found = costs(position, "-", "E", "a1wr", "-", reply=("a1rr", "-"))
    assert found["places_again"].colour == "red"


def test_a_tilt_can_leave_its_player_to_place():
    position = carnac.parse("carnac small 28 r w2 c3rr?")
    found = costs(position, "E", "-", "a1rr", reply=("a1wr", "-"))
    assert found["must_place"].colour == "white"
    assert found["must_place"] == Claim("must_place", "white")


def test_a_dolmen_given_to_the_opponent_is_named_with_the_line():
    position = carnac.parse("carnac small 28 r w2 b2c2r,d2rw?")
    found = costs(position, "-", "N", reply=("a5wr", "-"))
    assert found["gives_dolmens"] == Claim("gives_dolmens", "red", 1, (), ("-",))


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
    assert given["loses_at_once"] == Claim("loses_at_once", "yellow", moves=("O:g4,g5,h4,h5",))
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


@pytest.mark.parametrize("game", [carnac, caminos], ids=["carnac", "caminos"])
def test_claims_about_swaps_are_true(game):
    start = game.start(swap=True)
    for seed in range(20):
        rng = random.Random(seed)
        move = str(rng.choice(start.legal_moves()))
        position = start.play(move)
        others = [str(answer) for answer in position.legal_moves() if str(answer) != "swap"]
        answer, best = rng.choice(others), rng.choice(others)
        swap = Candidate(("swap", best), 0.6, 0, 1)
        for before, played, better, reply in (
            (start, move, Candidate((str(start.legal_moves()[0]),), 0.5, 0, 1), swap),
            (position, "swap", Candidate((best,), 0.6, 0, 1), Candidate((best,), 0.6, 0, 1)),
            (position, answer, swap, None),
        ):
            (claim,) = explain(before, played, better, reply).cost
            line = (played, *(reply.moves if reply else ()))
            assert CHECKS[start.game.name][1](before, line, better.moves).hold(claim), claim


@pytest.mark.parametrize("language", LANGUAGES)
def test_claims_are_sentences_in_every_language(language):
    words = Catalogue(language)
    codes = [key.removeprefix("why.") for key in words.texts if key.startswith("why.")]
    for code in codes:
        told = sentence(Claim(code, "red", 2, ("c3", "c4"), ("c3rw", "E")), words)
        assert told.endswith(".")
        assert "{" not in told
