"""The claims that all games share, each as a question to the rules; a game's own are beside this."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from stonefield.games.game import Position

from .proving import DRAW, LOSS, WIN, result
from .told import Told

EVEN = 0.5
LIKELY = 1 / 3
"""The tint of a square that shows its colour twice as often as not."""
OF_THE_BETTER_LINE = frozenset(
    (
        "misses_win",
        "misses_path",
        "misses_threat",
        "misses_fork",
        "misses_joining",
        "misses_chances",
        "misses_at_once",
        "misses_swap",
        "had_win",
        "no_single_reason",
    )
)
"""Costs that say what the better decision would have brought."""
_SQUARE = re.compile(r"[a-p]\d+")
Comparison: TypeAlias = tuple[Callable[[Any, str], int], str, int]


class Evidence:
    """What a sentence speaks of: the board before it, the lines, and where they lead."""

    def __init__(self, told: Told) -> None:
        self.told, self.claim = told, told.claim
        self.before: Any = told.position
        self.squares = set(told.claim.squares)
        self.is_cost = told.where == "cost"
        self.line = told.played if self.is_cost else told.best
        self.against = told.best if self.is_cost else told.played
        self.decided = self.after(self.line[:1])
        self.mine = self.decided.colour_of(self.before.player)
        self.theirs = self.before.game.other(self.mine)
        self.comparison: Comparison | None = None
        """What was counted in both lines, of which colour, and 1 if there is to be more of it, -1 if less."""
        self.beyond_proof = False
        """Whether it was left to the search's word, for too much of the game was left to try everything."""

    def after(self, line: Sequence[str]) -> Any:
        """The position after a line of decisions."""
        position = self.before
        for move in line:
            position = position.play(move)
        return position

    @cached_property
    def here(self) -> Any:
        """Where something is said to be so."""
        return self.after(self.claim.moves)

    @cached_property
    def there(self) -> Any:
        """What it is compared with: the end of the other line, or the board before the decision."""
        return self.after(self.claim.instead)

    def is_about(self, colour: str) -> bool:
        return self.claim.colour == colour

    def is_true(self) -> bool:
        """Whether the claim is so."""
        return bool(getattr(self, self.claim.code)())

    @classmethod
    def kinds(cls) -> set[str]:
        """The kinds of claims that can be checked."""
        names = {name for one in cls.__mro__ if issubclass(one, Truth) for name in vars(one)}
        return {name for name in names - set(vars(Evidence)) if not name.startswith("_")}

    def faults(self) -> Iterator[str]:
        """Why a true sentence misleads."""
        if not self.is_expected():
            yield "about a line that the engine leaves"
        if self.is_cost and self.comparison and self.claim.instead and self.is_level():
            yield "level again where the lines end"

    def is_level(self) -> bool:
        """Whether a comparison does not hold any more at the ends of both lines."""
        measure, colour, sign = self.comparison
        here, there = (measure(self.end(line), colour) for line in (self.line, self.against))
        return sign * (here - there) <= 0

    def end(self, line: Sequence[str]) -> Any:
        """What a line leads to."""
        return self.after(line)

    def is_expected(self) -> bool:
        """Whether its lines are those of the engine; a hint may also name another decision of the moment."""
        line, against, instead = self.line, self.against, self.claim.instead
        if self.is_cost and self.claim.code in OF_THE_BETTER_LINE:
            line, against = against, line
        other_decision = self.told.where == "hint" and len(instead) == 1
        return _begins(line, self.claim.moves) and (other_decision or _begins(against, instead))


class Truth(Evidence):
    """Each kind of claim is a method with the kind's name, which says whether it is so."""

    # What ends the game

    def ends_lost(self) -> bool:
        return self.is_about(self.theirs) and winner(self.decided) == self.theirs

    def ends_drawn(self) -> bool:
        return self.is_about(self.theirs) and self.decided.is_over and winner(self.decided) is None

    def loses_at_once(self) -> bool:
        answered = self.claim.moves == self.told.played[:2] and self.decided.turn == self.theirs
        won = self.is_about(self.theirs) and winner(self.here) == self.theirs
        return answered and won and self._names_its_squares()

    def misses_win(self) -> bool:
        won = self.claim.moves == self.told.best[:1] and winner(self.here) == self.mine
        missed = self.is_about(self.mine) and winner(self.decided) != self.mine
        return won and missed and self._names_its_squares()

    def _names_its_squares(self) -> bool:
        """Whether the squares are those that the last move is written with."""
        return self.squares == set(_SQUARE.findall(self.claim.moves[-1]))

    def wins(self) -> bool:
        return self.is_about(self.mine) and winner(self.decided) == self.mine

    # What the search has proven, tried again by brute force

    def had_win(self) -> bool:
        return self.is_about(self.mine) and self._comes_to(self.told.best, self.mine, WIN)

    def can_force(self) -> bool:
        return self.is_about(self.theirs) and self._comes_to(self.told.played, self.theirs, WIN)

    def proven_win(self) -> bool:
        return self.is_about(self.mine) and self._comes_to(self.told.best, self.mine, WIN)

    def proven_draw(self) -> bool:
        return self.is_about(self.mine) and self._comes_to(self.told.best, self.mine, DRAW)

    def proven_loss(self) -> bool:
        return self.is_about(self.mine) and self._comes_to(self.told.best, self.mine, LOSS)

    def _comes_to(self, line: Sequence[str], colour: str, wanted: int) -> bool:
        """Whether the line's decisions of one colour, until the other decides, secure the result."""
        position = self.after(line[:1])
        for move in line[1:]:
            if position.is_over or position.turn != colour:
                break
            position = position.play(move)
        found = result(position, colour)
        self.beyond_proof = found is None
        return found in (wanted, None)

    # Which colour the engine would rather have

    def gives_colour(self) -> bool:
        better = self.told.played[0] == "swap" and self.told.rate > EVEN
        return better and self.is_about(self.theirs) and self.before.turn == self.theirs

    def misses_swap(self) -> bool:
        better = self.told.best[0] == "swap" and self.told.rate > EVEN
        return better and self.is_about(self.before.game.other(self.before.turn))

    def invites_swap(self) -> bool:
        better = self.told.played[1] == "swap" and self.told.after < EVEN
        return better and self.is_about(self.before.turn)

    def takes_over(self) -> bool:
        better = self.told.best[0] == "swap" and self.told.rate >= EVEN
        return better and self.is_about(self.before.game.other(self.before.turn))

    def balances(self) -> bool:
        return self.is_about(self.mine) and self.decided.may_swap

    # What the engine thinks, and says so

    def no_single_reason(self) -> bool:
        lost = round(100 * (self.told.rate - self.told.after))
        told = (self.claim.count, self.claim.moves) == (lost, self.told.best[:1])
        return self.is_about(self.mine) and told and self._names_its_squares()

    def expects_squares(self) -> bool:
        assert self.told.outlooks
        before, after = (one.tints for one in self.told.outlooks)
        sign = 1 if self.mine == self.before.game.colours[0] else -1
        likely = all(sign * after[one] > max(LIKELY, sign * before.get(one, 0)) for one in self.squares)
        return self.is_about(self.mine) and likely and self.claim.count == len(self.squares) > 0

    def expects_lead(self) -> bool:
        assert self.told.outlooks
        scores = self.told.outlooks[1].scores
        lead = scores[self.mine] - scores[self.theirs]
        return self.is_about(self.mine) and self.claim.count == round(lead) > 0


def winner(position: Position) -> str | None:
    """The colour that has won."""
    outcome = position.outcome
    return outcome.winner if outcome else None


def _begins(line: Sequence[str], part: Sequence[str]) -> bool:
    return tuple(line[: len(part)]) == tuple(part)
