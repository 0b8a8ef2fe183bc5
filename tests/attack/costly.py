"""Looks for texts that cost more to read than their length allows.

A candidate is a text of which one piece is repeated: ``head + piece * n + tail``. Candidates come from
cutting up and splicing texts that are known; those that cost the most for each character, or grow the
fastest, are cut up again. The corpus (`costly.json`) keeps the worst of each reader as families of their own.

    PYTHONPATH=tests python -m attack.costly --seconds 60 [--keep]
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from records.counting import work
from records.hostile import FAMILIES

KEPT = Path(__file__).parent / "corpus" / "costly.json"
LENGTHS = (1_500, 3_000, 6_000)
READERS: dict[str, Callable[[str], object]] = {name: read for name, (read, _) in FAMILIES.items()}
"""Each reader by the family that it is known from."""


@dataclass(frozen=True, order=True)
class Costly:
    """A family of texts, and how its cost grows beyond its length; 1 is linear."""

    growth: float
    cost: float
    """Work for each further character."""
    family: str
    head: str
    piece: str
    tail: str

    def text(self, length: int) -> str:
        return self.head + self.piece * (length // len(self.piece)) + self.tail


def measured(family: str, head: str, piece: str, tail: str) -> Costly:
    """A candidate with its cost: what the second half of a long text adds, beside what a quarter does."""
    candidate = Costly(0, 0, family, head, piece, tail)
    short, middle, long = (work(READERS[family], candidate.text(length)) for length in LENGTHS)
    growth = (long - middle) / (2 * max(middle - short, LENGTHS[1]))
    return Costly(growth, (long - middle) / (LENGTHS[2] - LENGTHS[1]), family, head, piece, tail)


def varied(chance: random.Random, family: str, known: list[Costly]) -> Costly:
    """Something near what is known of a family's reader."""
    if known and chance.random() < 0.5:
        parent = chance.choice(known)
        text = parent.head + parent.piece * chance.randint(1, 3) + parent.tail
    else:
        text = FAMILIES[family][1](chance.choice((40, 200)))
    if chance.random() < 0.3:
        other = FAMILIES[chance.choice(list(FAMILIES))][1](200)
        start = chance.randrange(len(other))
        at = chance.randrange(len(text) + 1)
        text = text[:at] + other[start : start + chance.randint(1, 12)] + text[at:]
    text = text or "x"
    start = chance.randrange(len(text))
    stop = min(len(text), start + chance.choice((1, 1, 2, 3, 5, 8, 20, 60)))
    tail = text[stop:] if chance.random() < 0.6 else ""
    return measured(family, text[:start], text[start:stop], tail)


def searched(seconds: float, seed: int) -> list[Costly]:
    """The worst of each reader, the worst of all first."""
    chance = random.Random(seed)
    worst: dict[Callable[[str], object], list[Costly]] = {}
    for read, make in FAMILIES.values():
        work(read, make(60))  # What is worked out once is there already.
        worst.setdefault(read, [])
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        family = chance.choice(list(FAMILIES))
        best = worst[READERS[family]]
        best.append(varied(chance, family, best))
        by_growth = sorted(best, reverse=True)[:4]
        by_cost = sorted(best, key=lambda found: found.cost, reverse=True)[:4]
        worst[READERS[family]] = list(dict.fromkeys(by_growth + by_cost))
    return sorted((found for best in worst.values() for found in best), reverse=True)


def kept() -> list[Costly]:
    return [Costly(**found) for found in json.loads(KEPT.read_text("utf-8"))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="write the worst of each reader to the corpus")
    wishes = parser.parse_args()
    found = searched(wishes.seconds, wishes.seed)
    for one in found[:40]:
        print(f"growth {one.growth:5.2f}  {one.cost:7.1f} a character  {one.family}: {one.text(1)[:90]!r}")
    if wishes.keep:
        keep = {READERS[one.family]: one for one in sorted(found, key=lambda one: one.cost)}
        rows = [
            vars(one) | {"growth": round(one.growth, 2), "cost": round(one.cost)} for one in keep.values()
        ]
        KEPT.parent.mkdir(exist_ok=True)
        KEPT.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
