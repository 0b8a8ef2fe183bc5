"""What a page sees of the games in the lobby."""

from __future__ import annotations

from stonefield.server.domain.game.agreement import Agreement
from stonefield.server.protocol.lobby import SeekView, ShownGame
from stonefield.server.store.seeks import Seek


def seek_view(seek: Seek, agreement: Agreement) -> SeekView:
    """A game that waits for a player."""
    maker = next(seat for seat in agreement.seats if seat.kind == "person")
    seconds, increment = agreement.clock_seconds, agreement.clock_increment
    rating = None if seek.rating is None else round(seek.rating)
    return {
        "game": seek.game,
        "rules": agreement.rules,
        "options": agreement.options,
        "clock": None
        if seconds is None
        else {
            "seconds": seconds,
            "increment": increment or 0,
            "correspondence": agreement.correspondence,
            "weekends_free": agreement.weekends_free,
        },
        "live": seek.live,
        "rated": agreement.rated,
        "maker": {"name": seek.name or maker.name, "account": seek.name or None, "rating": rating},
        "low": seek.low,
        "high": seek.high,
        "times": seek.times,
        "created": seek.created,
    }


def shown_view(agreement: Agreement, names: list[str], version: int) -> ShownGame:
    """A game that can be watched."""
    return {
        "game": agreement.id,
        "rules": agreement.rules,
        "options": agreement.options,
        "names": names,
        "version": version,
    }
