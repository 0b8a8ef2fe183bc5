"""Conditional moves over HTTP, for their owner alone."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, Response

from stonefield.games.game import Position
from stonefield.server.domain.game.plan import RESIGN, Branch, Tree, played_by_plan
from stonefield.server.domain.game.table import Table
from stonefield.server.protocol.plans import NewPlan, PlannedMove, PlannedMoveView, PlanView
from stonefield.server.web.api import PROBLEMS, GameRoom, TokenHeader, answers, encoded
from stonefield.server.web.guard import caller_of
from stonefield.server.web.prices import PricedRoute, priced, purse_of

POINTS_A_DECISION = 0.5
router = APIRouter(prefix="/api", responses=PROBLEMS, route_class=PricedRoute)


@router.get("/games/{game}/plan", responses=answers("PlanView"))
@priced(1)
async def show_plan(request: Request, room: GameRoom, token: TokenHeader) -> Response:
    """What is left of your plan in this game."""
    holder = await room.holder_of(token, caller_of(request.scope))
    plan = await room.conditions.planned(holder)
    return await _shown(room.table, holder, [] if plan is None else plan.tree)


@router.put("/games/{game}/plan", responses=answers("PlanView"))
@priced(4)
async def put_plan(request: Request, room: GameRoom, token: TokenHeader, wanted: NewPlan) -> Response:
    """Plan ahead in a game between people without a live clock: your answers to what the others may decide.

    An answer is played as soon as its turn comes, whether anyone is there or not. It waits while an offer
    waits for you. A decision that is not in the plan, and a takeback, end it. A new plan replaces the old.
    """
    tree = [_branch(move) for move in wanted.tree]
    purse_of(request).spend(POINTS_A_DECISION * _size(tree))
    holder = await room.holder_of(token, caller_of(request.scope))
    plan = await room.conditions.plan(holder, wanted.version, tree)
    return await _shown(room.table, holder, plan.tree)


@router.delete(
    "/games/{game}/plan", status_code=204, responses={204: {"content": {}}}, response_class=Response
)
@priced(2)
async def drop_plan(request: Request, room: GameRoom, token: TokenHeader) -> None:
    """Forget your plan: after this, nothing of it is played."""
    await room.conditions.drop(await room.holder_of(token, caller_of(request.scope)))


def _branch(move: PlannedMove) -> Branch:
    return {"move": move.move, "then": [_branch(one) for one in move.then]}


def _size(tree: Tree) -> int:
    return sum(1 + _size(branch["then"]) for branch in tree)


async def _shown(table: Table, holder: int | None, tree: Tree) -> Response:
    played, resigned = played_by_plan(table, holder)
    view: PlanView = {
        "version": table.version,
        "tree": await asyncio.to_thread(_view, table.position, tree),
        "played": played,
        "resigned": resigned,
    }
    return encoded(view)


def _view(position: Position, tree: Tree) -> list[PlannedMoveView]:
    seat = position.players.index(position.player)
    return [
        {"seat": seat, "move": branch["move"], "then": _view(_after(position, branch), branch["then"])}
        for branch in tree
    ]


def _after(position: Position, branch: Branch) -> Position:
    """The position after a decision, where anything follows on it."""
    is_last = branch["move"] == RESIGN or not branch["then"]
    return position if is_last else position.play(position.read(branch["move"]))
