"""What clients did and saw, and whether the games that are stored agree with it.

A client notes every act when it begins, and how it ended: ``ok`` with the version that was acknowledged,
``fail`` if the server said that it was not done, and ``unknown`` if no answer came, or one that leaves it
open (an act that was sent again and then refused, a database that did not answer). It notes each version that
it was shown. At the end `check` compares all of that with the games as they are stored. A game is a list that
only grows and whose elements are unique, so that this takes linear time.

- An act that is ok is stored exactly once, at the acknowledged version; one that failed is not stored; one
  whose end is unknown is stored at most once. Nothing else of clients is stored.
- An act that began after another was acknowledged, or after its version was shown to anyone, comes later.
- What a client is shown was the game at that version, and never goes back, not even behind what was
  acknowledged to that client.
- Every game follows the rules: decisions are made by the seat whose turn it is, none after the end, the flag
  falls once, and an engine moves once on each version.
- Clocks: a person loses no time while no server could take a move, and is given nothing else.

Times are milliseconds by one clock, that of the events.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal, TypeAlias

from stonefield.server.domain.game.agreement import Agreement
from stonefield.server.domain.game.event import Event, Moved, Restarted, TimeUp
from stonefield.server.domain.game.table import Table

Outcome: TypeAlias = Literal["ok", "fail", "unknown"]
Stored: TypeAlias = tuple[Agreement, Sequence[Event]]
"""A game as it is in the database at the end."""
Spans: TypeAlias = Sequence[tuple[float, float]]
"""Times from and until; they may overlap."""
AN_ACT = re.compile(r"\d+:")
"""How the request of an event begins that a client asked for: with the number of its holder."""


@dataclass(slots=True)
class Act:
    """Something that a client wants done once."""

    client: str
    game: str
    request: str
    """As it is stored with the event: the holder's number and the id that the client gave."""
    begun: float
    ended: float = math.inf
    outcome: Outcome = "unknown"
    version: int = 0
    """The one that was acknowledged."""

    def __str__(self) -> str:
        return f"{self.client}'s {self.request}"


@dataclass(frozen=True, slots=True)
class Read:
    """What a client was shown."""

    client: str
    game: str
    at: float
    version: int
    moves: tuple[str, ...] | None = None
    """The decisions so far, where the client was shown all of them."""


@dataclass
class History:
    """What all clients did and saw, each in its own order."""

    acts: list[Act] = field(default_factory=list)
    reads: list[Read] = field(default_factory=list)

    def invoke(self, client: str, game: str, request: str, at: float) -> Act:
        """A client begins something; until it is settled its end is unknown."""
        act = Act(client, game, request, at)
        self.acts.append(act)
        return act

    def read(
        self, client: str, game: str, at: float, version: int, moves: Sequence[str] | None = None
    ) -> None:
        """A client is shown a version."""
        self.reads.append(Read(client, game, at, version, None if moves is None else tuple(moves)))


def ok(act: Act, at: float, version: int) -> None:
    """The server has acknowledged an act, with the version it made."""
    act.outcome, act.ended, act.version = "ok", at, version


def fail(act: Act, at: float) -> None:
    """The server has said that an act was not done, and it was sent only once."""
    act.outcome, act.ended = "fail", at


def check(
    history: History,
    games: Mapping[str, Stored],
    *,
    outages: Spans = (),
    excuses: Spans | None = None,
    slack: float = 1_500,
) -> list[str]:
    """What is wrong, one sentence each.

    ``outages`` are the times in which no server could take a move. ``excuses`` are all times for which a
    clock may have been credited (the outages, pauses of servers, an unreachable database), None where that is
    not known; ``slack`` is what may be missing or given in each turn besides.
    """
    acts, reads = _by_game(history.acts), _by_game(history.reads)
    wrong = [f"{game}: it is not stored" for game in sorted((acts.keys() | reads.keys()) - games.keys())]
    for game, (agreement, events) in sorted(games.items()):
        found = [
            *_numbering(events),
            *_acts(acts[game], events),
            *_order(acts[game], reads[game], events),
            *_going_back(acts[game], reads[game]),
        ]
        if not list(_numbering(events)):
            found += _rules(agreement, events, reads[game])
            found += _clocks(agreement, events, outages, excuses, slack)
        wrong += [f"{game}: {one}" for one in found]
    return wrong


def check_level(history: History, games: Mapping[str, Stored], clients: Iterable[str]) -> list[str]:
    """Those of some clients who have not been shown the newest version of each game that they looked at.

    Ask this when all faults have been over for a while.
    """
    last = {(read.client, read.game): read.version for read in history.reads}
    there = set(clients)
    return [
        f"{game}: {client} was shown version {version} last, stored are {len(games[game][1])}"
        for (client, game), version in sorted(last.items())
        if client in there and game in games and version != len(games[game][1])
    ]


def _by_game(all: Iterable) -> defaultdict[str, list]:
    found = defaultdict(list)
    for one in all:
        found[one.game].append(one)
    return found


def _numbering(events: Sequence[Event]) -> Iterator[str]:
    """Versions have no gaps, a request is stored once, time does not go back."""
    for number, event in enumerate(events, 1):
        if event.seq != number:
            yield f"event {event.seq} is stored at place {number}"
            return
    requests = Counter(event.request for event in events if event.request is not None)
    yield from (f"{request} is stored {times} times" for request, times in requests.items() if times > 1)
    for before, event in pairwise(events):
        if event.at < before.at and not isinstance(event.kind, Restarted):
            yield f"event {event.seq} happened before event {before.seq}"


def _acts(acts: Sequence[Act], events: Sequence[Event]) -> Iterator[str]:
    """Ok: stored at its version. Fail: not stored. What is stored was asked for."""
    stored = {event.request: event.seq for event in events}
    for act in acts:
        at = stored.get(act.request)
        if act.outcome == "ok" and at is None:
            yield f"{act} was acknowledged as version {act.version} and is lost"
        elif act.outcome == "ok" and at != act.version:
            yield f"{act} was acknowledged as version {act.version} and is stored as {at}"
        elif act.outcome == "fail" and at is not None:
            yield f"{act} was refused and is stored as version {at}"
    asked = {act.request for act in acts}
    for event in events:
        if event.request is not None and AN_ACT.match(event.request) and event.request not in asked:
            yield f"version {event.seq} is {event.request}, which no client asked for"


def _order(acts: Sequence[Act], reads: Sequence[Read], events: Sequence[Event]) -> Iterator[str]:
    """What was known to anyone when an act began came before it."""
    stored = {event.request: event.seq for event in events}
    # At the same moment what begins comes first: then the two were concurrent.
    known = [(act.ended, 1, act.version, act) for act in acts if act.outcome == "ok"]
    known += [(read.at, 1, read.version, read) for read in reads]
    begun = [(act.begun, 0, stored[act.request], act) for act in acts if act.request in stored]
    newest, since = 0, None
    for _, is_known, version, what in sorted([*known, *begun], key=lambda moment: moment[:3]):
        if is_known and version > newest:
            newest, since = version, what
        elif not is_known and version <= newest:
            assert since is not None
            yield f"{what} made version {version}, but began when {since.client} knew version {newest}"


def _going_back(acts: Sequence[Act], reads: Sequence[Read]) -> Iterator[str]:
    """No client is shown less than it was shown or told before."""
    # What is shown and acknowledged at the same moment was shown first; reads stay in their order.
    moments = [(read.at, place, read.client, read.version) for place, read in enumerate(reads)]
    moments += [(act.ended, len(reads), act.client, act.version) for act in acts if act.outcome == "ok"]
    newest: defaultdict[str, int] = defaultdict(int)
    for _, place, client, version in sorted(moments):
        if place < len(reads) and version < newest[client]:
            yield f"{client} was shown version {version} after {newest[client]}"
        newest[client] = max(newest[client], version)


def _rules(agreement: Agreement, events: Sequence[Event], reads: Sequence[Read]) -> Iterator[str]:
    """The game can be played through, and clients were shown what it was."""
    shown = defaultdict(list)
    for read in reads:
        shown[read.version].append(read)
    yield from (
        f"{read.client} was shown version {read.version}, stored are {len(events)}"
        for version in sorted(shown)
        for read in shown[version]
        if version > len(events)
    )
    table = Table(agreement)
    flags = 0
    for event in (None, *events):
        if event is not None:
            flags += isinstance(event.kind, TimeUp)
            if isinstance(event.kind, Moved):
                if table.status == "over":
                    yield f"version {event.seq} is a decision after the end"
                elif event.seat != table.decider:
                    yield f"version {event.seq} is seat {event.seat}'s, the turn was seat {table.decider}'s"
            try:
                table.apply(event)
            except Exception as error:
                yield f"version {event.seq} cannot be played: {error!r}"
                return
        moves = tuple(move.text for move in table.moves)
        for read in shown[table.version]:
            if read.moves is not None and read.moves != moves:
                yield f"{read.client} was shown {read.moves} as version {read.version}, stored are {moves}"
    if flags > 1:
        yield f"the flag fell {flags} times"


# Clocks


def _clocks(
    agreement: Agreement, events: Sequence[Event], outages: Spans, excuses: Spans | None, slack: float
) -> Iterator[str]:
    """Of each turn of a person: what was taken off the clock is the time that they could use."""
    for turn in _turns(agreement, events):
        there = _outside(turn.since, turn.until, outages)
        if turn.taken > there + slack:
            yield (
                f"{turn} took {turn.taken} ms off the clock; a server was there for {there:.0f} ms of it, "
                f"from {turn.since} until {turn.until}"
            )
        if excuses is not None:
            least = _outside(turn.since, turn.until, excuses)
            if turn.taken + turn.grace < least - slack and not turn.used_up:
                yield (
                    f"{turn} took {turn.taken} ms off the clock and {turn.grace} off the grace; "
                    f"nothing was wrong for {least:.0f} ms of it, from {turn.since} until {turn.until}"
                )


@dataclass(slots=True)
class _Turn:
    """The time of one seat, from when its clock begins to run until another's does."""

    seat: int
    version: int
    since: int
    until: int
    taken: int = 0
    """Off the time that is left."""
    grace: int = 0
    """Off the time for which the clock waits for a connection."""
    used_up: bool = False

    def __str__(self) -> str:
        return f"seat {self.seat}'s turn from version {self.version} on"


def _turns(agreement: Agreement, events: Sequence[Event]) -> Iterator[_Turn]:
    table = Table(agreement)
    clock = table.clock
    if clock is None:
        return
    turn: _Turn | None = None
    for event in events:
        seat = clock.running
        if seat is not None and table.seats[seat].kind == "person":
            if turn is None or turn.seat != seat:
                turn = _Turn(seat, table.version, clock.since, clock.since)
            before, grace = clock.remaining[seat], clock.grace[seat]
        try:
            table.apply(event)
        except Exception:
            return
        if turn is not None:
            is_over = clock.running != turn.seat
            increment = clock.increment if is_over and isinstance(event.kind, Moved) else 0
            turn.until = max(turn.until, event.at)
            turn.taken += before + increment - clock.remaining[turn.seat]
            turn.grace += grace - clock.grace[turn.seat]
            turn.used_up = clock.remaining[turn.seat] <= increment
            if is_over:
                yield turn
                turn = None
    if turn is not None:
        # What comes after that is not taken off yet.
        turn.until = clock.since
        yield turn


def _outside(since: float, until: float, spans: Spans) -> float:
    """How much of the time between is in none of the spans."""
    left = 0.0
    for begun, ended in sorted(spans):
        if ended > since:
            left += max(0.0, min(begun, until) - since)
            since = max(since, min(ended, until))
    return left + max(0.0, until - since)
