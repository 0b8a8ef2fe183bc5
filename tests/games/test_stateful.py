"""Whole games of both games, on all boards and variants, beside a naive model of the table."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from stonefield import carnac
from stonefield.games import IllegalMove, find_game, parse

pytestmark = pytest.mark.unwatched
STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}


class CarnacGame(RuleBasedStateMachine):
    """The model is a dictionary from (file, rank) to a colour, as a child would write it down."""

    @initialize(
        board=st.sampled_from(["small", "medium", "large", "3x3", "5x4", "4x7"]),
        stock=st.integers(1, 60),
        first=st.sampled_from(["red", "white"]),
        final_tilt=st.booleans(),
        swap=st.booleans(),
    )
    def begin(self, **options):
        self.position = carnac.start(**options)
        self.table: dict[tuple[int, int], str] = {}
        self.waiting: tuple[int, int, str] | None = None
        self.mover, self.left = options["first"], options["stock"]
        self.last_is_answered = options["final_tilt"]

    def square(self, name: str) -> tuple[int, int]:
        return "abcdefghijklmn".index(name[0]), int(name[1:]) - 1

    def open_falls(self, x: int, y: int) -> list[str]:
        def free(i, j):
            inside = 0 <= i < self.position.board.files and 0 <= j < self.position.board.ranks
            return inside and (i, j) not in self.table

        return [d for d, (dx, dy) in STEPS.items() if free(x + dx, y + dy) and free(x + 2 * dx, y + 2 * dy)]

    def other(self, colour: str) -> str:
        return "white" if colour == "red" else "red"

    @precondition(lambda self: not self.position.is_over)
    @rule(choice=st.integers(0, 10**6))
    def decide(self, choice):
        moves = self.position.legal_moves()
        text = str(moves[choice % len(moves)])
        self.position = self.position.play(text)
        if text == "swap":
            return
        if text == "-":
            self.waiting, self.mover = None, self.other(self.mover)
        elif text in STEPS:
            x, y, axis = self.waiting
            dx, dy = STEPS[text]
            colour = axis if text in "EW" else self.other(axis)
            del self.table[x, y]
            self.table[x + dx, y + dy] = self.table[x + 2 * dx, y + 2 * dy] = colour
            self.waiting = None
        else:
            x, y = self.square(text[:-2])
            self.table[x, y] = {"r": "red", "w": "white"}[text[-2]]
            self.left -= 1
            self.mover = self.other(self.mover)
            answered = self.left > 0 or self.last_is_answered
            axis = {"r": "red", "w": "white"}[text[-1]]
            self.waiting = (x, y, axis) if answered and self.open_falls(x, y) else None

    @precondition(lambda self: not self.position.is_over)
    @rule(
        text=st.sampled_from(["N", "E", "S", "W", "-", "swap"])
        | st.from_regex(r"[a-n]([1-9]|1[0-4])[rw][rw]", fullmatch=True)
    )
    def only_listed_moves_play(self, text):
        if text not in [str(move) for move in self.position.legal_moves()]:
            with pytest.raises(IllegalMove):
                self.position.play(text)

    @precondition(lambda self: self.position.is_over)
    @rule()
    def nothing_plays_after_the_end(self):
        assert not self.position.legal_moves()
        with pytest.raises(IllegalMove):
            self.position.play("a1rr")

    @invariant()
    def table_agrees(self):
        assert {self.square(name): colour for name, colour in self.position.tops.items()} == self.table
        assert self.position.turn == self.mover
        assert self.position.stock == self.left
        assert (self.position.pending is not None) is (self.waiting is not None)
        assert sum(len(stone.squares) for stone in self.position.stones) == len(self.table)

    @invariant()
    def end_agrees(self):
        full = len(self.table) == self.position.board.size
        assert self.position.is_over is (self.waiting is None and (self.left == 0 or full))

    @invariant()
    def dolmens_agree(self):
        for colour in ("red", "white"):
            todo = {square for square, top in self.table.items() if top == colour}
            sizes = []
            while todo:
                edge, size = [todo.pop()], 0
                while edge:
                    x, y = edge.pop()
                    size += 1
                    near = {(x + dx, y + dy) for dx, dy in STEPS.values()} & todo
                    todo -= near
                    edge.extend(near)
                sizes.append(size)
            expected = sorted((size for size in sizes if size >= 3), reverse=True)
            assert list(self.position.dolmens(colour)) == expected

    @invariant()
    def text_is_lossless(self):
        assert parse(str(self.position)) == self.position


class CaminosGame(RuleBasedStateMachine):
    """The model is a stack of colours on each square."""

    @initialize(
        board=st.sampled_from(["square", "diamond", "octagon", "torus"]),
        players=st.sampled_from([2, 4]),
        first=st.sampled_from(["yellow", "green"]),
        neutral=st.booleans(),
        points=st.booleans(),
        swap=st.booleans(),
    )
    def begin(self, **options):
        options["swap"] &= options["players"] == 2
        self.position = find_game("caminos").start(**options)
        self.stacks: dict[tuple[int, int], list[str]] = {}
        self.plies = 0

    @precondition(lambda self: not self.position.is_over)
    @rule(choice=st.integers(0, 10**6))
    def decide(self, choice):
        moves = self.position.legal_moves()
        move = moves[choice % len(moves)]
        colour, seat = self.position.turn, self.position.player
        if str(move) == "swap":
            self.position = self.position.play(move)
            return
        before = self.position.supply(seat)
        ground = False
        for file, rank, level in sorted(move.cubes, key=lambda cube: cube[2]):
            stack = self.stacks.setdefault((file, rank), [])
            assert len(stack) == level, "a cube rests exactly on what is there"
            assert level < 3
            ground |= level == 0
            stack.append("neutral" if move.piece == "I" else colour)
        assert ground, "one cube rests on the board"
        self.position = self.position.play(move)
        self.plies += 1
        if move.piece != "I":
            assert self.position.supply(seat)[move.piece] == before[move.piece] - 1

    @precondition(lambda self: self.position.is_over)
    @rule()
    def nothing_plays_after_the_end(self):
        assert not self.position.legal_moves()
        with pytest.raises(IllegalMove):
            self.position.play("O:d4,d5,e4,e5")

    @invariant()
    def table_agrees(self):
        names = {f"{'abcdefghijklmn'[x]}{y + 1}": stack for (x, y), stack in self.stacks.items()}
        assert dict(self.position.tops) == {name: stack[-1] for name, stack in names.items()}
        heights = {name: height for name, height in self.position.heights.items() if height}
        assert heights == {name: len(stack) for name, stack in names.items()}

    @invariant()
    def a_path_is_seen_from_above(self):
        for colour in self.position.game.colours:
            path = self.position.path(colour)
            assert all(self.position.tops[square] == colour for square in path)
            assert bool(path) is (
                self.position.is_over
                and self.position.outcome.reason == "path"
                and self.position.outcome.winner == colour
            )

    @invariant()
    def text_is_lossless(self):
        assert parse(str(self.position)) == self.position


QUICK = settings(max_examples=25, stateful_step_count=70, deadline=None)
LONG = settings(max_examples=1000, stateful_step_count=130, deadline=None)

TestCarnacGame = CarnacGame.TestCase
TestCarnacGame.settings = QUICK
TestCaminosGame = CaminosGame.TestCase
TestCaminosGame.settings = settings(QUICK, max_examples=8)


@pytest.mark.full
class TestCarnacGameAtLength(CarnacGame.TestCase):
    settings = LONG


@pytest.mark.full
class TestCaminosGameAtLength(CaminosGame.TestCase):
    # A step of Caminos costs ten of Carnac's.
    settings = settings(LONG, max_examples=200)
