"""What rated games change when they end: once for each game, in the transaction that ends it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from sqlalchemy import Connection, Row, bindparam, insert, select, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite

from stonefield.ratings.glicko import Rating
from stonefield.ratings.pools import START, Standing, rate_game
from stonefield.server.protocol.ratings import NotRated
from stonefield.server.store.account_tables import account_games
from stonefield.server.store.rating_tables import rated_matches, rating_history, ratings
from stonefield.server.store.time_out_rows import note_time_out

Key: TypeAlias = tuple[str, str]
"""An account and a pool."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level of the engine, and what it is rated."""

    number: float
    rating: Rating


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEnd:
    """A rated game that ends."""

    game: str
    pool: str
    at: int
    players: tuple[int | Level, int | Level]
    """The seat that began first: a person by the number of their holder, or a level."""
    score: float | None
    """What the first of them gets; None: ``reason`` says why ratings do not change."""
    reason: NotRated | None = None
    advantage: float = 0.0
    """Of beginning, in Elo."""
    ran_out: int | None = None
    """The seat whose time was up, in a correspondence game."""
    position: str = ""
    """Where it ended, if so."""


@dataclass(frozen=True, slots=True)
class _Match:
    """A game that ends, and the accounts that have played it; None for a level."""

    end: MatchEnd
    accounts: tuple[str | None, str | None]
    reason: NotRated | None

    @property
    def keys(self) -> list[Key]:
        """What it changes."""
        if self.reason is not None:
            return []
        return [(account, self.end.pool) for account in self.accounts if account is not None]


def rate_matches(connection: Connection, ends: Sequence[MatchEnd]) -> None:
    """Change the ratings by games that end, each once.

    All ratings are locked first, in one order: no two servers ever wait for each other.
    """
    matches = _new_matches(connection, ends)
    known = _locked(connection, {key for match in matches for key in match.keys})
    matches = [match for match in matches if not _waits(connection, match)]
    history: list[dict[str, Any]] = []
    for match in sorted(matches, key=lambda match: (match.end.at, match.end.game)):
        history += _rated(match, known)
    if matches:
        connection.execute(insert(rated_matches), [_match_row(match) for match in matches])
    if history:
        connection.execute(insert(rating_history), history)
        connection.execute(_CHANGE, [_changed(key, known[key]) for key in sorted(known)])


def _new_matches(connection: Connection, ends: Sequence[MatchEnd]) -> list[_Match]:
    games = [end.game for end in ends]
    done = set(
        connection.execute(select(rated_matches.c.game).where(rated_matches.c.game.in_(games))).scalars()
    )
    held = select(account_games.c.game, account_games.c.holder, account_games.c.account)
    found = connection.execute(held.where(account_games.c.game.in_(games)))
    accounts = {(row.game, row.holder): row.account for row in found}
    return [_match(end, accounts) for end in ends if end.game not in done]


def _waits(connection: Connection, match: _Match) -> bool:
    """Note a game that was let run out; whether it is one of a series, and the engine judges it first."""
    end = match.end
    if end.ran_out is None or match.reason is not None or end.score is None:
        return False
    account = match.accounts[end.ran_out]
    return account is not None and note_time_out(connection, end.game, account, end.at, waiting_of(end))


def waiting_of(end: MatchEnd) -> dict[str, Any]:
    """A game that waits to be judged, as JSON."""
    return asdict(end)


def judged(waiting: Mapping[str, Any], win_rate: float, at: int) -> MatchEnd:
    """A game that waited, once the engine has said how likely the one who let it run out was to win.

    That is their score, but never more than half a point: no player gains by letting a good game run out.
    """
    players = tuple(
        player if isinstance(player, int) else Level(player["number"], Rating(**player["rating"]))
        for player in waiting["players"]
    )
    own = min(win_rate, 0.5)
    known = {**waiting, "players": players, "score": own if waiting["ran_out"] == 0 else 1 - own}
    return MatchEnd(**{**known, "at": at, "ran_out": None})


def _match(end: MatchEnd, held: Mapping[tuple[str, int], str | None]) -> _Match:
    first, second = (
        None if isinstance(player, Level) else held.get((end.game, player)) for player in end.players
    )
    reason = end.reason
    if any(
        account is None and not isinstance(player, Level)
        for account, player in zip((first, second), end.players, strict=True)
    ):
        reason = reason or "account_gone"
    elif first == second:
        reason = reason or "same_account"
    return _Match(end, (first, second), reason)


def _rated(match: _Match, known: dict[Key, Standing]) -> list[dict[str, Any]]:
    """Rate one game; the rows of the history."""
    end = match.end
    if match.reason is not None or end.score is None:
        return []
    before = [
        Standing(player.rating, end.at)
        if isinstance(player, Level)
        else known[str(match.accounts[seat]), end.pool]
        for seat, player in enumerate(end.players)
    ]
    after = rate_game(before[0], before[1], end.score, end.at, advantage=end.advantage)
    rows = []
    for seat, account in enumerate(match.accounts):
        if account is None:
            continue
        known[account, end.pool] = after[seat]
        other = end.players[1 - seat]
        rows.append(
            {
                "account": account,
                "pool": end.pool,
                "number": after[seat].games,
                "at": end.at,
                "game": end.game,
                "score": end.score if seat == 0 else 1 - end.score,
                "opponent": match.accounts[1 - seat],
                "level": other.number if isinstance(other, Level) else None,
                "before": before[seat].rating.rating,
                **_numbers(after[seat].rating),
            }
        )
    return rows


def _match_row(match: _Match) -> dict[str, Any]:
    end, (first, second) = match.end, match.accounts
    return {
        "game": end.game,
        "pool": end.pool,
        "at": end.at,
        "first": first,
        "second": second,
        "level": next((player.number for player in end.players if isinstance(player, Level)), None),
        "score": None if match.reason else end.score,
        "reason": match.reason,
    }


# Standings


def _numbers(rating: Rating) -> dict[str, float]:
    return {"rating": rating.rating, "deviation": rating.deviation, "volatility": rating.volatility}


def standing_of(row: Row[Any]) -> Standing:
    """What a pool knows, from its row."""
    return Standing(Rating(row.rating, row.deviation, row.volatility), row.at, row.games)


def _lock(added: sqlite.Insert | postgresql.Insert) -> sqlite.Insert | postgresql.Insert:
    """Add a standing, or lock the one that is there."""
    return added.on_conflict_do_update(index_elements=["account", "pool"], set_={"games": ratings.c.games})


_LOCK = {"sqlite": _lock(sqlite.insert(ratings)), "postgresql": _lock(postgresql.insert(ratings))}
_THIS = (ratings.c.account == bindparam("of"), ratings.c.pool == bindparam("in_pool"))
_CHANGE = update(ratings).where(*_THIS)


def _locked(connection: Connection, keys: Iterable[Key]) -> dict[Key, Standing]:
    """The standings of accounts in pools, which are ours until the transaction ends."""
    fresh = {**_numbers(START), "at": None, "games": 0}
    rows = [{"account": account, "pool": pool, **fresh} for account, pool in sorted(keys)]
    if not rows:
        return {}
    connection.execute(_LOCK[connection.dialect.name], rows)
    these = tuple_(ratings.c.account, ratings.c.pool).in_([(row["account"], row["pool"]) for row in rows])
    return {
        (row.account, row.pool): standing_of(row) for row in connection.execute(select(ratings).where(these))
    }


def _changed(key: Key, standing: Standing) -> dict[str, Any]:
    numbers = {**_numbers(standing.rating), "at": standing.at, "games": standing.games}
    return {"of": key[0], "in_pool": key[1], **numbers}
