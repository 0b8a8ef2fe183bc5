"""Who chooses moves: thinkers, levels, the text protocol and the review of whole games."""

from stonefield.engine.thinkers import thinker_for
from stonefield.engine.thought import Limits, Line, Settings, Thinker, Thought

__all__ = ["Limits", "Line", "Settings", "Thinker", "Thought", "thinker_for"]
