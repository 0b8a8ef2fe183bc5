"""Games made ready for the explorer, and files of such games that need no further work."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from stonefield.explorer.keys import had_other_keys, locate
from stonefield.games.game import StonefieldError, parse
from stonefield.records import Record
from stonefield.records.record import UNFINISHED

LONGEST_NAME = 80
ENDING = ".explorer"
FORMAT = "stonefield-explorer"
VERSION = 2
"""Files of version 1 have the keys of a time when square boards had no quarter turns."""
SHIPPED = "engine"
"""The source of the games that come with Stonefield."""


class ExplorerError(StonefieldError):
    """What cannot be explored, and why."""


@dataclass(frozen=True, slots=True)
class IndexedGame:
    """A finished game with the key of every position in which something was decided."""

    start: str
    moves: Sequence[str]
    result: str
    winner: str | None
    first: str
    second: str
    played: str
    keys: Sequence[int]
    turned: Sequence[str]
    """The moves as they are played in the turned positions."""


def index(record: Record) -> IndexedGame:
    """A finished game, ready to be added; this takes about a millisecond for each decision."""
    if record.result == UNFINISHED:
        raise ExplorerError("only finished games are explored; this one has no result")
    first, second, played = names_of(record)
    places = [locate(position) for position in record.positions[: len(record.moves)]]
    return IndexedGame(
        start=str(record.start),
        moves=record.moves,
        result=record.result,
        winner=record.winner,
        first=first,
        second=second,
        played=played,
        keys=[place.key for place in places],
        turned=[
            place.move(place.position.read(move)) for place, move in zip(places, record.moves, strict=True)
        ],
    )


def names_of(record: Record) -> tuple[str, str, str]:
    """Who played, and when, as far as a record tells it."""
    first, second, played = (record.tags.get(name, "") for name in ("Player1", "Player2", "Date"))
    return first[:LONGEST_NAME], second[:LONGEST_NAME], played[:32]


def to_json(game: IndexedGame) -> dict[str, Any]:
    """As plain JSON."""
    told = asdict(game)
    for name in ("moves", "turned"):
        told[name] = " ".join(told[name])
    # Twice as small as numbers in decimals.
    told["keys"] = "".join(f"{key & 0xFFFFFFFFFFFFFFFF:016x}" for key in game.keys)
    return told


def from_json(told: dict[str, Any]) -> IndexedGame:
    """Back from JSON."""
    keys = [
        int.from_bytes(bytes.fromhex(told["keys"][at : at + 16]), "big", signed=True)
        for at in range(0, len(told["keys"]), 16)
    ]
    return IndexedGame(
        **{**told, "keys": keys, "moves": told["moves"].split(), "turned": told["turned"].split()}
    )


def write_index(file: Path, games: Iterable[IndexedGame]) -> int:
    """Write games that are ready into a file; how many."""
    told = [to_json(game) for game in games]
    content = json.dumps({"format": FORMAT, "version": VERSION, "games": told}, separators=(",", ":"))
    file.write_bytes(gzip.compress(content.encode(), 9, mtime=0))
    return len(told)


def read_index(content: bytes, name: str) -> list[IndexedGame]:
    """The games of such a file."""
    try:
        found = json.loads(gzip.decompress(content))
        if found["format"] != FORMAT or found["version"] not in range(1, VERSION + 1):
            raise ValueError
        games = [from_json(game) for game in found["games"]]
        return games if found["version"] == VERSION else [_with_keys(game) for game in games]
    except (OSError, EOFError, ValueError, KeyError, TypeError):
        raise ExplorerError(f"`{name}`: this is no index that `stonefield explorer index` wrote") from None


def _with_keys(game: IndexedGame) -> IndexedGame:
    """A game of an older file with the keys it has now."""
    if not had_other_keys(game.start):
        return game
    now = index(record_of(game.start, game.moves, game.result, {}))
    return replace(game, keys=now.keys, turned=now.turned)


def shipped() -> list[IndexedGame]:
    """The engine's games against itself that come with Stonefield."""
    file = files("stonefield.explorer") / f"games{ENDING}"
    return read_index(file.read_bytes(), file.name)


def record_of(start: str, moves: Sequence[str], result: str, tags: dict[str, str]) -> Record:
    """A game of the explorer as a record again."""
    played = Record.of(parse(start), moves, {name: text for name, text in tags.items() if text})
    return replace(played, result=result)
