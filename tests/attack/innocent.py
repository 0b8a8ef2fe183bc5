"""The innocent: what people do on a server while others attack it, and how long they wait."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from attack.client import Answer, Client
from server.page import Page
from server.study.reader import START, Reader
from stonefield import carnac, records
from stonefield.puzzles import by_name
from stonefield.records import Line, Ply, Record

MOVES, LEVEL_1, PUZZLE, FILM, EDIT, REVIEW = "moves", "level 1", "puzzle", "film", "edit", "review"
PAUSES = {MOVES: 0.08, LEVEL_1: 0.0, PUZZLE: 1.0, FILM: 3.0, EDIT: 0.2, REVIEW: 10.0}
"""Seconds between two of a kind: the innocent keep within their own limits."""
EDITS = 100
"""Of one study, until the next one is made."""
Going = Callable[[], bool]
_SEEDS = itertools.count()
"""What one of them has asked for, the server may remember for the next."""


@dataclass
class Waits:
    """What the innocent waited, in seconds, by what they waited for."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    faults: list[str] = field(default_factory=list)

    @contextlib.contextmanager
    def timed(self, kind: str) -> Iterator[None]:
        began = time.monotonic()
        yield
        self.seconds[kind].append(time.monotonic() - began)

    def within(self, kind: str, percent: int) -> float:
        """The seconds within which this share was over; 100: the longest wait."""
        return share(self.seconds[kind], percent)


def share(waits: list[float], percent: int) -> float:
    """The seconds within which this share of some waits was over; infinite if there were none."""
    if percent == 100 or len(waits) < 2:
        return max(waits, default=float("inf"))
    return statistics.quantiles(waits, n=100, method="inclusive")[percent - 1]


class Innocent(Client):
    """Someone at an address of their own."""

    def __init__(self, url: str, address: str, waits: Waits) -> None:
        super().__init__(url, address)
        self.socket_url = url.replace("http", "ws", 1)
        self.waits = waits
        self._chance = random.Random(next(_SEEDS))

    async def have(self, method: str, path: str, body: object = None, token: str = "") -> Answer:
        """An answer that is no refusal; asks again where the server says when."""
        while True:
            answer = await self.answered(method, path, body, token)
            if answer.status < 400:
                return answer
            if answer.status not in (429, 503) or answer.retry_after is None:
                raise AssertionError(
                    f"{method} {path.partition('?')[0]}: {answer.status} {answer.body[:200]!r}"
                )
            await asyncio.sleep(answer.retry_after)

    async def play_at_one_screen(self, going: Going) -> None:
        """A game of two people at one screen after the other."""
        while going():
            async with self._game(
                {"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Ben"}
            ) as page:
                while going() and page.state["status"] == "playing":
                    move = page.choice(self._chance)
                    with self.waits.timed(MOVES):
                        answer = await page.move(move)
                    if answer["type"] != "accepted":
                        self.waits.faults.append(f"a move was refused: {answer['code']}")
                    await asyncio.sleep(PAUSES[MOVES])

    async def play_level_1(self, going: Going) -> None:
        """A game against the weakest engine after the other."""
        while going():
            async with self._game({"kind": "person", "name": "Ann"}, {"kind": "engine", "level": 1}) as page:
                while going() and page.state["status"] == "playing":
                    await page.until_state(lambda state: state["may"]["move"] or state["status"] == "over")
                    if page.state["status"] == "over":
                        break
                    began = time.monotonic()
                    accepted = await page.move(page.choice(self._chance))
                    if page.state["may"]["move"] or page.state["status"] == "over":
                        continue  # An answer and a placement belong together.
                    version = accepted["version"]
                    await page.until_state(lambda state, ours=version: state["version"] > ours)
                    self.waits.seconds[LEVEL_1].append(time.monotonic() - began)

    @contextlib.asynccontextmanager
    async def _game(self, *seats: dict):
        wanted = {"game": "carnac", "options": {"board": "medium"}, "seats": seats}
        made = (await self.have("POST", "/api/games", wanted)).json
        async with Page(self, made, address=self.address) as page:
            yield page

    async def solve_puzzles(self, going: Going) -> None:
        """Ask for puzzles, and try the first decision of each."""
        while going():
            with self.waits.timed(PUZZLE):
                rating = self._chance.randrange(800, 2_000)
                found = (await self.have("GET", f"/api/puzzles/next?game=carnac&rating={rating}")).json
                puzzle = found["puzzle"]["puzzle"]
                tried = {"moves": [by_name(puzzle).line[0]]}
                judged = (await self.have("POST", f"/api/puzzles/{puzzle}/tries", tried)).json
            if not judged["right"]:
                self.waits.faults.append(f"the solution of {puzzle} was judged wrong")
            await _pause(PUZZLE, going)

    async def watch_films(self, going: Going) -> None:
        """Films of four positions, each of another game."""
        while going():
            with self.waits.timed(FILM):
                await self.have("POST", "/api/films", {"text": self._short_record(), "last": 3})
            await _pause(FILM, going)

    async def edit_together(self, going: Going, other: str) -> None:
        """Two people at two addresses edit one study after the other."""
        firsts = [str(move) for move in carnac.start("5x4").legal_moves()]
        while going():
            made = (await self.have("POST", "/api/studies", {"source": START})).json
            async with (
                Reader(self, made, address=self.address) as ann,
                Reader(self, made, made["edit"], address=other) as ben,
            ):
                for number in range(EDITS):
                    node = await self._edited(ann, "add", node=0, moves=[self._chance.choice(firsts)])
                    await self._edited(ben, "comment", node=node, text=f"Why this? {number}")
                    if not going():
                        break
            await self.have("DELETE", f"/api/studies/{made['study']}", token=made["token"])

    async def _edited(self, editor: Reader, type: str, **words) -> int:
        with self.waits.timed(EDIT):
            answer = await editor.act(type, chapter=1, **words)
        if answer["type"] != "accepted":
            self.waits.faults.append(f"an edit was refused: {answer['code']}")
        await asyncio.sleep(PAUSES[EDIT])
        return answer.get("node") or 0

    async def review_games(self, going: Going) -> None:
        """Reviews of short games, until every decision is judged once."""
        while going():
            source = {"kind": "record", "text": self._short_record()}
            with self.waits.timed(REVIEW):
                view = (await self.have("POST", "/api/reviews", {"source": source})).json
                while view["simulations"] <= 300 and view["done"] < view["total"] and going():
                    await asyncio.sleep(1)
                    view = (await self.have("GET", f"/api/reviews/{view['key']}")).json
            await _pause(REVIEW, going)

    def _short_record(self) -> str:
        """The first decisions of some game."""
        position, plies = carnac.start("small"), []
        for _ in range(8):
            plies.append(Ply(str(self._chance.choice(position.legal_moves()))))
            position = position.play(plies[-1].move)
        return records.write(Record(carnac.start("small"), Line(tuple(plies))))


async def _pause(kind: str, going: Going) -> None:
    until = time.monotonic() + PAUSES[kind]
    while going() and time.monotonic() < until:
        await asyncio.sleep(0.1)
