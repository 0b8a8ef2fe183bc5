"""Clients: they follow a game as the page does, come back after a loss, and repeat what was not answered."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Callable
from random import Random
from typing import Any

from histories import Act, History, fail, ok
from simulation.loop import Loop
from simulation.network import Link
from simulation.virtual import BEGAN

FIRST_WAIT, LONGEST_WAIT = 0.3, 3.0
"""Seconds before a client connects again, at first and at most."""
GIVEN_UP = 4.0
"""Seconds after which a client without an answer tries another connection."""
PULSE = 3
"""Seconds from one pulse to the next."""
OPEN = ("storage_failed",)
"""Refusals after which an act may have been done all the same."""


class Client:
    """A person with a page open: a player of a game, or a spectator."""

    def __init__(
        self,
        loop: Loop,
        name: str,
        game: str,
        token: str | None,
        holder: int | None,
        history: History,
        connect: Callable[[Client], Link | None],
        note: Callable[[str], None],
    ) -> None:
        self._loop, self.name, self.game, self.token, self.holder = loop, name, game, token, holder
        self._history, self._connect, self._note = history, connect, note
        self._chance = Random(loop.chance.getrandbits(64))
        self._pace = self._chance.choice([0.1, 0.5, 2.0])
        """About how many seconds this person thinks."""
        self.state: dict[str, Any] | None = None
        self._link: Link | None = None
        self._wait = FIRST_WAIT
        self._ids = itertools.count(1)
        self._unanswered: dict[str, tuple[dict[str, Any], Act]] = {}
        self._sent: dict[str, int] = {}
        self.is_acting = True
        """Whether this person still wants anything."""
        self.is_open = self.is_gone = False
        self._heard_at = 0.0
        self.second_page: Client | None = None
        """Of the same player."""

    @property
    def waiting(self) -> list[str]:
        """What has not been answered."""
        return list(self._unanswered)

    @property
    def now(self) -> float:
        return (BEGAN + self._loop.now) * 1000

    # The connection

    def start(self) -> None:
        """Open the page."""
        self._try()
        self._loop.create_task(self._live(), name=self.name)
        self._loop.create_task(self._pulse(), name=f"{self.name}'s pulse")

    def try_now(self) -> None:
        """The network is there again, says the browser."""
        self._wait = FIRST_WAIT
        if not self.is_open or (self._link is not None and not self._link.is_open):
            self._leave()
            self._try()

    def go(self) -> None:
        """Close the page for good."""
        self._note(f"{self.name} leaves for good")
        self.is_gone, self.is_acting = True, False
        if self._link is not None:
            self._link.close()
        self._link, self.is_open = None, False
        if self.second_page is not None:
            self.second_page.go()

    def _try(self) -> None:
        if self._link is None and not self.is_gone:
            self._link = self._connect(self)
            if self._link is None:
                self._retry()
            else:
                self._loop.call_later(GIVEN_UP, self._give_up_opening, self._link)

    def _give_up_opening(self, link: Link) -> None:
        if self._link is link and not self.is_open:
            self._leave()

    def _leave(self) -> None:
        """Try another connection."""
        if self._link is not None:
            self._link.close()
            self._lost()

    def _lost(self) -> None:
        self._link, self.is_open = None, False
        self._retry()

    def _retry(self) -> None:
        self._loop.call_later(self._wait * self._chance.uniform(0.75, 1.25), self._try)
        self._wait = min(2 * self._wait, LONGEST_WAIT)

    def opened(self, link: Link) -> None:
        if link is not self._link:
            return
        self.is_open = True
        self._hello()
        for id, (message, _) in self._unanswered.items():
            self._send(message)
            self._expect_answer(id)

    def _hello(self) -> None:
        version = None if self.state is None else self.state["version"]
        self._send({"type": "hello", "token": self.token, "version": version})

    def closed(self, link: Link, code: int) -> None:
        if link is self._link:
            self._note(f"{self.name}: closed, {code}")
            self._lost()

    def _send(self, message: dict[str, Any]) -> None:
        if self._link is not None and self.is_open:
            if "id" in message:
                self._sent[message["id"]] = self._sent.get(message["id"], 0) + 1
            self._link.say(json.dumps(message))

    # What is heard

    def heard(self, link: Link, text: str) -> None:
        if link is not self._link:
            return
        self._wait, self._heard_at = FIRST_WAIT, self._loop.now
        message = json.loads(text)
        kind = message["type"]
        if kind == "state":
            self._show(message)
        elif kind == "update":
            self._update(message)
        elif kind == "presence" and self.state is not None:
            self.state = {**self.state, "connected": message["connected"]}
        elif kind in ("accepted", "refused"):
            self._answered(message)

    def _show(self, state: dict[str, Any]) -> None:
        self.state = state
        assert self._link is not None
        self._note(f"{self.name}: shown {state['version']} by {self._link.server}")
        self._history.read(
            self.name, self.game, self.now, state["version"], [move["text"] for move in state["moves"]]
        )

    def _update(self, message: dict[str, Any]) -> None:
        if self.state is None or message["since"] != self.state["version"]:
            # After a refusal the page has what it came with.
            self._hello()
            return
        present = {name: part for name, part in message.items() if name not in ("since", "changes", "keep")}
        present["moves"] = self.state["moves"][: message["keep"]] + message["moves"]
        self._show({**self.state, **present})

    def _answered(self, message: dict[str, Any]) -> None:
        if message["type"] == "refused" and message["state"]:
            self._show(message["state"])
        found = self._unanswered.pop(message["id"], None)
        if found is None:
            return
        _, act = found
        self._note(
            f"{self.name}: {act.request} {message['type']} {message.get('code') or message['version']}"
        )
        if message["type"] == "accepted":
            ok(act, self.now, message["version"])
        elif self._sent[message["id"]] == 1 and message["code"] not in OPEN:
            fail(act, self.now)

    # What is done

    async def _live(self) -> None:
        while self.is_acting:
            await asyncio.sleep(self._chance.expovariate(1 / self._pace))
            if self._chance.random() < 0.5 and self.second_page is not None:
                # Both at the same moment, perhaps by way of two servers.
                self.second_page.do_something()
            self.do_something()

    def do_something(self) -> None:
        """Do what this person would like to, unless an answer is still to come."""
        if self.is_acting and self.state is not None and not self._unanswered:
            wanted = self._wish(self.state)
            if wanted is not None:
                self._act(wanted)

    async def _pulse(self) -> None:
        while not self.is_gone:
            if self.is_open:
                self._send({"type": "pulse", "next": PULSE})
                self._loop.call_later(GIVEN_UP, self._expect_word, self._link, self._loop.now)
            await asyncio.sleep(PULSE)

    def _expect_word(self, link: Link, sent: float) -> None:
        if link is self._link and self._heard_at < sent:
            self._leave()

    def _act(self, wanted: dict[str, Any]) -> None:
        id = f"{self.name}-{next(self._ids)}"
        message = {**wanted, "id": id}
        act = self._history.invoke(self.name, self.game, f"{self.holder}:{id}", self.now)
        self._note(f"{self.name}: {act.request} {wanted}")
        self._unanswered[id] = (message, act)
        self._send(message)
        if self._chance.random() < 0.05:
            # A button that is pressed twice.
            self._send(message)
        self._expect_answer(id)

    def _expect_answer(self, id: str) -> None:
        link = self._link

        def look() -> None:
            if link is not None and link is self._link and id in self._unanswered:
                self._leave()

        self._loop.call_later(GIVEN_UP, look)

    def _wish(self, state: dict[str, Any]) -> dict[str, Any] | None:
        """What this person would like to do now."""
        may, version, chance = state["may"], state["version"], self._chance
        if may["answer"]:
            answer = chance.choice(["accept", "accept", "decline"])
            return {"type": answer, "kind": chance.choice(may["answer"])}
        rare = [kind for kind in ("draw", "takeback") if may[kind] and chance.random() < 0.08]
        if rare:
            return {"type": "offer", "kind": rare[0]}
        if may["undo"] and chance.random() < 0.3:
            return {"type": "undo", "version": version}
        if may["resign"] and chance.random() < 0.01:
            return {"type": "resign"}
        if may["rematch"] and chance.random() < 0.3:
            return {"type": "offer", "kind": "rematch"}
        if may["move"]:
            return {"type": "move", "version": version, "text": self._decision(state["legal"])}
        return None

    def _decision(self, legal: dict[str, Any]) -> str:
        chance = self._chance
        if legal["game"] == "plain":
            return chance.choice(legal["moves"])["text"]
        if legal["answers"]:
            return chance.choice(legal["answers"])["text"]
        return chance.choice(list(legal["placements"])) + chance.choice(["rr", "rw", "wr", "ww"])
