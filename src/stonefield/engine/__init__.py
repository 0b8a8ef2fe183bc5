"""The engine: thinkers that choose moves, levels and the text protocol UGI."""

from stonefield.engine.game_engine import thinker_for
from stonefield.engine.thinker import Candidate, Limits, Settings, Thinker, Thought

__all__ = ["Candidate", "Limits", "Settings", "Thinker", "Thought", "thinker_for"]
