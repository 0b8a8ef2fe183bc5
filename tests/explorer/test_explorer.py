"""The explorer: what was played from a position, whichever way the board is turned."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from stonefield import caminos, carnac
from stonefield.explorer.explorer import Explorer
from stonefield.explorer.index import (
    ExplorerError,
    from_json,
    index,
    read_index,
    shipped,
    to_json,
    write_index,
)
from stonefield.explorer.keys import locate, turns
from stonefield.explorer.rows import count_sources, forget_games, remove_source
from stonefield.games import Position, parse
from stonefield.records import Record, formats, read_any
from stonefield.study import Decision, Review

STARTS = [
    carnac.start("small"),
    carnac.start("5x4"),
    carnac.start("5x5"),
    caminos.start("square"),
    caminos.start("diamond"),
]


def play(start: Position, seed: int, plies: int = 999) -> Record:
    rng, position, moves = random.Random(seed), start, []
    while not position.is_over and len(moves) < plies:
        moves.append(str(rng.choice(position.legal_moves())))
        position = position.play(moves[-1])
    return Record.of(start, moves)


def resigned(*moves: str, result: str = "1-0") -> Record:
    return replace(Record.of(carnac.start("small"), moves), result=result, tags={"Reason": "resignation"})


@pytest.mark.parametrize("start", STARTS, ids=str)
def test_a_turned_position_has_the_same_key_and_the_same_moves(start):
    record = play(start, 4, 12)
    for ply in range(0, 12, 3):
        position, move = record.positions[ply], record.positions[ply].read(record.moves[ply])
        place = locate(position)
        for way in turns(position):
            turned = locate(way.position(position))
            assert turned.key == place.key
            assert turned.move(way.move(move)) == place.move(move)


@pytest.mark.parametrize("start", STARTS, ids=str)
def test_a_move_comes_back_as_one_that_leads_to_the_same_position(start):
    record = play(start, 9, 12)
    for ply in range(12):
        position, move = record.positions[ply], record.moves[ply]
        place = locate(position)
        (back,) = place.back(place.move(position.read(move)))
        assert locate(position.play(back)).key == locate(position.play(move)).key


def test_colours_are_not_exchanged():
    red, white = carnac.start("small").play("c3rw"), carnac.start("small").play("c3wr")
    assert locate(red).key != locate(white).key


def test_games_are_counted_by_move_and_winner_modulo_symmetry():
    with Explorer() as explorer:
        start = carnac.start("small")
        mirrored = str(turns(start)[1].move(start.read("c3rw")))
        explorer.add([resigned("c3rw"), resigned(mirrored, result="0-1"), resigned("a1rr", result="1/2-1/2")])
        found = explorer.look_up(start)
        assert found.games == 3
        first, second = found.continuations
        assert (first.games, dict(first.wins), first.draws) == (2, {"red": 1, "white": 1}, 0)
        assert (second.games, dict(second.wins), second.draws) == (1, {}, 1)
        assert [game.result for game in found.listed] == ["1/2-1/2", "0-1", "1-0"]
        after = explorer.look_up(start.play(mirrored))
        assert after.games == 0
        assert explorer.look_up(start, "elsewhere").games == 0


def test_on_a_square_board_moves_that_a_quarter_turn_exchanges_are_one():
    """Each of the 64 first moves is played in a game of its own; eight of them differ."""
    start = carnac.start("4x4", stock=6)
    games = [
        replace(Record.of(start, [str(move)]), result="1-0", tags={"Player1": str(move)})
        for move in start.legal_moves()
    ]
    with Explorer() as explorer:
        assert explorer.add(games) == 64
        found = explorer.look_up(start)
        assert [one.games for one in found.continuations] == [8] * 8
        after = {locate(start.play(one.move)).key for one in found.continuations}
        assert len(after) == 8
        assert after == {locate(start.play(move)).key for move in start.legal_moves()}


def test_a_game_is_added_once():
    game = resigned("c3rw", "N", result="0-1")
    with Explorer() as explorer:
        assert explorer.add([game, resigned("c3rw")]) == 2
        assert explorer.add([resigned("c3rw"), game, game]) == 0
        assert explorer.look_up(game.start).games == 2
        assert explorer.add([game], "another source") == 1


NAMED = {"Player1": "Ann", "Player2": "Ben", "Date": "2026-05-01"}


@pytest.mark.parametrize(
    ("told", "new"),
    [
        ({}, False),
        ({"Player1": "Ann"}, False),
        (NAMED | {"Date": "2026-05-01T10:00:00Z"}, False),
        (NAMED | {"Player2": "Cleo"}, True),
        (NAMED | {"Date": "2026-05-02"}, True),
    ],
)
def test_other_names_or_another_day_make_another_game(told, new):
    game = resigned("c3rw", "N")
    with Explorer() as explorer:
        explorer.add([replace(game, tags={**game.tags, **NAMED})])
        assert explorer.add([replace(game, tags={**game.tags, **told})]) == new


@pytest.mark.parametrize("name", ["text", "json", "boardspace", "abstractplay"])
def test_a_game_is_the_same_in_every_format(name):
    game = replace(play(carnac.start("medium"), 3), tags=NAMED)
    with Explorer() as explorer:
        assert explorer.add([game]) == 1
        assert explorer.add(read_any(formats()[name].write(game))) == 0


def test_another_board_result_or_beginning_is_another_game():
    game = resigned("c3rw", "N")
    other = Record.of(carnac.start("medium"), game.moves, game.tags)
    second = Record.of(carnac.start("small", first="white"), game.moves, game.tags)
    with Explorer() as explorer:
        explorer.add([game])
        assert explorer.add([replace(game, result="0-1")]) == 1
        assert explorer.add([replace(one, result="1-0") for one in (other, second)]) == 2


def test_the_counts_are_those_of_the_games_played_through():
    games = [play(carnac.start("3x3"), seed) for seed in range(12)]
    with Explorer() as explorer:
        assert explorer.add(games) == 12
        position = games[3].positions[2]
        wanted = sum(
            locate(other).key == locate(position).key for game in games for other in game.positions[:-1]
        )
        assert explorer.look_up(position).games == wanted
        listed = explorer.look_up(games[0].start).listed
        assert explorer.record(listed[0].id).moves == games[-1].moves
        assert explorer.record(1) is None


def test_games_that_go_take_their_counts_with_them():
    with Explorer() as explorer:
        explorer.add([resigned("c3rw"), resigned("c3rw", "N", result="0-1")])
        explorer.add([resigned("c3rw")], "club")
        latest = explorer.look_up(carnac.start("small"), "mine").listed[0]
        with explorer._engine.begin() as connection:
            forget_games(connection, [latest.id])
            assert count_sources(connection) == {"club": 1, "mine": 1}
        found = explorer.look_up(carnac.start("small"))
        assert [(one.games, dict(one.wins)) for one in found.continuations] == [(2, {"red": 2})]
        assert explorer.look_up(carnac.start("small").play("c3rw")).games == 0
        with explorer._engine.begin() as connection:
            assert remove_source(connection, "mine") == 1
        assert explorer.look_up(carnac.start("small")).games == 1


def test_the_engines_opinion_is_told_where_it_is_known():
    record = resigned("c3rw", "N")
    decision = Decision(
        ply=1,
        move="c3rw",
        side=0,
        colour="red",
        win_rate=0.6,
        after=0.55,
        score=0.0,
        best=("a1rr",),
        proven=None,
    )
    with Explorer() as explorer:
        explorer.add([record])
        assert explorer.look_up(record.start).continuations[0].opinion is None
        explorer.note(Review(record, (decision,), (0.6, 0.55, 0.5)), 300)
        opinion = explorer.look_up(record.start).continuations[0].opinion
        assert (opinion.win_rate, opinion.simulations) == (0.55, 300)
        explorer.note(Review(record, (replace(decision, after=0.2),), (0.6, 0.2, 0.5)), 100)
        assert explorer.look_up(record.start).continuations[0].opinion.simulations == 300


def test_a_game_without_a_result_is_not_explored():
    with pytest.raises(ExplorerError, match="finished"):
        index(Record.of(carnac.start("small"), ["c3rw"]))


def test_an_index_file_holds_the_same_games(tmp_path):
    games = [index(play(carnac.start("3x3"), seed)) for seed in range(3)]
    assert [from_json(to_json(game)).turned for game in games] == [list(game.turned) for game in games]
    file = tmp_path / "some.explorer"
    assert write_index(file, games) == 3
    assert [list(game.keys) for game in read_index(file.read_bytes(), "some")] == [
        list(game.keys) for game in games
    ]
    with pytest.raises(ExplorerError, match="`bad`"):
        read_index(b"no", "bad")


def test_the_shipped_games_are_as_their_moves_say():
    games = shipped()
    assert {game.start.split()[0] for game in games} >= {"carnac", "caminos"}
    for game in random.Random(5).sample(games, 4):
        again = index(Record.of(parse(game.start), game.moves))
        assert (list(again.keys), again.result) == (list(game.keys), game.result)
        assert list(again.turned) == list(game.turned)
