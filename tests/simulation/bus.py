"""What carries messages from bus to bus: payloads are lost, doubled, late, and lines die."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from simulation.loop import Loop, Process
from stonefield.server.bus.remote import LineLost, RemoteBus
from stonefield.server.bus.wire import unpack

GATHER = 0.005


class Wire:
    """Connects the buses of all processes, as PostgreSQL or Redis does."""

    def __init__(self, loop: Loop, note: Callable[[str], None]) -> None:
        self._loop, self._note = loop, note
        self._lines: list[SimulatedLine] = []
        self.loss = self.doubling = 0.0
        """How probable it is that a payload is lost on its way to a process, or comes twice."""
        self.is_down = False

    def bus(self, process: Process) -> RemoteBus:
        """The bus of one process."""
        return RemoteBus("the simulated bus", partial(self._open, process), GATHER)

    async def _open(
        self, process: Process, hear: Callable[[str], None], lost: Callable[[str], None]
    ) -> SimulatedLine:
        if self.is_down:
            raise LineLost("not reached")
        line = SimulatedLine(self, process, hear, lost)
        self._lines = [one for one in self._lines if one.process.is_alive and not one.is_dead]
        self._lines.append(line)
        return line

    def cut(self, share: float, *, silently: bool) -> None:
        """Let some lines die; ``silently``: nothing is heard on them any more, and that is all."""
        for line in self._lines:
            if self._loop.chance.random() < share and not line.is_dead:
                line.is_dead = True
                if not silently:
                    self._loop.after(0.0, line.process, line.lost, "connection reset")

    def send(self, payload: str) -> None:
        """Carry a payload to every process."""
        chance = self._loop.chance
        # A line keeps the order of texts; versions may come in any.
        orderly = any(isinstance(said, str) for _, said in unpack(payload)[1])
        for line in self._lines:
            if line.is_dead or not line.process.is_alive:
                continue
            if chance.random() < self.loss:
                self._note(f"bus: {len(unpack(payload)[1])} messages do not reach {line.process}")
                continue
            for _ in range(1 if orderly else 1 + (chance.random() < self.doubling)):
                late = self.doubling and chance.random() < 0.2
                line.carry(
                    payload, chance.uniform(0.1, 2.0) if late else chance.expovariate(1 / 0.001), orderly
                )

    def deliver(self, line: SimulatedLine, payload: str, seconds: float) -> None:
        self._loop.after(seconds, line.process, line.arrive, payload)

    @property
    def now(self) -> float:
        return self._loop.now


class SimulatedLine:
    """A `Line` of one process."""

    def __init__(
        self, wire: Wire, process: Process, hear: Callable[[str], None], lost: Callable[[str], None]
    ) -> None:
        self._wire, self.process, self._hear, self.lost = wire, process, hear, lost
        self.is_dead = False
        self._last = 0.0

    async def send(self, payloads: Sequence[str]) -> None:
        if self._wire.is_down:
            raise LineLost("connection reset")
        if not self.is_dead:
            for payload in payloads:
                self._wire.send(payload)

    def carry(self, payload: str, seconds: float, orderly: bool) -> None:
        """Let a payload arrive after so many seconds, ``orderly`` not before the last orderly one."""
        now = self._wire.now
        at = max(now + seconds, self._last) if orderly else now + seconds
        if orderly:
            self._last = at
        self._wire.deliver(self, payload, at - now)

    def arrive(self, payload: str) -> None:
        if not self.is_dead:
            self._hear(payload)

    async def close(self) -> None:
        self.is_dead = True
