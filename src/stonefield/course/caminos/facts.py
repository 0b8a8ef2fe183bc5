"""What Caminos' lessons may ask of a decision: how a piece lies, and who connects, threatens and blocks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from stonefield.course.facts import Fact, Facts, Groups, Squares
from stonefield.course.facts import Seen as AnySeen
from stonefield.games.caminos.moves import Placement
from stonefield.games.caminos.position import Position
from stonefield.games.caminos.sites import Site
from stonefield.study.explain.caminos.board import covered, distance, groups, names, winning_sites, wins_at

Seen: TypeAlias = AnySeen[Position]

MOST_COLUMNS = 4
"""No piece tops more squares, so a team that lacks more on every way cannot win with the next one."""


def _piece(seen: Seen) -> Placement | None:
    return seen.move if isinstance(seen.move, Placement) else None


def _shape(seen: Seen) -> str | None:
    piece = _piece(seen)
    return piece.piece if piece else None


def _squares(seen: Seen) -> Squares | None:
    piece = _piece(seen)
    return frozenset(piece.squares) if piece else None


def _on_board(seen: Seen) -> int | None:
    """How many cubes of the piece rest on the board itself."""
    piece = _piece(seen)
    if piece is None:
        return None
    heights = seen.before.heights
    return sum(heights[square] == 0 for square in piece.squares)


def _rise(seen: Seen) -> int | None:
    """How high the piece's highest cube is."""
    piece = _piece(seen)
    return max(seen.after.heights[square] for square in piece.squares) if piece else None


def _flat(seen: Seen) -> bool | None:
    piece = _piece(seen)
    return len(piece.squares) == len(piece.cubes) if piece else None


def _covers(seen: Seen, old: str) -> Squares:
    if old == seen.me:
        tops = seen.before.tops
        return frozenset(square for square in _squares(seen) or () if tops.get(square) == old)
    return frozenset(covered(seen.before, seen.after, old, seen.me))


def _groups(seen: Seen, colour: str) -> Groups:
    return tuple(frozenset(names(seen.after, group)) for group in groups(seen.after, colour))


def _wins(position: Position, colour: str) -> Iterator[Site]:
    """The placements with which a colour would win, were it its turn."""
    missing = distance(position, colour)
    if not position.is_over and missing is not None and missing <= MOST_COLUMNS:
        yield from winning_sites(position, colour)


def _threats(seen: Seen, colour: str) -> int:
    return sum(1 for _ in _wins(seen.after, colour))


def _fork(seen: Seen) -> bool:
    """Whether the learner threatens to win, and no placement of the opponent's prevents it."""
    position = seen.after
    threats = list(_wins(position, seen.me))
    if not threats or position.turn == seen.me:
        return False
    for move in position.legal_moves():
        after = position.play(move)
        if after.is_over or not (_stays(after, seen.me, threats) or any(_wins(after, seen.me))):
            return False
    return True


def _stays(position: Position, colour: str, threats: list[Site]) -> bool:
    """Whether one of these threats is still there, which is found sooner than a new one."""
    heights = tuple(map(len, position.stacks))
    return any(site.is_free(heights) and wins_at(position, colour, site) for site in threats)


def _path(seen: Seen, colour: str) -> Squares:
    return frozenset(seen.after.path(colour))


FACTS: Facts = {
    "shape": Fact("the letter of the piece", str, _shape),
    "squares": Fact("the squares the piece stands on", frozenset, _squares),
    "on_board": Fact("how many of its columns begin on the board itself", int, _on_board),
    "flat": Fact("it lies flat: one cube on each of its squares", bool, _flat),
    "rise": Fact("how high its highest column is now", int, _rise),
    "covers_theirs": Fact(
        "squares that showed the opponent's colour and show the learner's now",
        frozenset,
        lambda seen: _covers(seen, seen.them),
    ),
    "covers_mine": Fact(
        "squares of the learner's that it is built on", frozenset, lambda seen: _covers(seen, seen.me)
    ),
    "my_groups": Fact("squares that are connected, wall by wall", tuple, lambda s: _groups(s, s.me)),
    "their_groups": Fact("the opponent's", tuple, lambda s: _groups(s, s.them)),
    "my_missing": Fact(
        "squares the learner must still top at least to get across, walls left aside",
        int,
        lambda seen: distance(seen.after, seen.me),
    ),
    "their_missing": Fact("the opponent's", int, lambda seen: distance(seen.after, seen.them)),
    "my_threats": Fact(
        "placements with which the learner would win next", int, lambda seen: _threats(seen, seen.me)
    ),
    "their_threats": Fact(
        "placements with which the opponent would win next", int, lambda seen: _threats(seen, seen.them)
    ),
    "fork": Fact("threatens to win, and nothing that the opponent can place prevents it", bool, _fork),
    "my_path": Fact("the learner's winning path", frozenset, lambda seen: _path(seen, seen.me)),
    "my_border": Fact(
        "pieces of the learner's that lie on the border", int, lambda seen: seen.after.border_pieces(seen.me)
    ),
    "their_border": Fact("the opponent's", int, lambda seen: seen.after.border_pieces(seen.them)),
}
