"""Conditional moves, as their owner sends and sees them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from stonefield.server.protocol.base import Request, View, doc


class PlannedMove(Request):
    """A decision of a plan, and what comes after it."""

    move: str = Field(min_length=1, max_length=64, description="As it is written in the game, or `resign`")
    then: list[PlannedMove] = Field(
        default_factory=list, max_length=300, description="Where you decide: one; else one for each answer"
    )


class NewPlan(Request):
    """What you decide in advance, from the position of a version on."""

    version: int = Field(ge=0, description="The version it was made on")
    tree: list[PlannedMove] = Field(
        min_length=1,
        max_length=300,
        description="The next decision: one if it is yours, else those you expect",
    )


class PlannedMoveView(View):
    """A decision of a plan, and what comes after it."""

    seat: Annotated[int, doc("Who decides")]
    move: Annotated[str, doc("As it is written in the game, or `resign`")]
    then: Annotated[list[PlannedMoveView], doc("Where you decide: one; else one for each answer")]


class PlanView(View):
    """What is left of your plan; no other person ever sees it."""

    version: Annotated[int, doc("The game's at this moment")]
    tree: Annotated[list[PlannedMoveView], doc("From the position now; [] if there is no plan")]
    played: Annotated[
        list[int], doc("Which decisions of the game a plan of yours has made, counted from 1; oldest first")
    ]
    resigned: Annotated[bool, doc("A plan of yours has resigned")]
