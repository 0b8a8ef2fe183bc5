"""What a prover says of tries, solutions and endgames, as it is answered: by workers, and in a browser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from stonefield.games.game import Position
from stonefield.puzzles import LineProver, Puzzle, Unproven, defend, refute
from stonefield.puzzles.proving import Why, ended
from stonefield.server.presenting.puzzles import after_line, step_views
from stonefield.server.presenting.reviews import claim_views
from stonefield.server.protocol.problems import Refusal

if TYPE_CHECKING:
    from stonefield.server.protocol.practice import (
        EndgameMoved,
        EndgameView,
        PuzzleView,
        PuzzleWhy,
        Refutation,
    )

WITHOUT_PROOF = ("too_large", "too_many", "busy")
"""Why a proof may fail; a wrong try is wrong all the same."""
_WORTH = {"win": 2, "draw": 1, "open": 0, "loss": 0}
_CERTAIN = ("win", "draw", "loss")


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


def played_out(position: Position, move: str, prover: LineProver) -> dict[str, Any]:
    """The defence's reply to a decision, what the player who took it can reach then, and what was better."""
    with proving():
        before = defend(position, prover)
    reply, result = _defended(position.play(move), position.turn, prover)
    kept = _WORTH[result] >= _WORTH[before.result]
    return {"reply": reply, "result": result, "kept": kept, "better": () if kept else before.line}


def _defended(position: Position, side: str, prover: LineProver) -> tuple[Sequence[str], str]:
    """The defence's decisions until a side is to decide again, and what is there for that side."""
    reply: list[str] = []
    while not position.is_over:
        try:
            proof = defend(position, prover)
        except Unproven:
            # Nothing is forced any more: who defends has done what could be asked.
            return reply, "open"
        if position.turn == side:
            return reply, proof.result
        if proof.result not in _CERTAIN:
            return reply, "open"
        reply.append(proof.line[0])
        position = position.play(proof.line[0])
    over = ended(position, side)
    assert over is not None
    return reply, over.result


def endgame_view(shown: PuzzleView) -> EndgameView:
    """A puzzle's position, to be played out."""
    return {
        "endgame": shown["puzzle"],
        "game": shown["game"],
        "board": shown["board"],
        "letters": shown["letters"],
        "colour": shown["colour"],
        "result": "draw" if shown["result"] == "draw" else "win",
        "rating": shown["rating"],
        "moment": shown["moment"],
    }


def endgame_moved(
    puzzle: Puzzle, before: Position, moves: Sequence[str], found: Mapping[str, Any]
) -> EndgameMoved:
    """What ``played_out`` has found of the last of these decisions, taken in the position before."""
    line, ply = [*moves, *found["reply"]], len(moves) - 1
    return {
        "moves": line,
        "steps": step_views(before, line[ply:], ply),
        "moment": after_line(puzzle.start, line),
        "result": found["result"],
        "kept": found["kept"],
        "better": found["better"],
    }
