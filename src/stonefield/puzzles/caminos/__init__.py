"""Puzzles of Caminos."""
