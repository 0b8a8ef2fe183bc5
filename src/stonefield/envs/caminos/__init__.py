"""Caminos for learners."""
