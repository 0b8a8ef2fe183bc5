"""An engine for tests: its answers follow from the question alone."""

from __future__ import annotations

import random
from functools import cache

from stonefield.games.game import Position, find_game, parse
from stonefield.games.plugin import part_of
from stonefield.puzzles import Prover, Unproven, prover_for

LONGEST = 4


def position_of(question: dict) -> Position:
    """The position that a question is about."""
    if question["position"] is not None:
        position = parse(question["position"])
    else:
        position = find_game(question["game"]).start(**question["options"])
    for move in question["moves"]:
        position = position.play(move)
    return position


@cache
def _prover(game: str) -> Prover:
    return prover_for(game)


def prove(question: dict) -> dict | None:
    """What is proven of a position, or of a move there; None without a proof."""
    position, prover = parse(question["position"]), _prover(question["game"])
    assert bytes(question["prove"]) == part_of(question["game"], "packing", None)(position)
    try:
        proof = prover.refute(position, *question["moves"]) if question["moves"] else prover.best(position)
    except Unproven:
        return None
    proven = None if proof.result == "open" else proof.result
    line = {"move": proof.line[0], "value": 0.5, "score": 0, "visits": 1, "proven": proven, "pv": proof.line}
    return {"move": proof.line[0], "lines": [line], "nodes": 1, "milliseconds": 5}


def think(question: dict) -> dict:
    """What this engine thinks: the same of the same position at the same depth."""
    position = position_of(question)
    chance = random.Random(f"{position} {question['nodes']}")
    lines = []
    for first in chance.sample(position.legal_moves(), min(question["multi"], len(position.legal_moves()))):
        pv, after = [str(first)], position.play(str(first))
        while not after.is_over and len(pv) < LONGEST:
            pv.append(str(chance.choice(after.legal_moves())))
            after = after.play(pv[-1])
        nodes = question["nodes"] or question["milliseconds"]
        value = round(chance.random(), 4)
        lines.append({"move": pv[0], "value": value, "score": 0, "visits": nodes, "proven": None, "pv": pv})
    nodes = sum(line["visits"] for line in lines)
    return {"move": lines[0]["move"], "lines": lines, "nodes": nodes, "milliseconds": 5}
