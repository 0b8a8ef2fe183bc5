"""How strong a player is, over HTTP; for the owner of the profile alone."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from stonefield.engine.game_engine import engine_for
from stonefield.games.game import games
from stonefield.puzzles.practice.attempt import BEGINNER
from stonefield.ratings.ladder import Ladder
from stonefield.ratings.strength import Strength
from stonefield.server.play.rating import counted_view, strength_view
from stonefield.server.presenting.learners import uncounted
from stonefield.server.protocol.strength import Strengths
from stonefield.server.store.profiles import PracticeHistory
from stonefield.server.web.api import PROBLEMS, answers, encoded
from stonefield.server.web.application import application_of
from stonefield.server.web.prices import PricedRoute, priced
from stonefield.server.web.profiles_api import NamedProfile

router = APIRouter(prefix="/api/learners/{learner}", responses=PROBLEMS, route_class=PricedRoute)


@router.get("/strength", responses=answers("Strengths"))
@priced(5)
async def show_strength(request: Request, profile: NamedProfile) -> Response:
    """How strong the player is in each game, and the level that fits."""
    store = application_of(request).strengths
    views = []
    for game in games():
        ladder = engine_for(game.name).ladder
        if ladder is not None:
            puzzles = await _puzzles(request, profile.id, game.name, ladder)
            views.append(
                strength_view(game.name, ladder, await store.counted(profile.id, game.name), puzzles)
            )
    found: Strengths = {"learner": profile.id, "games": views}
    return encoded(found)


@router.get("/games/{game}", responses=answers("CountedGame"))
@priced(5)
async def show_counted(
    request: Request, profile: NamedProfile, game: Annotated[str, Path(max_length=64)]
) -> Response:
    """What a game has told about the player's strength, or why nothing."""
    store = application_of(request).strengths
    found = await store.find(profile.id, game)
    ladder = engine_for(found.rules).ladder if found is not None else None
    if found is None or ladder is None:
        return encoded(uncounted(game))
    puzzles = await _puzzles(request, profile.id, found.rules, ladder)
    return encoded(counted_view(found, ladder, await store.counted(profile.id, found.rules), puzzles))


async def _puzzles(request: Request, profile: str, rules: str, ladder: Ladder) -> Strength | None:
    """What puzzles say about the play of a profile, if any were tried."""
    store = application_of(request).profile_store
    rating = await store.read(profile, rules, PracticeHistory.rating)
    return None if rating == BEGINNER else ladder.from_puzzles(rating.rating, rating.deviation)
