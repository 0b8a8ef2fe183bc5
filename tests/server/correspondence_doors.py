"""The routes of correspondence games, each with something to ask for; `doors.py` has all others."""

from __future__ import annotations

from stonefield import carnac

from .account_doors import ME, PERSON, mine
from .asks import Ask

OPEN = {"kind": "open"}
OCTAGON = {"game": "caminos", "options": {"board": "octagon"}}
CLOCK = {"bank_hours": 240, "increment_hours": 36}
CHALLENGE = {"game": "carnac", "seats": [PERSON, OPEN], "clock": CLOCK}
GAMES = 20


def large_plan() -> dict:
    """As many answers as may be, to all that the other might decide after the first move."""
    start = carnac.start("medium")
    first = str(start.legal_moves()[0])
    after = start.play(first)
    answers = []
    for move in map(str, after.legal_moves()):
        following = after.play(move)
        answers.append({"move": move, "then": [{"move": str(following.legal_moves()[0])}]})
    return {"version": 1, "tree": [{"move": first, "then": answers[:149]}]}


def _plan(method: str, json: object = None):
    def ask(world) -> Ask:
        made = world.game(PERSON, OPEN)
        world.made(f"/api/games/{made['game']}/join", {"invite": made["invite"]})
        return Ask(method, f"/api/games/{made['game']}/plan", json, made["token"])

    return ask


def _challenge(path: str, json: object = None, **wishes):
    def ask(world) -> Ask:
        made = world.made("/api/challenges", {"wishes": {**CHALLENGE, **wishes}})
        method, token = "GET" if json is None else "POST", "" if path == "/accept" else made["token"]
        return Ask(method, f"/api/challenges/{made['challenge']['challenge']}{path}", json, token)

    return ask


def _declined(world) -> Ask:
    maker, opponent = world.owners.usual, world.owners.fresh()
    wanted = {"wishes": CHALLENGE, "opponent": opponent["name"]}
    made = world.owners.told(Ask("POST", "/api/challenges", wanted), maker)
    asked = Ask("POST", f"/api/challenges/{made['challenge']['challenge']}/decline", {})
    asked.cookie, asked.origin = opponent["cookie"], world.owners.origin
    return asked


def _turns(world) -> Ask:
    """The list of an account with many games that wait for it."""
    owners = world.owners
    if not hasattr(world, "busy"):
        world.busy = owners.fresh()
        for _ in range(GAMES):
            made = owners.told(Ask("POST", "/api/games", CHALLENGE), world.busy)
            world.made(f"/api/games/{made['game']}/join", {"invite": made["invite"]})
    return Ask("GET", f"{ME}/turns", cookie=world.busy["cookie"], origin=owners.origin)


CORRESPONDENCE_ROUTES = {
    "GET /api/games/{game}/plan": (_plan("GET"),),
    "PUT /api/games/{game}/plan": (
        _plan("PUT", {"version": 1, "tree": [{"move": "c4rw"}]}),
        _plan("PUT", large_plan()),
    ),
    "DELETE /api/games/{game}/plan": (_plan("DELETE"),),
    "GET /api/accounts/me/turns": (_turns,),
    "GET /api/accounts/me/vacation": (mine("GET", f"{ME}/vacation"),),
    "PUT /api/accounts/me/vacation": (mine("PUT", f"{ME}/vacation", {"until": 0}),),
    "POST /api/challenges": (
        lambda world: Ask("POST", "/api/challenges", {"wishes": CHALLENGE}),
        lambda world: Ask("POST", "/api/challenges", {"wishes": {**CHALLENGE, **OCTAGON}}),
    ),
    "GET /api/challenges": (mine("GET", "/api/challenges"),),
    "GET /api/challenges/{challenge}": (_challenge(""),),
    "POST /api/challenges/{challenge}/accept": (
        _challenge("/accept", {}),
        _challenge("/accept", {}, **OCTAGON),
    ),
    "POST /api/challenges/{challenge}/decline": (_declined,),
    "POST /api/challenges/{challenge}/withdraw": (_challenge("/withdraw", {}),),
}
