"""What workers prove: why a try is wrong, and perfect defence. What they prove with is compiled, and loaded
by those workers alone that are asked for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from stonefield.games.game import Position, parse
from stonefield.puzzles import Proof, Prover, Unproven, defend, prover_for
from stonefield.server.jobs.kinds import task
from stonefield.server.presenting.proofs import explained, proving, refuted

_prover: Callable[[str], Prover] = cache(prover_for)
"""One for each game: what it proved of one position serves the next."""
_WORTH = {"win": 2, "draw": 1, "open": 0, "loss": 0}
_CERTAIN = ("win", "draw", "loss")


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
    with proving():
        before = _proof(here)
    reply, result = _defended(here.play(move), here.turn)
    kept = _WORTH[result] >= _WORTH[before.result]
    return {"reply": reply, "result": result, "kept": kept, "better": () if kept else before.line}


def _defended(position: Position, side: str) -> tuple[Sequence[str], str]:
    """The defence's decisions until a side is to decide again, and what is there for that side."""
    reply: list[str] = []
    while not position.is_over:
        try:
            proof = _proof(position)
        except Unproven:
            # Nothing is forced any more: who defends has done what could be asked.
            return reply, "open"
        if position.turn == side:
            return reply, proof.result
        if proof.result not in _CERTAIN:
            return reply, "open"
        reply.append(proof.line[0])
        position = position.play(proof.line[0])
    outcome = position.outcome
    winner = outcome.winner if outcome else None
    return reply, "draw" if winner is None else "win" if winner == side else "loss"


def _proof(position: Position) -> Proof:
    return defend(position, _prover(position.game.name))
