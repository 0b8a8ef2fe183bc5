"""Games on the device: each is one row, its agreement and its events, replayed by the server's rules."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from types import SimpleNamespace
from typing import Any

from stonefield.engine.levels import check_level
from stonefield.games.game import StonefieldError
from stonefield.pocket.rows import Rows
from stonefield.server.domain.game.actions import Change
from stonefield.server.domain.game.agreement import agree
from stonefield.server.domain.game.event import Event, Rematched, Restarted, TimeUp
from stonefield.server.domain.game.permissions import may_delete
from stonefield.server.domain.game.rows import agreement_of, event_of, event_row
from stonefield.server.domain.game.table import Table, replay
from stonefield.server.jobs.tasks.positions import read_position
from stonefield.server.jobs.tasks.records import RecordSource, read_record
from stonefield.server.play.game_records import imported, played
from stonefield.server.presenting.state import StatePresenter
from stonefield.server.protocol.problems import Refusal
from stonefield.server.tokens import hash_token, new_game_id, new_token

MARK = "here-"
"""How the ids of games, studies and storms on a device begin: no server makes such ids."""


def new_id() -> str:
    """The id of a new game, study or storm on the device."""
    return MARK + new_game_id()


@dataclass(slots=True)
class Held:
    """A game in memory."""

    table: Table
    holders: dict[str, int]
    """The numbers of the holders, by the hashes of their tokens."""
    source: str | None = None
    """The record that it comes from."""
    remark: dict[str, Any] | None = None
    """What the coach has said last."""
    presenter: StatePresenter = field(init=False)

    def __post_init__(self) -> None:
        self.presenter = StatePresenter(self.table)

    @property
    def id(self) -> str:
        return self.table.agreement.id

    def holder_of(self, token: str | None) -> int | None:
        """The holder that a token belongs to; None for a spectator."""
        if token is None:
            return None
        holder = self.holders.get(hash_token(token))
        if holder is None:
            raise Refusal("bad_token", "this token opens nothing in this game")
        return holder

    @property
    def record_source(self) -> RecordSource:
        """The game for a record; what was imported and not played on goes out as it came in."""
        if self.source is not None and not self.table.events:
            return self.source
        return played(self.table)

    def written(self) -> str:
        """The row."""
        events = [event_row(self.id, event) for event in self.table.events]
        return json.dumps(
            {
                "agreement": asdict(self.table.agreement),
                "holders": self.holders,
                "source": self.source,
                "remark": self.remark,
                "over": self.table.status == "over",
                "events": events,
            },
            ensure_ascii=False,
            separators=(",", ":"),
        )


def read_row(text: str) -> Held:
    """A game from its row."""
    row = json.loads(text)
    events = [event_of(SimpleNamespace(**event)) for event in row["events"]]
    table = replay(agreement_of(row["agreement"]), events)
    return Held(table, row["holders"], row["source"], row["remark"])


def key_of(game: str) -> str:
    """Where the row of a game is kept."""
    return f"game/{game}"


class Games:
    """The games of the device; ``changed`` hears of every change, before anyone is told."""

    def __init__(self, rows: Rows, changed: Callable[[Held, int], None]) -> None:
        self._rows, self._changed = rows, changed
        self._held: dict[str, Held] = {}

    @property
    def held(self) -> list[Held]:
        """The games in memory."""
        return list(self._held.values())

    def forget(self, keys: set[str]) -> list[str]:
        """Rows have changed elsewhere: the games that are read again when they are next asked for."""
        gone = [game for game in self._held if key_of(game) in keys]
        for game in gone:
            del self._held[game]
        return gone

    def find(self, game: str, now: int) -> Held:
        """A game, or Refusal; its clock continues where it was when the page was left."""
        if game not in self._held:
            text = self._rows.read(key_of(game)) if game.startswith(MARK) else None
            if text is None:
                raise Refusal("no_such_game", "there is no such game on this device")
            held = self._held[game] = read_row(text)
            clock = held.table.clock
            if clock is not None and clock.running is not None:
                self.append(held, Change(Restarted(clock.since)), now, f"restart:{held.table.version}")
        return self._held[game]

    def make(self, wishes: Any, now: int) -> tuple[Held, str]:
        """A new game, and the token of the person who made it."""
        set_up = None if wishes.position is None else read_position(wishes.position)
        for seat in wishes.seats:
            if seat.kind == "open":
                raise Refusal("not_available", "without a server there is no one to invite")
            if seat.kind == "engine":
                seat.level = _level(seat.level)
        if wishes.rated:
            raise Refusal("not_ratable", "a game on the device changes no ratings")
        if wishes.clock is not None:
            wishes.clock.is_slow = hasattr(wishes.clock, "bank_hours")
            wishes.clock.weekends_free = getattr(wishes.clock, "weekends_free", False)
        agreement = agree(wishes, id=new_id(), created=now, invite_hash="", set_up=set_up)
        return self._open(Held(Table(agreement), {}))

    def read_in(self, text: str, now: int) -> tuple[Held, str]:
        """A game from a record."""
        record = read_record(text)
        agreement = imported(record, id=new_id(), created=now)
        return self._open(Held(Table(agreement), {}, record["source"]))

    def _open(self, held: Held) -> tuple[Held, str]:
        token = new_token()
        held.holders[hash_token(token)] = 0
        self._add(held)
        return held, token

    def _add(self, held: Held) -> None:
        self._held[held.id] = held
        self.keep(held)

    def keep(self, held: Held) -> None:
        """Write the row of a game."""
        self._rows.write(key_of(held.id), held.written())

    def append(self, held: Held, change: Change, now: int, request: str) -> int:
        """Carry out a change; the version that it makes."""
        table = held.table
        at = max(now, table.events[-1].at if table.events else table.agreement.created)
        event = Event(table.version + 1, at, change.kind, change.seat, request)
        if isinstance(change.kind, Rematched):
            agreement = table.agreement.rematch(table.anonymous_seats, id=change.kind.game, created=at)
            self._add(Held(Table(agreement), dict(held.holders)))
        table.apply(event, change.position)
        self.keep(held)
        self._changed(held, at)
        return event.seq

    def let_flag_fall(self, held: Held, now: int) -> None:
        """End a game whose player has no time left."""
        deadline = held.table.deadline
        if deadline is not None and now >= deadline:
            clock = held.table.clock
            assert clock is not None
            self.append(held, Change(TimeUp(), clock.running), now, f"flag:{held.table.version}")

    def delete(self, held: Held, holder: int | None) -> None:
        """Delete a game for good."""
        refusal = may_delete(held.table, holder)
        if refusal is not None:
            raise refusal
        del self._held[held.id]
        self._rows.write(key_of(held.id), None)


def _level(wanted: float) -> float:
    try:
        return check_level(wanted)
    except StonefieldError as error:
        raise Refusal("invalid", str(error)) from None
