"""One run: a service, people who play, trouble, and what has to be true in the end."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from histories import History, Stored, check, check_level
from simulation.client import Client
from simulation.cluster import Cluster
from simulation.engines import check_jobs
from simulation.loop import Loop
from simulation.trouble import USUAL, Plan, trouble
from simulation.virtual import TRIO, virtual
from stonefield.server.domain.game.agreement import Agreement, Seat
from stonefield.server.domain.game.rows import agreement_of, event_of
from stonefield.server.domain.game.table import replay
from stonefield.server.store import GameRows, Holder
from stonefield.server.store.archive import _EVENTS, AGREEMENT
from stonefield.server.tokens import hash_token, new_game_id, new_token

CALM = 0.5
"""Seconds for which people play on after all trouble."""
PATIENCE = 60.0
"""Seconds after which everything has to be well again."""
LATE_MS = 5_000
"""By how much a flag may fall late."""
LEAVING = ((), (), (), (), (), (1,), (0, 1))
"""Who of the players of a game leave it."""
BETWEEN_PEOPLE, AGAINST_ENGINES, SPECTATORS, SECOND_PAGES = 3, 2, 6, 6
"""Games, and others who look at them: spectators, and players with two pages open. Twenty clients in all."""


@dataclass
class Outcome:
    """What came of a run."""

    seed: int
    problems: list[str]
    trace: list[str] = field(repr=False)
    history: History = field(repr=False)


def simulate(seed: int, plan: Plan = USUAL) -> Outcome:
    """Run a whole service once; the same seed is the same run."""
    world = World(seed, plan)
    with world.cluster.database.in_use(), virtual(world.loop, world.problem, world.close):
        return world.loop.run_until_complete(world.run())


class World:
    """Everything of one run."""

    def __init__(self, seed: int, plan: Plan) -> None:
        self.seed, self._plan, self.chance = seed, plan, Random(seed)
        self.loop = Loop(self.chance)
        self.loop.set_exception_handler(self._unhandled)
        self.trace: list[str] = []
        self.problems: list[str] = []
        self.history = History()
        elsewhere = self.chance.random() < plan.elsewhere
        self.cluster = Cluster(self.loop, self.note, self.problem, elsewhere=elsewhere)
        self._flags_fall = self.chance.random() < plan.flags_fall
        """Whether it ends only when the time of all who do not move is up."""
        self.clients: list[Client] = []

    def note(self, what: str) -> None:
        """Write down what happens."""
        self.trace.append(f"{self.loop.now:10.6f} {what}")

    def problem(self, what: str) -> None:
        """Something that must not be."""
        self.note(f"PROBLEM {what}")
        self.problems.append(what)

    def _unhandled(self, loop: object, context: dict[str, Any]) -> None:
        self.problem(f"{context['message']}: {context.get('exception')!r}")

    def close(self) -> None:
        self.loop.close()
        self.cluster.database.close()

    # From the beginning to the end

    async def run(self) -> Outcome:
        """Play, let things go wrong, and look at what is left."""
        self._make_games()
        self.cluster.start(servers=self.chance.choice([2, 2, 3]))
        for client in self.clients:
            self.loop.call_later(self.chance.uniform(0.0, 1.0), client.start)
        await trouble(self.cluster, self._plan)
        self.cluster.heal()
        if self.chance.random() < 0.7:
            self.loop.call_later(0.5, self._try_now)
        await asyncio.sleep(CALM)
        for client in self.clients:
            client.is_acting = False
        unsettled = await self._settled()
        return self._outcome(unsettled)

    def _try_now(self) -> None:
        for client in self.clients:
            client.try_now()

    async def _settled(self) -> list[str]:
        """Wait until everything is well; else what is not."""
        due = self.loop.now + PATIENCE
        while True:
            await asyncio.sleep(0.5)
            # First what is soon looked at.
            if (self._all_level() and not any(self._strangers())) or self.loop.now > due:
                wrong = list(self._unsettled(self._stored()))
                if not wrong or self.loop.now > due:
                    return wrong
                self.note(f"not yet well: {wrong[0]}")

    def _all_level(self) -> bool:
        rows = self.cluster.database.rows("SELECT game, max(seq) FROM events GROUP BY game")
        stored = dict(rows)
        return all(
            client.is_gone
            or (client.is_open and client.state and client.state["version"] == stored.get(client.game, 0))
            for client in self.clients
        )

    def _unsettled(self, games: dict[str, Stored]) -> Iterator[str]:
        there = [client for client in self.clients if not client.is_gone]
        for client in there:
            if not client.is_open:
                yield f"{client.name} has no connection"
            yield from (f"{client.name} waits for an answer to {id}" for id in client.waiting)
        for id, (agreement, events) in games.items():
            try:
                table = replay(agreement, events)
            except Exception as error:
                yield f"{id}: it cannot be played: {error!r}"
                continue
            watched = any(client.game == id for client in there)
            if table.decider is not None and table.seats[table.decider].kind == "engine" and watched:
                yield f"{id}: the engine does not move"
            elif table.deadline is not None and (
                self._flags_fall or table.deadline < self.cluster.now - LATE_MS
            ):
                yield f"{id}: the flag does not fall"
        yield from check_level(self.history, games, [client.name for client in there])
        yield from self._strangers()

    def _strangers(self) -> Iterator[str]:
        """Players who are shown as connected and are not, or the other way round."""
        there = {client.name.removesuffix("-again") for client in self.clients if not client.is_gone}
        for client in self.clients:
            if client.state is None or client.is_gone:
                continue
            for seat, connected in zip(client.state["seats"], client.state["connected"], strict=True):
                if seat["kind"] == "person" and connected != (seat["name"] in there):
                    shown = "there" if connected else "away"
                    yield f"{client.name} is shown that {seat['name']} is {shown}"

    def _outcome(self, unsettled: list[str]) -> Outcome:
        self.problems += [f"in the end {one}" for one in unsettled]
        cluster, now = self.cluster, self.cluster.now
        outages, excuses = cluster.times.outages(now), cluster.times.excuses(now)
        self.problems += check(self.history, self._stored(), outages=outages, excuses=excuses)
        self.problems += check_jobs(cluster.database.rows("SELECT * FROM simulated_jobs"))
        self.problems += [f"{name} failed: {error!r}" for name, error in self.loop.unhandled()]
        acts = [act.outcome for act in self.history.acts]
        self.note(
            f"the end: {len(acts)} acts, {acts.count('ok')} ok, {acts.count('fail')} refused, "
            f"{len(self.history.reads)} reads, {self.loop.steps} steps, digest {self.loop.digest}"
        )
        # What still fails as everything is put away is no problem.
        return Outcome(self.seed, list(self.problems), list(self.trace), self.history)

    def _stored(self) -> dict[str, Stored]:
        """All games as they are in the database."""
        execute = self.cluster.database.plain.execute
        games = [agreement_of(dict(row._mapping)) for row in execute(AGREEMENT)]
        return {
            game.id: (game, [event_of(row) for row in execute(_EVENTS, {"of": game.id})])
            for game in sorted(games, key=lambda game: game.id)
        }

    # Games and those who play them

    def _make_games(self) -> None:
        for number in range(BETWEEN_PEOPLE):
            self._make_game(f"{number}", people=2)
        for number in range(AGAINST_ENGINES):
            self._make_game(f"e{number}", people=1)
        players = list(self.clients)
        for number in range(SPECTATORS):
            self._client(f"watcher {number}", self.chance.choice(players).game, None, None)
        for player in self.chance.sample(players, SECOND_PAGES):
            player.second_page = self._client(
                f"{player.name}-again", player.game, player.token, player.holder
            )

    def _make_game(self, name: str, *, people: int) -> None:
        chance = self.chance
        names = [f"{name}{letter}" for letter in "ab"[:people]]
        seats = [Seat("person", name=one, holder=holder) for holder, one in enumerate(names)]
        if people == 1:
            seats.insert(chance.randrange(2), Seat("engine", level=chance.choice([1, 5])))
        timed = chance.random() < 0.7
        game = Agreement(
            id=new_game_id(),
            created=round(self.cluster.now),
            rules=TRIO.name,
            options={},
            seats=tuple(seats),
            clock_seconds=chance.choice([1, 3, 8]) if timed else None,
            clock_increment=chance.choice([0, 1]) if timed else None,
        )
        tokens = [new_token() for _ in range(people)]
        holders = [Holder(game.id, holder, hash_token(token)) for holder, token in enumerate(tokens)]
        GameRows([game], holders)(self.cluster.database.plain)
        # Some leave for good: what is to happen in their games happens without them.
        leaving = chance.choice(LEAVING)
        for holder, token in enumerate(tokens):
            self._client(names[holder], game.id, token, holder, leaving=holder in leaving)

    def _client(
        self, name: str, game: str, token: str | None, holder: int | None, *, leaving: bool = False
    ) -> Client:
        client = Client(self.loop, name, game, token, holder, self.history, self.cluster.connect, self.note)
        if leaving:
            self.loop.call_later(self.chance.uniform(1.0, self._plan.seconds), client.go)
        self.clients.append(client)
        return client
