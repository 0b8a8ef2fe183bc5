"""What workers prove: why a try is wrong, and perfect defence. What they prove with is compiled, and loaded
by those workers alone that are asked for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from stonefield.games.game import parse
from stonefield.puzzles import Prover, prover_for
from stonefield.server.jobs.kinds import task
from stonefield.server.presenting.proofs import explained, played_out, proving, refuted

_prover: Callable[[str], Prover] = cache(prover_for)
"""One for each game: what it proved of one position serves the next."""


@task("proof")
def refute_try(position: str, move: str) -> dict[str, Any]:
    """Best play after a wrong decision, what is left then, and why."""
    here = parse(position)
    return refuted(here, move, _prover(here.game.name))


@task("proof")
def explain_solution(position: str, line: str) -> dict[str, Any]:
    """Why the first decision of a solution works, and a decision much like it with its refutation."""
    here = parse(position)
    with proving():
        found = _prover(here.game.name).why(here, line.split())
    return explained(found)


@task("proof")
def play_endgame(position: str, move: str) -> dict[str, Any]:
    """The defence's reply to a decision, what the player who took it can reach then, and what was better."""
    here = parse(position)
    return played_out(here, move, _prover(here.game.name))
