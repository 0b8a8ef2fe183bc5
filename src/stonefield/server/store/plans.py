"""Conditional moves as rows. Only their owner reads them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql import ColumnElement, Select

from stonefield.server.domain.game.plan import Plan
from stonefield.server.store.correspondence_tables import plans, turns
from stonefield.server.store.journal import Conflict


def _put(added: sqlite.Insert | postgresql.Insert) -> sqlite.Insert | postgresql.Insert:
    new = {name: added.excluded[name] for name in ("version", "ply", "tree", "seen")}
    return added.on_conflict_do_update(index_elements=["game", "holder"], set_=new)


_PUT = {"sqlite": _put(sqlite.insert(plans)), "postgresql": _put(postgresql.insert(plans))}


def _of(game: str, holder: int) -> tuple[ColumnElement[bool], ...]:
    return plans.c.game == game, plans.c.holder == holder


def plan_of(game: str, holder: int) -> Select[Any]:
    """The plan of a holder."""
    return select(plans.c.version, plans.c.ply, plans.c.tree).where(*_of(game, holder))


def games_with_answers(most: int) -> Select[Any]:
    """Some games in which the player who decides has a plan that no process has looked at since."""
    theirs = (turns.c.game == plans.c.game) & (turns.c.holder == plans.c.holder)
    return select(plans.c.game).join(turns, theirs).where(turns.c.version > plans.c.seen).limit(most)


def put_plan(connection: Connection, game: str, holder: int, plan: Plan) -> None:
    """Keep a plan, in the place of the one that is there."""
    row = {"version": plan.version, "ply": plan.ply, "tree": plan.tree, "seen": plan.version}
    connection.execute(_PUT[connection.dialect.name], {"game": game, "holder": holder, **row})


def drop_plan(connection: Connection, game: str, holder: int, plan: Plan | None = None) -> None:
    """Forget a plan; if one is given, only while it is this one."""
    this = _of(game, holder) if plan is None else _same(game, holder, plan)
    connection.execute(delete(plans).where(*this))


def see_plan(connection: Connection, game: str, holder: int, plan: Plan, version: int) -> None:
    """A plan has nothing to say at a version of the game."""
    connection.execute(update(plans).where(*_same(game, holder, plan)).values(seen=version))


def hold_plan(connection: Connection, game: str, holder: int, plan: Plan) -> None:
    """Until the transaction ends, no one changes the plan; Conflict if it has been changed."""
    found = connection.execute(plan_of(game, holder).with_for_update()).first()
    if found is None or (found.version, found.ply, found.tree) != (plan.version, plan.ply, plan.tree):
        raise Conflict


def _same(game: str, holder: int, plan: Plan) -> tuple[ColumnElement[bool], ...]:
    return *_of(game, holder), plans.c.version == plan.version, plans.c.ply == plan.ply
