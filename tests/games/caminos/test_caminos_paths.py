"""The law of paths: seen from above one colour from side to side, and met along every wall."""

from __future__ import annotations

import itertools
import random

import pytest

from stonefield import caminos
from stonefield.games.caminos import paths


def columns(board, stacks):
    """Columns from a mapping of square names to colours from the board up."""
    laid = [""] * (board.files * board.ranks)
    for name, stack in stacks.items():
        laid[board.square(name)] = stack
    return laid


def wins(board, stacks, colour="y"):
    return paths.joins_sides(board, columns(board, stacks), colour, board.squares)


def row(rank, files="abcdefgh", stack="y"):
    return {f"{file}{rank}": stack for file in files}


SQUARE = caminos.Board.read("square")
OCTAGON = caminos.Board.read("octagon")
TORUS = caminos.Board.read("torus")
DIAMOND = caminos.Board.read("diamond")


def test_a_path_from_side_to_opposite_side_wins_at_once(lay):
    before = lay("L:a4*3,b4 T:a8,b8*2,c8 L:c4,d4*3 L:f7*3,g7 O:e4*2,f4*2 L:f1*3,g1")
    assert not before.is_over
    assert before.path("yellow") == ()
    position = before.play("O:g4*2,h4*2")
    assert position.is_over
    assert (position.outcome.winner, position.outcome.reason) == ("yellow", "path")
    assert position.path("yellow") == ("a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4")
    assert position.path("green") == ()
    assert position.legal_moves() == ()


def test_the_path_on_the_sheet_is_worth_13(lay):
    """Eight squares from above and five faces of walls, as many as on the sheet's figure."""
    position = lay(
        "L:a4*3,b4 T:a8,b8*2,c8 L:c4,d4*3 L:f7*3,g7 O:e4*2,f4*2 L:f1*3,g1 O:g4*2,h4*2", points=True
    )
    assert (position.score("yellow"), position.score("green")) == (13, 0)


def test_either_pair_of_opposite_sides_serves_either_team():
    for colour in "yg":
        assert wins(SQUARE, row(3, stack=colour), colour)
        assert wins(SQUARE, {f"c{rank}": colour for rank in range(1, 9)}, colour)


def test_neighbouring_sides_do_not_make_a_path():
    around_the_corner = row(7, "abc") | {"c8": "y"} | {"c7": "y"}
    assert not wins(SQUARE, around_the_corner)
    assert not wins(DIAMOND, {"f1": "y", "f2": "y", "g2": "y"})


def test_a_corner_square_ends_a_path_to_either_side():
    along_the_edge = {f"a{rank}": "y" for rank in range(1, 9)}
    assert wins(SQUARE, along_the_edge)
    assert not wins(SQUARE, {name: stack for name, stack in along_the_edge.items() if name != "a1"})
    assert wins(SQUARE, row(1))


def test_corners_do_not_connect():
    diagonal = {f"{file}{rank}": "y" for rank, file in enumerate("abcdefgh", 1)}
    assert not wins(SQUARE, diagonal)


def test_a_foreign_cube_in_the_wall_breaks_the_path():
    assert wins(SQUARE, row(2) | {"d2": "yyy"})
    assert not wins(SQUARE, row(2) | {"d2": "ygy"})
    assert not wins(SQUARE, row(2) | {"d2": "ngy"})
    assert wins(SQUARE, row(2) | {"d2": "gyy"}), "what is below the lower neighbour's top is in no wall"
    assert wins(SQUARE, row(2, stack="gy") | {"d2": "ggy"})


def test_the_foreign_cube_on_the_table(lay):
    """Green stands two high on c4; yellow's cube above it is seen from above but does not reach b4."""
    moves = "L:a4,a5,a6,b4 O:c4*2,c5*2 L:c4,d4*3 T:a8,b8*2,c8 O:e4*2,f4*2 L:f7*3,g7 O:g4*2,h4*2"
    position = lay(moves)
    assert all(position.tops[f"{file}4"] == "yellow" for file in "abcdefgh")
    assert position.columns["c4"] == ("green", "green", "yellow")
    assert not position.is_over
    assert position.path("yellow") == ()


def test_the_same_path_holds_when_the_wall_is_of_one_colour(lay):
    moves = (
        "L:b3,b4*3 O:c4*2,c5*2 L:c4,d4*3 T:a8,b8*2,c8 O:e4*2,f4*2 L:f7*3,g7 O:g4*2,h4*2 L:f1*3,g1 L:a4*3,a5"
    )
    position = lay(moves, points=True)
    assert position.path("yellow") == tuple(f"{file}4" for file in "abcdefgh")
    assert position.score("yellow") == 8 + 1


def test_another_colours_top_breaks_the_path():
    assert not wins(SQUARE, row(2) | {"d2": "yyg"})
    assert not wins(SQUARE, row(2) | {"d2": "n"})
    assert not wins(SQUARE, row(2) | {"d2": ""})


def test_a_path_may_end_above_the_board():
    assert wins(SQUARE, row(2) | {"a2": "gy", "h2": "ny", "b2": "yy", "g2": "yy"})


def test_eight_sides_join_at_distance_three_four_and_five_only():
    for one, other in itertools.combinations(range(8), 2):
        ends = {OCTAGON.sides[one][1]: "y", OCTAGON.sides[other][1]: "y"}
        inside = {OCTAGON.name_of(s): "y" for s in OCTAGON.squares if not OCTAGON.side_masks[s]}
        assert wins(OCTAGON, ends | inside) is (other - one in (3, 4, 5))


def test_the_path_of_fewest_points_counts():
    bridge = {f"d{rank}": "y" for rank in range(1, 9)} | {"d4": "yyy"}
    detour = bridge | {"e3": "y", "e4": "y", "e5": "y"}
    assert paths.points(SQUARE, columns(SQUARE, bridge), "y") == 8 + 4
    assert paths.points(SQUARE, columns(SQUARE, detour), "y") == 10


def test_a_path_is_told_from_its_end_with_the_lower_number():
    winding = row(3, "efgh") | {f"e{rank}": "y" for rank in range(4, 9)} | row(8, "abcd")
    points, found = paths.shortest(SQUARE, columns(SQUARE, winding), "y")
    assert (points, SQUARE.name_of(found[0]), SQUARE.name_of(found[-1])) == (13, "h3", "a8")


STRAIGHT_ACROSS = {f"e{rank}": "y" for rank in range(1, 11)}
TO_THE_SIDE_BESIDE = {f"d{rank}": "y" for rank in range(1, 9)} | {"c8": "y", "b8": "y"}


def test_on_eight_sides_a_path_to_the_opposite_side_counts_double():
    assert paths.points(OCTAGON, columns(OCTAGON, STRAIGHT_ACROSS), "y") == 2 * 10


def test_on_eight_sides_a_path_beside_the_opposite_side_counts_single():
    # d1 is on two sides, a path from it to b8 joins them to the north-west only.
    laid = {f"e{rank}": "y" for rank in range(1, 9)} | {"d8": "y", "c8": "y", "b8": "y"}
    assert paths.points(OCTAGON, columns(OCTAGON, laid), "y") == 11


def test_with_both_kinds_of_path_the_better_one_counts():
    both = STRAIGHT_ACROSS | {"d8": "y", "c8": "y", "b8": "y"}
    assert paths.points(OCTAGON, columns(OCTAGON, both), "y") == 20
    # A path beside the opposite side that is longer than twice the one across wins the comparison.
    assert paths.shortest(OCTAGON, columns(OCTAGON, both), "y")[0] == 10


def test_no_path_has_no_points():
    assert paths.points(SQUARE, columns(SQUARE, {}), "y") == 0
    assert paths.points(OCTAGON, columns(OCTAGON, {}), "y") == 0


def test_the_hole_of_the_torus_must_be_walked_around():
    straight = {f"e{rank}": "y" for rank in (1, 2, 3, 4, 7, 8, 9, 10)}
    assert not wins(TORUS, straight)
    assert wins(TORUS, straight | {"d4": "y", "d5": "y", "d6": "y", "d7": "y"})


def naive_points(board, laid, colour):
    """Points of the cheapest path for every pair of sides, by relaxing until nothing changes."""
    best = {}
    here = [s for s in board.squares if laid[s][-1:] == colour]
    for one, other, opposite in board.links:
        cost = {s: 1 for s in here if board.side_masks[s] >> one & 1}
        changed = True
        while changed:
            changed = False
            for s in list(cost):
                for beside in board.neighbours[s]:
                    if beside not in here:
                        continue
                    low, high = sorted((laid[s], laid[beside]), key=len)
                    if set(high[len(low) :]) - {colour}:
                        continue
                    price = cost[s] + 1 + len(high) - len(low)
                    if price < cost.get(beside, 999):
                        cost[beside], changed = price, True
        ends = [cost[s] for s in cost if board.side_masks[s] >> other & 1]
        if ends:
            best[opposite] = min(min(ends), best.get(opposite, 999))
    if len(board.sides) == 4:
        return best.get(True, 0)
    return max(best.get(False, 0), 2 * best.get(True, 0))


@pytest.mark.parametrize("board", [SQUARE, DIAMOND, OCTAGON, TORUS], ids=lambda board: board.name)
def test_points_agree_with_a_naive_count(board):
    rng = random.Random(board.name)
    for _ in range(40):
        laid = columns(board, {})
        for square in board.squares:
            height = rng.choice((0, 1, 1, 1, 2, 2, 3))
            laid[square] = "".join(rng.choice("yyyyg") for _ in range(height))
        points = naive_points(board, laid, "y")
        assert paths.points(board, laid, "y") == points
        assert paths.joins_sides(board, laid, "y", board.squares) is bool(points)
        found = paths.shortest(board, laid, "y")
        assert bool(found) is bool(points)
        if found:
            assert len(set(found[1])) == len(found[1])


def test_in_play_for_points_the_path_is_the_one_that_scores():
    """The shortest one ends on i3, beside the opposite side; the one to j4 is longer and counts double."""
    green = "gO:g7,g8,h7,h8;gT:d2,e2,e3,f2;gT:d7,e7,e8,f7"
    pieces = f"g2 L2T3S4O1/L4T2S4O1 {green};yL:a5,b5,c5,c6;yL:d5,e5,f5,f6;yO:g4,g5,h4,h5;yT:i3,i4,i5,j4"
    plain, scored = (caminos.parse(f"caminos octagon classic {kind} {pieces}") for kind in ("2y", "2yp"))
    assert "j4" not in plain.path("yellow")
    assert "j4" in scored.path("yellow")
    assert scored.score("yellow") == 2 * len(scored.path("yellow")) == 22
