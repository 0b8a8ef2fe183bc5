"""Which games are the same game: what a collection has already is not counted again."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache

from sqlalchemy import Connection, select

from stonefield.explorer.index import IndexedGame, names_of
from stonefield.explorer.tables import games
from stonefield.games.game import Position, parse
from stonefield.records import Record

_DAY = len("2026-11-18")


class KnownGames:
    """The games of a source.

    Two games are the same if they have the same board, moves and result, and neither the names of the players
    nor the day says otherwise. Options are not compared: the formats of other sites do not have all of them.
    """

    def __init__(self, connection: Connection, source: str) -> None:
        self._known: defaultdict[bytes, list[tuple[str, ...]]] = defaultdict(list)
        columns = (
            games.c.start,
            games.c.moves,
            games.c.result,
            games.c.first,
            games.c.second,
            games.c.played,
        )
        for start, moves, result, *names in connection.execute(
            select(*columns).where(games.c.source == source)
        ):
            self._known[_digest(_start(start), moves.split(), result)].append(_about(names))

    def take(self, game: Record | IndexedGame) -> bool:
        """Whether a game is new; it is known from now on."""
        if isinstance(game, Record):
            start, names = _shape(game.start), names_of(game)
        else:
            start, names = _start(game.start), (game.first, game.second, game.played)
        about = _about(names)
        others = self._known[_digest(start, game.moves, game.result)]
        if any(_agree(about, other) for other in others):
            return False
        others.append(about)
        return True


def _about(names: Iterable[str]) -> tuple[str, ...]:
    first, second, played = names
    # Some formats have the time of day, too.
    return first, second, played[:_DAY]


def _agree(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether nothing that both tell is different."""
    return all(mine == yours or not mine or not yours for mine, yours in zip(one, other, strict=True))


def _digest(start: str, moves: Sequence[str], result: str) -> bytes:
    text = "\n".join((start, " ".join(moves), result))
    return hashlib.blake2b(text.encode(), digest_size=16).digest()


@lru_cache(maxsize=1024)
def _start(text: str) -> str:
    return _shape(parse(text))


def _shape(start: Position) -> str:
    """What is on the board where a game begins, and who decides."""
    on_board = ",".join(f"{square}{colour}" for square, colour in sorted(start.tops.items()))
    return f"{start.game.name} {start.board.name} {start.turn} {on_board}"
