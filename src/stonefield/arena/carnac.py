"""Programs that play Carnac by the plain line protocol ``new``, ``move M``, ``go``, ``quit``.

The project's yardstick, a plain UCT search, is one of them.
"""

from __future__ import annotations

import selectors
import subprocess
from collections.abc import Sequence

from stonefield.arena.registry import PlayerKind
from stonefield.engine.client import EngineDied, EngineError, EngineTimeout
from stonefield.games import carnac
from stonefield.games.game import Position

PATIENCE = 600.0
_TILTS = dict(zip("NESW", "nesw", strict=True))


class UctProgram:
    """A process of ``program uct FILES RANKS GAMES``: 28 megaliths, red first, tilts in lower case."""

    def __init__(self, program: str, files: int, ranks: int, games: int) -> None:
        command = [program, "uct", str(files), str(ranks), str(games)]
        self.name = " ".join((program, *command[2:]))
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
            )
        except OSError as error:
            raise EngineDied(f"`{self.name}`: cannot be started: {error.strerror}") from error

    def begin(self) -> None:
        """Begin anew."""
        self._send("new")

    def tell(self, move: str) -> None:
        """Let it know of the opponent's move."""
        self._send(f"move {_TILTS.get(move, move)}")

    def ask(self) -> None:
        """Let it think; ``answer`` waits for what it plays."""
        self._send("go")

    def answer(self) -> str:
        """Its own move, which it has played then."""
        move = self._read()
        return move.upper() if move in _TILTS.values() else move

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
            raise EngineDied(f"`{self.name}`: has ended") from None

    def _read(self) -> str:
        pipe = self._process.stdout
        assert pipe is not None
        line = b""
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, selectors.EVENT_READ)
            while not line.endswith(b"\n"):
                if not selector.select(PATIENCE):
                    raise EngineTimeout(f"`{self.name}`: no move in {PATIENCE:g} s")
                part = pipe.read(256)
                if not part:
                    raise EngineDied(f"`{self.name}`: has ended")
                line += part
        return line.decode(errors="replace").strip()


class UctPlayer:
    """Such a program as a player of the arena."""

    def __init__(self, words: Sequence[str]) -> None:
        program, files, ranks, games = words
        self._board = f"{files}x{ranks}"
        self._program = UctProgram(program, int(files), int(ranks), int(games))
        self._known: list[str] = []

    def begin(self, start: Position, seed: int) -> None:
        """Begin anew; only the game that the program knows can be played."""
        if start != carnac.start(self._board):
            raise EngineError(
                f"`{self._program.name}`: plays Carnac on an empty board of {self._board}, 28 megaliths,"
                " red first"
            )
        self._program.begin()
        self._known = []

    def choose(self, start: Position, moves: Sequence[str], position: Position, clock: float | None) -> str:
        """Catch up with the game and ask for a move, which the program plays for itself at once."""
        for move in moves[len(self._known) :]:
            self._program.tell(move)
        self._program.ask()
        move = self._program.answer()
        self._known = [*moves, move]
        return move

    def close(self) -> None:
        """End the program."""
        self._program.close()


PLAYER_KINDS = {
    "uct": PlayerKind(
        usage="uct:PROGRAM WIDTH HEIGHT GAMES",
        accepts=lambda words: len(words) == 4 and all(word.isdigit() for word in words[1:]),
        make=UctPlayer,
    )
}
