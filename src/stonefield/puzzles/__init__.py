"""Puzzles whose solutions are proven: one decision keeps the result, and every other one is proven worse."""

from stonefield.puzzles.making import make
from stonefield.puzzles.proving import LineProver, Proof, Prover, Unproven, prover_for
from stonefield.puzzles.puzzle import Puzzle, by_name, read_puzzles, shipped
from stonefield.puzzles.refuting import Refutation, defend, refute
from stonefield.puzzles.verifying import verify

__all__ = [
    "LineProver",
    "Proof",
    "Prover",
    "Puzzle",
    "Refutation",
    "Unproven",
    "by_name",
    "defend",
    "make",
    "prover_for",
    "read_puzzles",
    "refute",
    "shipped",
    "verify",
]
