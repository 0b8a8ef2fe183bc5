"""Why a decision is wrong, and perfect play against the player who tries it."""

from __future__ import annotations

from dataclasses import dataclass

from stonefield.engine.thinker import Candidate
from stonefield.games.game import Position
from stonefield.puzzles.proving import LineProver, Proof, Unproven, prover_for
from stonefield.study.explain.claims import Claim
from stonefield.study.explain.explainer import explain

WORTH = {"win": 1.0, "draw": 0.5, "open": 0.5, "loss": 0.0}
OPPOSITE = {"win": "loss", "draw": "draw", "loss": "win"}


@dataclass(frozen=True, slots=True)
class Refutation:
    """What a wrong decision comes to."""

    result: str
    """What is left for the side that took it: "draw" or "loss"; "open": what was asked for can be stopped,
    and no more is proven; "win": more slowly than asked"""
    line: tuple[str, ...]
    """Best play after it"""
    claims: tuple[Claim, ...]
    """What it gives away, as the study's explanations say it"""


def refute(position: Position, move: str, prover: LineProver | None = None) -> Refutation:
    """Why a decision is wrong; Unproven if that takes too long. An illegal one raises IllegalMove."""
    prover = prover or prover_for(position.game.name)
    proof = prover.refute(position, move)
    after = position.play(move)
    reply = None
    if not after.is_over and proof.line:
        result = proof.result if after.turn == position.turn else OPPOSITE.get(proof.result)
        reply = _candidate(Proof(result or "open", proof.line))
    claims = explain(position, move, _candidate(prover.best(position)), reply).cost
    return Refutation(proof.result, proof.line, claims)


def defend(position: Position, prover: LineProver | None = None) -> Proof:
    """Perfect play for the side that decides: its result and best play, whose first decision is its own.

    Unproven where too much of the game is left to prove anything.
    """
    prover = prover or prover_for(position.game.name)
    if position.is_over or not prover.is_near(position):
        raise Unproven
    return prover.best(position)


def _candidate(proof: Proof) -> Candidate:
    proven = proof.result if proof.result in OPPOSITE else None
    return Candidate(proof.line, WORTH[proof.result], 0.0, 1, proven)
