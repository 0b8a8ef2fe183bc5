"""What was thought about a game, as text: the game itself, and the best line of every position."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from stonefield.engine.thinker import Candidate, Thought
from stonefield.games.game import parse
from stonefield.records.record import Record


def written(record: Record, thoughts: Mapping[int, Thought]) -> str:
    """Thoughts about the positions after so many decisions."""
    told = {ply: [thought.nodes, *_best(thought.lines[0])] for ply, thought in sorted(thoughts.items())}
    return json.dumps({"start": str(record.start), "moves": record.moves, "thoughts": told})


def thoughts_of(text: str) -> dict[int, Thought]:
    """What `written` has written, without the game."""
    return _thoughts(json.loads(text))


def recalled(text: str) -> tuple[Record, dict[int, Thought]]:
    """What `written` has written."""
    told = json.loads(text)
    return Record.of(parse(told["start"]), told["moves"]), _thoughts(told)


def _thoughts(told: Any) -> dict[int, Thought]:
    found = {}
    for ply, (nodes, moves, win_rate, score, visits, proven) in told["thoughts"].items():
        best = Candidate(tuple(moves), win_rate, score, visits, proven)
        found[int(ply)] = Thought(len(moves), nodes, 0.0, (best,))
    return found


def _best(line: Candidate) -> list[Any]:
    return [line.moves, line.win_rate, line.score, line.visits, line.proven]
