"""Games of a network against the plain UCT player that the project measures itself by."""

from __future__ import annotations

import subprocess
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import jax
import jax.numpy as jnp
import numpy as np

from stonefield.games.game import StonefieldError
from stonefield.learn.field import BOARDS, RED, Field, empty_field, play
from stonefield.learn.network import Shape, Weights
from stonefield.learn.notation import action_of, text_of
from stonefield.learn.plan import Plan
from stonefield.learn.scoring import score
from stonefield.learn.search import Decision, search
from stonefield.learn.selfplay import evaluator

YARDSTICK_FIELDS = ("seconds", "board", "won", "drawn", "lost")
"""The columns of the log of games against the yardstick."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How a match stands, seen by the network."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)

    @property
    def played(self) -> int:
        """How many games it were."""
        return self.won + self.drawn + self.lost


class Yardstick:
    """One process of the yardstick: `limit uct FILES RANKS GAMES`; red always begins."""

    def __init__(self, program: Path, files: int, ranks: int, rollouts: int) -> None:
        self._program = program
        command = [str(program), "uct", str(files), str(ranks), str(rollouts)]
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
            )
        except OSError as error:
            raise StonefieldError(
                f"`{program}`: the yardstick cannot be started there; build it first"
            ) from error

    def tell(self, move: str) -> None:
        """Let it know of a move; it writes tilts in lower case."""
        self._say(f"move {move.lower()}")

    def ask(self) -> None:
        """Let it think; ``answer`` waits for what it plays."""
        self._say("go")

    def answer(self) -> str:
        """Its own move, which it has played then."""
        assert self._process.stdout
        move = self._process.stdout.readline().strip()
        if not move:
            raise StonefieldError(f"`{self._program}`: the yardstick has ended in the middle of a game")
        return move

    def _say(self, line: str) -> None:
        assert self._process.stdin
        try:
            self._process.stdin.write(line + "\n")
        except BrokenPipeError:
            raise StonefieldError(f"`{self._program}`: the yardstick does not listen any more") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()


class Sparring:
    """Networks of one shape against the yardstick; compiled once for each number of games side by side."""

    def __init__(self, shape: Shape, program: Path, *, rollouts: int, simulations: int) -> None:
        self._program, self._rollouts = program, rollouts

        def decide(weights: Weights, fields: Field, key: jax.Array) -> Decision:
            # A little noise makes the games of a match differ from each other.
            considered = min(16, simulations)
            return search(
                evaluator(shape, weights),
                fields,
                key,
                simulations=simulations,
                considered=considered,
                kept=16,
                noise=0.1,
            )

        self._think, self._step = jax.jit(decide), jax.jit(jax.vmap(play))
        self._judge = jax.jit(jax.vmap(score))

    def games(
        self, weights: Weights, board: str, count: int, seed: int, stop: threading.Event | None = None
    ) -> Tally:
        """Play so many games side by side, the network being red in every second; nothing if stopped."""
        files, ranks = BOARDS[board]
        fields = Field(*jax.tree.map(lambda x: jnp.stack([x] * count), empty_field(files, ranks)))
        with ExitStack() as stack:
            sticks = [
                stack.enter_context(Yardstick(self._program, files, ranks, self._rollouts))
                for _ in range(count)
            ]
            key = jax.random.key(seed)
            while not bool(jnp.all(fields.over)):
                if stop is not None and stop.is_set():
                    return Tally()
                key, draw = jax.random.split(key)
                chosen = np.array(self._think(weights, fields, draw).action)
                self._let_answer(fields, chosen, sticks)
                fields = self._step(fields, jnp.asarray(chosen))
        winners = np.asarray(self._judge(fields.cells).winner) * np.where(np.arange(count) % 2, -1, 1)
        return Tally(*(int(np.sum(winners == result)) for result in (1, 0, -1)))

    def _let_answer(self, fields: Field, chosen: np.ndarray[Any, Any], sticks: list[Yardstick]) -> None:
        """Tell the yardsticks what was chosen against them, and put in what they choose, thinking at once."""
        turns, over = np.asarray(fields.turn), np.asarray(fields.over)
        ours = (turns == RED) == (np.arange(len(sticks)) % 2 == 0)
        thinking = np.flatnonzero(~ours & ~over)
        for game in thinking:
            sticks[game].ask()
        for game in np.flatnonzero(ours & ~over):
            sticks[game].tell(text_of(int(chosen[game]), int(turns[game])))
        for game in thinking:
            chosen[game] = action_of(sticks[game].answer(), int(turns[game]))


class Beside:
    """Matches with the yardstick while a run goes on, one after the other, on each board in turn."""

    def __init__(self, sparring: Sparring, *, games: int, every: float) -> None:
        self._sparring, self._games, self._every = sparring, games, every
        self._thread = ThreadPoolExecutor(1, "yardstick")
        self._stop = threading.Event()
        self._running: tuple[float, str, Future[Tally]] | None = None
        self._begun = 0
        self._since = -every

    @classmethod
    def of(cls, plan: Plan, program: Path) -> Self:
        """As a run's plan has it; says at once if there is no such program."""
        with Yardstick(program, *BOARDS["small"], rollouts=1):
            pass
        sparring = Sparring(
            plan.shape, program, rollouts=plan.yardstick_rollouts, simulations=plan.simulations
        )
        return cls(sparring, games=plan.yardstick_games, every=plan.yardstick_every)

    def look_in(self, seconds: float, weights: Weights) -> list[dict[str, Any]]:
        """The rows of matches that have ended; begins the next when it is time. A failure is said once."""
        if self._running is not None:
            began, board, future = self._running
            if not future.done():
                return []
            self._running = None
            if (error := future.exception()) is not None:
                print(f"no more games against the yardstick: {error}", flush=True)
                self._every = float("inf")
                return []
            return [{"seconds": began, "board": board} | asdict(future.result())]
        if seconds - self._since >= self._every:
            board = tuple(BOARDS)[self._begun % len(BOARDS)]
            match = self._thread.submit(
                self._sparring.games, weights, board, self._games, self._begun, self._stop
            )
            self._running, self._since = (round(seconds, 1), board, match), seconds
            self._begun += 1
        return []

    def end(self) -> None:
        """Break off what is being played."""
        self._stop.set()
        self._thread.shutdown()
