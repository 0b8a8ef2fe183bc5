"""How far a learner has come, as a page shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from stonefield.puzzles.practice.progress import FirstAttempt, GameProgress, Judgement
from stonefield.server.presenting.puzzles import rating_view

if TYPE_CHECKING:
    from stonefield.server.protocol.practice import Judged, LearnerGame, ThemeProgress
    from stonefield.server.protocol.strength import CountedGame

LATEST = 200
"""Attempts in a graph."""
Themes = Callable[[str], Iterable[str]]
"""The themes of a puzzle."""


def learner_games(
    games: Sequence[str], progress: Sequence[GameProgress], themes: Themes, now: int
) -> list[LearnerGame]:
    """The progress in each game."""
    return [_learner_game(*one, themes, now) for one in zip(games, progress, strict=True)]


def _learner_game(game: str, progress: GameProgress, themes: Themes, now: int) -> LearnerGame:
    due = sum(at <= now for at in progress.due)
    return {
        "game": game,
        "rating": rating_view(progress.rating),
        "tried": len(progress.tried),
        "right": sum(one.solved for one in progress.tried),
        "due": due,
        "waiting": len(progress.due) - due,
        "storm": progress.storm,
        "graph": [{"at": one.at, "rating": round(one.rating)} for one in progress.tried[-LATEST:]],
        "themes": _themes(progress.tried, themes),
    }


def _themes(attempts: Iterable[FirstAttempt], themes: Themes) -> list[ThemeProgress]:
    tried: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for one in attempts:
        found = tuple(themes(one.puzzle))
        tried.update(found)
        if one.solved:
            right.update(found)
    return [{"theme": theme, "tried": count, "right": right[theme]} for theme, count in tried.most_common()]


def judged_view(right: bool, judgement: Judgement) -> Judged | None:
    """What a try has decided for a learner; None if it does not count."""
    if not judgement.counts:
        return None
    return {
        "right": right,
        "rated": judgement.rated,
        "before": rating_view(judgement.before),
        "after": rating_view(judgement.after),
        "due": judgement.due,
    }


def uncounted(game: str) -> CountedGame:
    """A game that could not count for the strength."""
    return {"game": game, "status": "not_counted", "reason": "unrated", "before": None, "after": None}
