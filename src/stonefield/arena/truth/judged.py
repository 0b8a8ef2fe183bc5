"""A judged position as a value, and files of them: one line each.

A line is ``seed kind value keeps position``. ``keeps`` are bits in base64, without padding: one for each
legal decision in their order, from the lowest bit of the first byte on.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from stonefield.arena.truth.judge import Verdict
from stonefield.games.game import Position, StonefieldError, game_names, parse


@dataclass(frozen=True, slots=True)
class Judged:
    """A position, and which decisions keep what it is worth."""

    seed: int
    """Of the game it comes from"""
    kind: str
    value: str
    keeps: str
    position: str

    @staticmethod
    def of(seed: int, position: Position, verdict: Verdict) -> Judged:
        """A position with its verdict."""
        return Judged(seed, verdict.kind, verdict.value, _write_bits(verdict.keeps), str(position))

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.position.split(maxsplit=1)[0]

    @property
    def board(self) -> str:
        """The name of the board."""
        return self.position.split(maxsplit=2)[1]

    def start(self) -> Position:
        """The position to decide in."""
        return parse(self.position)

    def keeping(self) -> tuple[str, ...]:
        """The decisions that keep the value."""
        moves = self.start().legal_moves()
        bits = _read_bits(self.keeps)
        return tuple(str(move) for nth, move in enumerate(moves) if bits >> nth & 1)

    def to_line(self) -> str:
        """One line of a file."""
        return f"{self.seed} {self.kind} {self.value} {self.keeps} {self.position}"

    @staticmethod
    def from_line(line: str) -> Judged:
        """Read what ``to_line`` wrote."""
        seed, kind, value, keeps, position = line.split(maxsplit=4)
        parse(position)
        _read_bits(keeps)
        return Judged(int(seed), kind, value, keeps, position)


def _write_bits(keeps: Sequence[bool]) -> str:
    bits = sum(1 << nth for nth, kept in enumerate(keeps) if kept)
    return b64encode(bits.to_bytes((len(keeps) + 7) // 8, "little")).decode().rstrip("=")


def _read_bits(text: str) -> int:
    return int.from_bytes(b64decode(text + "=" * (-len(text) % 4), validate=True), "little")


def read_judged(text: str, source: str) -> Iterator[Judged]:
    """The positions of a file, except for a last line cut short; ``source`` names it in errors."""
    for number, line in enumerate(text.split("\n")[:-1], 1):
        try:
            yield Judged.from_line(line)
        except (ValueError, StonefieldError) as error:
            raise StonefieldError(f"`{source}` line {number}: is no judged position ({error})") from None


def choose(found: Iterable[Judged], most: int) -> list[Judged]:
    """At most this many of each board, of its kinds the same number as far as there are enough.

    Those of the lowest seeds are taken, and no position twice, so the parts they come from do not matter.
    """
    by_board: dict[tuple[str, str], dict[str, list[Judged]]] = {}
    once = {one.position: one for one in sorted(found, key=_order, reverse=True)}
    for one in sorted(once.values(), key=_order):
        by_board.setdefault((one.game, one.board), {}).setdefault(one.kind, []).append(one)
    chosen: list[Judged] = []
    for board in sorted(by_board):
        left, kinds = most, sorted(by_board[board].items(), key=lambda kind: (len(kind[1]), kind[0]))
        for nth, (_, judged) in enumerate(kinds):
            # The rarest kinds come first, and what they lack the others make up for.
            taken = judged[: -(-left // (len(kinds) - nth))]
            left -= len(taken)
            chosen += sorted(taken, key=_order)
    return chosen


def _order(judged: Judged) -> tuple[int, str]:
    return judged.seed, judged.position


@cache
def shipped() -> tuple[Judged, ...]:
    """The positions that come with Stonefield, always the same in one version."""
    found: list[Judged] = []
    for game in game_names():
        file = files(__package__).joinpath(f"{game}.txt")
        if file.is_file():
            found += read_judged(file.read_text("utf-8"), file.name)
    return tuple(found)
