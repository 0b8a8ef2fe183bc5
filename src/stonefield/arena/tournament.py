"""A tournament: who plays whom how often, played by workers, stopped and resumed at will."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import asdict, dataclass
from typing import Any

from stonefield.arena.openings import random_opening
from stonefield.arena.play import Pairing, PlayedPair, play_pair
from stonefield.arena.players import read_spec
from stonefield.arena.tally import Tally
from stonefield.arena.workers import Workers
from stonefield.games.game import Position, StonefieldError, parse


@dataclass(frozen=True, slots=True)
class Tournament:
    """Players who all meet each other from the same openings, random ones or those of a book."""

    players: tuple[str, ...]
    start: str
    opening_plies: int = 4
    seed: int = 0
    neighbours: int = 0
    """Only players at most this far apart in the list meet; 0: all players meet each other."""
    book: tuple[tuple[str, ...], ...] = ()
    """The openings to play, one per round; without them random ones are drawn."""

    def __post_init__(self) -> None:
        for player in self.players:
            read_spec(player)
        if len(self.players) < 2:
            raise StonefieldError("a tournament needs two players at least")
        if len(set(self.players)) < len(self.players) > 2:
            raise StonefieldError("a player can enter a ladder only once")
        self._opening(parse(self.start), 0)

    @property
    def meetings(self) -> list[tuple[str, str]]:
        """All pairs of players who meet."""
        reach = self.neighbours or len(self.players)
        numbered = itertools.combinations(enumerate(self.players), 2)
        return [(a, b) for (i, a), (j, b) in numbered if j - i <= reach]

    def _opening(self, start: Position, number: int) -> tuple[str, ...]:
        if self.book:
            if number >= len(self.book):
                most = 2 * len(self.book)
                raise StonefieldError(
                    f"there are {len(self.book)} openings, enough for {most} games per pairing"
                )
            return self.book[number]
        return random_opening(start, self.opening_plies, f"{self.seed} {number}")

    def pairings(self, rounds: int) -> Iterator[Pairing]:
        """Each meeting once per round, all from the round's opening."""
        start = parse(self.start)
        for number in range(rounds):
            opening = self._opening(start, number)
            for a, b in self.meetings:
                yield Pairing(number, a, b, self.start, opening, 1000 * self.seed + 2 * number)

    def header(self) -> dict[str, Any]:
        """What must not change when a tournament is resumed, as JSON gives it back."""
        header = asdict(self) | {"players": list(self.players), "book": [list(line) for line in self.book]}
        return header if self.book else {name: value for name, value in header.items() if name != "book"}


def play_tournament(
    pairings: Iterable[Pairing],
    workers: Workers,
    played: Sequence[PlayedPair] = (),
    *,
    done: Callable[[], bool] = lambda: False,
) -> Iterator[PlayedPair]:
    """Play what has not been played yet, pairs as they finish, until all is played or ``done`` says so."""
    known = {pair.pairing.key for pair in played}
    waiting = (pairing for pairing in pairings if pairing.key not in known)
    running: set[Future[PlayedPair]] = set()
    try:
        while not done():
            # One pair more than there are workers, so that no worker waits for us.
            for pairing in itertools.islice(waiting, workers.count + 1 - len(running)):
                running.add(workers.executor.submit(play_pair, pairing))
            if not running:
                return
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                yield future.result()
    finally:
        for future in running:
            future.cancel()


def tally_of(pairs: Iterable[PlayedPair]) -> Tally:
    """What a match brought its first player."""
    return Tally.of(pair.points for pair in pairs)
