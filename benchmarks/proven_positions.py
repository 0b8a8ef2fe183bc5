"""Choose the positions of ``stonefield bench`` among the shipped puzzles, each with all right moves.

python benchmarks/proven_positions.py src/stonefield/arena/proven.json

A puzzle has one solution, proven; moves that come to the same position are right as well. Each game's puzzles
are taken from three bands of difficulty, boards in turns, themes as different as they can be.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

from stonefield.games.game import game_names
from stonefield.puzzles import Puzzle, shipped
from stonefield.puzzles.sameness import is_same

EACH = 25
"""Positions of a kind."""
BANDS = {"easy": range(25), "middling": range(25, 75), "hard": range(75, 101)}
"""Kinds by difficulty: the share of tries by levels 3 to 6 that failed, in percent."""


def chosen(puzzles: list[Puzzle]) -> list[Puzzle]:
    """Some of these puzzles: the board seen least so far, then the themes seen least."""
    boards, themes = Counter[str](), Counter[str]()
    left, found = sorted(puzzles, key=lambda one: one.name), []
    while left and len(found) < EACH:
        best = min(
            left, key=lambda one: (boards[one.board], max((themes[theme] for theme in one.themes), default=0))
        )
        left.remove(best)
        found.append(best)
        boards[best.board] += 1
        themes.update(best.themes)
    return found


def proven(puzzle: Puzzle, band: str) -> dict[str, object]:
    """A puzzle as the bench sets it."""
    start, solution = puzzle.start, puzzle.line[0]
    right = [text for text in map(str, start.legal_moves()) if is_same(start, text, solution)]
    return {
        "position": puzzle.position,
        "kind": f"{puzzle.game}, {band}",
        "value": puzzle.result,
        "right": right,
    }


def main() -> None:
    found = [
        proven(puzzle, band)
        for game in game_names()
        for band, degrees in BANDS.items()
        for puzzle in chosen([one for one in shipped() if one.game == game and one.difficulty in degrees])
    ]
    print(*Counter(entry["kind"] for entry in found).items(), sep="\n")
    lines = ",\n".join(json.dumps(entry) for entry in found)
    Path(sys.argv[1]).write_text(f"[\n{lines}\n]\n", "utf-8")


if __name__ == "__main__":
    main()
