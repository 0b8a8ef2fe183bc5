"""The routes of manners and moderation, each with something to ask for; `doors.py` has all others."""

from __future__ import annotations

import asyncio
import itertools

from .account_doors import Owners, mine
from .asks import Ask

PEOPLE = {"game": "carnac", "seats": [{"kind": "person", "name": "Ann"}, {"kind": "open"}]}
_numbers = itertools.count()


def _game(world) -> dict:
    """A game of two guests who have said a good deal."""
    if world.talked is None:
        made = world.made("/api/games", PEOPLE)
        world.made(f"/api/games/{made['game']}/join", {"invite": made["invite"], "name": "Ben"})
        for number in range(200):
            headers = {"Authorization": f"Bearer {made['token']}"}
            said = {"text": f"{number} " + "word " * 40}
            world.client.post(f"/api/games/{made['game']}/chat", json=said, headers=headers)
        world.talked = made
    return world.talked


def _chat(method: str, rest: str = "", json: object = None):
    def ask(world) -> Ask:
        made = _game(world)
        return Ask(method, f"/api/games/{made['game']}/chat{rest}", json, token=made["token"])

    return ask


def _fresh_line(world) -> Ask:
    made = world.made("/api/games", PEOPLE)
    world.made(f"/api/games/{made['game']}/join", {"invite": made["invite"], "name": "Ben"})
    return Ask("POST", f"/api/games/{made['game']}/chat", {"text": "hello"}, token=made["token"])


def _report(world) -> Ask:
    made = _game(world)
    wanted = {"game": made["game"], "reason": "insults", "words": "see there " * 90}
    return Ask("POST", "/api/reports", wanted, token=made["token"])


def _moderator(owners: Owners) -> dict:
    """An account that moderates, and a report that it may read."""
    if owners.moderator is None:
        from stonefield.server.accounts.operating import operating

        owners.moderator, accused, by = owners.fresh(), owners.fresh(), owners.fresh()

        async def work() -> None:
            async with operating(owners.database) as opened:
                await opened.moderating.appoint(owners.moderator["name"], moderator=True)

        asyncio.run(work())
        wanted = {"account": accused["name"], "reason": "name"}
        owners.moderator["report"] = owners.told(Ask("POST", "/api/reports", wanted), by)["report"]
        owners.moderator["accused"] = accused["name"]
    return owners.moderator


def _moderating(method: str, path: str, json=None):
    def ask(world) -> Ask:
        owner = _moderator(world.owners)
        content = None if json is None else json(owner)
        where = path.format(report=owner["report"])
        return Ask(method, where, content, cookie=owner["cookie"], origin=world.owners.origin)

    return ask


def _notice(world) -> Ask:
    owners = world.owners
    moderator, warned = _moderator(owners), owners.fresh()
    act = {"kind": "warn", "why": "a good reason", "account": warned["name"]}
    owners.told(Ask("POST", "/api/moderation/acts", act), moderator)
    (notice,) = owners.told(Ask("GET", ME), warned)["notices"]
    return Ask("PUT", f"{ME}/notices/{notice['id']}", {}, cookie=warned["cookie"], origin=owners.origin)


def _avoid(method: str, json: object = None):
    def ask(world) -> Ask:
        owners = world.owners
        owner, other = owners.usual, owners.player or owners.fresh()
        path = f"{ME}/avoided/{other['name']}"
        return Ask(method, path, json, cookie=owner["cookie"], origin=owners.origin)

    return ask


ME = "/api/accounts/me/manners"
MANNERS_ROUTES = {
    "GET /api/games/{game}/chat": (_chat("GET"),),
    "POST /api/games/{game}/chat": (_fresh_line, _chat("POST", json={"text": "word " * 60})),
    "PUT /api/games/{game}/chat/muted": (_chat("PUT", "/muted", {"muted": False}),),
    "GET /api/accounts/me/manners": (mine("GET", ME),),
    "PUT /api/accounts/me/manners": (mine("PUT", ME, {"chat": True}),),
    "PUT /api/accounts/me/manners/avoided/{name}": (_avoid("PUT", {"blocked": True}),),
    "DELETE /api/accounts/me/manners/avoided/{name}": (_avoid("DELETE"),),
    "PUT /api/accounts/me/manners/notices/{notice}": (_notice,),
    "POST /api/reports": (_report,),
    "GET /api/moderation/reports": (_moderating("GET", "/api/moderation/reports"),),
    "GET /api/moderation/reports/{report}": (_moderating("GET", "/api/moderation/reports/{report}"),),
    "GET /api/moderation/acts": (_moderating("GET", "/api/moderation/acts"),),
    "POST /api/moderation/acts": (
        _moderating(
            "POST",
            "/api/moderation/acts",
            lambda owner: {"kind": "warn", "why": "a good reason", "account": owner["accused"]},
        ),
    ),
}
