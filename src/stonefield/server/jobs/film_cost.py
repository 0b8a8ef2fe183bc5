"""What a film costs: as good as all of it is drawing each position, and painting its pixels."""

from __future__ import annotations

from math import floor, sqrt

from stonefield.server.protocol.problems import Refusal

FRAME_MS, MEGAPIXEL_MS, DRAWN_MS = 50.0, 280.0, 10.0
"""Milliseconds of a processor for a frame, for a million pixels of it, and for a frame that stays SVG.

The dearest of all games, views and kinds: `python benchmarks/films.py` prints them."""
MOST_MS = 20_000.0
"""What one film may cost."""
SHORT_MS = 2_000.0
"""Up to this, a film does not wait for longer ones."""


def film_ms(frames: int, width: int, height: int, kind: str = "gif") -> float:
    """About how many milliseconds of a processor a film takes."""
    if kind == "svg":
        return frames * DRAWN_MS
    return frames * (FRAME_MS + MEGAPIXEL_MS * width * height / 1e6)


def check_film(frames: int, width: int, height: int, kind: str = "gif") -> None:
    """Refusal if a film is too large, with what would do."""
    if film_ms(frames, width, height, kind) <= MOST_MS:
        return
    ways = [f"at most {floor(MOST_MS / film_ms(1, width, height, kind))} positions, see first and last"]
    left = (MOST_MS / frames - FRAME_MS) / MEGAPIXEL_MS * 1e6
    narrower = floor(sqrt(max(0.0, left) * width / height))
    if kind != "svg" and narrower >= 120:
        ways.append(f"a size of at most {narrower} pixels")
    if kind != "svg":
        ways.append("svg instead")
    told = f"{frames} positions of {width} by {height} pixels take too long"
    raise Refusal("too_large", f"{told}; what would do: {', or '.join(ways)}")
