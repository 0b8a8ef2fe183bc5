"""A level between two is as strong as it says: stronger than the lower one, weaker than the upper."""

from __future__ import annotations

import pytest

from stonefield.arena import Tournament, local_workers, play_tournament
from stonefield.games import carnac
from stonefield.ratings.bradley_terry import rate


@pytest.mark.full
@pytest.mark.xdist_group("event")
def test_a_level_between_two_lies_between_them_in_a_ladder():
    names = ("level:3", "level:3.5", "level:4")
    with local_workers(2) as workers:
        played = list(play_tournament(Tournament(names, str(carnac.start())).pairings(20), workers))
    results = [(*game.players, game.points) for pair in played for game in pair.games]
    assert [rating.name for rating in rate(results, names)] == list(reversed(names))
