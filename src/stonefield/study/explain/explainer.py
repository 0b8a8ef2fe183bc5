"""Why decisions are good and why they are costly; what is special to a game is in its own explainer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from stonefield.engine.sides import result_for, side_to_decide
from stonefield.engine.thinker import Candidate
from stonefield.games.game import Position
from stonefield.games.plugin import part_of
from stonefield.study.explain.claims import Claim, Explanation, claim
from stonefield.study.explain.expected import Prospects, expected
from stonefield.study.explain.leads import Leads
from stonefield.study.explain.ranking import DECISIVE, MOST_CLAIMS, MUCH, ranked_by_loss, ranked_by_worth

EVEN = 0.5
P = TypeVar("P", bound=Position, contravariant=True)


class Explainer(Protocol[P]):
    """What is special to one game; what it does not say itself is left out."""

    def reasons(self, position: P, line: Sequence[str], after: P, played: Sequence[str] = ()) -> list[Claim]:
        """Why the first move of the line is good; a win at once needs no other reason.

        In a review ``played`` is the line that was chosen instead: what is compared is compared with it.
        """
        return []

    def costs(self, position: P, played: Sequence[str], better: Sequence[str]) -> list[Claim]:
        """What the first move of a line gives away, compared with the better line."""
        return []

    def expects(self, position: P, played: Sequence[str], better: Sequence[str], leads: Leads) -> list[Claim]:
        """What it costs at the end of the game by the searches' reckoning; asked where no cost is found."""
        return []


class PlainExplainer(Explainer[Position]):
    """Of a game without an explainer of its own, only what all games share can be said."""


_PLAIN = PlainExplainer()


def explainer_for(game: str) -> Explainer[Any]:
    """The explainer of a game."""
    return part_of(game, "explainer", _PLAIN)


def reasons(position: Position, candidate: Candidate, prospects: Prospects | None = None) -> list[Claim]:
    """Why the engine's candidate is good, the weightiest reasons first; the last may be what to expect."""
    hoped = expected(position, prospects)[:1] if prospects else []
    found = _reasons(position, candidate, ())
    return [*ranked_by_worth(found, candidate.win_rate, MOST_CLAIMS - len(hoped)), *hoped]


def explain(position: Position, move: str, best: Candidate, reply: Candidate | None) -> Explanation:
    """Why a move was costly: ``reply`` is the best line after it (None if the game is over), ``best`` before.

    Each claim can be checked by the rules alone, except those of a forced win, which are the search's proof,
    and those of a swap, which repeat what it thinks of both colours.
    """
    after = position.play(move)
    mine = after.colour_of(position.player)
    line = (move, *(reply.moves if reply else ()))
    cost, better = _costs(position, after, line, best, reply), _reasons(position, best, line)
    rate = _rate_after(position, after, reply)
    if rate >= best.win_rate:
        # Nothing was lost by these searches, so that there is nothing to share out.
        return Explanation(ranked_by_worth(cost, best.win_rate), ranked_by_worth(better, best.win_rate))
    told = ranked_by_loss(cost, best.win_rate, rate)
    if not told:
        told = ranked_by_loss(_expected(position, after, line, best, reply), best.win_rate, rate, MUCH)
    return Explanation(
        told or _no_single_reason(position, mine, best, best.win_rate - rate),
        ranked_by_loss(better, best.win_rate, rate),
    )


def _reasons(position: Position, candidate: Candidate, played: Sequence[str]) -> list[Claim]:
    """Why the candidate is good; in a review, compared with the line that was played."""
    line = candidate.moves
    after = position.play(line[0])
    mover = after.colour_of(position.player)
    if _winner(after) == mover:
        return [claim("wins", mover, moves=line[:1], worth=DECISIVE)]
    found = []
    if candidate.proven:
        found.append(claim(f"proven_{candidate.proven}", mover, moves=line, worth=DECISIVE))
    if line[0] == "swap":
        return [*found, claim("takes_over", mover, moves=line[:1], worth=DECISIVE)]
    if after.may_swap:
        found.append(claim("balances", mover, moves=line[:1], worth=DECISIVE))
    if played and played[0] == "swap":
        return found
    explainer = explainer_for(position.game.name)
    return [*found, *explainer.reasons(position, _until_swap(line), after, _until_swap(played))]


def _costs(
    position: Position, after: Position, line: Sequence[str], best: Candidate, reply: Candidate | None
) -> list[Claim]:
    """What the first move of a line gives away."""
    mine = after.colour_of(position.player)
    colours = mine, position.game.other(mine)
    ended = _ended(position, after, line, best, colours)
    swapped = _swapped(line, best, reply, colours)
    found = [*ended, *swapped, *_proven(position, after, line, best, reply, colours)]
    if not ended and "swap" not in (*line[:2], best.moves[0]):
        explainer = explainer_for(position.game.name)
        found += explainer.costs(position, _until_swap(line), _until_swap(best.moves))
    return found


def _expected(
    position: Position, after: Position, line: Sequence[str], best: Candidate, reply: Candidate | None
) -> list[Claim]:
    """What the decision costs at the end of the game, where both searches expect and neither knows."""
    if reply is None or best.proven or reply.proven or "swap" in (*line[:2], *best.moves[:2]):
        return []
    still_decides = side_to_decide(after) == side_to_decide(position)
    leads = Leads(best.score, reply.score if still_decides else -reply.score)
    explainer = explainer_for(position.game.name)
    return explainer.expects(position, _until_swap(line), _until_swap(best.moves), leads)


def _rate_after(position: Position, after: Position, reply: Candidate | None) -> float:
    """What the side that decided can expect after its decision."""
    side = side_to_decide(position)
    if reply is None or after.is_over:
        return result_for(after, side) if after.is_over else EVEN
    return reply.win_rate if side_to_decide(after) == side else 1 - reply.win_rate


def _no_single_reason(position: Position, mine: str, best: Candidate, loss: float) -> tuple[Claim, ...]:
    """What is left to say where nothing on the board explains the loss."""
    squares = position.read(best.moves[0]).squares
    found = claim("no_single_reason", mine, max(1, round(100 * loss)), squares, best.moves[:1])
    return (replace(found, weight=loss),)


def _ended(
    position: Position,
    after: Position,
    line: Sequence[str],
    best: Candidate,
    colours: tuple[str, str],
) -> list[Claim]:
    """What ends the game at once: the move itself, the answer to it, or the better move."""
    mine, theirs = colours
    found = []
    if after.is_over:
        winner = _winner(after)
        if winner != mine:
            code = "ends_lost" if winner else "ends_drawn"
            found.append(claim(code, theirs, moves=line[:1], worth=DECISIVE))
    elif len(line) > 1 and after.turn == theirs and _winner(after.play(line[1])) == theirs:
        squares = after.read(line[1]).squares
        found.append(claim("loses_at_once", theirs, squares=squares, moves=line[:2], worth=DECISIVE))
    if _winner(position.play(best.moves[0])) == mine:
        squares = position.read(best.moves[0]).squares
        found.append(claim("misses_win", mine, squares=squares, moves=best.moves[:1], worth=DECISIVE))
    return found


def _swapped(
    line: Sequence[str], best: Candidate, reply: Candidate | None, colours: tuple[str, str]
) -> list[Claim]:
    """Which colour has the better chances, where the players exchange colours or should have."""
    mine, theirs = colours
    if line[0] == "swap" and best.win_rate > EVEN:
        return [claim("gives_colour", theirs, moves=line[:1], worth=DECISIVE)]
    if best.moves[0] == "swap" and best.win_rate > EVEN:
        return [claim("misses_swap", theirs, moves=best.moves[:1], worth=DECISIVE)]
    if reply and reply.moves[0] == "swap" and reply.win_rate > EVEN:
        return [claim("invites_swap", mine, moves=line[:2], worth=DECISIVE)]
    return []


def _proven(
    position: Position,
    after: Position,
    line: Sequence[str],
    best: Candidate,
    reply: Candidate | None,
    colours: tuple[str, str],
) -> list[Claim]:
    """What the searches have proven of the result before the move and after it."""
    mine, theirs = colours
    found = []
    if best.proven == "win" and not position.play(best.moves[0]).is_over:
        found.append(claim("had_win", mine, moves=best.moves, worth=DECISIVE))
    if reply and reply.proven == ("win" if after.turn == theirs else "loss") and best.proven != "loss":
        found.append(claim("can_force", theirs, moves=line, worth=DECISIVE))
    return found


def _until_swap(line: Sequence[str]) -> Sequence[str]:
    """The line as far as both players keep their colours."""
    return line[: line.index("swap")] if "swap" in line else line


def _winner(position: Position) -> str | None:
    outcome = position.outcome
    return outcome.winner if outcome else None
