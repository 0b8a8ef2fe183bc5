"""What two searches expect of the end of a game."""

from __future__ import annotations

from typing import NamedTuple


class Leads(NamedTuple):
    """The margin at the end that a side could expect before its decision, and can expect after it."""

    before: float
    after: float
