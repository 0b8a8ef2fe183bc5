"""What the export of an account says that nothing else asks for all at once."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, or_, select

from stonefield.server.store import tables
from stonefield.server.store.account_tables import account_games, accounts
from stonefield.server.store.correspondence_tables import challenges, plans, vacations


def vacation_of(connection: Connection, account: str) -> dict[str, Any] | None:
    """The vacation of an account, if it has ever had one."""
    query = select(vacations.c.year, vacations.c.used, vacations.c.until).where(
        vacations.c.account == account
    )
    row = connection.execute(query).first()
    return None if row is None else dict(row._mapping)


def challenges_of(connection: Connection, account: str) -> list[dict[str, Any]]:
    """The challenges that an account has made or received and that are still known."""
    this, other = challenges.c, accounts.c
    own = this.maker == account
    made = select(this.created, this.expires_at, this.status, this.wishes, this.game, own.label("made"))
    # The other one of the two is named.
    rest = or_(own & (other.id == this.opponent), ~own & (other.id == this.maker))
    query = made.add_columns(other.name.label("other")).select_from(challenges.outerjoin(accounts, rest))
    query = query.where(or_(own, this.opponent == account)).order_by(this.created, this.id)
    return [dict(row._mapping) for row in connection.execute(query)]


def plans_of(connection: Connection, account: str) -> dict[str, Any]:
    """The plans of an account, by game: they are secret from all others."""
    theirs = account_games.c
    both = (theirs.game == plans.c.game) & (theirs.holder == plans.c.holder)
    query = select(plans.c.game, plans.c.ply, plans.c.tree).join(account_games, both)
    rows = connection.execute(query.where(theirs.account == account))
    return {row.game: {"ply": row.ply, "tree": row.tree} for row in rows}


def practice_of(connection: Connection, profile: str) -> dict[str, Any]:
    """Each puzzle that was tried with a profile, and each game that tells its strength."""
    tried, played = tables.attempts.c, tables.rated_games.c
    attempts = select(
        tried.puzzle, tried.game, tried.at, tried.solved, tried.rating, tried.vote, tried.report
    )
    games = select(
        played.game, played.rules, played.level, played.created, played.ended, played.score, played.elo
    )
    attempts = attempts.where(tried.learner == profile).order_by(tried.at, tried.puzzle)
    games = games.where(played.learner == profile).order_by(played.created, played.game)
    return {
        "attempts": [dict(row._mapping) for row in connection.execute(attempts)],
        "levels": [dict(row._mapping) for row in connection.execute(games)],
    }
