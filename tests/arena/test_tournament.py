"""Whole tournaments: pairs from mirrored openings, in real worker processes, resumed and archived."""

from __future__ import annotations

import json
import os

import pytest

from stonefield.arena import (
    RecordsFile,
    ResultsFile,
    Sprt,
    Tournament,
    book_of,
    default_count,
    local_workers,
    play_tournament,
    read_spec,
    tally_of,
)
from stonefield.games import StonefieldError, carnac
from stonefield.ratings.bradley_terry import rate
from stonefield.records import Record, read_all

pytestmark = pytest.mark.xdist_group("event")  # one worker, so that processes are started once
SMALL = str(carnac.start("5x4", stock=8))


def greedy_against_random(**changes):
    return Tournament(("greedy", "random"), SMALL, **changes)


@pytest.fixture(scope="module")
def workers():
    with local_workers(2) as workers:
        yield workers


@pytest.fixture(scope="module")
def played(workers):
    return list(play_tournament(greedy_against_random().pairings(12), workers))


def test_each_opening_is_played_twice_with_sides_exchanged(played):
    for pair in played:
        first, second = pair.games
        assert first.players == ("greedy", "random")
        assert second.players == ("random", "greedy")
        opening = pair.pairing.opening
        assert len(opening) == 4
        assert first.moves[:4] == second.moves[:4] == opening


def test_openings_differ_from_pair_to_pair(played):
    assert len({pair.pairing.opening for pair in played}) > 9


def test_every_game_is_legal_and_ends_as_the_rules_say(played):
    for pair in played:
        for game in pair.games:
            position = carnac.parse(pair.pairing.start)
            for move in game.moves:
                position = position.play(move)
            assert position.is_over
            assert position.outcome.reason == game.reason


def test_the_greedy_player_beats_the_random_one(played):
    tally = tally_of(played)
    assert tally.count == 12
    assert tally.score > 0.6


def test_the_same_tournament_is_played_the_same_way_again(workers, played):
    again = play_tournament(greedy_against_random().pairings(12), workers)
    moves = {pair.pairing.number: [game.moves for game in pair.games] for pair in again}
    assert moves == {pair.pairing.number: [game.moves for game in pair.games] for pair in played}


def test_another_seed_gives_other_openings():
    first, other = (next(greedy_against_random(seed=seed).pairings(1)).opening for seed in (1, 2))
    assert first != other


def test_in_a_ladder_all_meet_all_from_the_same_openings(workers):
    tournament = Tournament(("greedy", "random", "plain:nodes=30"), SMALL)
    played = list(play_tournament(tournament.pairings(2), workers))
    assert len(played) == 2 * 3
    for number in range(2):
        assert len({pair.pairing.opening for pair in played if pair.pairing.number == number}) == 1
    ratings = rate((p.pairing.a, p.pairing.b, points) for p in played for points in p.points)
    assert {rating.games for rating in ratings} == {8}


def test_only_neighbours_meet_if_so_wished():
    tournament = Tournament(("level:1", "level:2", "level:3"), SMALL, neighbours=1)
    assert tournament.meetings == [("level:1", "level:2"), ("level:2", "level:3")]


def test_a_sequential_test_stops_a_tournament_early(workers):
    played = []

    def decided():
        return Sprt(0, 200).verdict(tally_of(played)) is not None

    for pair in play_tournament(greedy_against_random().pairings(200), workers, done=decided):
        played.append(pair)  # noqa: PERF402 (the test looks at the list)
    assert len(played) < 200


def test_a_tournament_goes_on_where_it_was_interrupted(workers, tmp_path):
    tournament, path = greedy_against_random(), tmp_path / "results.jsonl"
    results = ResultsFile(path, tournament.header())
    for pair in play_tournament(tournament.pairings(3), workers):
        results.write(pair)
    with path.open("a") as file:
        file.write('{"pairing": {"number": 3, "cut sho')
    again = ResultsFile(path, tournament.header())
    assert {pair.pairing.number for pair in again.played} == {0, 1, 2}
    for pair in play_tournament(tournament.pairings(5), workers, again.played):
        again.write(pair)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert sorted(line["pairing"]["number"] for line in lines[1:]) == [0, 1, 2, 3, 4]
    assert ResultsFile(path, tournament.header()).played == again.played


def test_results_of_another_tournament_are_not_mixed_in(tmp_path):
    path = tmp_path / "results.jsonl"
    ResultsFile(path, greedy_against_random().header())
    with pytest.raises(StonefieldError, match="begun with seed 0, not 1"):
        ResultsFile(path, greedy_against_random(seed=1).header())


def test_a_file_that_holds_no_results_is_left_alone(tmp_path):
    path = tmp_path / "diary.txt"
    path.write_text("dear diary\n")
    with pytest.raises(StonefieldError, match="no file of results"):
        ResultsFile(path, greedy_against_random().header())
    assert path.read_text() == "dear diary\n"


def test_games_are_archived_as_records(played, tmp_path):
    path = tmp_path / "games.stones"
    file = RecordsFile(path, played[:2])
    file.add(played[2])
    records = read_all(path.read_text())
    assert len(records) == 6
    assert [record.tags["Player1"] for record in records[:2]] == ["greedy", "random"]
    assert records[0].moves == played[0].games[0].moves


def test_an_opening_longer_than_the_game_is_refused():
    with pytest.raises(StonefieldError, match="40 plies"):
        greedy_against_random(opening_plies=40)


def test_the_openings_of_a_book_are_played_in_their_order():
    start = carnac.start("small")
    lines = [("a1rr", "N", "c3ww"), ("d4rw",)]
    book = book_of([Record.of(start, line) for line in lines], start)
    assert list(book) == lines
    tournament = Tournament(("greedy", "random"), str(start), book=book)
    assert [pairing.opening for pairing in tournament.pairings(2)] == lines
    assert json.loads(json.dumps(tournament.header())) == tournament.header()
    assert tournament.header() != Tournament(("greedy", "random"), str(start), book=book[:1]).header()
    with pytest.raises(StonefieldError, match="2 openings, enough for 4 games"):
        list(tournament.pairings(3))


def test_openings_that_do_not_fit_are_refused():
    start, tiny = carnac.start("small"), carnac.start("3x3", stock=2)
    with pytest.raises(StonefieldError, match="opening 1 begins from"):
        book_of([Record.of(start, ["a1rr"])], carnac.start("medium"))
    with pytest.raises(StonefieldError, match="the game is over after it"):
        book_of([Record.of(tiny, ["a1rr", "N", "c3ww"])], tiny)
    with pytest.raises(StonefieldError, match="no openings"):
        book_of([], start)


def test_players_get_the_cores_they_count_on():
    assert default_count([read_spec(f"full:threads={os.cpu_count()}"), read_spec("random")]) == 1
    assert default_count([read_spec("level:1"), read_spec("random")]) == os.cpu_count()


def test_a_player_who_makes_no_decision_in_both_games_is_absent(workers, played):
    tournament = Tournament(("random", "ugi:/no/such/engine"), SMALL)
    (pair,) = play_tournament(tournament.pairings(1), workers)
    player, reason = pair.absence
    assert player == "ugi:/no/such/engine"
    assert "cannot be started" in reason
    assert all(other.absence is None for other in played)
