"""The games of a tournament as a file of records."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from stonefield.arena.play import FORFEIT, PlayedPair
from stonefield.games.game import parse
from stonefield.records import Record, write


def records_of(pair: PlayedPair) -> tuple[Record, Record]:
    """Both games of a pair; who forfeited a game has lost it whatever the board says."""
    start = parse(pair.pairing.start)
    first, second = (
        _forfeited(
            Record.of(
                start,
                game.moves,
                {
                    "Event": "Stonefield arena",
                    "Round": f"{pair.pairing.number + 1}.{number}",
                    "Player1": game.players[0],
                    "Player2": game.players[1],
                },
            ),
            game.points,
            game.reason,
        )
        for number, game in enumerate(pair.games, 1)
    )
    return first, second


def _forfeited(record: Record, points: float, reason: str) -> Record:
    if not reason.startswith(FORFEIT):
        return record
    return record.finish("1-0" if points else "0-1", reason.removeprefix(FORFEIT))


class RecordsFile:
    """A file of records that grows with a tournament; one that is resumed writes it again."""

    def __init__(self, path: Path, played: Iterable[PlayedPair] = ()) -> None:
        self._path = path
        path.write_text("", encoding="utf-8")
        for pair in played:
            self.add(pair)

    def add(self, pair: PlayedPair) -> None:
        """Append both games."""
        with self._path.open("a", encoding="utf-8") as file:
            file.write(("\n" if file.tell() else "") + write(records_of(pair)))
