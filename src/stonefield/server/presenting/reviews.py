"""How reviews, reasons, lines and outlooks look to a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from stonefield.engine.outlook import Outlook
from stonefield.engine.sides import colour_of_side
from stonefield.engine.thinker import Candidate
from stonefield.games.game import Position
from stonefield.server.presenting.evaluations import evaluated, evaluation_after
from stonefield.server.presenting.presenter import presenter_for
from stonefield.study import Claim, Decision, Review

if TYPE_CHECKING:
    from stonefield.server.protocol.reviews import (
        ClaimView,
        DecisionView,
        LineView,
        OutlookView,
        Proven,
        ReviewView,
        SideView,
        Verdict,
    )
    from stonefield.server.protocol.study_views import HintKind


def squares_of(position: Position, text: str) -> Sequence[str]:
    """Where the piece of a decision would be; of one that falls from elsewhere, the nearest square first."""
    after, presenter = position.play(text), presenter_for(position.game.name)
    squares = presenter.describe_move(position, text, after, 1)["squares"]
    scene: Mapping[str, Any] = presenter.scene(position, after, 1)
    if not (origin := scene.get("origin")):
        return squares
    number = position.board.names.index
    return sorted(squares, key=lambda name: abs(number(name) - number(origin)))


def claim_views(claims: Iterable[Claim]) -> list[ClaimView]:
    return [
        {
            "code": claim.code,
            "colour": claim.colour,
            "count": claim.count,
            "other": claim.other,
            "squares": claim.squares,
            "moves": claim.moves,
            "instead": claim.instead,
            "weight": _share(claim.weight),
        }
        for claim in claims
    ]


def decision_view(decision: Decision, best_squares: Sequence[str]) -> DecisionView:
    why = decision.explanation
    return {
        "ply": decision.ply,
        "text": decision.move,
        "side": decision.side,
        "colour": decision.colour,
        "win_rate": _share(decision.win_rate),
        "after": _share(decision.after),
        "loss": _share(decision.loss),
        "verdict": cast("Verdict | None", decision.verdict),
        "mark": decision.mark,
        "best": decision.best,
        "best_squares": best_squares,
        "refutation": decision.reply,
        "proven": cast("Proven | None", decision.proven),
        "given": claim_views(why.cost) if why else [],
        "better": claim_views(why.better) if why else [],
    }


def review_view(
    key: str,
    review: Review,
    show: Callable[[Decision], DecisionView],
    *,
    simulations: int,
    done: int,
    total: int,
    final: bool,
) -> ReviewView:
    """A whole review; ``show`` says how a decision looks."""
    return {
        "key": key,
        "game": review.record.start.game.name,
        "simulations": simulations,
        "done": done,
        "total": total,
        "final": final,
        "evaluations": [
            None if rate is None else evaluated(position, rate, depth)
            for position, rate, depth in zip(
                review.record.positions, review.win_rates, review.depths, strict=True
            )
        ],
        "decisions": [show(one) for one in review.decisions],
        "sides": side_views(review),
        "turning_points": [decision.ply for decision in review.turning_points],
    }


def side_views(review: Review) -> list[SideView]:
    return [_side_view(review, side) for side in (0, 1)]


def _side_view(review: Review, side: int) -> SideView:
    accuracy = review.accuracy(side)
    return {
        "side": side,
        "colour": colour_of_side(review.record.final, side),
        "accuracy": None if accuracy is None else round(accuracy, 1),
        "average_loss": _share(review.loss_of(side)),
        "inaccuracies": review.count(side, "inaccuracy"),
        "mistakes": review.count(side, "mistake"),
        "blunders": review.count(side, "blunder"),
    }


def line_view(position: Position, candidate: Candidate) -> LineView:
    return {
        "moves": candidate.moves,
        "squares": squares_of(position, candidate.moves[0]),
        "evaluation": evaluation_after(position, candidate),
        "score": round(candidate.score, 2),
        "visits": candidate.visits,
        "proven": cast("Proven | None", candidate.proven),
    }


def outlook_view(outlook: Outlook | None) -> OutlookView | None:
    if outlook is None:
        return None
    return {
        "squares": {square: round(tint, 3) for square, tint in outlook.tints.items()},
        "expected": {colour: round(score, 2) for colour, score in outlook.scores.items()},
        "missing": {
            colour: {"needs": len(way.missing), "squares": way.squares, "lacking": way.missing}
            for colour, way in outlook.ways.items()
        },
    }


def hint_kind(position: Position, text: str) -> HintKind:
    """What kind of decision it is: `swap`, `leave` where the board stays as it is, or the game's phase."""
    move, after = position.read(text), position.play(text)
    kind = "swap" if text == "swap" else "leave" if after.tops == position.tops else position.phase
    described = presenter_for(position.game.name).describe_move(position, text, after, 1)
    # Only a game with several shapes has pieces that are called differently.
    return {"kind": kind, "piece": getattr(move, "piece", None), "top": described["top"]}


def _share(value: float) -> float:
    return round(min(1.0, max(0.0, value)), 4)
