"""Games of a checkpoint against the plain UCT player that the project measures itself by."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

import jax
import jax.numpy as jnp
import numpy as np

from stonefield.games.game import StonefieldError
from stonefield.learn.checkpoint import load
from stonefield.learn.field import BOARDS, RED, Field, empty_field, play
from stonefield.learn.notation import action_of, text_of
from stonefield.learn.scoring import score
from stonefield.learn.search import Decision, search
from stonefield.learn.selfplay import evaluator


@dataclass(frozen=True, slots=True)
class Tally:
    """How a match stands, seen by the checkpoint."""

    won: int
    drawn: int
    lost: int


class Yardstick:
    """One process of the yardstick: `limit uct FILES RANKS GAMES`; red always begins."""

    def __init__(self, program: Path, files: int, ranks: int, rollouts: int) -> None:
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

    def choose(self) -> str:
        """Its own move, which it has played then."""
        self._say("go")
        assert self._process.stdout
        return self._process.stdout.readline().strip()

    def _say(self, line: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(line + "\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()


def meet(
    checkpoint: Path,
    program: Path,
    *,
    board: str,
    rollouts: int,
    games: int,
    simulations: int,
    report: Callable[[Tally], None] = lambda tally: None,
) -> Tally:
    """Play ``games`` in pairs, one of each colour; the yardsticks of a pair think one after the other."""
    shape, learner, _ = load(checkpoint)
    weights = learner.playing()

    def decide(fields: Field, key: jax.Array) -> Decision:
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

    think, step, judge = jax.jit(decide), jax.jit(jax.vmap(play)), jax.jit(jax.vmap(score))
    tally = Tally(0, 0, 0)
    for pair in range(-(-games // 2)):
        ended = _pair(think, step, program, board, rollouts, jax.random.key(pair))
        red, white = (int(winner) for winner in judge(ended.cells).winner)
        results = (red, -white)[: games - 2 * pair]
        tally = Tally(
            tally.won + results.count(1), tally.drawn + results.count(0), tally.lost + results.count(-1)
        )
        report(tally)
    return tally


def _pair(
    think: Callable[[Field, jax.Array], Decision],
    step: Callable[[Field, jax.Array], Field],
    program: Path,
    board: str,
    rollouts: int,
    key: jax.Array,
) -> Field:
    """Two games to their ends, the checkpoint being red in the first and white in the second."""
    files, ranks = BOARDS[board]
    fields = Field(*jax.tree.map(lambda x: jnp.stack([x, x]), empty_field(files, ranks)))
    with (
        Yardstick(program, files, ranks, rollouts) as white,
        Yardstick(program, files, ranks, rollouts) as red,
    ):
        for number, draw in enumerate(jax.random.split(key, 64)):
            if bool(jnp.all(fields.over)):
                break
            chosen = np.array(think(fields, draw).action)
            turns = np.asarray(fields.turn)
            for game, yardstick in enumerate((white, red)):
                ours = (turns[game] == RED) == (game == 0)
                if fields.over[game]:
                    continue
                if ours:
                    yardstick.tell(text_of(int(chosen[game]), int(turns[game])))
                else:
                    chosen[game] = action_of(yardstick.choose(), int(turns[game]))
            fields = step(fields, jnp.asarray(chosen))
            assert number < 63, "a game of Carnac has at most 56 decisions"
    return fields
