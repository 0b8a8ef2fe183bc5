"""How a game looks to one viewer: states and updates, the part common to all encoded once for everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stonefield.games.game import Board
from stonefield.server.domain.game import permissions
from stonefield.server.domain.game.agreement import Ending
from stonefield.server.domain.game.correspondence import CorrespondenceClock
from stonefield.server.domain.game.event import Event, Joined, Restarted
from stonefield.server.domain.game.table import Table
from stonefield.server.presenting.presenter import presenter_for
from stonefield.server.protocol.encoding import to_json

if TYPE_CHECKING:
    from stonefield.server.protocol import views
    from stonefield.server.protocol.messages import SceneMessage
    from stonefield.server.protocol.scenes import Legal

OLDEST_GAP = 200
"""With more missed changes than this a whole state is shorter."""


class StatePresenter:
    """The views of one game; what several viewers share is kept until the next version."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._presenter = presenter_for(table.agreement.rules)
        self._moves: list[views.MoveView] = []
        self._shared: views.SharedPart | None = None
        self._members = table.members
        self._updates: dict[int, bytes] = {}
        self._personal: dict[int | None, bytes] = {}
        self._legal: Legal | None = None

    def state(self, holder: int | None, attendance: views.AttendanceView, now: int) -> views.State:
        """Everything, for one viewer."""
        table, agreement = self._table, self._table.agreement
        shared = self._shared_part()
        return {
            "type": "state",
            "rules": agreement.rules,
            "options": agreement.options,
            "coach": agreement.coach,
            "rated": agreement.rated,
            "letters": table.position.game.letters,
            "board": board_view(table.position.board),
            "created": agreement.created,
            "moves": self._moves,
            **shared,
            **self._moment_part(attendance, now),
            **self._personal_part(holder),
        }

    def update(
        self, holder: int | None, since: int, attendance: views.AttendanceView, now: int
    ) -> bytes | None:
        """An `Update` as JSON; None when only a whole state will do."""
        table = self._table
        if not max(0, table.version - OLDEST_GAP) <= since <= table.version:
            return None
        common = self._shared_part()
        shared = self._updates.get(since)
        if shared is None:
            keep = table.keep(since)
            changes: views.ChangesPart = {
                "type": "update",
                "since": since,
                "changes": [change_view(table, event) for event in table.events[since:]],
                "keep": keep,
                "moves": self._moves[keep:],
            }
            shared = self._updates[since] = to_json({**changes, **common})
        personal = self._personal.get(holder)
        if personal is None:
            personal = self._personal[holder] = to_json(self._personal_part(holder))
        moment = to_json(self._moment_part(attendance, now))
        return b"%b,%b,%b" % (shared[:-1], moment[1:-1], personal[1:])

    def scene(self, ply: int) -> SceneMessage:
        """The position after so many decisions."""
        table = self._table
        position = table.position_after(ply)
        before = table.positions[ply - 1] if ply else None
        return {
            "type": "scene",
            "version": table.version,
            "ply": ply,
            "scene": self._presenter.scene(before, position, ply),
            "position": str(position),
        }

    def _shared_part(self) -> views.SharedPart:
        table, known = self._table, self._shared
        if known is not None and known["version"] == table.version and self._members is table.members:
            return known
        self._members = table.members
        self._take_up_moves(0 if known is None else table.keep(known["version"]))
        self._updates.clear()
        self._personal.clear()
        self._legal = None
        position, ending, decider = table.position, table.ending, table.decider
        self._shared = {
            "game": table.agreement.id,
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
                    "account": table.account_of(seat),
                    "out": player in position.out,
                }
                for number, (seat, player) in enumerate(zip(table.seats, table.players, strict=True))
            ],
            "turn": None
            if decider is None
            else {"seat": decider, "colour": position.turn, "phase": position.phase},
            "outcome": None if ending is None else outcome_view(table, ending),
            "score": None if ending is None else self._presenter.score(position, ending.reason),
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
            "scene": self.scene(len(table.moves))["scene"],
            "position": str(position),
            "rematch": table.rematch,
        }
        return self._shared

    def _take_up_moves(self, keep: int) -> None:
        """Describe the moves made since, and only these."""
        positions = self._table.positions
        del self._moves[keep:]
        for ply, move in enumerate(self._table.moves[keep:], keep + 1):
            before, after = positions[ply - 1], positions[ply]
            self._moves.append(
                {
                    "text": move.text,
                    "seat": move.seat,
                    "colour": before.turn,
                    **self._presenter.describe_move(before, move.text, after, ply),
                    "spent_ms": move.spent_ms,
                    "clock_ms": move.clock_ms,
                }
            )

    def _moment_part(self, attendance: views.AttendanceView, now: int) -> views.MomentPart:
        return {**attendance, "clock": clock_view(self._table, now), "now": now}

    def _personal_part(self, holder: int | None) -> views.PersonalPart:
        table = self._table
        may = may_view(table, holder)
        if may["move"] and self._legal is None:
            self._legal = self._presenter.legal(table.position)
        return {
            "you": you_view(table, holder),
            "may": may,
            "legal": self._legal if may["move"] else None,
        }


def board_view(board: Board) -> views.BoardView:
    return {
        "name": board.name,
        "files": board.files,
        "ranks": board.ranks,
        "squares": board.names,
        # Only a game that is about its board's sides names them.
        "sides": getattr(board, "sides", ()),
    }


def clock_view(table: Table, now: int) -> views.ClockView | None:
    clock = table.clock
    if clock is None:
        return None
    view: views.ClockView = {
        "initial_ms": clock.initial,
        "increment_ms": clock.increment,
        "remaining_ms": clock.left(now),
        "running": clock.running,
        "grace_ms": clock.grace_left(now),
        "away": sorted(clock.away),
    }
    if isinstance(clock, CorrespondenceClock):
        view["correspondence"] = {
            "deadline": clock.deadline,
            "weekends_free": clock.weekends_free,
            "vacations": [_vacation(table, clock, seat, now) for seat in range(len(table.seats))],
        }
    return view


def _vacation(table: Table, clock: CorrespondenceClock, seat: int, now: int) -> int | None:
    """The end of a player's vacation: as they have said, or the clock that waits for them."""
    holder = table.seats[seat].holder
    member = None if holder is None else table.members.get(holder)
    said = 0 if member is None else member.away_until
    until = max(said, clock.waits_until if seat == clock.running else 0)
    return until if until > now else None


def outcome_view(table: Table, ending: Ending) -> views.OutcomeView:
    winner = ending.winner
    seats = [] if winner is None else [n for n in range(len(table.seats)) if table.colour_of(n) == winner]
    return {"winner": winner, "seats": seats, "reason": ending.reason}


def change_view(table: Table, event: Event) -> views.ChangeView:
    """An event as it is announced; what only the server needs stays here."""
    match event.kind:
        case Joined():
            assert event.seat is not None
            detail = table.seats[event.seat].name
        case Restarted():
            detail = ""
        case kind:
            detail = " ".join(str(getattr(kind, name)) for name in kind.__slots__)
    return {"version": event.seq, "kind": event.kind.word, "seat": event.seat, "detail": detail}


def you_view(table: Table, holder: int | None) -> views.YouView:
    seats = table.seats_of(holder)
    return {"role": "player" if seats else "spectator" if holder is None else "owner", "seats": seats}


def may_view(table: Table, holder: int | None) -> views.MayView:
    """Exactly what would be accepted now."""
    seated = bool(table.seats_of(holder))
    owner = holder is not None and not seated
    return {
        "move": seated and permissions.may_move(table, holder) is None,
        "resign": seated and permissions.may_resign(table, holder) is None,
        "draw": seated and permissions.may_draw(table, holder) is None,
        "takeback": seated and permissions.may_take_back(table, holder) is None,
        "undo": seated and permissions.may_undo(table, holder) is None,
        "redo": seated and permissions.may_redo(table, holder) is None,
        "hint": permissions.may_have_hint(table, holder) is None,
        "winrate": permissions.may_be_advised(table, holder) is None,
        "rematch": (seated or owner) and permissions.may_rematch(table, holder) is None,
        "greet": seated and permissions.may_greet(table, holder) is None,
        "pause": permissions.may_pause(table, holder) is None,
        "resume": permissions.may_resume(table, holder) is None,
        "stop": owner and permissions.may_stop(table, holder) is None,
        "answer": [offer.kind for offer in table.offers.values() if seated and holder not in offer.holders],
    }
