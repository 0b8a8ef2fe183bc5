"""Positions over HTTP: set up by hand, and lines on the board."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from stonefield.server.jobs.tasks import positions
from stonefield.server.protocol.positions import LineToPlay, MomentToSee, PositionEdit
from stonefield.server.web.api import PROBLEMS, answers, encoded, work
from stonefield.server.web.prices import PricedRoute, priced

router = APIRouter(prefix="/api", responses=PROBLEMS, route_class=PricedRoute)


@router.post("/positions", responses=answers("EditedPosition"))
@priced(2)
async def edit_position(request: Request, wanted: PositionEdit) -> Response:
    """A position after some edits, what it looks like, and what is wrong with it."""
    return encoded(await work(request, positions.edit_position, wanted.source, wanted.edits))


@router.post("/lines", responses=answers("PlayedLine"))
@priced(2)
async def play_line(request: Request, wanted: LineToPlay) -> Response:
    """What the board looks like after each decision of a line."""
    line = wanted.position, wanted.before, wanted.moves
    return encoded(await work(request, positions.play_line, *line))


@router.post("/moments", responses=answers("Moment"))
@priced(2)
async def see_moment(request: Request, wanted: MomentToSee) -> Response:
    """A position after some decisions, and what can be decided there."""
    return encoded(await work(request, positions.see_moment, wanted.position, wanted.moves))
