"""Facts: what the rules say of a decision and of the position it leads to, as the learner sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from stonefield.games.game import Move, Position

P = TypeVar("P", bound=Position)

Squares: TypeAlias = frozenset[str]
Groups: TypeAlias = tuple[Squares, ...]
Value: TypeAlias = bool | int | str | Squares | Groups | None

ME, THEM, NOBODY = "me", "them", "nobody"
MINE, THEIRS = "mine", "theirs"


@dataclass(frozen=True, slots=True)
class Seen(Generic[P]):
    """A decision as the learner sees it; without one, a position that is looked at."""

    me: str
    """The learner's colour."""
    before: P
    move: Move | None
    after: P
    choice: str | None = None
    """What was chosen where the learner is asked a question."""

    @property
    def them(self) -> str:
        return self.after.game.other(self.me)

    def whose(self, colour: str) -> str:
        """A colour as the learner calls it."""
        return MINE if colour == self.me else THEIRS


def look(position: P, me: str, choice: str | None = None) -> Seen[P]:
    """A position that is looked at."""
    return Seen(me, position, None, position, choice)


def decided(position: P, me: str, move: Move | str) -> Seen[P]:
    """A decision that is taken; it has to be legal."""
    read = position.read(move) if isinstance(move, str) else move
    return Seen(me, position, read, position.play(read))


@dataclass(frozen=True, slots=True)
class Fact(Generic[P]):
    """Something that conditions may ask for; ``None`` (no such thing here) fulfils no expectation."""

    meaning: str
    kind: type
    """``bool``, ``int``, ``str``, ``frozenset`` (squares) or ``tuple`` (groups of squares)."""
    read: Callable[[Seen[P]], Value]
    values: tuple[str, ...] = ()
    """All there are, for a text that has few."""


Facts: TypeAlias = Mapping[str, Fact[Any]]


def _winner(seen: Seen[Any], colour: str | None) -> bool:
    outcome = seen.after.outcome
    return outcome is not None and outcome.winner == colour


def _next(seen: Seen[Any]) -> str:
    if seen.after.is_over:
        return NOBODY
    return ME if seen.after.turn == seen.me else THEM


OF_ALL_GAMES: Facts = {
    "move": Fact("the decision as text", str, lambda seen: seen.move.text if seen.move else None),
    "choice": Fact("what was chosen, in a question", str, lambda seen: seen.choice),
    "next": Fact("who decides next", str, _next, (ME, THEM, NOBODY)),
    "ends": Fact("the game is over", bool, lambda seen: seen.after.is_over),
    "wins": Fact("the game is over and the learner has won", bool, lambda seen: _winner(seen, seen.me)),
    "loses": Fact("the game is over and the learner has lost", bool, lambda seen: _winner(seen, seen.them)),
    "draws": Fact("the game is over and drawn", bool, lambda seen: _winner(seen, None)),
    "mine": Fact("the learner's score: dolmens, or points", int, lambda seen: seen.after.score(seen.me)),
    "theirs": Fact("the opponent's score", int, lambda seen: seen.after.score(seen.them)),
    "lead": Fact(
        "the learner's score less the opponent's",
        int,
        lambda seen: seen.after.score(seen.me) - seen.after.score(seen.them),
    ),
}
