"""The review of whole games: what a decision cost, its marks, and the forms it is given in."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, replace
from xml.etree import ElementTree

import pytest

from stonefield.engine import Candidate, Limits, Settings, Thought
from stonefield.engine.plain import PlainThinker
from stonefield.games import caminos, carnac
from stonefield.locales import Catalogue
from stonefield.records import Record, read, write
from stonefield.study.decision import Decision, accuracy_of
from stonefield.study.review import ReviewBuilder, assess, review
from stonefield.study.scales import scale_for


@dataclass(frozen=True)
class Script:
    """A game and what is thought in each of its positions: the decider's win rate and best move."""

    record: Record
    thoughts: tuple[Thought, ...]


def thought(best, rate, nodes=3_000, proven=None):
    return Thought(1, nodes, 0.0, (Candidate((best,), rate, 1.5, 1, proven),))


def script(start, *plies):
    """A game of (move, win rate of the player who decides, best move)."""
    record = Record.of(start, [move for move, _, _ in plies])
    thoughts = tuple(thought(best, rate) for _, rate, best in plies)
    return Script(record, thoughts)


@pytest.fixture
def reviewed():
    """Red places, white leaves it, red places again and throws the game away, the last ply ends it."""
    game = script(
        carnac.start("3x3", stock=2),
        ("a1rw", 0.60, "a1rw"),
        ("-", 0.40, "E"),
        ("b2ww", 0.93, "c3rr"),
    )
    return assess(game.record, game.thoughts)


def thoughts_of(review):
    return [thought(each.best[0], each.win_rate) for each in review.decisions]


def test_win_rates_are_those_of_the_side_that_began(reviewed):
    assert reviewed.win_rates == pytest.approx((0.60, 0.60, 0.93, 0.5))


def test_a_decision_costs_what_its_own_side_lost(reviewed):
    assert [decision.loss for decision in reviewed.decisions] == pytest.approx([0.0, 0.33, 0.43])
    assert [decision.side for decision in reviewed.decisions] == [0, 1, 0]


def judged(after, nodes, proven=None):
    """A decision that leaves ``after`` of one half, by searches of so many nodes."""
    record = Record.of(carnac.start("small"), ["c4rw"])
    thoughts = thought("a1rr", 0.50, nodes, proven), thought("E", 1 - after, nodes, proven)
    return assess(record, thoughts).decisions[0]


@pytest.mark.parametrize(
    ("after", "verdict", "mark"),
    [(0.46, None, ""), (0.41, "inaccuracy", "?!"), (0.35, "mistake", "?"), (0.25, "blunder", "??")],
)
def test_marks_go_by_the_win_rate_given_away(after, verdict, mark):
    decision = judged(after, 3_000)
    assert (decision.verdict, decision.mark) == (verdict, mark)


def test_a_first_look_marks_no_inaccuracy():
    assert judged(0.41, 3_000).verdict == "inaccuracy"
    assert judged(0.41, 300).verdict is None
    assert not any(judged(after / 100, 300).verdict == "inaccuracy" for after in range(51))


def test_a_first_look_needs_more_for_a_mark_than_a_deeper_one():
    scale = scale_for("carnac")
    for kind in ("mistake", "blunder"):
        after = 0.5 - (scale.threshold(kind, 300) + scale.threshold(kind, 3_000)) / 2
        assert judged(after, 3_000).verdict == kind
        assert judged(after, 300).verdict != kind


def test_a_proof_needs_no_margin_however_short_the_search_was():
    decision = judged(0.42, 10, proven="draw")
    assert decision.verdict == "inaccuracy"
    assert decision.to_json()["simulations"] is None


def test_a_decision_is_as_certain_as_the_shorter_search():
    record = Record.of(carnac.start("small"), ["c4rw"])
    for before, after in ((300, 3_000), (3_000, 300)):
        found = assess(record, (thought("a1rr", 0.50, before), thought("E", 0.59, after)))
        assert found.decisions[0].verdict is None


def test_the_nodes_of_a_solver_do_not_make_a_look_deeper():
    class Solving(PlainThinker):
        def think(self, *arguments, **more):
            return replace(super().think(*arguments, **more), nodes=10**6)

    record = Record.of(carnac.start("3x3", stock=2), ["a1rw", "-", "b2ww"])
    found = review(record, Solving(), Limits(nodes=5), Settings(seed=1))
    assert {decision.simulations for decision in found.decisions} == {5}


def test_the_engines_own_move_costs_nothing_however_its_opinion_changes():
    game = script(carnac.start("3x3", stock=2), ("a1rw", 0.9, "a1rw"), ("E", 0.8, "E"), ("a3ww", 0.3, "a3ww"))
    assert not any(decision.loss for decision in assess(game.record, game.thoughts).decisions)


def test_the_costliest_decisions_of_both_sides_are_the_turning_points(reviewed):
    assert [decision.ply for decision in reviewed.turning_points] == [3, 2]


@pytest.mark.parametrize(("costly", "crowded"), [(2, False), (4, True)])
def test_a_review_is_crowded_where_more_than_a_third_was_costly(costly, crowded):
    start, moves = carnac.start("small"), ("a1rr", "-", "c2rr", "-", "e3rr", "-", "g4rr", "-")
    rates = [0.9 if ply < 2 * costly and ply % 2 == 0 else 0.5 for ply in range(len(moves))]
    plies = [(move, rate, "h5ww" if rate > 0.5 else move) for move, rate in zip(moves, rates, strict=True)]
    game = script(start, *plies)
    found = assess(game.record, (*game.thoughts, thought("a3rr", 0.5)))
    assert sum(decision.verdict == "blunder" for decision in found.decisions) == costly
    assert found.is_crowded is crowded
    assert len(found.turning_points) == min(costly, 3)


def test_accuracy_is_full_where_nothing_was_given_away_and_falls_with_the_loss(reviewed):
    perfect, poor, worse = (decision.accuracy for decision in reviewed.decisions)
    assert perfect == 100
    assert 0 <= worse < poor < 100


def test_a_decision_counts_by_what_could_be_lost():
    """What is given away in a lost position says little of how well a side decided."""
    decided = [
        Decision(ply, "a1rr", 0, "red", rate, after, 0.0, ("c3rr",), None)
        for ply, rate, after in ((1, 0.8, 0.3), (3, 0.1, 0.1), (5, 0.1, 0.1))
    ]
    first, *others = (decision.accuracy for decision in decided)
    assert others == [100, 100]
    assert accuracy_of(decided) == pytest.approx((0.8 * first + 2 * 0.1 * 100) / 1.0)


def test_a_side_that_decided_nothing_has_no_accuracy():
    game = script(carnac.start("3x3", stock=1), ("a1rw", 0.6, "a1rw"))
    assert assess(game.record, game.thoughts).accuracy(1) is None


def test_a_review_grows_in_any_order_and_ends_the_same(reviewed):
    builder = ReviewBuilder(reviewed.record)
    thoughts = thoughts_of(reviewed)
    assert builder.missing == (0, 1, 2)
    assert [decision.ply for decision in builder.add(2, thoughts[2])] == [3]
    assert builder.add(0, thoughts[0]) == ()
    partial = builder.review
    assert (partial.is_complete, partial.win_rates[1]) == (False, None)
    assert ElementTree.fromstring(partial._repr_svg_()) is not None
    assert [decision.ply for decision in builder.add(1, thoughts[1])] == [1, 2]
    assert builder.missing == ()
    assert builder.review.is_complete
    assert [decision.loss for decision in builder.review.decisions] == [
        decision.loss for decision in reviewed.decisions
    ]


def test_a_deeper_thought_replaces_the_first(reviewed):
    builder = ReviewBuilder(reviewed.record)
    for ply, thought in enumerate(thoughts_of(reviewed)):
        builder.add(ply, thought)
    deeper = Thought(1, 3_000, 0.0, (Candidate(("b2ww",), 0.5, 0.0, 1),))
    assert [decision.loss for decision in builder.add(2, deeper)] == pytest.approx([0.0, 0.0])


def test_a_review_without_reasons_judges_the_same(reviewed):
    builder = ReviewBuilder(reviewed.record, explains=False)
    builder.restore(dict(enumerate(thoughts_of(reviewed))))
    assert any(decision.explanation for decision in reviewed.decisions)
    without = tuple(replace(decision, explanation=None) for decision in reviewed.decisions)
    assert builder.review.decisions == without


def test_what_was_not_thought_about_cannot_be_assessed(reviewed):
    with pytest.raises(ValueError, match="nothing was thought about carnac"):
        assess(reviewed.record, {0: thoughts_of(reviewed)[0]})


def test_the_annotated_record_shows_the_better_line(reviewed):
    record = read(write(reviewed.annotated()))
    quiet, mistake, blunder = record.line
    assert (quiet.mark, quiet.variations) == ("", ())
    assert (mistake.mark, mistake.comment) == ("??", "40% → 7%")
    assert blunder.variations[0].plies[0].move == "c3rr"
    assert record.moves == reviewed.record.moves


def test_the_annotated_record_says_why_in_the_readers_language(reviewed):
    comment = reviewed.annotated(Catalogue("fr")).line.plies[2].comment
    assert comment.startswith("93% → 50%. ")
    assert "cette décision termine la partie" in comment


def test_comments_and_variations_of_the_record_are_kept(reviewed):
    record = reviewed.record
    said = read(write(record).replace("b2ww", "b2ww! {I was tired.} (2. a3rr)"))
    again = assess(said, thoughts_of(reviewed))
    ply = again.annotated().line.plies[2]
    assert ply.comment == "I was tired. 93% → 50%"
    assert [line.plies[0].move for line in ply.variations] == ["a3rr", "c3rr"]


def test_json_has_it_all(reviewed):
    found = json.loads(json.dumps(reviewed.to_json()))
    assert found["winRates"] == [0.6, 0.6, 0.93, 0.5]
    assert found["sides"][1] == {
        "colour": "white", "accuracy": round(scale_for("carnac").accuracy(0.33), 1), "averageLoss": 0.33,
        "inaccuracies": 0, "mistakes": 0, "blunders": 1,
    }  # fmt: skip
    assert found["decisions"][2]["verdict"] == "blunder"
    assert found["decisions"][2]["best"] == ["c3rr"]
    assert found["decisions"][1]["reply"] == ["c3rr"]
    assert found["turningPoints"] == [3, 2]
    assert [decision["simulations"] for decision in found["decisions"]] == [3_000] * 3


def test_the_graph_is_a_picture_with_a_mark_at_each_costly_decision(reviewed):
    picture = ElementTree.fromstring(reviewed.graph())
    svg = "{http://www.w3.org/2000/svg}"
    assert picture.tag == f"{svg}svg"
    assert picture.get("aria-label")
    assert len(picture.findall(f"{svg}circle")) == 2


def test_names_in_the_graph_are_escaped(reviewed):
    record = Record.of(reviewed.record.start, reviewed.record.moves, {"Player1": '<b>&"'})
    again = assess(
        record, [Thought(1, 1, 0.0, (Candidate(d.best, d.win_rate, 0, 1),)) for d in reviewed.decisions]
    )
    assert '<b>&"' in ElementTree.fromstring(again.graph()).get("aria-label")


@pytest.mark.parametrize(
    "start", [carnac.start("4x3", stock=5, swap=True), caminos.start("square", players=4)], ids=str
)
def test_a_whole_game_is_reviewed_by_thinking_at_every_ply(start):
    position, moves = start, []
    while not position.is_over and len(moves) < 6:
        moves.append(str(position.legal_moves()[-1]))
        position = position.play(moves[-1])
    done = []
    record = Record.of(start, moves)
    found = review(record, PlainThinker(), Limits(nodes=5), Settings(seed=1), progress=done.append)
    assert len(found.decisions) == len(moves)
    assert done == list(range(1, len(moves) + 2))
    assert all(0 <= rate <= 1 for rate in found.win_rates)


def test_a_record_without_moves_has_nothing_to_judge():
    found = review(
        Record(carnac.start("small")), PlainThinker(), Limits(nodes=5), Settings(), stop=threading.Event()
    )
    assert found.decisions == ()
    assert ElementTree.fromstring(found.graph()) is not None


def test_the_end_is_thought_about_first():
    asked = []

    class Listening(PlainThinker):
        def think(self, position, *rest, **more):
            asked.append(position)
            return super().think(position, *rest, **more)

    record = Record.of(carnac.start("3x3", stock=2), ["a1rw", "-", "b2ww"])
    review(record, Listening(), Limits(nodes=5), Settings(seed=1))
    assert asked == list(reversed(record.positions[:-1]))
