"""The text protocol UGI, by which programs talk to the engine: UCI for games whose turns need not alternate.

Commands are read on the main thread; a search and the first compilation run on threads of their own, so that
every line is answered at once. Nothing that comes in is fatal: what cannot be done is refused with ``info
string``.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import BinaryIO, TypeAlias

from stonefield.engine.game_engine import engine_for
from stonefield.engine.sides import result_for, side_to_decide
from stonefield.engine.thinker import Limits
from stonefield.engine.ugi_options import Options
from stonefield.engine.ugi_search import NO_MOVE, SearchThread
from stonefield.engine.ugi_text import NO_OUTLOOK, ProtocolError, echo, read_limits, read_option
from stonefield.engine.warmup import ThinkerPool
from stonefield.games.game import Position, StonefieldError, parse

Write: TypeAlias = Callable[[str], None]


PATIENCE = 1.0
"""Seconds before the usual game is prepared: a first start compiles one game at a time."""
LONGEST_LINE = 2**20
"""Bytes; no position with its moves is nearly as long."""
MOST_OUTLOOKS = 64
"""How many questions about the outlook may wait."""


class Session:
    """One conversation: the position, the options and at most one search."""

    def __init__(self, write: Write) -> None:
        self._write = write
        self._options = Options()
        self._position = self._options.start()
        self._follows_options = True
        self._thinkers = ThinkerPool(write)
        self._search: SearchThread | None = None
        # What an outlook needs may have to be compiled first, and meanwhile `stop` must be heard.
        self._outlooks = ThreadPoolExecutor(1, "outlook")
        self._asked = threading.Semaphore(MOST_OUTLOOKS)
        self._commands: dict[str, Callable[[str], None]] = {
            "ugi": self._ugi,
            "isready": self._isready,
            "setoption": self._setoption,
            "uginewgame": self._uginewgame,
            "position": self._set_position,
            "go": self._go,
            "stop": self._stop_search,
            "query": self._query,
            "outlook": self._outlook,
        }

    def begin(self) -> None:
        """Prepare the game that is set before the first request for it, unless another one is set at once."""
        waiting = threading.Timer(PATIENCE, self._prepare)
        waiting.daemon = True
        waiting.start()

    def _prepare(self) -> None:
        self._thinkers.prepare(self._position, self._options.settings)

    def handle(self, line: str) -> bool:
        """Do what a line says; False once it is time to go."""
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            return False
        if not word:
            return True
        command = self._commands.get(word)
        if command is None:
            self._tell(f"unknown command `{echo(word)}`: it is ignored")
            return True
        try:
            command(rest.strip())
        except StonefieldError as error:
            self._tell(f"refused: {echo(str(error), 300)}")
        except Exception as error:
            self._tell(f"error in `{echo(line)}`: {type(error).__name__}: {echo(str(error), 300)}")
        return True

    def end(self) -> None:
        """Stop searching; the search still gives its move."""
        self._stop_search("")

    def _tell(self, text: str) -> None:
        self._write(f"info string {text}")

    def _ugi(self, rest: str) -> None:
        from stonefield import __version__

        self._write(f"id name Stonefield {__version__}")
        self._write("id author The Stonefield authors")
        for line in self._options.describe():
            self._write(line)
        self._write("ugiok")

    def _isready(self, rest: str) -> None:
        self._thinkers.when_ready(self._position, self._options.settings, lambda: self._write("readyok"))

    def _setoption(self, rest: str) -> None:
        name, value = read_option(rest)
        remark = self._options.set(name, value)
        if remark:
            self._tell(remark)
        if self._follows_options:
            try:
                self._restart()
            except StonefieldError as error:
                self._tell(f"noted, but no game can begin like this: {echo(str(error), 300)}")

    def _uginewgame(self, rest: str) -> None:
        if self._is_searching():
            self._tell("refused: a search is running, stop it before a new game")
            return
        if self._search is not None:
            self._search.join()
        self._thinkers.forget()
        self._follows_options = True
        self._restart()
        self._prepare()

    def _restart(self) -> None:
        """Take up the beginning that the options describe."""
        self._position = self._options.start()

    def _set_position(self, rest: str) -> None:
        setup, _, moves = f"{rest} ".partition(" moves ")
        kind, _, text = setup.strip().partition(" ")
        if kind == "startpos" and not text:
            position = self._options.start()
        elif kind == "text":
            position = parse(text.strip())
        else:
            raise ProtocolError(f"`{echo(setup)}`: position startpos or position text …, then moves …")
        for move in moves.split():
            position = position.play(move)
        self._position = position
        self._follows_options = False
        self._prepare()

    def _query(self, rest: str) -> None:
        position = self._position
        if rest == "p1turn":
            answer = str(side_to_decide(position) == 0).lower()
        elif rest == "gameover":
            answer = str(position.is_over).lower()
        elif rest == "result":
            answer = _result(position)
        elif rest == "position":
            answer = str(position)
        else:
            raise ProtocolError(f"`{echo(rest)}`: query p1turn, gameover, result or position")
        self._write(f"response {answer}")

    def _outlook(self, rest: str) -> None:
        if self._asked.acquire(blocking=False):
            self._outlooks.submit(self._tell_outlook, self._position)
        else:
            self._tell(f"refused: {MOST_OUTLOOKS} questions about the outlook wait already")
            self._write(f"outlook {NO_OUTLOOK}")

    def _tell_outlook(self, position: Position) -> None:
        found = None
        try:
            found = engine_for(position.game.name).outlook(position)
        except Exception as error:
            self._tell(f"error in `outlook`: {type(error).__name__}: {echo(str(error), 300)}")
        self._asked.release()
        self._write(f"outlook {json.dumps(found.to_json()) if found else NO_OUTLOOK}")

    def _is_searching(self) -> bool:
        return self._search is not None and self._search.is_running

    def _go(self, rest: str) -> None:
        if self._is_searching():
            self._tell("refused: a search is running, stop it first")
            return
        limits = read_limits(rest, side_to_decide(self._position))
        if limits == Limits() and self._options.settings.level is None:
            limits = Limits(infinite=True)
        if self._position.is_over:
            self._tell("the game is over, there is no move")
            self._write(f"bestmove {NO_MOVE}")
            return
        self._search = SearchThread(
            self._position,
            limits,
            self._options.settings,
            thinkers=self._thinkers,
            write=self._write,
            previous=self._search,
        )

    def _stop_search(self, rest: str) -> None:
        if self._search is not None:
            self._search.stop()


def _result(position: Position) -> str:
    if not position.is_over:
        return "none"
    return {1.0: "p1win", 0.0: "p2win"}.get(result_for(position, 0), "draw")


def serve(lines: BinaryIO, output: BinaryIO) -> None:
    """Hold the conversation until ``quit`` or the end of the input."""
    lock = threading.Lock()

    def write(line: str) -> None:
        # A reader that has gone away closes our input as well, and that ends the conversation.
        with lock, contextlib.suppress(BrokenPipeError):
            output.write(line.encode() + b"\n")
            output.flush()

    session = Session(write)
    session.begin()
    for line in _lines_of(lines, write):
        if not session.handle(line):
            break
    session.end()


def _lines_of(source: BinaryIO, write: Write) -> Iterator[str]:
    """The lines that come in; one that is too long is left out, and none is kept whole before it ends."""
    while line := source.readline(LONGEST_LINE):
        if len(line) < LONGEST_LINE or line.endswith(b"\n"):
            yield line.decode(errors="replace")
            continue
        write(f"info string refused: a line is too long, it has more than {LONGEST_LINE} bytes")
        while line and not line.endswith(b"\n"):
            line = source.readline(LONGEST_LINE)


def main() -> None:
    """``stonefield ugi``: serve standard input and output."""
    with contextlib.suppress(KeyboardInterrupt):
        serve(sys.stdin.buffer, sys.stdout.buffer)
    # A compilation in the background cannot be cancelled, and its thread must not outlive the interpreter.
    os._exit(0)
