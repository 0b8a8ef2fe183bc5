"""For those who run the server: what it has done."""

from __future__ import annotations

from fastapi import Request, Response

from stonefield.server import metrics
from stonefield.server.protocol.problems import Refusal
from stonefield.server.web.addresses import Networks
from stonefield.server.web.application import application_of
from stonefield.server.web.prices import Price


class MetricsPage:
    """Prometheus' page, for the networks that may read it."""

    price = Price(2)

    def __init__(self, networks: tuple[str, ...]) -> None:
        self._networks = Networks(networks)

    async def __call__(self, request: Request) -> Response:
        if request.client is None or request.client.host not in self._networks:
            raise Refusal("not_found", "there is no such page for your address")
        here = application_of(request)
        metrics.live_games.set(len(here.rooms))
        metrics.live_bytes.labels("games").set(here.rooms.memory)
        metrics.live_bytes.labels("studies").set(here.studies.memory)
        metrics.sockets.set(len(here.sockets))
        metrics.bus_connected.set(here.bus.connected)
        waiting, busy = here.jobs.queue.count("engine")
        metrics.engine_queue.set(waiting)
        metrics.engines_busy.set(busy)
        return Response(metrics.exposition(), media_type=metrics.MEDIA_TYPE)
