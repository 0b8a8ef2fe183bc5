"""What was thought about a game, as text: the game itself, and the best line of every position."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from stonefield.engine.thinker import Candidate, Thought
from stonefield.games.game import parse
from stonefield.records.record import Record


def write_thoughts(record: Record, thoughts: Mapping[int, Thought]) -> str:
    """Thoughts about the positions after so many decisions."""
    lines = {ply: [thought.nodes, *_best(thought.lines[0])] for ply, thought in sorted(thoughts.items())}
    return json.dumps({"start": record.start.ordered_text, "moves": record.moves, "thoughts": lines})


def read_thoughts(text: str) -> dict[int, Thought]:
    """What `write_thoughts` has written, without the game."""
    return _thoughts(json.loads(text))


def read_review(text: str) -> tuple[Record, dict[int, Thought]]:
    """What `write_thoughts` has written."""
    stored = json.loads(text)
    return Record.of(parse(stored["start"]), stored["moves"]), _thoughts(stored)


def _thoughts(stored: Any) -> dict[int, Thought]:
    found = {}
    for ply, (nodes, moves, win_rate, score, visits, proven) in stored["thoughts"].items():
        best = Candidate(tuple(moves), win_rate, score, visits, proven)
        found[int(ply)] = Thought(len(moves), nodes, 0.0, (best,))
    return found


def _best(line: Candidate) -> list[Any]:
    return [line.moves, line.win_rate, line.score, line.visits, line.proven]
