"""How large the parts of a study may be, and the words that there are for some of them."""

from __future__ import annotations

from typing import Literal, TypeAlias

Visibility: TypeAlias = Literal["private", "link", "public"]
Mark: TypeAlias = Literal["", "!", "?", "!!", "??", "!?", "?!"]
Ink: TypeAlias = Literal["green", "red", "blue", "yellow"]

LONGEST_COMMENT = 4_000
MOST_DRAWINGS = 64
MOST_EDITS = 100
"""Edits of a study that can be taken back."""
MOST_CHAPTERS, MOST_NODES, MOST_NODES_IN_ALL = 64, 2_000, 20_000
LONGEST_COMMENTS = 200_000
"""Characters that all comments of a chapter may have together."""
