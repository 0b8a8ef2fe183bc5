"""Carnac for learners."""
