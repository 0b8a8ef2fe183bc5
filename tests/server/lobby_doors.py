"""The routes of the lobby, each with something to ask for; `doors.py` has all others."""

from __future__ import annotations

from .asks import Ask

WISHES = {"game": "carnac", "seats": [{"kind": "person", "name": "Ann"}, {"kind": "open"}]}


def _listed(world) -> dict:
    return world.made("/api/seeks", {"game": WISHES})


def _lobby(world) -> Ask:
    for _ in range(20):
        _listed(world)
    return Ask("GET", "/api/lobby")


def _take(world) -> Ask:
    return Ask("POST", f"/api/seeks/{_listed(world)['game']}/take", {"name": "Ben"})


def _withdraw(world) -> Ask:
    made = _listed(world)
    return Ask("DELETE", f"/api/seeks/{made['game']}", token=made["token"])


def _pair(world) -> Ask:
    _listed(world)
    return Ask("POST", "/api/seeks/pair", {"game": WISHES})


LOBBY_ROUTES = {
    "GET /api/lobby": (_lobby,),
    "GET /api/lobby/meetings.ics": (lambda world: Ask("GET", "/api/lobby/meetings.ics"),),
    "POST /api/seeks": (lambda world: Ask("POST", "/api/seeks", {"game": WISHES}),),
    "POST /api/seeks/{game}/take": (_take,),
    "DELETE /api/seeks/{game}": (_withdraw,),
    "POST /api/seeks/pair": (
        _pair,
        lambda world: Ask("POST", "/api/seeks/pair", {"game": {**WISHES, "clock": {"seconds": 77}}}),
    ),
}
