"""Why decisions are good and why they are costly; what is special to a game is in its own explainer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from stonefield.engine.thinker import Candidate
from stonefield.games.game import Position
from stonefield.games.plugin import part_of
from stonefield.study.explain.claims import Claim, Explanation, claim
from stonefield.study.explain.expected import Prospects, expected

MOST_REASONS = 3
EVEN = 0.5
P = TypeVar("P", bound=Position, contravariant=True)


class Explainer(Protocol[P]):
    """What is special to one game; what it does not say itself is left out."""

    def reasons(self, position: P, line: Sequence[str], after: P) -> list[Claim]:
        """Why the first move of the line is good, weightiest first; a win at once needs no other reason."""
        return []

    def costs(self, position: P, played: Sequence[str], better: Sequence[str]) -> list[Claim]:
        """What the first move of a line gives away, compared with the better line; weightiest first."""
        return []


class PlainExplainer(Explainer[Position]):
    """Of a game without an explainer of its own, only what all games share can be said."""


_PLAIN = PlainExplainer()


def explainer_for(game: str) -> Explainer[Any]:
    """The explainer of a game."""
    return part_of(game, "explainer", _PLAIN)


def reasons(position: Position, candidate: Candidate, prospects: Prospects | None = None) -> list[Claim]:
    """Why the engine's candidate is good, the weightiest reasons first; the last may be what to expect."""
    text = candidate.moves[0]
    after = position.play(text)
    mover = after.colour_of(position.player)
    if _winner(after) == mover:
        return [claim("wins", mover)]
    found = [claim(f"proven_{candidate.proven}", mover)] if candidate.proven else []
    if text == "swap":
        found.append(claim("takes_over", mover))
    elif after.may_swap:
        found.append(claim("balances", mover))
    found += explainer_for(position.game.name).reasons(position, candidate.moves, after)
    hoped = expected(position, prospects)[:1] if prospects else []
    return [*found[: MOST_REASONS - len(hoped)], *hoped]


def explain(position: Position, move: str, best: Candidate, reply: Candidate | None) -> Explanation:
    """Why a move was costly: ``reply`` is the best line after it (None if the game is over), ``best`` before.

    Each claim can be checked by the rules alone, except those of a forced win, which are the search's proof,
    and those of a swap, which repeat what it thinks of both colours.
    """
    after = position.play(move)
    mine = after.colour_of(position.player)
    theirs = position.game.other(mine)
    ended = _ended(position, after, move, best, reply, (mine, theirs))
    swapped = _swapped(move, best, reply, (mine, theirs))
    found = [*ended, *swapped, *_proven(position, after, best, reply, (mine, theirs))]
    if not ended and "swap" not in (move, best.moves[0], *(reply.moves[:1] if reply else ())):
        line = _until_swap((move, *(reply.moves if reply else ())))
        found += explainer_for(position.game.name).costs(position, line, _until_swap(best.moves))
    return Explanation(tuple(found[:MOST_REASONS]), tuple(reasons(position, best)))


def _ended(
    position: Position,
    after: Position,
    move: str,
    best: Candidate,
    reply: Candidate | None,
    colours: tuple[str, str],
) -> list[Claim]:
    """What ends the game at once: the move itself, the answer to it, or the better move."""
    mine, theirs = colours
    found = []
    if after.is_over:
        winner = _winner(after)
        if winner != mine:
            found.append(claim("ends_lost" if winner else "ends_drawn", theirs, moves=[move]))
    elif reply and after.turn == theirs and _winner(after.play(reply.moves[0])) == theirs:
        found.append(claim("loses_at_once", theirs, moves=reply.moves[:1]))
    if _winner(position.play(best.moves[0])) == mine:
        found.append(claim("misses_win", mine, moves=best.moves[:1]))
    return found


def _swapped(move: str, best: Candidate, reply: Candidate | None, colours: tuple[str, str]) -> list[Claim]:
    """Which colour has the better chances, where the players exchange colours or should have."""
    mine, theirs = colours
    if move == "swap" and best.win_rate > EVEN:
        return [claim("gives_colour", theirs, moves=[move])]
    if best.moves[0] == "swap" and best.win_rate > EVEN:
        return [claim("misses_swap", theirs, moves=best.moves[:1])]
    if reply and reply.moves[0] == "swap" and reply.win_rate > EVEN:
        return [claim("invites_swap", mine, moves=[move, *reply.moves[:1]])]
    return []


def _proven(
    position: Position,
    after: Position,
    best: Candidate,
    reply: Candidate | None,
    colours: tuple[str, str],
) -> list[Claim]:
    """What the searches have proven of the result before the move and after it."""
    mine, theirs = colours
    found = []
    if best.proven == "win" and not position.play(best.moves[0]).is_over:
        found.append(claim("had_win", mine))
    if reply and reply.proven == ("win" if after.turn == theirs else "loss") and best.proven != "loss":
        found.append(claim("can_force", theirs))
    return found


def _until_swap(line: tuple[str, ...]) -> tuple[str, ...]:
    """The line as far as everybody keeps their colour."""
    return line[: line.index("swap")] if "swap" in line else line


def _winner(position: Position) -> str | None:
    outcome = position.outcome
    return outcome.winner if outcome else None
