"""How a game looks to one viewer: states and updates as JSON, the common part encoded once for everybody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic_core import to_json

from stonefield.server.game import actions
from stonefield.server.game.agreement import Event
from stonefield.server.game.table import Table
from stonefield.server.presenting import scenes

OLDEST_GAP = 200
"""With more missed changes than this a whole state is shorter."""


class Presenter:
    """The views of one game; what several viewers share is kept until the next version."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._version = -1
        self._common: dict[str, Any] = {}
        self._updates: dict[int, bytes] = {}
        self._personal: dict[int | None, bytes] = {}
        self._legal: dict[str, Any] | None = None

    def state(self, holder: int | None, here: Here, now: int) -> dict[str, Any]:
        """A `State`."""
        table, charter = self._table, self._table.charter
        return {
            "type": "state",
            "rules": charter.rules,
            "options": dict(charter.options),
            "letters": scenes.letters(charter.rules),
            "board": scenes.board(table.position),
            "created": charter.created,
            "moves": table.moves,
            **self._common_part(),
            **here.view(),
            "clock": clock_view(table, now),
            "now": now,
            **self._personal_part(holder),
        }

    def update(self, holder: int | None, since: int, here: Here, now: int) -> bytes | None:
        """An `Update` as JSON; None when only a whole state will do."""
        table = self._table
        if not max(0, table.version - OLDEST_GAP) <= since <= table.version:
            return None
        common = self._common_part()
        shared = self._updates.get(since)
        if shared is None:
            keep = table.keep(since)
            shared = to_json(
                {
                    "type": "update",
                    "since": since,
                    "changes": [change_view(event) for event in table.events[since:]],
                    "keep": keep,
                    "moves": table.moves[keep:],
                    **common,
                }
            )
            self._updates[since] = shared
        personal = self._personal.get(holder)
        if personal is None:
            personal = self._personal[holder] = to_json(self._personal_part(holder))
        moment = to_json({**here.view(), "clock": clock_view(table, now), "now": now})
        return b"%b,%b,%b" % (shared[:-1], moment[1:-1], personal[1:])

    def _common_part(self) -> dict[str, Any]:
        """What is the same for everybody until the next change."""
        table = self._table
        if self._version == table.version:
            return self._common
        position = table.position
        out = scenes.out(position)
        ending = table.ending
        decider = table.decider
        self._common = {
            "game": table.charter.id,
            "version": table.version,
            "status": table.status,
            "seats": [
                {
                    "seat": number,
                    "player": player,
                    "colour": position.colour_of(player),
                    "kind": seat.kind,
                    "name": seat.name,
                    "level": seat.level,
                    "out": player in out,
                }
                for number, (seat, player) in enumerate(zip(table.seats, table.players, strict=True))
            ],
            "turn": None
            if decider is None
            else {"seat": decider, "colour": position.turn, "phase": scenes.phase(position)},
            "outcome": None if ending is None else outcome_view(table, ending.winner, ending.reason),
            "score": None if ending is None else scenes.score(position, ending.reason),
            "offers": [
                {
                    "kind": offer.kind,
                    "seat": offer.seat,
                    "accepted": [n for n, seat in enumerate(table.seats) if seat.holder in offer.holders],
                }
                for offer in table.offers.values()
            ],
            "undone": list(table.undone),
            "paused": table.paused,
            "scene": scenes.scene(table.positions, len(table.moves)),
            "position": str(position),
            "rematch": table.rematch,
        }
        self._version = table.version
        self._updates.clear()
        self._personal.clear()
        self._legal = None
        return self._common

    def _personal_part(self, holder: int | None) -> dict[str, Any]:
        table = self._table
        may = may_view(table, holder)
        if may["move"] and self._legal is None:
            self._legal = scenes.legal(table.position)
        return {
            "you": you_view(table, holder),
            "may": may,
            "legal": self._legal if may["move"] else None,
        }


class Here:
    """Who is looking: how many sockets each holder has open, and how many spectators have."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._sockets: dict[int | None, int] = {}

    def enter(self, holder: int | None) -> None:
        self._sockets[holder] = self._sockets.get(holder, 0) + 1

    def leave(self, holder: int | None) -> None:
        self._sockets[holder] -= 1
        if not self._sockets[holder]:
            del self._sockets[holder]

    @property
    def anybody(self) -> bool:
        return bool(self._sockets)

    def view(self) -> dict[str, Any]:
        """Whether each seat's holder is here, and the number of others."""
        seated = self.table.people
        return {
            "connected": [
                seat.kind == "engine" or (seat.holder is not None and seat.holder in self._sockets)
                for seat in self.table.seats
            ],
            "watchers": sum(count for holder, count in self._sockets.items() if holder not in seated),
        }


def clock_view(table: Table, now: int) -> dict[str, Any] | None:
    clock = table.clock
    if clock is None:
        return None
    return {
        "initial_ms": clock.initial,
        "increment_ms": clock.increment,
        "remaining_ms": clock.left(now),
        "running": clock.running,
    }


def outcome_view(table: Table, winner: str | None, reason: str) -> dict[str, Any]:
    seats: Sequence[int] = range(len(table.seats))
    return {
        "winner": winner,
        "seats": [seat for seat in seats if winner is not None and table.colour_of(seat) == winner],
        "reason": reason,
    }


def change_view(event: Event) -> dict[str, Any]:
    """An event as it is announced; what is nobody's business stays here."""
    detail = event.detail
    if event.kind == "join":
        detail = detail.partition(" ")[2]
    elif event.kind == "restart":
        detail = ""
    return {"version": event.seq, "kind": event.kind, "seat": event.seat, "detail": detail}


def you_view(table: Table, holder: int | None) -> dict[str, Any]:
    seats = table.seats_of(holder)
    role = "player" if seats else "spectator" if holder is None else "owner"
    return {"role": role, "seats": list(seats)}


def may_view(table: Table, holder: int | None) -> dict[str, Any]:
    """Exactly what would be accepted now."""
    seated = bool(table.seats_of(holder))
    owner = holder is not None and not seated
    return {
        "move": seated and actions.may_move(table, holder) is None,
        "resign": seated and actions.may_resign(table, holder) is None,
        "draw": seated and actions.may_draw(table, holder) is None,
        "takeback": seated and actions.may_take_back(table, holder) is None,
        "undo": seated and actions.may_undo(table, holder) is None,
        "redo": seated and actions.may_redo(table, holder) is None,
        "hint": actions.may_have_hint(table, holder) is None,
        "winrate": actions.may_be_advised(table, holder) is None,
        "rematch": (seated or owner) and actions.may_rematch(table, holder) is None,
        "pause": owner and actions.may_pause(table, holder) is None,
        "resume": owner and actions.may_resume(table, holder) is None,
        "stop": owner and actions.may_stop(table, holder) is None,
        "answer": [offer.kind for offer in table.offers.values() if seated and holder not in offer.holders],
    }
