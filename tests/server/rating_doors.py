"""The routes of profiles and ratings, each with something to ask for; `doors.py` has all others."""

from __future__ import annotations

from .account_doors import PERSON, Owners
from .asks import Ask

FINISHED = 30
RATED = {"seats": [PERSON, {"kind": "open"}], "clock": {"seconds": 600}, "rated": True}


def player(owners: Owners) -> dict:
    """An account with many finished games, and one that is rated and runs."""
    if owners.player is None:
        owners.player = owners.fresh()
        for _ in range(FINISHED):
            wishes = {"game": "carnac", "seats": [PERSON, {"kind": "engine", "level": 1}]}
            game = owners.told(Ask("POST", "/api/games", wishes), owners.player)["game"]
            action = {"type": "resign", "id": "r"}
            owners.told(Ask("POST", f"/api/games/{game}/actions", action), owners.player)
        made = owners.told(Ask("POST", "/api/games", {"game": "carnac", **RATED}), owners.player)
        owners.player["rated"] = made["game"]
    return owners.player


def _of(path: str, **params):
    def ask(world) -> Ask:
        known = player(world.owners)
        return Ask("GET", path.format(name=known["name"], game=known["rated"]), params=params)

    return ask


_PROFILE = "/api/accounts/{name}"
RATING_ROUTES = {
    "GET /api/accounts/{name}/ratings/{pool}": (_of(f"{_PROFILE}/ratings/carnac-live"),),
    "GET /api/accounts/{name}/games": (
        _of(f"{_PROFILE}/games", most=1),
        _of(f"{_PROFILE}/games", most=50, position="carnac medium 28 r r1 -", rated=False),
    ),
    "GET /api/accounts/{name}/games/records": (_of(f"{_PROFILE}/games/records"),),
    "GET /api/accounts/{name}/statistics": (_of(f"{_PROFILE}/statistics"),),
    "GET /api/games/{game}/rating": (_of("/api/games/{game}/rating"),),
}
