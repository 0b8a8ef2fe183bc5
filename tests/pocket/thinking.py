"""An engine for tests: its answers follow from the question alone."""

from __future__ import annotations

import random

from stonefield.games.game import Position, find_game, parse

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
