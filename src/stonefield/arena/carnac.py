"""Programs that play Carnac by the plain line protocol ``new``, ``move M``, ``go``, ``quit``.

The project's yardstick, a plain UCT search, is one of them.
"""

from __future__ import annotations

import selectors
import subprocess
from collections.abc import Sequence

from stonefield.arena.player import PlayerKind
from stonefield.engine.client import EngineDied, EngineError, EngineTimeout
from stonefield.games import carnac
from stonefield.games.game import Position

PATIENCE = 600.0
_TILTS = dict(zip("NESW", "nesw", strict=True))


class UctProgram:
    """A player started as ``program uct WIDTH HEIGHT GAMES``: 28 megaliths, red first, lower-case tilts."""

    def __init__(self, command: Sequence[str]) -> None:
        self._name = " ".join(command)
        self._board = f"{command[1]}x{command[2]}"
        try:
            self._process = subprocess.Popen(
                [command[0], "uct", *command[1:]],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
            )
        except OSError as error:
            raise EngineDied(f"`{self._name}`: cannot be started: {error.strerror}") from error
        self._known: list[str] = []

    def begin(self, start: Position, seed: int) -> None:
        """Start a new game; only the game that the program knows can be played."""
        if start != carnac.start(self._board):
            raise EngineError(
                f"`{self._name}`: plays Carnac on an empty board of {self._board}, 28 megaliths, red first"
            )
        self._send("new")
        self._known = []

    def choose(self, start: Position, moves: Sequence[str], position: Position, clock: float | None) -> str:
        """Catch up with the game and ask for a move, which the program plays for itself at once."""
        for move in moves[len(self._known) :]:
            self._send(f"move {_TILTS.get(move, move)}")
        self._send("go")
        answer = self._read()
        move = answer.upper() if answer in _TILTS.values() else answer
        self._known = [*moves, move]
        return move

    def close(self) -> None:
        """End the program."""
        try:
            self._send("quit")
            self._process.wait(1.0)
        except (EngineError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()

    def _send(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n".encode())
        except BrokenPipeError:
            raise EngineDied(f"`{self._name}`: has ended") from None

    def _read(self) -> str:
        pipe = self._process.stdout
        assert pipe is not None
        line = b""
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, selectors.EVENT_READ)
            while not line.endswith(b"\n"):
                if not selector.select(PATIENCE):
                    raise EngineTimeout(f"`{self._name}`: no move in {PATIENCE:g} s")
                part = pipe.read(256)
                if not part:
                    raise EngineDied(f"`{self._name}`: has ended")
                line += part
        return line.decode(errors="replace").strip()


PLAYER_KINDS = {
    "uct": PlayerKind(
        usage="uct:PROGRAM WIDTH HEIGHT GAMES",
        accepts=lambda words: len(words) == 4 and all(word.isdigit() for word in words[1:]),
        make=UctProgram,
    )
}
