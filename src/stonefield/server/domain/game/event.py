"""What happens in a game: one small class per kind of event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

if TYPE_CHECKING:
    from stonefield.server.protocol.views import ChangeKind, OfferKind


@dataclass(frozen=True, slots=True)
class Joined:
    """A person took an open seat."""

    word: ClassVar[ChangeKind] = "join"
    holder: int
    name: str


@dataclass(frozen=True, slots=True)
class Moved:
    """A decision was made."""

    word: ClassVar[ChangeKind] = "move"
    text: str


@dataclass(frozen=True, slots=True)
class Undone:
    """A person went back alone."""

    word: ClassVar[ChangeKind] = "undo"
    to: int
    """The number of moves that are left."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """All agreed to go back."""

    word: ClassVar[ChangeKind] = "takeback"
    to: int
    """The number of moves that are left."""


@dataclass(frozen=True, slots=True)
class Redone:
    """Moves that were undone are played again."""

    word: ClassVar[ChangeKind] = "redo"
    moves: int


@dataclass(frozen=True, slots=True)
class Offered:
    word: ClassVar[ChangeKind] = "offer"
    offer: OfferKind


@dataclass(frozen=True, slots=True)
class Accepted:
    """One of several agreed; the others are still asked."""

    word: ClassVar[ChangeKind] = "accept"
    offer: OfferKind


@dataclass(frozen=True, slots=True)
class Declined:
    word: ClassVar[ChangeKind] = "decline"
    offer: OfferKind


@dataclass(frozen=True, slots=True)
class Rematched:
    """The same people play again."""

    word: ClassVar[ChangeKind] = "rematch"
    game: str
    """The id of the new game."""


@dataclass(frozen=True, slots=True)
class Restarted:
    """The server was away; clocks are charged up to the moment it stopped."""

    word: ClassVar[ChangeKind] = "restart"
    stopped: int


@dataclass(frozen=True, slots=True)
class Stalled:
    """The server kept the running seat waiting."""

    word: ClassVar[ChangeKind] = "stall"
    ms: int


@dataclass(frozen=True, slots=True)
class Away:
    """A player has lost the connection in their own turn, so that their grace is used before their time."""

    word: ClassVar[ChangeKind] = "away"
    since: int


@dataclass(frozen=True, slots=True)
class Back:
    """A player who was away has a connection again."""

    word: ClassVar[ChangeKind] = "back"


@dataclass(frozen=True, slots=True)
class OnVacation:
    """Time would have been up, but the player is on vacation: no time is lost before its end."""

    word: ClassVar[ChangeKind] = "vacation"
    until: int


@dataclass(frozen=True, slots=True)
class Resigned:
    word: ClassVar[ChangeKind] = "resign"


@dataclass(frozen=True, slots=True)
class TimeUp:
    word: ClassVar[ChangeKind] = "time"


@dataclass(frozen=True, slots=True)
class Drawn:
    """All agreed on a draw."""

    word: ClassVar[ChangeKind] = "draw"


@dataclass(frozen=True, slots=True)
class Stopped:
    """A game between engines was ended without a result."""

    word: ClassVar[ChangeKind] = "stop"


@dataclass(frozen=True, slots=True)
class Paused:
    """Engines rest, or people have agreed to."""

    word: ClassVar[ChangeKind] = "pause"


@dataclass(frozen=True, slots=True)
class Resumed:
    word: ClassVar[ChangeKind] = "resume"


EventKind: TypeAlias = (
    Joined
    | Moved
    | Undone
    | TakenBack
    | Redone
    | Offered
    | Accepted
    | Declined
    | Rematched
    | Restarted
    | Stalled
    | Away
    | Back
    | OnVacation
    | Resigned
    | TimeUp
    | Drawn
    | Stopped
    | Paused
    | Resumed
)
ENDS = (Resigned, TimeUp, Drawn, Stopped)
"""Kinds that end a game whatever is on the board."""


@dataclass(frozen=True, slots=True)
class Event:
    """One accepted change of a game; ``seq`` is the version it made."""

    seq: int
    at: int
    """Milliseconds since 1970."""
    kind: EventKind
    seat: int | None = None
    """Who did it; None: the server."""
    request: str | None = None
    """Who asked for it, and the id they gave the action, so that it is done only once."""


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A decision that was made."""

    text: str
    seat: int
    spent_ms: int
    clock_ms: int | None
    """The mover's time left after it; None without a clock."""
