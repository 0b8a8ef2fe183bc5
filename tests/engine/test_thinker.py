"""What a thought says of its own depth."""

import math

from stonefield.engine.thinker import Candidate, Thought


def thought(nodes: int, *visits: int, proven: str | None = None) -> Thought:
    lines = tuple(Candidate(("a1rw",), 0.5, 0.0, count, proven) for count in visits)
    return Thought(depth=1, nodes=nodes, seconds=1.0, lines=lines)


def test_a_thought_is_as_deep_as_its_search():
    assert thought(300, 210).simulations == 300


def test_what_an_earlier_search_has_found_counts_too():
    assert thought(300, 2500, 600).simulations == 3100


def test_a_solver_that_proves_nothing_makes_it_no_deeper():
    assert thought(1_000_000, 0, 0).simulations == 0
    assert thought(1_000_000, 40).simulations == 800


def test_a_proof_is_as_deep_as_can_be():
    assert math.isinf(thought(5, 1, proven="win").simulations)
