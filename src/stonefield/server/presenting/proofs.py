"""What a prover says of tries, solutions and endgames, as it is answered: by workers, and in a browser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from stonefield.games.game import Position
from stonefield.puzzles import LineProver, Unproven, refute
from stonefield.puzzles.proving import Why
from stonefield.server.presenting.puzzles import step_views
from stonefield.server.presenting.reviews import claim_views
from stonefield.server.protocol.problems import Refusal

if TYPE_CHECKING:
    from stonefield.server.protocol.practice import PuzzleWhy, Refutation

WITHOUT_PROOF = ("too_large", "too_many", "busy")
"""Why a proof may fail; a wrong try is wrong all the same."""


@contextmanager
def proving() -> Iterator[None]:
    """Turns what is not proven into a Refusal."""
    try:
        yield
    except Unproven:
        raise Refusal("too_large", "this takes too long to prove") from None


def refuted(position: Position, move: str, prover: LineProver) -> dict[str, Any]:
    """Best play after a wrong decision, what is left then, and why."""
    with proving():
        found = refute(position, move, prover)
    return {"result": found.result, "moves": found.line, "claims": claim_views(found.claims)}


def explained(found: Why) -> dict[str, Any]:
    """Why the first decision of a solution works, and a decision much like it with its refutation."""
    return {
        "idea": found.idea,
        "then": found.then and asdict(found.then),
        "otherwise": asdict(found.otherwise),
        "moves": (found.miss, *found.line),
    }


def why_view(position: Position, found: Mapping[str, Any]) -> PuzzleWhy:
    """What ``explained`` says of a puzzle's position, with the steps of the refutation."""
    steps = step_views(position, found["moves"])
    return {"idea": found["idea"], "then": found["then"], "otherwise": found["otherwise"], "steps": steps}


def refutation_view(position: Position, move: str, found: Mapping[str, Any], ply: int) -> Refutation:
    """What ``refuted`` has found, with its steps; the decision is the ``ply``-th after the start."""
    moves: Sequence[str] = found["moves"]
    steps = step_views(position.play(move), moves, ply)
    return {"moves": moves, "steps": steps, "result": found["result"], "claims": found["claims"]}
