"""Games as they were indexed when square boards had no quarter turns."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from stonefield.explorer.index import IndexedGame, index
from stonefield.records import Record

RECTANGLE = ("identity", "mirror east-west", "mirror north-south", "half turn")


def indexed_before(record: Record) -> IndexedGame:
    keys, turned = [], []
    for position, text in zip(record.positions, record.moves, strict=False):
        ways = [way for way in position.game.symmetries(position) if way.name in RECTANGLE]
        first = min(str(way.position(position)) for way in ways)
        digest = hashlib.blake2b(first.encode(), digest_size=8).digest()
        keys.append(int.from_bytes(digest, "big", signed=True))
        move = position.read(text)
        turned.append(min(str(way.move(move)) for way in ways if str(way.position(position)) == first))
    return replace(index(record), keys=keys, turned=turned)
