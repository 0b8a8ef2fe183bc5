"""Puzzles that people solve: what comes next, and how far they have come."""
