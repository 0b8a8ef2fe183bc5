"""The points that an edit and a view of a study cost."""

from __future__ import annotations

from stonefield.server.store.study_rows import EditSize

ROW, READ = 0.04, 0.025
"""Points for each row that is written or deleted, and for each node that is read from the database."""
DESCRIBED, SENT, UPDATED = 0.1, 0.002, 0.0005
"""Points for each node whose decision is worked out, that is sent, and that is in an update for a viewer."""


def cost_of_sending(size: EditSize, viewers: int) -> float:
    """The points for sending what an edit changed to everyone who looks."""
    return (DESCRIBED * size.added if viewers else 0.0) + UPDATED * size.nodes * viewers
