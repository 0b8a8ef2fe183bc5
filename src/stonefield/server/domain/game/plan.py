"""Conditional moves: what a player has decided in advance, for whatever the others may decide.

A plan is a tree of decisions from a position. Where its owner decides there is one branch, elsewhere one for
each decision of the others that has an answer. A branch of the owner may be `resign`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypedDict

from stonefield.games.game import Position, StonefieldError
from stonefield.server.domain.game.actions import Change, engine_move
from stonefield.server.domain.game.event import Moved, Redone, Resigned, TakenBack, Undone
from stonefield.server.domain.game.table import Table
from stonefield.server.protocol.problems import Refusal, refused_move

RESIGN = "resign"
REQUEST = "condition:"
"""With what the fixed request of an answer begins."""
MOST_DECISIONS, DEEPEST = 300, 40
"""How many decisions a plan may have, and how many of them in a row."""


class Branch(TypedDict):
    """A decision, and what comes after it."""

    move: str
    then: Sequence[Branch]


Tree: TypeAlias = Sequence[Branch]


@dataclass(frozen=True, slots=True)
class Plan:
    """What a player has decided in advance."""

    version: int
    """The version of the game that it was made on."""
    ply: int
    """The number of decisions before it."""
    tree: Tree


def may_plan(table: Table, holder: int | None) -> Refusal | None:
    """Whether a holder may plan ahead: a player in a game between people that has no live clock."""
    if not table.seats_of(holder):
        return Refusal("not_your_seat", "only those who hold a seat can do this")
    if table.status == "over":
        return Refusal("game_over", "the game is over")
    if table.status == "waiting":
        return Refusal("waiting", "a seat is still open")
    if not table.is_slow:
        return Refusal("not_between_people", "plans are for games between people without a live clock")
    return None


class Checker:
    """Plays a plan through by the rules, for the player who holds some seats."""

    def __init__(self, table: Table, holder: int | None) -> None:
        self._position, self._players = table.position, table.players
        self._mine = {table.players[seat] for seat in table.seats_of(holder)}
        self._decisions = 0

    def check(self, tree: Tree) -> Tree:
        """The plan as it is kept, each decision written as the game writes it; Refusal if it cannot be."""
        if self._position.player in self._mine and any(branch["move"] == RESIGN for branch in tree):
            raise Refusal("invalid_plan", "it is your turn: resign at once, or not yet")
        return self._check(self._position, tree, 1)

    def _check(self, position: Position, tree: Tree, depth: int) -> Tree:
        self._decisions += len(tree)
        if self._decisions > MOST_DECISIONS or depth > DEEPEST + 1:
            raise Refusal(
                "invalid_plan", f"a plan has {MOST_DECISIONS} decisions, {DEEPEST} in a row, at most"
            )
        is_mine = position.player in self._mine
        if is_mine and len(tree) > 1:
            raise Refusal("invalid_plan", "where you decide there is one decision")
        checked = [self._branch(position, branch, depth, is_mine) for branch in tree]
        if len({branch["move"] for branch in checked}) < len(checked):
            raise Refusal("invalid_plan", "a decision of the others is there twice")
        return checked

    def _branch(self, position: Position, branch: Branch, depth: int, is_mine: bool) -> Branch:
        text, then = branch["move"], branch["then"]
        if text == RESIGN:
            if then or not is_mine:
                raise Refusal("invalid_plan", "only you resign by your plan, and nothing comes after it")
            return {"move": RESIGN, "then": []}
        try:
            move = position.read(text)
            after = position.play(move)
        except StonefieldError as error:
            raise refused_move(error) from None
        if after.is_over and then:
            raise Refusal("invalid_plan", f"the game is over after {move}")
        return {"move": str(move), "then": [] if after.is_over else self._check(after, then, depth + 1)}


def rest(table: Table, plan: Plan) -> Tree | None:
    """What is left of a plan after what was decided since; None if the game has gone another way."""
    since = table.events[plan.version :]
    if any(isinstance(event.kind, TakenBack | Undone | Redone) for event in since):
        return None
    tree = plan.tree
    for move in table.moves[plan.ply :]:
        taken = next((branch for branch in tree if branch["move"] == move.text), None)
        if taken is None:
            return None
        tree = taken["then"]
    return tree


def is_due(table: Table, holder: int, plan: Plan) -> bool:
    """Whether the plan decides now: something was decided since, and nothing else is asked of its owner."""
    asked = any(holder not in offer.holders for offer in table.offers.values())
    return table.waits_for == holder and len(table.moves) > plan.ply and not asked


def answer(table: Table, holder: int, plan: Plan) -> Change | None:
    """What a plan decides now, if it does."""
    tree, seat = rest(table, plan), table.decider
    if not tree or seat is None or not is_due(table, holder, plan):
        return None
    text = tree[0]["move"]
    if text == RESIGN:
        return Change(Resigned(), seat)
    return engine_move(table, seat, text, table.version)


def played_by_plan(table: Table, holder: int | None) -> tuple[list[int], bool]:
    """Which decisions of the game plans of a holder have made, from 1; and whether one has resigned."""
    seats, found, resigned = table.seats_of(holder), set[int](), False
    for request, seq in table.requests.items():
        event = table.events[seq - 1]
        if not request.startswith(REQUEST) or event.seat not in seats:
            continue
        if isinstance(event.kind, Resigned):
            resigned = True
        elif isinstance(event.kind, Moved) and table.keep(seq) == table.lengths[seq]:
            found.add(table.lengths[seq])
    return sorted(found), resigned
