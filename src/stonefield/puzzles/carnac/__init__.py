"""Puzzles of Carnac."""
