"""Python's search for garbage holds up everyone, so it is kept to what is new.

A full search looks at every object there is: a second and more once games, studies and caches fill
some hundred megabytes. So what has survived one is not looked at again (`gc.freeze`). It still goes when its
last reference goes, as most objects do; what only a circle of references keeps is found by a sweep every few
hours.
"""

from __future__ import annotations

import asyncio
import gc
from typing import Literal

THRESHOLDS = (5_000, 5, 20)
"""A search among the newest after each 5,000 objects more, a full one after each half a million."""
SWEEP_SECONDS = 6 * 3_600.0


def keep_searches_short() -> None:
    """From now on, in the process of this event loop."""
    gc.set_threshold(*THRESHOLDS)
    gc.callbacks.append(_keep_survivors)
    _sweep(asyncio.get_running_loop())


def _sweep(loop: asyncio.AbstractEventLoop) -> None:
    """Look at everything; what is found to be in use is frozen by the callback."""
    gc.unfreeze()
    gc.collect()
    loop.call_later(SWEEP_SECONDS, _sweep, loop)


def _keep_survivors(phase: Literal["start", "stop"], info: dict[str, int]) -> None:
    if phase == "stop" and info["generation"] == 2:
        gc.freeze()
