"""The processes of a service and what connects them: they are started, killed and paused here."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from simulation.bus import Wire
from simulation.client import Client
from simulation.database import Database
from simulation.loop import Loop, Process
from simulation.network import Link
from simulation.server import Program, Server, Work
from simulation.times import State, Times
from simulation.virtual import BEGAN

FOLLOWED = 0.6
"""How often a balancer sends a client to the server that usually has its game."""
Note: TypeAlias = Callable[[str], None]


class Cluster:
    """Servers and those who work for them, over one database and one bus."""

    def __init__(self, loop: Loop, note: Note, problem: Note, *, elsewhere: bool) -> None:
        """``elsewhere``: engines are processes of their own."""
        self.loop, self.note, self._problem, self.chance = loop, note, problem, loop.chance
        self._elsewhere = elsewhere
        self.database, self.wire = Database(loop, note, self._late), Wire(loop, note)
        self.servers: list[Server] = []
        self.workers: list[Work] = []
        self.links: list[Link] = []
        self.times = Times()

    @property
    def now(self) -> float:
        """Milliseconds, as servers count them."""
        return (BEGAN + self.loop.now) * 1000

    def _late(self, seconds: float) -> None:
        self.times.late(self.now, self.now + 1000 * seconds)

    @property
    def programs(self) -> list[Program]:
        """All processes."""
        return [*self.servers, *self.workers]

    def start(self, servers: int) -> None:
        """Start so many servers."""
        self.servers = [self._server(f"server {number}") for number in range(servers)]
        self.workers = [self._work(f"work {number}") for number in range(2 if self._elsewhere else 0)]

    def _server(self, name: str) -> Server:
        server = Server(self.loop, name, self.database, self.wire, self._problem, elsewhere=self._elsewhere)
        if not self.database.is_threaded:
            # Each process is on a machine of its own.
            server.process.skew = self.chance.choice([0.0, self.chance.uniform(-30.0, 30.0)])
        self.loop.start(server.process, self._run(server), name)
        return server

    def _work(self, name: str) -> Work:
        work = Work(self.loop, name, self.database, self.wire)
        self.loop.start(work.process, self._run(work), name)
        return work

    async def _run(self, program: Program) -> None:
        await program.run()
        self.note(f"{program.process} is open")
        self.look()

    def connect(self, client: Client) -> Link | None:
        """Open a socket to a server; None: nobody answers."""
        usual = self.servers[sum(client.game.encode()) % len(self.servers)]
        follows = usual.is_open and self.chance.random() < FOLLOWED
        server = usual if follows else self.chance.choice(self.servers)
        if not server.is_open:
            return None
        self.links = [link for link in self.links if link.is_open]
        link = Link(self.loop, client, server.process)
        self.links.append(link)
        self.loop.after(0.0, server.process, server.accept, link, client.game, client.name)
        return link

    # What may happen to processes

    def at_some_await(self, program: Program, happens: Callable[[], None]) -> None:
        """Let something happen to a process within its next callbacks."""
        if program.process.is_alive:
            program.process.fuse = (self.chance.randrange(40), happens)

    def at_some_commit(self, program: Program, happens: Callable[[], None]) -> None:
        """Let something happen to a process after one of its next commits, before it is told of it."""
        if program.process.is_alive:
            soon = partial(self.loop.after, 0.0, self.loop.outside, happens)
            program.process.commit_fuse = (self.chance.randrange(4), soon)

    def kill(self, program: Program, seconds: float) -> None:
        """End a process at once; after some time another is started in its place."""
        if not program.process.is_alive:
            return
        self.note(f"{program.process} is killed for {seconds:.3f} s")
        self.loop.kill(program.process)
        program.is_open = False
        self.look()
        outside = self.loop.outside
        self.loop.after(self.chance.uniform(0.0, 0.05), outside, self.database.forget, program.process)
        for link in self.links:
            if link.server is program.process:
                link.cut(silently=self.chance.random() < 0.2)
        # A process that ended by itself does not start another.
        self.loop.after(seconds, outside, self._start_again, program)

    def stop(self, program: Program, seconds: float) -> None:
        """Let a process end by itself; after some time another is started in its place."""
        process = program.process
        if process.is_alive and program.is_open and not process.is_paused:
            self.note(f"{process} is stopped for {seconds:.3f} s")
            ending = self.loop.start(process, program.stop(), "stop")
            ending.add_done_callback(lambda _: self.kill(program, seconds))

    def _start_again(self, ended: Program) -> None:
        name = ended.process.name
        if isinstance(ended, Server) and ended in self.servers:
            self.servers[self.servers.index(ended)] = self._server(name)
        elif isinstance(ended, Work) and ended in self.workers:
            self.workers[self.workers.index(ended)] = self._work(name)

    def pause(self, program: Program, seconds: float) -> None:
        """Let a process stand still for a while."""
        process = program.process
        if process.is_alive and not process.is_paused:
            self.note(f"{process} is paused for {seconds:.3f} s")
            process.is_paused = True
            self.look()
            self.loop.call_later(seconds, self._resume, process)

    def _resume(self, process: Process) -> None:
        if process.is_paused:
            process.is_paused = False
            self.note(f"{process} goes on")
            self.look()

    # What may happen to what connects them

    def database_down(self, seconds: float) -> None:
        """Let the database be unreachable for a while."""
        if not self.database.is_down:
            self.note(f"the database goes down for {seconds:.3f} s")
            self.database.go_down()
            self.look()
            self.loop.call_later(seconds, self._database_up)

    def _database_up(self) -> None:
        if self.database.is_down:
            self.note("the database answers again")
            self.database.is_down = False
            self.look()

    def database_slow(self, seconds: float) -> None:
        """Let the database take its time for a while."""
        self.note(f"the database is slow for {seconds:.3f} s")
        self.database.is_slow = True
        self.look()
        self.loop.call_later(seconds, self._database_quick)

    def _database_quick(self) -> None:
        self.database.is_slow = False
        self.look()

    def bus_fails(self, loss: float, doubling: float, seconds: float) -> None:
        """Let the bus lose and double messages for a while."""
        self.note(f"the bus loses {loss:.0%}, doubles {doubling:.0%} for {seconds:.3f} s")
        self.wire.loss, self.wire.doubling = loss, doubling
        self.loop.call_later(seconds, self._bus_works)

    def bus_down(self, seconds: float) -> None:
        """Let all lines of the bus die, and let none be opened for a while."""
        self.note(f"the bus goes down for {seconds:.3f} s")
        self.wire.is_down = True
        self.wire.cut(1.0, silently=self.chance.random() < 0.3)
        self.loop.call_later(seconds, self._bus_works)

    def _bus_works(self) -> None:
        self.wire.loss, self.wire.doubling, self.wire.is_down = 0.0, 0.0, False

    def cut_links(self, share: float, *, silently: bool) -> None:
        """Cut some of the sockets."""
        self.note(f"{share:.0%} of the sockets are cut{', and nobody notices' if silently else ''}")
        for link in self.links:
            if self.chance.random() < share:
                link.cut(silently=silently)

    def heal(self) -> None:
        """From now on nothing goes wrong, and what was killed comes back."""
        self.note("from here on nothing goes wrong")
        self._bus_works()
        self._database_quick()
        self._database_up()
        for program in self.programs:
            program.process.fuse = program.process.commit_fuse = None
            self._resume(program.process)
            if not program.process.is_alive:
                self._start_again(program)

    def look(self) -> None:
        """Something has changed: note how the service is."""
        there = [one for one in self.servers if one.is_open]
        working = [one for one in there if not one.process.is_paused]
        state: State = "well" if len(working) == len(self.servers) else "trouble"
        if not working:
            state = "frozen" if there else "dead"
        elif self.database.is_down:
            state = "silent"
        elif self.database.is_slow:
            state = "trouble"
        self.times.note(self.now, state)
