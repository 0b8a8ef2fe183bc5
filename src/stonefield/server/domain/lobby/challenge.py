"""A challenge: a game that one person proposes, and another one accepts when they are there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from stonefield.server.domain.game.agreement import Agreement, Seat
from stonefield.server.domain.people.account import DAY, Member
from stonefield.server.domain.people.caller import Caller
from stonefield.server.protocol.challenges import ChallengeStatus
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.requests import NewGame

LASTS = 14 * DAY
MOST_OPEN = 50
"""Challenges of one account that wait for an answer."""
MAKER, OPPONENT = 0, 1
"""The numbers of the two as holders of the game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """What is proposed, by whom and to whom."""

    id: str
    created: int
    expires_at: int
    status: ChallengeStatus
    wishes: NewGame
    token_hash: str
    """The hash of its maker's token."""
    maker: Member | None = None
    """The maker's account; None for a guest."""
    opponent: Member | None = None
    """The account that is challenged; None: anyone who knows the id."""
    game: str | None = None

    def at(self, now: int) -> ChallengeStatus:
        """Its status at a moment."""
        return "expired" if self.status == "open" and now >= self.expires_at else self.status

    def is_by(self, caller: Caller, token_hash: str | None) -> bool:
        """Whether the caller has made it."""
        signed_in = self.maker is not None and caller.account == self.maker.id
        return signed_in or token_hash == self.token_hash

    def is_to(self, caller: Caller) -> bool:
        """Whether the caller is the account that is challenged."""
        return self.opponent is not None and caller.account == self.opponent.id


def check_wishes(wishes: NewGame) -> None:
    """Refusal unless it is a game of the maker and one other person."""
    if sorted(seat.kind for seat in wishes.seats) != ["open", "person"]:
        raise Refusal("wrong_seats", "a challenge has a seat for its maker and an open one")
    if wishes.learner is not None:
        raise Refusal("invalid_option", "only games against engines tell the strength of a practice profile")


def accepted(agreement: Agreement, name: str) -> Agreement:
    """The game in which the open seat is taken."""
    taken = Seat("person", name=name, holder=OPPONENT)
    seats = tuple(taken if seat.kind == "open" else seat for seat in agreement.seats)
    return replace(agreement, seats=seats, invite_hash=None)
