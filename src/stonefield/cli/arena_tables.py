"""The results of matches and ladders as tables for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from stonefield.arena import PlayedPair, Sprt, Tournament, tally_of
from stonefield.arena.play import FORFEIT
from stonefield.ratings.bradley_terry import rate


def match_table(tournament: Tournament, played: Sequence[PlayedPair], test: Sprt | None) -> Table:
    """A match from its first player's point of view."""
    a, b = tournament.players
    tally = tally_of(played)
    low, high = tally.interval
    elo_low, elo_high = tally.elo_interval
    table = Table(title=f"{a}  –  {b}", show_header=False, title_justify="left")
    table.add_row("start", tournament.start)
    table.add_row("games", f"{2 * tally.count}: +{tally.won} ={tally.drawn} -{tally.lost}")
    table.add_row("score", f"{tally.score:.1%}  (95 %: {low:.1%} to {high:.1%})")
    table.add_row("Elo", f"{tally.elo:+.0f}  (95 %: {elo_low:+.0f} to {elo_high:+.0f})")
    table.add_row("pairs 0 ½ 1 1½ 2", "  ".join(map(str, tally.pairs)))
    table.add_row("first player", f"{first_players_share(played):.1%} of the points")
    table.add_row("seconds per decision", "  –  ".join(_pace(played, player) for player in (a, b)))
    forfeits = [game for pair in played for game in pair.games if game.reason.startswith(FORFEIT)]
    if forfeits:
        loser = forfeits[0].players[int(forfeits[0].points)]
        table.add_row("forfeits", f"{len(forfeits)}, the first by {loser}: {forfeits[0].reason}")
    if test is not None:
        bounds = test.bounds
        verdict = {"elo0": f"{test.elo0:g} Elo is accepted", "elo1": f"{test.elo1:g} Elo is accepted"}
        found = verdict.get(test.verdict(tally) or "", "not decided yet")
        table.add_row(
            f"SPRT {test.elo0:g} {test.elo1:g}",
            f"{found}  (ratio {test.ratio(tally):.2f}, bounds {bounds[0]:.2f} {bounds[1]:.2f})",
        )
    return table


def first_players_share(played: Sequence[PlayedPair]) -> float:
    """The share of the points won by the side that began."""
    points = [game.points for pair in played for game in pair.games]
    return sum(points) / len(points) if points else 0.5


def _pace(played: Sequence[PlayedPair], player: str) -> str:
    """How long a player thought about a decision, on average and at most."""
    decisions, seconds, slowest = 0, 0.0, 0.0
    for game in (game for pair in played for game in pair.games):
        for side, name in enumerate(game.players):
            if name == player:
                decisions += game.decisions[side]
                seconds += game.seconds[side]
                slowest = max(slowest, game.slowest[side])
    return f"{seconds / max(1, decisions):.3f} (at most {slowest:.3f})"


def ladder_table(tournament: Tournament, played: Sequence[PlayedPair]) -> Table:
    """All players' ratings, the best first."""
    table = Table("player", "Elo", "± 95 %", "games", "score", title=tournament.start, title_justify="left")
    results = ((pair.pairing.a, pair.pairing.b, points) for pair in played for points in pair.points)
    for rating in rate(results, tournament.players):
        table.add_row(
            rating.name, f"{rating.elo:+.0f}", f"{rating.error:.0f}", str(rating.games), f"{rating.score:.1%}"
        )
    return table


def meetings_table(tournament: Tournament, played: Sequence[PlayedPair]) -> Table:
    """Each two players who met."""
    table = Table("player", "against", "games", "score", "95 %")
    for a, b in tournament.meetings:
        tally = tally_of(pair for pair in played if (pair.pairing.a, pair.pairing.b) == (a, b))
        low, high = tally.interval
        table.add_row(a, b, str(2 * tally.count), f"{tally.score:.1%}", f"{low:.1%} to {high:.1%}")
    return table
