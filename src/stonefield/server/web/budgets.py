"""What one person may ask for in a while, over all their connections, and what each request takes of it."""

from __future__ import annotations

import re
import time

MOST_PEOPLE = 20_000
STATIC_FILE, READ, SOCKET = 0.25, 1.0, 2.0
"""Points of a file of the page, of a plain answer and of a socket that is opened."""
_COSTS = (
    ("GET", re.compile(r"/api/games/[^/]+/record/formats"), 10.0),
    ("GET", re.compile(r"/api/games/[^/]+/(record|picture\.svg)"), 5.0),
    ("GET", re.compile(r"/api/(games/[^/]+/)?picture\.(png|svg)"), 10.0),
    ("GET", re.compile(r"/api/games/[^/]+/film\.\w+"), 60.0),
    ("POST", re.compile(r"/api/films"), 60.0),
    ("GET", re.compile(r"/api/explorer(/games/\d+)?"), 5.0),
    ("POST", re.compile(r"/api/imports"), 20.0),
    ("POST", re.compile(r"/api/positions"), 4.0),
    ("GET", re.compile(r"/api/lessons(/[^/]+)?"), 3.0),
    ("POST", re.compile(r"/api/lessons/[^/]+/steps/[^/]+/tries"), 4.0),
    ("GET", re.compile(r"/api/studies/[^/]+/export"), 10.0),
    ("GET", re.compile(r"/api/studies/[^/]+(/chapters/[^/]+)?"), 3.0),
    ("POST", re.compile(r"/api/studies(/import|/[^/]+/duplicate)?"), 20.0),
    ("POST", re.compile(r"/api/studies/[^/]+/actions"), 4.0),
    ("POST", re.compile(r"/api/reviews"), 20.0),
    ("POST", re.compile(r"/api/puzzles/endgames/[^/]+/moves"), 10.0),
    ("POST", re.compile(r"/api/puzzles/(storm|[^/]+/(tries|solution|vote|report)|storm/[^/]+/tries)"), 6.0),
    ("GET", re.compile(r"/api/puzzles/([^/]+/picture\.(png|svg)|daily\.atom)"), 10.0),
    ("GET", re.compile(r"/api/(puzzles|learners)(/.+)?"), 5.0),
    ("POST", re.compile(r"/api/learners"), 4.0),
    ("POST", re.compile(r"/api/games(/[^/]+/(join|actions))?"), 4.0),
)

_MAKES = re.compile(r"/api/(games|imports|learners|studies(/import|/[^/]+/duplicate)?)")


def makes(method: str, path: str) -> bool:
    """Whether a request makes something that is kept."""
    return method == "POST" and _MAKES.fullmatch(path) is not None


def cost(method: str, path: str) -> float:
    """The points a request takes, about the milliseconds it keeps the server busy."""
    if not path.startswith("/api/"):
        return STATIC_FILE
    for wanted, pattern, points in _COSTS:
        if method == wanted and pattern.fullmatch(path):
            return points
    return READ


class Rates:
    """Buckets that fill again with time, one for each key."""

    def __init__(self, per_second: float, burst: float) -> None:
        self._per_second, self._burst = per_second, max(1.0, burst)
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, key: str, points: float = 1.0, *, patience: float = 0.0) -> float:
        """Take points from a bucket, those of the next seconds too: how long to wait for them.

        More than ``patience``: nothing was taken.
        """
        now = time.monotonic()
        left = self._left(key, now)
        # What costs more than a bucket holds can be had from a full one, and is paid for afterwards.
        wait = max(0.0, (min(points, self._burst) - left) / self._per_second)
        if wait <= patience:
            self._set(key, left - points, now)
        return wait

    def spend(self, key: str, points: float) -> None:
        """Take points for what was done already; whoever has none left waits the longer next time."""
        now = time.monotonic()
        self._set(key, self._left(key, now) - points, now)

    def _left(self, key: str, now: float) -> float:
        left, at = self._buckets.get(key, (self._burst, now))
        return min(self._burst, left + (now - at) * self._per_second)

    def _set(self, key: str, left: float, now: float) -> None:
        if len(self._buckets) >= MOST_PEOPLE and key not in self._buckets:
            self._forget_the_quiet(now)
        self._buckets[key] = (left, now)

    def _forget_the_quiet(self, now: float) -> None:
        self._buckets = {
            key: bucket for key, bucket in self._buckets.items() if self._left(key, now) < self._burst
        }
        if len(self._buckets) >= MOST_PEOPLE:
            # Nobody is quiet: the half that was heard last stays.
            latest = sorted(self._buckets.items(), key=lambda bucket: bucket[1][1])[MOST_PEOPLE // 2 :]
            self._buckets = dict(latest)
