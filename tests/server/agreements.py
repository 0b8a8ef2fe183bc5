"""Games as they are agreed on, for tests that need no server."""

from __future__ import annotations

import time

from stonefield.server.domain.game.agreement import Agreement, Seat
from stonefield.server.tokens import new_game_id


def agreement(*seats: Seat, **more) -> Agreement:
    """A game of Carnac on the medium board; without seats Ann plays at one screen."""
    ann = Seat("person", name="Ann ♜", holder=0)
    return Agreement(
        **{
            "id": new_game_id(),
            "created": time.time_ns() // 1_000_000,
            "rules": "carnac",
            "options": {"board": "medium", "stock": 28, "swap": True},
            "seats": seats or (ann, ann),
            **more,
        }
    )
