"""A bus between simulated processes: messages are lost, doubled, late, and in any order."""

from __future__ import annotations

from collections.abc import Callable

from simulation.loop import Loop, Process
from stonefield.server.bus import Hearer


class Wire:
    """What connects the buses of all processes."""

    def __init__(self, loop: Loop, note: Callable[[str], None]) -> None:
        self._loop, self._note = loop, note
        self._buses: list[SimulatedBus] = []
        self.loss = self.doubling = 0.0
        """How probable it is that a message is lost, or comes twice."""

    def bus(self, process: Process) -> SimulatedBus:
        """The bus as one process has it."""
        bus = SimulatedBus(self, process)
        self._buses = [one for one in self._buses if one.process.is_alive]
        self._buses.append(bus)
        return bus

    def send(self, sender: Process, topic: str, version: int) -> None:
        chance = self._loop.chance
        for bus in self._buses:
            if not bus.process.is_alive:
                continue
            if bus.process is not sender and chance.random() < self.loss:
                self._note(f"bus: {topic} {version} does not reach {bus.process}")
                continue
            for _ in range(1 + (chance.random() < self.doubling)):
                late = chance.random() < 0.05
                delay = chance.uniform(0.1, 3.0) if late else chance.expovariate(1 / 0.002)
                self._loop.after(delay, bus.process, bus.deliver, topic, version)


class SimulatedBus:
    """A `Bus`."""

    def __init__(self, wire: Wire, process: Process) -> None:
        self._wire, self.process = wire, process
        self._hearers: dict[str, dict[object, Hearer]] = {}

    def publish(self, topic: str, version: int) -> None:
        self._wire.send(self.process, topic, version)

    def subscribe(self, topic: str, hearer: Hearer) -> Callable[[], None]:
        key = object()
        self._hearers.setdefault(topic, {})[key] = hearer

        def unsubscribe() -> None:
            hearers = self._hearers.get(topic, {})
            hearers.pop(key, None)
            if not hearers:
                self._hearers.pop(topic, None)

        return unsubscribe

    def deliver(self, topic: str, version: int) -> None:
        for hearer in list(self._hearers.get(topic, {}).values()):
            hearer(version)
