"""Puzzles whose solutions are proven: one decision keeps the result, and every other one is proven worse."""

from stonefield.puzzles.making import make
from stonefield.puzzles.proving import Prover, Unproven, prover_for
from stonefield.puzzles.puzzle import Puzzle, read_puzzles, shipped
from stonefield.puzzles.verifying import verify

__all__ = ["Prover", "Puzzle", "Unproven", "make", "prover_for", "read_puzzles", "shipped", "verify"]
