"""Claims counted again on the board, by other means than those that made them."""

from __future__ import annotations

from itertools import chain

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
        # A column of three rises no more.
        cost = {
            name: 0 if tops.get(name) == colour else 1 if position.heights[name] < 3 else 99
            for name in board.names
        }
        for one, other, _ in board.links:
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
        return min(best, 99)

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


class CostClaims:
    """What is said of a costly decision, beside the better one; a game's own part follows below."""

    def __init__(self, position, played, better) -> None:
        self.position, self.played, self.better = position, played, better
        self.after, self.instead = position.play(played[0]), position.play(better[0])
        self.mine = self.after.colour_of(position.player)
        self.theirs = position.game.other(self.mine)

    def at(self, moves):
        position = self.position
        for move in moves:
            position = position.play(move)
        return position

    def hold(self, claim) -> bool:
        line = (*self.played, *self.better)
        moves = all(move in line for move in claim.moves)
        return moves and getattr(self, claim.code)(claim)

    def ends_lost(self, claim):
        return self.after.outcome.winner == self.theirs == claim.colour

    def ends_drawn(self, claim):
        return self.after.outcome.winner is None

    def loses_at_once(self, claim):
        return self.after.turn == self.theirs and self.after.play(*claim.moves).outcome.winner == claim.colour

    def misses_win(self, claim):
        return self.position.play(*claim.moves).outcome.winner == self.mine == claim.colour

    def had_win(self, claim):
        return claim.colour == self.mine and not self.instead.is_over

    def can_force(self, claim):
        return claim.colour == self.theirs and not self.after.is_over

    def gives_colour(self, claim):
        other = next(player for player in self.position.players if player != self.position.player)
        return self.played[0] == "swap" and self.after.colour_of(other) == claim.colour

    def misses_swap(self, claim):
        taken = self.instead.colour_of(self.position.player)
        return self.better[0] == "swap" and taken == claim.colour != self.position.turn

    def invites_swap(self, claim):
        swapped = self.after.play("swap")
        return swapped.colour_of(self.after.player) == claim.colour == self.position.turn


class CarnacCosts(CostClaims):
    def settled(self, claim):
        """After the claim's moves; and the better line's last position by then with no stone waiting."""
        here = self.at(claim.moves)
        assert here.pending is None
        reached = [self.at(self.better[:count]) for count in range(1, len(claim.moves) + 1)]
        return here.tops, [one for one in reached if one.pending is None][-1].tops

    def outcomes(self, position):
        answers = [text for text in map(str, position.legal_moves()) if text in "NESW-"]
        return [position.play(text).tops for text in answers] if position.pending else [position.tops]

    def chances(self, tops, colour):
        return {square for square in self.position.board.names if completes(tops, square, colour)}

    def gives_dolmens(self, claim):
        here, there = (len(dolmens(tops, self.theirs)) for tops in self.settled(claim))
        shown = {self.at(claim.moves).tops[square] for square in claim.squares}
        return here - there == claim.count > 0 and claim.colour == self.theirs and shown <= {self.theirs}

    def misses_dolmens(self, claim):
        here, there = (len(dolmens(tops, self.mine)) for tops in self.settled(claim))
        return there - here == claim.count > 0 and claim.colour == self.mine

    def joined(self, claim, tops, colour):
        parts = [group for group in dolmens(self.position.tops, colour) if group & set(claim.squares)]
        return set(claim.squares) in dolmens(tops, colour) and len(parts) == claim.count > 1

    def joins_own(self, claim):
        return self.joined(claim, self.at(claim.moves).tops, self.mine)

    def misses_joining(self, claim):
        reached = [self.at(self.better[:count]).tops for count in range(1, len(self.better) + 1)]
        return any(self.joined(claim, tops, self.theirs) for tops in reached)

    def leaves_open(self, claim):
        kept = [self.chances(tops, self.theirs) for tops in self.outcomes(self.after)]
        spared = [self.chances(tops, self.theirs) for tops in self.outcomes(self.instead)]
        squares = set(claim.squares)
        return (
            bool(squares) and all(squares <= one for one in kept) and not any(squares & one for one in spared)
        )

    def misses_chances(self, claim):
        lost = [self.chances(tops, self.mine) for tops in self.outcomes(self.after)]
        possible = [self.chances(tops, self.mine) for tops in self.outcomes(self.instead)]
        squares = set(claim.squares)
        return (
            bool(squares)
            and all(squares <= one for one in possible)
            and not any(squares & one for one in lost)
        )

    def places_again(self, claim):
        return self.played[0] == "-" and (self.after.turn, self.after.phase) == (claim.colour, "place")

    def must_place(self, claim):
        stood = self.position.play("-")
        return (self.after.turn, stood.turn) == (self.mine, self.theirs) and claim.colour == self.mine

    def shows(self, claim):
        new = {square for square in self.after.tops if self.after.tops[square] == self.theirs}
        return set(claim.squares) <= new and claim.colour == self.theirs

    def cannot_fall(self, claim):
        return self.after.pending is None and self.after.turn == self.theirs == claim.colour

    def fallen(self, position):
        """How many falls of a stone that waits show the opponent's colour."""
        square = position.pending.square if position.pending else None
        falls = [position.play(text).tops for text in map(str, position.legal_moves()) if text in "NESW"]
        new = [set(tops) - set(position.tops) for tops in falls]
        pairs = zip(falls, new, strict=True)
        return sum(tops[min(squares)] == self.theirs for tops, squares in pairs) if square else 0

    def falls_show(self, claim):
        return self.fallen(self.after) == claim.count > self.fallen(self.instead)

    def stands_theirs(self, claim):
        return {self.after.tops[square] for square in claim.squares} == {self.theirs}

    def more_chances(self, claim):
        here, there = (len(self.chances(tops, self.theirs)) for tops in self.settled(claim))
        return here == claim.count > there

    def fewer_chances(self, claim):
        here, there = (len(self.chances(tops, self.mine)) for tops in self.settled(claim))
        return here == claim.count < there

    def larger(self, claim):
        here, there = (max(map(len, dolmens(tops, self.theirs)), default=0) for tops in self.settled(claim))
        return here == claim.count > there

    def smaller(self, claim):
        here, there = (max(map(len, dolmens(tops, self.mine)), default=0) for tops in self.settled(claim))
        return here == claim.count < there

    def more_squares(self, claim):
        here, there = (list(tops.values()).count(self.theirs) for tops in self.settled(claim))
        return here == claim.count > there

    def fewer_squares(self, claim):
        here, there = (list(tops.values()).count(self.mine) for tops in self.settled(claim))
        return here == claim.count < there


class CaminosCosts(CostClaims):
    needed, met = CaminosClaims.needed, CaminosClaims.met

    def nearer(self, claim):
        here, there = self.at(claim.moves), self.at(self.better[: len(claim.moves)])
        return self.needed(here, self.theirs) == claim.count < self.needed(there, self.theirs)

    def farther(self, claim):
        here, there = self.at(claim.moves), self.at(self.better[: len(claim.moves)])
        return self.needed(here, self.mine) == claim.count > self.needed(there, self.mine)

    def line_threatens(self, claim):
        """Some reply elsewhere, and then a piece on these squares wins."""
        here = self.at(claim.moves)
        replies = [reply for reply in here.legal_moves() if not set(reply.squares) & set(claim.squares)]
        for again in chain([here], map(here.play, replies)):
            moves = again.legal_moves() if again.turn == self.theirs else ()
            if any(m.squares == claim.squares and again.play(m).path(self.theirs) for m in moves):
                return True
        return not replies

    def line_cuts(self, claim):
        before, here = self.at(claim.moves[:-1]), self.at(claim.moves)
        parts = [group for group in self.met(here, self.mine) if group & set(claim.squares)]
        return len(parts) == claim.count > 1 and set(claim.squares) in self.met(before, self.mine)

    def line_links(self, claim):
        before, here = self.at(claim.moves[:-1]), self.at(claim.moves)
        parts = [group for group in self.met(before, self.theirs) if group & set(claim.squares)]
        return len(parts) == claim.count > 1 and set(claim.squares) in self.met(here, self.theirs)

    def line_covers(self, claim):
        was, now = self.at(claim.moves[:-1]).tops, self.at(claim.moves).tops
        return {(was[square], now[square]) for square in claim.squares} == {(self.mine, self.theirs)}
