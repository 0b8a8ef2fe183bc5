"""What an edit and a view of a study come to, in rows and nodes, and the points that these cost."""

from __future__ import annotations

from typing import NamedTuple

from stonefield.server.study.study import Study, tree_difference

ROW, READ = 0.04, 0.025
"""Points for each row that is written or deleted, and for each node that is read from the database."""
DESCRIBED, SENT, TOLD = 0.1, 0.002, 0.0005
"""Points for each node whose decision is worked out, that is sent, and that a viewer is told of."""


class EditCost(NamedTuple):
    """What is written when one version follows another."""

    rows: int
    nodes: int
    """Nodes that every viewer is told of."""
    added: int
    """Those among them whose decision has to be worked out for that."""

    @property
    def written(self) -> float:
        """The points for writing it."""
        return ROW * self.rows

    def told(self, viewers: int) -> float:
        """The points for telling the nodes to everyone who looks."""
        return (DESCRIBED * self.added if viewers else 0.0) + TOLD * self.nodes * viewers


def edit_cost(before: Study | None, after: Study) -> EditCost:
    """What it takes to write ``after`` in the place of ``before``, or as a new study."""
    were = {} if before is None else {one.id: (place, one) for place, one in enumerate(before.chapters)}
    rows, nodes, added = 1, 0, 0
    for place, chapter in enumerate(after.chapters):
        was = were.pop(chapter.id, None)
        if was is not None and was[0] == place and was[1] is chapter:
            continue
        difference = tree_difference(None if was is None else was[1], chapter)
        changed = len(difference.nodes) + len(difference.removed)
        rows += 1 + changed
        # A new chapter is asked for by those who open it.
        if was is not None:
            nodes += changed
            added += sum(node.id not in was[1].nodes for node in difference.nodes)
    rows += sum(1 + len(chapter.nodes) for _, chapter in were.values())
    return EditCost(rows, nodes, added)
