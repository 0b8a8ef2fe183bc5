"""A chapter: the tree of decisions from one start, and what is said about each."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple, TypeAlias

from stonefield.games.game import Position
from stonefield.study.documents.errors import StudyError
from stonefield.study.documents.positions import Positions

ROOT = 0
NODE_BYTES, DRAWING_BYTES, POSITION_BYTES, SQUARE_BYTES = 220, 150, 600, 20
"""About what a node takes in memory, each of its drawings, a position, and each square of that."""
Arrow: TypeAlias = tuple[str, str, str]
"""From a square to a square, and its ink."""
Circle: TypeAlias = tuple[str, str]
"""A square and the ink."""


@dataclass(frozen=True, slots=True)
class Node:
    """One decision; the root is the start itself. Siblings are ordered by rank, then by id."""

    id: int
    parent: int | None
    rank: int
    move: str
    mark: str = ""
    comment: str = ""
    clock: float | None = None
    """The seconds its player had left after it, where a record says so."""
    arrows: tuple[Arrow, ...] = ()
    circles: tuple[Circle, ...] = ()


class Step(NamedTuple):
    """A decision as it is played: which one it is from the start, and the positions around it."""

    node: Node
    ply: int
    before: Position
    after: Position


@dataclass(frozen=True)
class Chapter:
    """All of a chapter. Ids of nodes are never used again, so that a node's position is always the same."""

    id: int
    title: str
    start: Position
    tags: Mapping[str, str]
    result: str
    nodes: Mapping[int, Node]
    next_node: int
    _positions: Positions = field(default_factory=Positions, compare=False, repr=False)

    @cached_property
    def _children(self) -> dict[int, list[Node]]:
        return _by_parent(self.nodes.values())

    def node(self, id: int) -> Node:
        """The node, or StudyError."""
        found = self.nodes.get(id)
        if found is None:
            raise StudyError("no_such_node", "this node is no longer there")
        return found

    def children(self, id: int) -> list[Node]:
        """What follows a node, the main line first."""
        return self._children.get(id, [])

    def path(self, id: int) -> list[Node]:
        """The nodes from the first decision to this one; the root is not among them."""
        found = []
        node = self.node(id)
        while node.parent is not None:
            found.append(node)
            node = self.nodes[node.parent]
        return found[::-1]

    def subtree(self, id: int) -> Iterator[int]:
        """A node and everything after it."""
        waiting = [id]
        while waiting:
            one = waiting.pop()
            yield one
            waiting += [child.id for child in self.children(one)]

    def main_line(self) -> list[int]:
        """The ids of the main line, the root first."""
        line = [ROOT]
        while following := self.children(line[-1]):
            line.append(following[0].id)
        return line

    def position(self, id: int) -> Position:
        """The position of a node."""
        missing = []
        node = self.node(id)
        position = self.start
        while node.parent is not None:
            known = self._positions.get(node.id)
            if known is not None:
                position = known
                break
            missing.append(node)
            node = self.nodes[node.parent]
        line = []
        for node in reversed(missing):
            position = position.play(node.move)
            line.append((node.id, position))
        self._positions.put_line(line)
        return position

    def walk(self, ids: Collection[int]) -> Iterator[Step]:
        """Every decision on the way to these nodes, each played once; no more than a line is kept of it."""
        wanted: set[int] = set()
        for id in ids:
            while id not in wanted:
                wanted.add(id)
                parent = self.nodes[id].parent
                if parent is None:
                    break
                id = parent
        children = _by_parent(self.nodes[id] for id in wanted)
        waiting = [(node, 1, self.start) for node in children.get(ROOT, ())]
        while waiting:
            node, ply, before = waiting.pop()
            after = before.play(node.move)
            yield Step(node, ply, before, after)
            waiting += [(child, ply + 1, after) for child in children.get(node.id, ())]

    @cached_property
    def weight(self) -> int:
        """About how many bytes its nodes take."""
        return weight_of(self.nodes.values())

    @property
    def positions_weight(self) -> int:
        """About how many bytes the positions take that it holds."""
        return (1 + len(self._positions)) * (POSITION_BYTES + SQUARE_BYTES * len(self.start.board.names))

    def shed(self) -> None:
        """Hold nothing that can be worked out again."""
        self._positions.clear()
        self.forget_order()

    def forget_order(self) -> None:
        """Of a version that is no longer the latest only the nodes are of use."""
        self.__dict__.pop("_children", None)

    @property
    def depth(self) -> int:
        """How deep its variations lie in each other, in whatever order siblings stand."""
        deepest, waiting = 0, [(ROOT, 0)]
        while waiting:
            id, depth = waiting.pop()
            deepest = max(deepest, depth)
            following = self.children(id)
            waiting += [(child.id, depth + (len(following) > 1)) for child in following]
        return deepest

    def put(self, *nodes: Node) -> Chapter:
        """The chapter with these nodes in it, new or in the place of what they were."""
        return self.mend(nodes, ())

    def mend(self, nodes: Iterable[Node], removed: Iterable[int]) -> Chapter:
        """The chapter with some nodes put in and others taken out."""
        kept = dict(self.nodes)
        for id in removed:
            kept.pop(id, None)
        kept.update((node.id, node) for node in nodes)
        return replace(self, nodes=kept, next_node=max(self.next_node, max(kept) + 1))


def weight_of(nodes: Iterable[Node]) -> int:
    """About how many bytes nodes take in memory."""
    return sum(
        NODE_BYTES + 2 * len(node.comment) + DRAWING_BYTES * (len(node.arrows) + len(node.circles))
        for node in nodes
    )


def _by_parent(nodes: Iterable[Node]) -> dict[int, list[Node]]:
    """The nodes that follow each node, the main line first."""
    found: dict[int, list[Node]] = {}
    for node in nodes:
        if node.parent is not None:
            found.setdefault(node.parent, []).append(node)
    for siblings in found.values():
        siblings.sort(key=lambda node: (node.rank, node.id))
    return found


def new_chapter(
    start: Position,
    *,
    title: str = "",
    tags: Mapping[str, str] | None = None,
    result: str = "*",
    nodes: Iterable[Node] = (),
) -> Chapter:
    """A chapter that is in no study yet; without nodes it has the root alone."""
    tree = {node.id: node for node in nodes} or {ROOT: Node(ROOT, None, 0, "")}
    return Chapter(0, title, start, dict(tags or {}), result, tree, max(tree) + 1)
