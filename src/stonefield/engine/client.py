"""Talk UGI to an engine in a process of its own: ``Engine`` with asyncio, ``BlockingEngine`` without."""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Self, TypeVar

from stonefield.engine.outlook import Outlook
from stonefield.engine.thinker import Limits, Report, Thought
from stonefield.engine.ugi_options import protocol_name
from stonefield.engine.ugi_text import NO_OUTLOOK, InfoReader, echo, limits_text
from stonefield.games.game import Position, StonefieldError

T = TypeVar("T")

START_TIMEOUT = 20.0
READY_TIMEOUT = 120.0
GRACE = 10.0
"""Seconds beyond its limits after which a search counts as hung."""
EXIT_TIMEOUT = 1.0
MOST_OPTIONS, MOST_REMARKS = 200, 20
"""Of one engine, and of one search: what it says beyond that is not kept."""
LONGEST_MOVE, LONGEST_WORDS = 200, 300
"""Characters of a move, and of what an engine says that is shown to a person."""
LOOK_EVERY = 0.01
"""Seconds between two looks whether a search is to stop."""


class EngineError(StonefieldError):
    """An engine did not do what was asked of it."""


class EngineDied(EngineError):
    """The engine's process has ended."""


class EngineTimeout(EngineError):
    """The engine did not answer in time."""


def own_command() -> tuple[str, ...]:
    """The command that starts our own engine."""
    return (sys.executable, "-m", "stonefield.engine")


class Engine:
    """A UGI engine, begun with ``await Engine.start(command)``: one request at a time, ``stop`` at any time.

    An engine that timed out may still answer later: close it and start another.
    """

    def __init__(self, process: asyncio.subprocess.Process, command: Sequence[str]) -> None:
        self._process = process
        self._command = " ".join(command)
        self._stderr_tail: deque[str] = deque(maxlen=20)
        self._stderr_task = asyncio.create_task(self._read_stderr())
        self.name = self._command
        self.options: dict[str, str] = {}
        """What the engine can be set to: each option's name and its description."""

    @classmethod
    async def start(cls, command: Sequence[str], *, timeout: float = START_TIMEOUT) -> Self:
        """Start an engine and let it introduce itself."""
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                limit=2**20,
            )
        except OSError as error:
            raise EngineDied(f"`{' '.join(command)}`: cannot be started: {error.strerror}") from error
        engine = cls(process, command)
        try:
            await engine._ask("ugi", "ugiok", engine._introduce, timeout)
        except BaseException:
            await engine.close()
            raise
        return engine

    def _introduce(self, line: str) -> None:
        if line.startswith("id name "):
            self.name = echo(line.removeprefix("id name ").strip(), LONGEST_WORDS)
        elif line.startswith("option name ") and len(self.options) < MOST_OPTIONS:
            name, _, kind = line.removeprefix("option name ").partition(" type ")
            self.options[echo(name.strip(), LONGEST_WORDS)] = echo(kind, LONGEST_WORDS)

    @property
    def is_alive(self) -> bool:
        """Whether the engine's process is running."""
        return self._process.returncode is None

    def give_way(self, niceness: int) -> None:
        """Let it think from now on only when this process, so much less nice, leaves the processor alone."""
        if hasattr(os, "setpriority"):
            with contextlib.suppress(OSError):
                own = os.getpriority(os.PRIO_PROCESS, 0)
                os.setpriority(os.PRIO_PROCESS, self._process.pid, own + niceness)

    async def ready(
        self, *, timeout: float = READY_TIMEOUT, heard: Callable[[str], None] | None = None
    ) -> None:
        """Wait until the engine has done everything so far; ``heard`` gets the remarks it makes meanwhile."""
        await self._ask("isready", "readyok", heard, timeout)

    async def set_option(self, name: str, value: object) -> None:
        """Set one option; true and false are written as the protocol has them."""
        text = str(value).lower() if isinstance(value, bool) else str(value)
        await self._send(f"setoption name {name} value {text}")

    async def set_rules(self, position: Position) -> None:
        """Set the game and the options it was begun with, as far as the engine has them."""
        for name, value in {"game": position.game.name, **position.options}.items():
            if protocol_name(name) in self.options:
                await self.set_option(protocol_name(name), value)

    async def new_game(self) -> None:
        """Let the engine forget the last game."""
        await self._send("uginewgame")

    async def set_position(self, position: Position | str | None = None, moves: Sequence[str] = ()) -> None:
        """Set up a position, or the start by the options in force if None, and play moves from there."""
        setup = "startpos" if position is None else f"text {getattr(position, 'ordered_text', position)}"
        await self._send(" ".join([f"position {setup}", *(["moves", *moves] if moves else [])]))

    async def go(
        self, limits: Limits, *, report: Report | None = None, timeout: float | None = None
    ) -> Thought:
        """Search the position that was set; the engine's move is the best line's first."""
        infos = InfoReader()
        remarks: deque[str] = deque(maxlen=MOST_REMARKS)

        def hear(line: str) -> None:
            if infos.read(line):
                if report is not None:
                    report(infos.thought())
            elif line.startswith("info string refused: "):
                raise EngineError(
                    f"`{self._command}`: {echo(line.removeprefix('info string '), LONGEST_WORDS)}"
                )
            elif line.startswith("info string "):
                remarks.append(echo(line.removeprefix("info string "), LONGEST_WORDS))

        time_limit = _time_limit(limits) if timeout is None else timeout
        try:
            answer = await self._ask(limits_text(limits), "bestmove", hear, time_limit)
        except (EngineDied, EngineTimeout):
            raise
        except (EngineError, asyncio.CancelledError):
            await self._abandon_search()
            raise
        move = answer.split()[1:2]
        if not move or move[0] in ("none", "(none)"):
            raise EngineError(f"`{self._command}`: gave no move ({'; '.join(remarks) or 'no reason given'})")
        if len(move[0]) > LONGEST_MOVE or not move[0].isprintable():
            raise EngineError(f"`{self._command}`: `{echo(move[0])}` cannot be a move")
        return infos.thought(move[0])

    async def _abandon_search(self) -> None:
        """Leave the engine fit for the next request, or end it."""
        try:
            await self._ask("stop", "bestmove", None, EXIT_TIMEOUT)
        except EngineError:
            await self.close()

    async def stop(self) -> None:
        """End the search under way; its ``go`` then returns."""
        await self._send("stop")

    async def query(self, question: str, *, timeout: float = GRACE) -> str:
        """What the engine answers to ``query``."""
        answer = await self._ask(f"query {question}", "response", None, timeout)
        return answer.partition(" ")[2].strip()

    async def outlook(self, *, timeout: float = READY_TIMEOUT) -> Outlook | None:
        """What the engine expects of the end from the position that was set, if it knows; ours does."""
        answer = await self._ask("outlook", "outlook", None, timeout)
        text = answer.partition(" ")[2].strip()
        try:
            return None if text == NO_OUTLOOK else Outlook.from_json(json.loads(text))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            reason = echo(str(error), LONGEST_WORDS)
            raise EngineError(f"`{self._command}`: its outlook cannot be read: {reason}") from error

    async def close(self) -> None:
        """Ask the engine to quit; one that does not is killed."""
        if self.is_alive:
            with contextlib.suppress(EngineError):
                await self._send("quit")
            with contextlib.suppress(asyncio.TimeoutError, TimeoutError):
                await asyncio.wait_for(self._process.wait(), EXIT_TIMEOUT)
        if self.is_alive:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            # asyncio waits for the pipes too, and a process that the engine has started may hold them.
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), EXIT_TIMEOUT)
            self._process._transport.close()  # type: ignore[attr-defined]  # there is no public way
        with contextlib.suppress(asyncio.CancelledError):
            self._stderr_task.cancel()
            await self._stderr_task

    async def _send(self, line: str) -> None:
        pipe = self._process.stdin
        assert pipe is not None
        try:
            pipe.write(f"{line}\n".encode())
            await pipe.drain()
        except (BrokenPipeError, ConnectionResetError):
            raise await self._exit_error() from None

    async def _ask(self, line: str, answer: str, heard: Callable[[str], None] | None, seconds: float) -> str:
        """Send a line and read on until one begins with ``answer``; every other line is ``heard``."""
        await self._send(line)
        try:
            async with asyncio.timeout(None if math.isinf(seconds) else seconds):
                while True:
                    text = await self._read()
                    if text.split(" ", 1)[0] == answer:
                        return text
                    if heard is not None:
                        heard(text)
                    await asyncio.sleep(0)  # lines that are there already would keep all others waiting
        except TimeoutError:
            raise EngineTimeout(f"`{self._command}`: no answer to `{line}` in {seconds:g} s") from None

    async def _read(self) -> str:
        pipe = self._process.stdout
        assert pipe is not None
        try:
            line = await pipe.readline()
        except ValueError:  # a line longer than any the protocol has
            return ""
        if not line:
            raise await self._exit_error()
        return line.decode(errors="replace").strip()

    async def _read_stderr(self) -> None:
        pipe = self._process.stderr
        assert pipe is not None
        while True:
            with contextlib.suppress(
                ValueError
            ):  # a line without an end: unheard, the engine would stand still
                line = await pipe.readline()
                if not line:
                    return
                self._stderr_tail.append(echo(line.decode(errors="replace").rstrip(), LONGEST_WORDS))

    async def _exit_error(self) -> EngineDied:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), EXIT_TIMEOUT)
            await asyncio.wait_for(asyncio.shield(self._stderr_task), EXIT_TIMEOUT)
        last = f": {self._stderr_tail[-1]}" if self._stderr_tail else ""
        code = self._process.returncode
        how = "closed its output" if code is None else f"ended with status {code}"
        return EngineDied(f"`{self._command}`: {how}{last}")


def _time_limit(limits: Limits) -> float:
    """How long a search with these limits may take at the most."""
    seconds = min((s for s in (limits.movetime, limits.clock) if s is not None), default=math.inf)
    return seconds + GRACE


class BlockingEngine:
    """The same engine for code without asyncio: every call waits for its answer."""

    def __init__(self, command: Sequence[str], *, timeout: float = START_TIMEOUT) -> None:
        self._loop = asyncio.new_event_loop()
        try:
            self._engine = self._wait(Engine.start(command, timeout=timeout))
        except BaseException:
            self._loop.close()
            raise
        self.name, self.options = self._engine.name, self._engine.options

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        return self._loop.run_until_complete(work)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ready(self, *, timeout: float = READY_TIMEOUT) -> None:
        """Wait until the engine has done everything so far."""
        self._wait(self._engine.ready(timeout=timeout))

    def set_options(self, values: Mapping[str, object]) -> None:
        """Set options by their protocol names."""
        for name, value in values.items():
            self._wait(self._engine.set_option(name, value))

    def set_rules(self, position: Position) -> None:
        """Set the game and the options it was begun with."""
        self._wait(self._engine.set_rules(position))

    def new_game(self) -> None:
        """Let the engine forget the last game."""
        self._wait(self._engine.new_game())

    def set_position(self, position: Position | None = None, moves: Sequence[str] = ()) -> None:
        """Set up a position, or the start if None, and play moves from there."""
        self._wait(self._engine.set_position(position, moves))

    def go(
        self,
        limits: Limits,
        *,
        report: Report | None = None,
        timeout: float | None = None,
        stop: threading.Event | None = None,
    ) -> Thought:
        """Search the position that was set, until a limit is reached or ``stop`` is set elsewhere."""
        return self._wait(self._go(limits, report, timeout, stop))

    async def _go(
        self, limits: Limits, report: Report | None, timeout: float | None, stop: threading.Event | None
    ) -> Thought:
        search = asyncio.create_task(self._engine.go(limits, report=report, timeout=timeout))
        while stop is not None and not (await asyncio.wait({search}, timeout=LOOK_EVERY))[0]:
            if stop.is_set():
                await self._engine.stop()
                break
        return await search

    def query(self, question: str, *, timeout: float = GRACE) -> str:
        """What the engine answers to ``query``."""
        return self._wait(self._engine.query(question, timeout=timeout))

    def outlook(self, *, timeout: float = READY_TIMEOUT) -> Outlook | None:
        """What the engine expects of the end from the position that was set, if it knows."""
        return self._wait(self._engine.outlook(timeout=timeout))

    def close(self) -> None:
        """End the engine and free everything."""
        if not self._loop.is_closed():
            self._wait(self._engine.close())
            self._loop.close()
