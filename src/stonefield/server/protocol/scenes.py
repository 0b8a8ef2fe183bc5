"""What a position looks like, what may be decided in it, and what only one game says of a move or the end: a
kind for each game that has its own, named by ``game``, and the plain one for all others."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypeAliasType

from stonefield.server.protocol.caminos import CaminosLegal, CaminosScene, CaminosScore
from stonefield.server.protocol.carnac import CarnacLegal, CarnacMove, CarnacScene, CarnacScore
from stonefield.server.protocol.plain import PlainLegal, PlainScene

Scene = TypeAliasType(
    "Scene",
    Annotated[
        CarnacScene | CaminosScene | PlainScene,
        Field(
            discriminator="game", description="A position to draw; `plain` for a game without its own kind."
        ),
    ],
)
Legal = TypeAliasType(
    "Legal",
    Annotated[
        CarnacLegal | CaminosLegal | PlainLegal,
        Field(discriminator="game", description="What may be decided; only for a viewer who may decide now."),
    ],
)
MoveDetail = TypeAliasType("MoveDetail", CarnacMove)
ScoreDetail = TypeAliasType("ScoreDetail", Annotated[CarnacScore | CaminosScore, Field(discriminator="game")])
