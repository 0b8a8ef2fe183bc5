"""The routes behind links elsewhere, each with something to ask for; `doors.py` has all others."""

from __future__ import annotations

from .asks import Ask

_PUZZLE = "/api/puzzles/{puzzle}"


def _picture(world) -> Ask:
    return Ask("GET", f"/api/games/{world.long['game']}/preview.png")


def _replay(game: str):
    return lambda world: Ask("GET", f"/api/games/{getattr(world, game)['game']}/replay")


def _oembed(world) -> Ask:
    url = f"{world.client.base_url}".rstrip("/") + f"/g/{world.long['game']}"
    return Ask("GET", "/api/oembed", params={"url": url})


LINK_ROUTES = {
    "GET /api/{kind}/{id}/preview.png": (_picture,),
    "GET /api/{kind}/{id}/replay": (_replay("short"), _replay("long")),
    "GET /api/oembed": (_oembed,),
}
