"""Whatever a review or a hint says is true, counted a second time by the plain rules, and does not mislead.

`tests/study/truth` is the second opinion; here it reads games of both kinds, and is itself tested: with
claims that are false by a little, and beside the rules.
"""

from __future__ import annotations

import ast
import random
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from quick import few
from stonefield.engine import Candidate, thinker_for
from stonefield.games import caminos, carnac
from stonefield.locales import FOLDER, LANGUAGES, Catalogue
from stonefield.study.explain.claims import Claim
from stonefield.study.explain.explainer import explain

from .truth import caminos_board, carnac_board
from .truth.games import games, played
from .truth.proving import LOSS, WIN, BruteForce
from .truth.reading import faults_of_wording, misreadings, numbers_in, squares_in
from .truth.report import TRUTHS, Report
from .truth.saying import hint_sentence, review_sentence, said_of
from .truth.told import Said, Told

EXPLAIN = FOLDER.parent / "study" / "explain"
GAMES = tuple(TRUTHS)
SHORT = {
    "carnac": (carnac.start("6x4", stock=9), carnac.start("small", stock=12)),
    "caminos": (caminos.start("square"),),
}
"""A few seconds' worth of games."""
FIRST_LOOK = 300
"""Simulations per position, as in the page's first review."""
EXAMPLES = {"threatens", "line_threatens", "forks", "misses_threat", "misses_fork", "prevents_win"}
"""Kinds that name the columns of one winning piece of several; no piece wins on a single column."""


@cache
def sample(game: str) -> tuple[Said, ...]:
    """What is said of a short game or two at level 1, where many decisions are costly."""
    thinker = thinker_for(game)
    records = [played(start, (1, 1), seed) for seed, start in enumerate(SHORT[game])]
    return tuple(said_of(record, thinker, FIRST_LOOK) for record in records)


@pytest.mark.parametrize("game", few(GAMES))
def test_what_is_said_of_a_game_is_true_and_does_not_mislead(game):
    report = Report()
    for said in sample(game):
        report.take(said)
    assert not report.false, "\n".join(report.false)
    assert not report.misleading, "\n".join(report.misleading)
    assert report.sentences >= 50
    assert report.costly >= 4


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_of_thousands_of_sentences_none_is_false_and_nearly_every_cost_has_a_concrete_reason(game):
    thinker, report = thinker_for(game), Report()
    for record in games(game):
        report.take(said_of(record, thinker, FIRST_LOOK))
        if report.sentences >= 2_000:
            break
    assert not report.false, "\n".join(report.false)
    assert not report.misleading, "\n".join(report.misleading)
    assert report.concrete >= 0.97 * report.costly, (report.concrete, report.costly)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_language_names_the_same_squares_and_numbers(game, language):
    words = Catalogue(language)
    for one in (one for said in sample(game) for one in said.sentences):
        say = hint_sentence if one.where == "hint" else review_sentence
        said = replace(one, text=say(one.claim, words))
        assert said.text, said
        assert not set("{}") & set(said.text), said
        assert squares_in(said) == squares_in(one), said
        # One of something may be said without a number.
        assert set(numbers_in(said)) ^ set(numbers_in(one)) <= {1}, said


# No kind of sentence without a checker


def codes_in(folder: Path) -> set[str]:
    """The kinds of claims that the code makes: texts that there are words for, whole or filled in."""
    found, parts = set(), set()
    for file in folder.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
            if isinstance(node, ast.JoinedStr):
                parts |= {one.value for one in node.values if isinstance(one, ast.Constant)}
    begins = tuple(part for part in parts if re.fullmatch(r"[a-z]+_", part))
    ends = tuple(part for part in parts if re.fullmatch(r"_[a-z]+", part))
    keys = [key.partition(".") for key in Catalogue("en").texts]
    worded = {code for kind, _, code in keys if kind in ("why", "hint") and "." not in code}
    filled = {code for code in worded if begins and code.startswith(begins)}
    filled |= {code + end for code in found for end in ends if code + end in worded}
    return worded & found | filled


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_claim_has_a_checker(game):
    made = codes_in(EXPLAIN) | codes_in(EXPLAIN / game)
    assert len(made) >= 30
    assert sorted(made - TRUTHS[game].kinds()) == []


def test_every_sentence_there_are_words_for_has_a_checker_and_is_said():
    checked = set().union(*(truth.kinds() for truth in TRUTHS.values()))
    made = codes_in(EXPLAIN).union(*(codes_in(EXPLAIN / game) for game in GAMES))
    worded = {key.removeprefix("why.") for key in Catalogue("en").texts if key.startswith("why.")}
    assert sorted(worded - checked) == []
    assert sorted(worded - made) == []
    assert sorted(checked - made) == []


def test_the_second_opinion_knows_nothing_of_the_first():
    folder = Path(__file__).parent / "truth"
    for file in set(folder.glob("*.py")) - {folder / "saying.py"}:
        nodes = ast.walk(ast.parse(file.read_text("utf-8")))
        modules = {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}
        known = {module for module in modules if module.startswith("stonefield.study")}
        assert known <= {"stonefield.study.explain.claims"}, file.name


# The checker is tested


def falsified(told: Told) -> list[Told]:
    """The same sentence of another colour, with other numbers, or about a square that it is not about.

    What the engine expects of some squares, it may expect of others.
    """
    claim, game = told.claim, told.position.game
    changes: list[dict[str, object]] = [{"colour": game.other(claim.colour)}]
    if claim.count is not None:
        # "About one dolmen" is not false where it is one and a half.
        little = 2 if claim.code == "expects_less" else 1
        changes += [{"count": claim.count + little}, {"count": claim.count - little}]
    if claim.other is not None:
        changes += [{"other": claim.other + 1}, {"other": claim.other - 1}]
    others = [name for name in told.position.board.names if name not in claim.squares]
    if claim.code in EXAMPLES:
        changes.append({"squares": (others[0],)})
    elif claim.squares and claim.code != "expects_squares":
        changes.append({"squares": (*claim.squares[:-1], others[0])})
        changes.append({"squares": (*claim.squares, others[-1])})
    return [replace(told, claim=replace(claim, **change)) for change in changes]


@pytest.mark.parametrize("game", GAMES)
def test_a_claim_that_is_false_by_a_little_is_found_out(game):
    truth = TRUTHS[game]
    told = [one for said in sample(game) for one in said.sentences if truth(one).is_true()]
    missed = [wrong for one in told for wrong in falsified(one) if truth(wrong).is_true()]
    assert not missed, "\n".join(map(str, missed[:5]))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Red has 2 dolmens, {other} otherwise.", "has a gap"),
        ("Red shows on .", "has a gap"),
        ("Red has 2 dolmens after c3rw E a1wr.", "has notation in it"),
        ("Red has 2 dolmens after T:d4,e4,e5,f4.", "has notation in it"),
        ("Red can complete a dolmen on a1, b2, c3, c4, d1.", "lists too many squares"),
        ("Your path needs 2 fewer squares.", "speaks to a player, though anyone may read it"),
        ("Red is hindered no more than the opponent.", "speaks to a player, though anyone may read it"),
        ("Red has 2 dolmens", "does not end"),
        ("", "has no words"),
    ],
)
def test_words_that_mislead_are_found_out(text, fault):
    assert fault in faults_of_wording(quoted(text))


@pytest.mark.parametrize(
    "text",
    [
        "Red has 3 dolmens, 1 otherwise.",
        "Red has 1 dolmen, 2 otherwise.",
        "White has 2 dolmens, 1 otherwise.",
        "Red has 2 dolmens on c3 and c5, 1 otherwise.",
    ],
)
def test_a_sentence_that_says_otherwise_than_its_claim_is_found_out(text):
    assert [*misreadings(quoted(text))]
    assert not [*misreadings(quoted("Red has 2 dolmens on c3, c4, 1 otherwise."))]


def test_a_count_of_nothing_is_found_out_unless_it_is_compared():
    compared = quoted("Red has more dolmens: 2 instead of 0.")
    alone = replace(compared, claim=replace(compared.claim, other=None), text="Red has 0 dolmens.")
    assert "counts nothing" in faults_of_wording(alone)
    assert "counts nothing" not in faults_of_wording(compared)


def quoted(text: str) -> Told:
    claim = Claim("gives_dolmens", "red", 2, 1, ("c3", "c4"), ("c3rw", "E"))
    return Told("cost", carnac.start("small"), ("c3rw", "E"), ("c4rw", "E"), 0.5, 0.4, claim, text)


def random_positions(start, seed: int):
    rng, position = random.Random(seed), start
    while not position.is_over:
        position = position.play(rng.choice(position.legal_moves()))
        yield position


def test_dolmens_counted_by_eye_are_those_of_the_rules():
    for position in random_positions(carnac.start("medium"), 1):
        for colour in position.game.colours:
            by_eye = sorted(map(sorted, carnac_board.dolmens(position.tops, colour)))
            assert by_eye == sorted(map(sorted, position.dolmen_groups(colour)))


@pytest.mark.parametrize("board", ["square", "octagon"])
def test_paths_found_by_eye_are_those_of_the_rules(board):
    for seed in range(3):
        for position in random_positions(caminos.start(board), seed):
            for colour in position.game.colours:
                won = position.is_over and position.outcome.winner == colour
                assert caminos_board.has_path(position, colour) == won
                assert not won or caminos_board.needed(position, colour) == 0


def test_a_result_is_found_by_brute_force_or_left_open():
    position = carnac.parse("carnac small 3 r r1 b2c2r,f4g4w")
    assert [BruteForce(colour).result(position) for colour in ("red", "white")] == [WIN, LOSS]
    assert BruteForce("red", most=10).result(carnac.start("small")) is None


# Swaps are rare in games of the engine


@pytest.mark.parametrize("game", [carnac, caminos], ids=GAMES)
def test_what_is_said_about_swaps_is_true(game):
    start, words, report = game.start(swap=True), Catalogue("en"), Report()
    for seed in range(20):
        rng = random.Random(seed)
        move = str(rng.choice(start.legal_moves()))
        position = start.play(move)
        others = [str(answer) for answer in position.legal_moves() if str(answer) != "swap"]
        answer, best = rng.choice(others), rng.choice(others)
        swap = Candidate(("swap", best), 0.6, 0, 1)
        first = Candidate((str(start.legal_moves()[0]),), 0.5, 0, 1)
        keep = Candidate((best,), 0.6, 0, 1)
        for before, decided, better, reply, after in (
            (start, move, first, swap, 0.4),
            (position, "swap", keep, keep, 0.4),
            (position, answer, swap, None, 0.4),
        ):
            line = (decided, *(reply.moves if reply else ()))
            for claim in explain(before, decided, better, reply).cost:
                text = review_sentence(claim, words)
                report.check(Told("cost", before, line, better.moves, better.win_rate, after, claim, text))
    assert not report.false, "\n".join(report.false)
    assert len(report.kinds) == 3
