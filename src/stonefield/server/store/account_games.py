"""Games of accounts: who of a game's holders is one, and how each game stands for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from sqlalchemy import Connection, bindparam, case, func, insert, select, update

from stonefield.server.domain.game.agreement import Agreement
from stonefield.server.domain.game.table import Table
from stonefield.server.domain.people.account import Members
from stonefield.server.store import tables
from stonefield.server.store.account_tables import account_games, accounts

NO_ONE = -1
"""No holder has this number."""
PAGE = 50
"""Games on a page of a list."""
Work: TypeAlias = Callable[[Connection], None]


@dataclass(frozen=True, slots=True)
class Standing:
    """How a game with accounts stands after a change."""

    game: str
    at: int
    decider: int
    """The holder who decides now, or `NO_ONE`."""
    results: Mapping[int, str] = field(default_factory=dict)
    """If it is over: how, for each holder who is an account."""

    @classmethod
    def of(cls, table: Table, at: int) -> Standing:
        """How a game stands."""
        return cls(table.agreement.id, at, decider_of(table), results_of(table))


def decider_of(table: Table) -> int:
    """The holder who decides now, or `NO_ONE`."""
    holder = None if table.decider is None else table.seats[table.decider].holder
    return NO_ONE if holder is None else holder


def results_of(table: Table) -> dict[int, str]:
    """How a game has ended for each holder who is an account; nothing before its end."""
    ending = table.ending
    if ending is None:
        return {}
    if ending.winner is None:
        return dict.fromkeys(table.members, "stopped" if ending.reason == "stopped" else "drawn")
    winners = {seat.holder for n, seat in enumerate(table.seats) if table.colour_of(n) == ending.winner}
    return {holder: "won" if holder in winners else "lost" for holder in table.members}


_STANDS = (
    update(account_games)
    .where(account_games.c.game == bindparam("of"))
    .values(at=bindparam("moment"), to_move=account_games.c.holder == bindparam("decider"))
)
_ENDED = (
    update(account_games)
    .where(account_games.c.game == bindparam("of"), account_games.c.holder == bindparam("who"))
    .values(ended=bindparam("moment"), result=bindparam("how"))
)


def write_standings(connection: Connection, standings: Sequence[Standing]) -> None:
    """Write how games stand, by their ids, so that no two servers wait for each other."""
    ordered = sorted(standings, key=lambda one: one.game)
    connection.execute(
        _STANDS, [{"of": one.game, "moment": one.at, "decider": one.decider} for one in ordered]
    )
    if ended := [
        {"of": one.game, "who": who, "moment": one.at, "how": how}
        for one in ordered
        for who, how in sorted(one.results.items())
    ]:
        connection.execute(_ENDED, ended)


def entered(agreement: Agreement, members: Members) -> list[Work]:
    """What is written with a new game that accounts play in."""
    known = {holder: member.id for holder, member in members.items() if member.id}
    if not known:
        return []
    table_holder = agreement.seats[0].holder
    begins = None if any(seat.kind == "open" for seat in agreement.seats) else table_holder
    rows = [
        {
            "game": agreement.id,
            "holder": holder,
            "account": account,
            "at": agreement.created,
            "to_move": holder == begins,
        }
        for holder, account in sorted(known.items())
    ]
    return [lambda connection: _add(connection, rows)]


def joined(game: str, holder: int, account: str, at: int) -> Work:
    """What is written when an account takes a seat; who decides then is written with it."""
    row = {"game": game, "holder": holder, "account": account, "at": at, "to_move": False}
    return lambda connection: _add(connection, [row])


def _add(connection: Connection, rows: list[dict[str, Any]]) -> None:
    connection.execute(insert(account_games), rows)


def take(connection: Connection, account: str, game: str, holder: int, standing: Standing) -> None:
    """Let a holder be an account from now on, without the name that they had as a guest."""
    over = bool(standing.results)
    row = {
        "game": game,
        "holder": holder,
        "account": account,
        "at": standing.at,
        "to_move": standing.decider == holder,
        "ended": standing.at if over else None,
        "result": standing.results.get(holder),
    }
    connection.execute(insert(account_games).values(**row))
    forget_names(connection, game, holder, shared=False)


def forget_names(connection: Connection, game: str, holder: int, *, shared: bool) -> None:
    """Take the name of a holder out of a game; ``shared``: even if they have several seats, with names."""
    games, events = tables.games, tables.events
    seats = connection.execute(select(games.c.seats).where(games.c.id == game)).scalar()
    theirs = [seat for seat in seats or () if seat.get("holder") == holder]
    if any(seat["name"] for seat in theirs) and (shared or len(theirs) == 1):
        for seat in theirs:
            seat["name"] = ""
        connection.execute(update(games).where(games.c.id == game).values(seats=seats))
    joins = (events.c.game == game, events.c.kind == "join", events.c.detail.startswith(f"{holder} "))
    connection.execute(update(events).where(*joins).values(detail=f"{holder} "))


# What is read


def games_of(connection: Connection, account: str) -> list[tuple[str, int]]:
    """All games of an account, with its holder's number there."""
    theirs = account_games.c
    query = select(theirs.game, theirs.holder).where(theirs.account == account).order_by(theirs.game)
    return [(row.game, row.holder) for row in connection.execute(query)]


def page_of(connection: Connection, account: str, page: int) -> list[Any]:
    """Rows of a page of games, and one more if there is a further page: its turn, running, then by end."""
    theirs, games = account_games.c, tables.games.c
    running = theirs.ended.is_(None)
    columns = (games.id, games.rules, games.options, games.seats, games.clock_seconds, games.clock_increment)
    query = (
        select(*columns, games.created, theirs.holder, theirs.at, theirs.to_move, theirs.ended, theirs.result)
        .join(tables.games, games.id == theirs.game)
        .where(theirs.account == account)
        .order_by(
            case((running, 0), else_=1),
            case((running & theirs.to_move, 0), else_=1),
            func.coalesce(theirs.ended, theirs.at).desc(),
            theirs.game,
            theirs.holder,
        )
    )
    return list(connection.execute(query.offset(page * PAGE).limit(PAGE + 1)))


def names_in(connection: Connection, games: Sequence[str]) -> dict[str, dict[int, str]]:
    """The names of the accounts in some games, by the numbers of their holders; empty if deleted."""
    theirs = account_games.c
    query = (
        select(theirs.game, theirs.holder, accounts.c.name)
        .outerjoin(accounts, accounts.c.id == theirs.account)
        .where(theirs.game.in_(games))
    )
    found: dict[str, dict[int, str]] = {}
    for row in connection.execute(query):
        found.setdefault(row.game, {})[row.holder] = row.name or ""
    return found


def joins_in(connection: Connection, games: Sequence[str]) -> dict[str, dict[int, tuple[int, str]]]:
    """Who has joined some games later: by seat, the holder's number and the name."""
    events = tables.events.c
    query = select(events.game, events.seat, events.detail)
    found: dict[str, dict[int, tuple[int, str]]] = {}
    for row in connection.execute(query.where(events.game.in_(games), events.kind == "join")):
        holder, _, name = row.detail.partition(" ")
        found.setdefault(row.game, {})[row.seat] = int(holder), name
    return found
