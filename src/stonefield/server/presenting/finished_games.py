"""Finished games of an account as people see them: a list, and what they add up to."""

from __future__ import annotations

import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from stonefield.server.protocol.ratings import (
    AccountGame,
    GameStatistics,
    OpponentView,
    Tally,
    TurningPoints,
)
from stonefield.server.store.finished_games import FoundGames

MOST_OPPONENTS = 10
LENGTHS = (20, 40, 60)
"""Where one group of lengths ends and the next begins."""


def account_game(row: Any, found: FoundGames) -> AccountGame:
    """One game of a page."""
    own = [number for number, seat in enumerate(row.seats) if seat["holder"] == row.holder]
    names, joins = found.names.get(row.game, {}), found.joins.get(row.game, {})
    others: list[OpponentView] = []
    for number, seat in enumerate(row.seats):
        if number not in own:
            account = names.get(seat["holder"])
            _, joined = joins.get(number, (None, row.agreed[number]["name"]))
            name = joined if account is None else account
            others.append({"name": name, "account": account, "level": seat["level"]})
    return {
        "game": row.game,
        "rules": row.rules,
        "board": row.board,
        "pace": row.pace,
        "rated": row.rated,
        "created": row.created,
        "ended": row.ended,
        "result": row.result,
        "reason": row.reason,
        "colour": row.seats[own[0]]["colour"],
        "began": 0 in own,
        "length": row.length,
        "opponents": others,
    }


# Statistics


@dataclass(frozen=True, slots=True)
class _Counted:
    """A game that is counted."""

    rules: str
    result: str
    board: str
    length: int
    colour: str
    began: bool
    opponent: str | None


def statistics_of(counted: Sequence[Any], judged: Sequence[Any]) -> list[GameStatistics]:
    """What games add up to, for each game by itself; ``judged`` are rows with their reviews.

    This reads JSON for each row: call it in a thread.
    """
    by_rules: defaultdict[str, list[_Counted]] = defaultdict(list)
    for row in counted:
        game = _counted(row)
        if game is not None:
            by_rules[row.rules].append(game)
    reviewed: defaultdict[str, list[Any]] = defaultdict(list)
    for row in judged:
        reviewed[row.rules].append(row)
    most = sorted(by_rules, key=lambda rules: (-len(by_rules[rules]), rules))
    return [_statistics(rules, by_rules[rules], reviewed[rules]) for rules in most]


def _counted(row: Any) -> _Counted | None:
    """A game for the statistics; None if it says nothing: stopped, or played at one screen."""
    seats = json.loads(row.seats)
    own = next(number for number, seat in enumerate(seats) if seat["holder"] == row.holder)
    if row.result not in ("won", "drawn", "lost") or all(seat["holder"] == row.holder for seat in seats):
        return None
    levels = [seat["level"] for seat in seats if seat["level"] is not None]
    opponent = row.opponent or (f"level {levels[0]:g}" if len(levels) == 1 else None)
    return _Counted(row.rules, row.result, row.board, row.length, seats[own]["colour"], own == 0, opponent)


def _statistics(rules: str, games: Sequence[_Counted], judged: Sequence[Any]) -> GameStatistics:
    def seat(game: _Counted) -> str:
        return "first" if game.began else "second"

    return {
        "rules": rules,
        "all": _tallies(games, lambda _: rules)[0],
        "boards": _tallies(games, lambda game: game.board),
        "colours": _tallies(games, lambda game: game.colour),
        "seats": _tallies(games, seat),
        "lengths": sorted(
            _tallies(games, lambda game: _length(game.length)), key=lambda tally: _least(tally["name"])
        ),
        "opponents": _tallies(games, lambda game: game.opponent)[:MOST_OPPONENTS],
        "turning_points": _turning_points(judged),
    }


def _length(decisions: int) -> str:
    low = 0
    for high in LENGTHS:
        if decisions < high:
            return f"{low}-{high - 1}"
        low = high
    return f"{low}+"


def _least(name: str) -> int:
    return int(name.rstrip("+").partition("-")[0])


def _tallies(games: Iterable[_Counted], name_of: Callable[[_Counted], str | None]) -> list[Tally]:
    """Results by some name, the largest group first; games without one are left out."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for game in games:
        name = name_of(game)
        if name is not None:
            found[name][game.result] += 1
    tallies: list[Tally] = [
        {
            "name": name,
            "games": results.total(),
            "won": results["won"],
            "drawn": results["drawn"],
            "lost": results["lost"],
        }
        for name, results in found.items()
    ]
    return sorted(tallies, key=lambda tally: (-tally["games"], tally["name"]))


def _turning_points(judged: Sequence[Any]) -> TurningPoints:
    accuracies: list[float] = []
    thirds = [0, 0, 0]
    reviewed = 0
    for row in judged:
        seats = json.loads(row.seats)
        sides = [number for number, seat in enumerate(seats) if seat["holder"] == row.holder]
        if len(seats) != 2 or len(sides) != 1:
            # With more seats a side is not a seat.
            continue
        review = json.loads(gzip.decompress(row.view))
        reviewed += 1
        accuracies += [
            side["accuracy"]
            for side in review["sides"]
            if side["side"] == sides[0] and side["accuracy"] is not None
        ]
        deciders = {decision["ply"]: decision["side"] for decision in review["decisions"]}
        for ply in review["turning_points"]:
            if deciders.get(ply) == sides[0]:
                thirds[min(2, 3 * (ply - 1) // max(1, row.length))] += 1
    early, middle, late = thirds
    accuracy = round(fmean(accuracies), 1) if accuracies else None
    return {"reviewed": reviewed, "accuracy": accuracy, "early": early, "middle": middle, "late": late}
