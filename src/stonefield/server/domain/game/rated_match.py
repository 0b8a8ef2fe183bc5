"""Rated games: which games can change ratings, in which pool, and what one that is over says."""

from __future__ import annotations

from dataclasses import dataclass

from stonefield.ratings.pools import Pace, Pool
from stonefield.server.domain.game.actions import Change
from stonefield.server.domain.game.agreement import Agreement
from stonefield.server.domain.game.event import Drawn, Moved
from stonefield.server.domain.game.rated import FEWEST_DECISIONS, is_usual
from stonefield.server.domain.game.table import Table
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.ratings import NotRated

LIVE_SECONDS, LIVE_INCREMENT = 6 * 3600, 600
"""The most time that a player of a live game has, and gets for each turn."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """What a rated game says: the score of the seat that began, or why it says nothing."""

    score: float | None
    reason: NotRated | None = None


def check_ratable(agreement: Agreement) -> None:
    """Refusal if a game cannot change ratings, no matter who plays it."""
    kinds = sorted(seat.kind for seat in agreement.seats)
    if kinds not in (["engine", "person"], ["open", "person"], ["person", "person"]):
        raise Refusal("not_ratable", "rated games are played by two people, or by one and a level")
    if len({seat.holder for seat in agreement.seats}) < len(agreement.seats):
        raise Refusal("not_ratable", "rated games are not played at one screen")
    if agreement.start or agreement.imported or not is_usual(agreement.start_position):
        raise Refusal("not_ratable", "rated games begin at the usual start of a board, without extra rules")
    if agreement.coach != "off":
        raise Refusal("not_ratable", "there is no coach in rated games")
    if agreement.clock_seconds is None:
        raise Refusal("not_ratable", "rated games are played with a clock: without one they may never end")


def check_joining(table: Table, account: str | None) -> None:
    """Refusal if a guest wants a seat in a rated game."""
    if table.agreement.rated and account is None:
        raise Refusal("sign_in_first", "rated games are for people who have an account")


def pace_of(agreement: Agreement) -> Pace:
    """Whether it is played in one sitting: not without a clock, nor with one of days."""
    seconds, increment = agreement.clock_seconds, agreement.clock_increment or 0
    is_short = seconds is not None and seconds <= LIVE_SECONDS and increment <= LIVE_INCREMENT
    return "live" if is_short and not agreement.correspondence else "correspondence"


def pool_of(agreement: Agreement) -> Pool:
    """The pool that a game belongs to."""
    return Pool(agreement.rules, pace_of(agreement))


def result_of_match(table: Table, change: Change) -> MatchResult:
    """What a game between two seats says once ``change`` has ended it."""
    for seat in range(len(table.seats)):
        decides = isinstance(change.kind, Moved) and change.seat == seat
        if sum(move.seat == seat for move in table.moves) + decides < FEWEST_DECISIONS:
            return MatchResult(None, "short")
    if isinstance(change.kind, Drawn):
        return MatchResult(0.5)
    if change.position is None:
        return MatchResult(float(change.seat != 0))
    outcome = change.position.outcome
    assert outcome is not None
    if outcome.winner is None:
        return MatchResult(0.5)
    return MatchResult(float(outcome.winner == change.position.colour_of(table.players[0])))
