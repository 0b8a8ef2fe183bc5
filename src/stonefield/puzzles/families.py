"""Which puzzles are of one family: of one game, or of boards that are nearly the same."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from stonefield.puzzles.puzzle import Puzzle

MOST_OTHERS = 2
"""All pieces of one board but this many are on the other board too. Of two games on the same board no two
positions of the shipped puzzles have so much in common; a game gives a position and alternatives to it."""
LOOKED_UP = 6


def families(puzzles: Iterable[Puzzle]) -> dict[str, str]:
    """The family of each puzzle, by names: the name of its first puzzle."""
    listed = list(puzzles)
    boards = [(_board(puzzle), puzzle.pieces) for puzzle in listed]
    first = list(range(len(listed)))

    def find(nth: int) -> int:
        while first[nth] != nth:
            first[nth] = first[first[nth]]
            nth = first[nth]
        return nth

    for one, other in _pairs(boards):
        low, high = sorted((find(one), find(other)))
        first[high] = low
    return {puzzle.name: listed[find(nth)].name for nth, puzzle in enumerate(listed)}


def _board(puzzle: Puzzle) -> tuple[str, ...]:
    """The game, the board and how the game is set up: the first words of a position's text."""
    return tuple(puzzle.position.split()[:4])


def _pairs(boards: list[tuple[tuple[str, ...], frozenset[str]]]) -> Iterable[tuple[int, int]]:
    places: Mapping[tuple[tuple[str, ...], str], list[int]] = defaultdict(list)
    for nth, (board, pieces) in enumerate(boards):
        for piece in pieces:
            places[board, piece].append(nth)
    for nth, (board, pieces) in enumerate(boards):
        # The rarest pieces are looked up: of these, too, all but a few are on the other board.
        rare = sorted(pieces, key=lambda piece: len(places[board, piece]))[:LOOKED_UP]
        shared: Counter[int] = Counter()
        for piece in rare:
            shared.update(places[board, piece])
        least = max(1, len(rare) - MOST_OTHERS)
        for other, count in shared.items():
            theirs = boards[other][1]
            if count < least or other == nth or len(theirs) < len(pieces):
                continue
            if len(pieces - theirs) <= MOST_OTHERS:
                yield nth, other
