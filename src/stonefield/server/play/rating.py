"""A game and the strength of its player: whether it counts, and what it has told."""

from __future__ import annotations

from stonefield.engine.game_engine import engine_for
from stonefield.ratings.ladder import Ladder
from stonefield.ratings.strength import Strength
from stonefield.server.domain.game.actions import Change
from stonefield.server.domain.game.agreement import Agreement
from stonefield.server.domain.game.rated import opponent_in, result_of
from stonefield.server.domain.game.table import Table
from stonefield.server.protocol.strength import CountedGame, StrengthEstimate, StrengthPoint, StrengthView
from stonefield.server.store import Journal
from stonefield.server.store import strength as stored
from stonefield.server.store.strength import Help, RatedGame, Work

MOST_POINTS = 100


def entered(agreement: Agreement, profile: str) -> list[Work]:
    """What is written with a new game of a profile; nothing if it cannot count."""
    level = opponent_in(agreement)
    if level is None or engine_for(agreement.rules).ladder is None:
        return []
    rules, created = agreement.rules, agreement.created
    return [stored.enter(agreement.id, profile, rules=rules, level=level, created=created)]


def written_with(table: Table, change: Change, at: int, again: Agreement | None) -> list[Work]:
    """What is written in one with a change of a game that may count."""
    if not (change.ends or again) or sorted(seat.kind for seat in table.seats) != ["engine", "person"]:
        return []
    if again is not None:
        return [stored.enter_rematch(table.agreement.id, again.id, again.created)]
    return [stored.count(table.agreement.id, at, result_of(table, change))]


class Rating:
    """Whether the engine has helped in a game that may count."""

    def __init__(self, table: Table, journal: Journal) -> None:
        self._table, self._journal = table, journal
        self._helped = False
        """It is written that the engine has helped: the row decides, and is not written again."""

    async def helped(self, by: Help) -> None:
        """The player has asked the engine what it thinks of the game, which then does not count."""
        if not self._helped and self._table.status != "over":
            await self._journal.write(stored.mark_helped(self._table.agreement.id, by))
            self._helped = True


# What players are told


def strength_view(
    rules: str, ladder: Ladder, games: list[RatedGame], puzzles: Strength | None
) -> StrengthView:
    """How strong a player is after the games that counted; ``puzzles`` is the strength by puzzles."""
    known = games[-1].after if games else None
    return {
        **_estimate(ladder, known or ladder.newcomer, puzzles),
        "rules": rules,
        "games": len(games),
        "puzzles": puzzles is not None,
        "graph": [_point(ladder, game) for game in games[-MOST_POINTS:]],
    }


def counted_view(
    found: RatedGame, ladder: Ladder, games: list[RatedGame], puzzles: Strength | None
) -> CountedGame:
    """What one of the games has told."""
    before: StrengthEstimate | None = None
    after: StrengthEstimate | None = None
    if found.after is not None and found in games:
        earlier = games[games.index(found) - 1].after if found != games[0] else None
        before = _estimate(ladder, earlier or ladder.newcomer, puzzles)
        after = _estimate(ladder, found.after, puzzles)
    return {
        "game": found.game,
        "status": "counted" if after else "not_counted" if found.ended else "open",
        "reason": found.reason,
        "before": before,
        "after": after,
    }


def _estimate(ladder: Ladder, known: Strength, puzzles: Strength | None) -> StrengthEstimate:
    strength = known.combined(puzzles) if puzzles else known
    low, high = ladder.likely(strength)
    return {
        "rating": ladder.rating_of(strength.elo),
        "deviation": ladder.deviation_of(strength),
        "level": ladder.level_at(strength.elo),
        "low": low,
        "high": high,
    }


def _point(ladder: Ladder, game: RatedGame) -> StrengthPoint:
    assert game.after is not None
    assert game.ended is not None
    assert game.score is not None
    return {
        "at": game.ended,
        "game": game.game,
        "rating": ladder.rating_of(game.after.elo),
        "level": ladder.level_at(game.after.elo),
        "against": game.level,
        "score": game.score,
    }
