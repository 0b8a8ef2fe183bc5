"""Whatever is said of a move is true: each claim is counted again on the board, over many positions."""

from __future__ import annotations

import random
from itertools import chain

import pytest

from stonefield.engine.thinker import Candidate
from stonefield.games import caminos, carnac
from stonefield.server.presenting.registry import presenter_for, reasons

ORTHOGONAL = ((1, 0), (-1, 0), (0, 1), (0, -1))


def beside(square: str) -> list[str]:
    file, rank = ord(square[0]), int(square[1:])
    return [f"{chr(file + x)}{rank + y}" for x, y in ORTHOGONAL]


def groups(tops, colour: str, connected=lambda one, other: True) -> list[set[str]]:
    """The connected squares of a colour, found by plain flooding."""
    left = {square for square, top in tops.items() if top == colour}
    found = []
    while left:
        group, frontier = set(), [left.pop()]
        while frontier:
            square = frontier.pop()
            group.add(square)
            near = [other for other in beside(square) if other in left and connected(square, other)]
            left.difference_update(near)
            frontier += near
        found.append(group)
    return found


def dolmens(tops, colour: str) -> list[set[str]]:
    return [group for group in groups(tops, colour) if len(group) >= 3]


def completes(tops, square: str, colour: str) -> bool:
    """Whether one more symbol on an empty square makes a dolmen that was none."""
    more = len(dolmens({**tops, square: colour}, colour)) - len(dolmens(tops, colour))
    return square not in tops and more == 1


def lines(start, seed: int, games: int):
    """Positions of random games, each with a line of some random moves from there."""
    rng = random.Random(seed)
    for _ in range(games):
        played = [start]
        while not played[-1].is_over:
            played.append(played[-1].play(rng.choice(played[-1].legal_moves())))
        for position in played[:-1]:
            line, end = [], position
            while not end.is_over and len(line) < 6:
                line.append(str(rng.choice(end.legal_moves())))
                end = end.play(line[-1])
            yield position, line, end


class CarnacClaims:
    """Each kind of sentence, as a question to the board."""

    def __init__(self, position, line, end) -> None:
        self.before, self.after, self.end, self.line = position.tops, position.play(line[0]), end, line
        self.position = position
        self.mine, self.theirs = position.turn, position.game.other(position.turn)
        answers = [text for text in map(str, self.after.legal_moves()) if text != "swap"]
        waits = self.after.pending is not None
        self.outcomes = [self.after.play(text).tops for text in answers] if waits else [self.after.tops]
        self.tilted = [self.after.play(text) for text in answers if text != "-"] if waits else []

    def more(self, tops, colour: str) -> int:
        return len(dolmens(tops, colour)) - len(dolmens(self.before, colour))

    def hold(self, reason) -> bool:
        return getattr(self, reason["code"])(reason["count"], reason["squares"])

    def gains(self, count, squares):
        return min(self.more(tops, self.mine) for tops in self.outcomes) == count > 0

    def if_left_gains(self, count, squares):
        return self.more(self.after.tops, self.mine) > 0

    def if_tilted_gains(self, count, squares):
        return all(self.more(one.tops, self.mine) > 0 for one in self.tilted)

    def joins(self, count, squares):
        parts = [group for group in dolmens(self.before, self.theirs) if group & set(squares)]
        return len(parts) == count > 1 and all(self.more(tops, self.theirs) < 0 for tops in self.outcomes)

    def blocks(self, count, squares):
        wanted = all(completes(self.before, square, self.theirs) for square in squares)
        return wanted and all(tops[square] == self.mine for tops in self.outcomes for square in squares)

    def if_left_blocks(self, count, squares):
        (square,) = squares
        return completes(self.before, square, self.theirs) and self.after.tops[square] == self.mine

    def keeps_apart(self, count, squares):
        joined = all(self.more({**self.before, square: self.mine}, self.mine) < 0 for square in squares)
        return joined and all(tops[square] == self.theirs for tops in self.outcomes for square in squares)

    def enlarges(self, count, squares):
        old = [group for group in dolmens(self.before, self.mine) if group <= set(squares)]
        large = [any(old[0] <= g and len(g) >= count for g in dolmens(t, self.mine)) for t in self.outcomes]
        return bool(old) and len(old[0]) < count and all(large)

    def prepares(self, count, squares):
        return len(squares) == count and all(
            completes(tops, square, self.mine) and not completes(self.before, square, self.mine)
            for tops in self.outcomes
            for square in squares
        )

    def denies(self, count, squares):
        left = self.position.play("-").tops
        return self.more(left, self.theirs) - self.more(self.after.tops, self.theirs) == count > 0

    def leaves_least(self, count, squares):
        def chances(tops):
            return sum(completes(tops, square, self.theirs) for square in self.position.board.names)

        every = [chances(self.position.play(m).tops) for m in self.position.legal_moves() if str(m) != "swap"]
        return chances(self.after.tops) == min(every) == count

    def falls_theirs(self, count, squares):
        falls = [self.position.play(move) for move in self.position.legal_moves() if str(move) in "NESW"]
        return all(one.stones[-1].top == self.theirs for one in falls)

    def falls_mine(self, count, squares):
        return [one.stones[-1].top for one in self.tilted] == [self.mine] * count

    def falls_mostly_mine(self, count, squares):
        tops = [one.stones[-1].top for one in self.tilted]
        return tops.count(self.mine) == count > len(tops) / 2

    def cannot_fall(self, count, squares):
        return self.after.phase == "place" and self.after.turn == self.theirs

    def keeps_turn(self, count, squares):
        return self.after.phase == "place" and self.after.turn == self.theirs

    def takes_turn(self, count, squares):
        return self.after.phase == "place" and self.after.turn == self.mine

    def shows(self, count, squares):
        return [self.after.tops[square] for square in squares] == [self.mine] * 2

    def grows_into(self, count, squares):
        group = set(squares)
        return group in dolmens(self.end.tops, self.mine) and group not in dolmens(self.before, self.mine)

    def leads_to(self, count, squares):
        return self.more(self.end.tops, self.mine) == count > 0

    def holds(self, count, squares):
        return self.more(self.end.tops, self.theirs) <= 0 and count == len(self.line)


class CaminosClaims:
    """The same for Caminos."""

    def __init__(self, position, line, end) -> None:
        self.position, self.end, self.after = position, end, position.play(line[0])
        self.mine, self.theirs = position.turn, position.game.other(position.turn)

    def hold(self, reason) -> bool:
        return getattr(self, reason["code"])(reason["count"], reason["squares"])

    def needed(self, position, colour: str) -> int:
        """Squares still to be topped for a way across, by trying more and more of them (Bellman-Ford)."""
        board, tops = position.board, position.tops
        best = 99
        for one, other, _ in board.links:
            cost = {name: int(tops.get(name) != colour) for name in board.names}
            far = {name: cost[name] if name in board.sides[one] else 99 for name in board.names}
            for _ in range(len(far)):
                shorter = {
                    name: min(far[name], cost[name] + min(far.get(near, 99) for near in beside(name)))
                    for name in far
                }
                if shorter == far:
                    break
                far = shorter
            best = min(best, *(far[name] for name in board.sides[other]))
        return best

    def met(self, position, colour: str) -> list[set[str]]:
        columns = position.columns

        def connected(one, other):
            low, high = sorted((columns[one], columns[other]), key=len)
            return set(high[len(low) :]) <= {colour}

        return groups(position.tops, colour, connected)

    def extends(self, count, squares):
        return self.needed(self.position, self.mine) - self.needed(self.after, self.mine) == count > 0

    def hinders(self, count, squares):
        return self.needed(self.after, self.theirs) - self.needed(self.position, self.theirs) == count > 0

    def leads_on(self, count, squares):
        return self.needed(self.position, self.mine) - self.needed(self.end, self.mine) == count > 0

    def balanced(self, count, squares):
        longer = [
            self.needed(self.after, c) - self.needed(self.position, c) for c in self.position.game.colours
        ]
        return self.position.places_neutral and longer[0] == longer[1]

    def threatens(self, count, squares):
        """After some reply elsewhere a piece on these squares wins; with no reply left nothing is tried."""
        replies = [reply for reply in self.after.legal_moves() if not set(reply.squares) & set(squares)]
        for again in chain([self.after], map(self.after.play, replies)):
            moves = again.legal_moves() if again.turn == self.mine else ()
            if any(list(m.squares) == squares and again.play(m).path(self.mine) for m in moves):
                return True
        return not replies

    def prevents_win(self, count, squares):
        return not any(self.after.play(reply).path(self.theirs) for reply in self.after.legal_moves())

    def links(self, count, squares):
        parts = [group for group in self.met(self.position, self.mine) if group & set(squares)]
        return len(parts) == count > 1 and set(squares) in self.met(self.after, self.mine)

    def cuts(self, count, squares):
        parts = [group for group in self.met(self.after, self.theirs) if group & set(squares)]
        return len(parts) == count > 1 and set(squares) in self.met(self.position, self.theirs)

    def covers(self, count, squares):
        was = [self.position.tops[square] for square in squares]
        now = [self.after.tops[square] for square in squares]
        return len(squares) == count and set(was) == {self.theirs} and set(now) == {self.mine}

    def reaches(self, count, squares):
        sides = [side for side in self.position.board.sides if set(side) & set(squares)]
        return bool(sides) and {self.after.tops[square] for square in squares} == {self.mine}


STARTS = {
    "carnac": (CarnacClaims, [carnac.start("small"), carnac.start("6x4", stock=9, final_tilt=True)], 6),
    "caminos": (CaminosClaims, [caminos.start("square"), caminos.start("torus", neutral=True)], 1),
}


@pytest.mark.parametrize("game", STARTS)
def test_every_claim_is_true(game):
    claims, starts, games = STARTS[game]
    checked = set()
    for seed, start in enumerate(starts):
        for position, line, end in lines(start, seed, games):
            after = position.play(line[0])
            for reason in presenter_for(game).reasons(position, line, after):
                assert claims(position, line, end).hold(reason), f"{position} {line}: {reason}"
                checked.add(reason["code"])
    assert len(checked) >= 10, checked


@pytest.mark.parametrize("game", STARTS)
def test_nearly_every_move_has_a_reason(game):
    _, starts, _ = STARTS[game]
    told = [
        bool(reasons(position, Candidate(tuple(line), 0.5, 0.0, 1)))
        for position, line, _ in lines(starts[0], 7, 2)
    ]
    assert sum(told) >= 0.9 * len(told)
