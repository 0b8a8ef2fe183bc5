"""The laws that every game known obeys, whatever its rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stonefield.games import IllegalMove, Position, StonefieldError, find_game, games, parse
from stonefield.games.game import Game, InvalidOption

SETUPS = {
    "carnac": [
        {"board": "small"},
        {"board": "medium"},
        {"board": "large"},
        {"board": "3x3", "stock": 60},
        {"board": "4x3", "stock": 5, "final_tilt": True},
        {"board": "5x5", "stock": 9, "first": "white", "swap": True},
        {"board": "5x4", "stock": 12, "first": "white", "swap": True},
        {"board": "small", "final_tilt": True, "swap": True},
    ],
    "caminos": [
        {"board": "square"},
        {"board": "diamond", "first": "green"},
        {"board": "octagon", "points": True},
        {"board": "torus", "points": True, "neutral": True},
        {"board": "square", "players": 4},
        {"board": "torus", "players": 4, "neutral": True, "first": "green"},
        {"board": "square", "swap": True, "neutral": True, "points": True},
    ],
}
CASES = [(game, options) for game in games() for options in SETUPS.get(game.name, [{}])]


@pytest.fixture(params=CASES, ids=lambda case: f"{case[0].name}-{'-'.join(map(str, case[1].values()))}")
def start(request) -> Position:
    game, options = request.param
    return game.start(**options)


def random_game(start: Position, seed: int) -> Iterator[Position]:
    """Every position of one random game, the start included."""
    rng = random.Random(seed)
    position = start
    yield position
    while moves := position.legal_moves():
        position = position.play(moves[rng.randrange(len(moves))])
        yield position


def test_every_game_has_setups_to_test():
    assert {game.name for game in games()} == set(SETUPS)


def test_legal_moves_are_distinct_readable_and_each_plays(start):
    for ply, position in enumerate(random_game(start, seed=1)):
        moves = position.legal_moves()
        texts = [str(move) for move in moves]
        assert len(set(texts)) == len(texts)
        for text in texts[:: 1 + len(texts) // 20]:
            move = position.read(text)
            assert str(move) == text
            assert position.play(move) == position.play(text)
        assert bool(moves) is not position.is_over, f"ply {ply}"


def test_moves_of_other_moments_are_legal_exactly_when_they_are_listed(start):
    seen = {str(move) for position in random_game(start, seed=2) for move in position.legal_moves()[:25]}
    for position in random_game(start, seed=3):
        legal = {str(move) for move in position.legal_moves()}
        for text in random.Random(str(position)).sample(sorted(seen), min(10, len(seen))):
            if text in legal:
                position.play(text)
            else:
                with pytest.raises(IllegalMove):
                    position.play(text)


def test_positions_come_back_from_their_text(start):
    for position in random_game(start, seed=4):
        again = parse(str(position))
        assert again == position
        assert hash(again) == hash(position)
        assert str(again) == str(position)
        assert (again.turn, again.player, again.is_over) == (position.turn, position.player, position.is_over)
        assert again.outcome == position.outcome
        assert [str(m) for m in again.legal_moves()] == [str(m) for m in position.legal_moves()]


def test_a_game_ends_within_its_declared_length(start):
    for seed in range(5):
        plies = sum(1 for _ in random_game(start, seed)) - 1
        assert 0 < plies <= start.longest


def test_an_outcome_comes_with_the_end_and_agrees_with_the_score(start):
    for seed in range(5):
        for position in random_game(start, seed):
            assert (position.outcome is not None) is position.is_over
        outcome = position.outcome
        assert outcome is not None
        if outcome.winner is not None:
            assert outcome.winner in position.game.colours
            assert position.score(outcome.winner) >= position.score(position.game.other(outcome.winner))
        else:
            assert len({position.score(colour) for colour in position.game.colours}) == 1


def test_play_is_deterministic_and_leaves_the_position_alone(start):
    for position in random_game(start, seed=6):
        before = str(position)
        for move in position.legal_moves()[:3]:
            assert str(position.play(move)) == str(position.play(str(move)))
        assert str(position) == before


def test_the_same_game_can_be_begun_from_its_options(start):
    for position in random_game(start, seed=7):
        assert position.game.start(**position.options) == start
        break


def test_whoever_decides_owns_the_colour_that_decides(start):
    for position in random_game(start, seed=8):
        assert position.player in position.players
        assert position.colour_of(position.player) == position.turn
        assert {position.colour_of(player) for player in position.players} == set(position.game.colours)


def test_tops_name_squares_and_colours(start):
    for position in random_game(start, seed=9):
        assert set(position.tops.values()) <= {*position.game.colours, "neutral"}


@pytest.mark.unwatched
def test_symmetric_positions_have_symmetric_moves(start):
    for position in list(random_game(start, seed=10))[::3]:
        for symmetry in position.game.symmetries(position):
            image = symmetry.position(position)
            moves = position.legal_moves()
            assert {str(symmetry.move(move)) for move in moves} == {str(move) for move in image.legal_moves()}
            for move in moves[:: 1 + len(moves) // 3]:
                assert symmetry.position(position.play(move)) == image.play(symmetry.move(move))
            if symmetry.name == "identity":
                assert image == position


def test_a_symmetry_never_changes_who_wins_except_by_its_colours(start):
    *_, end = random_game(start, seed=11)
    for symmetry in end.game.symmetries(end):
        winner, image = end.outcome.winner, symmetry.position(end).outcome.winner
        if symmetry.name == "colours" and winner is not None:
            winner = end.game.other(winner)
        assert image == winner


@settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    deadline=None,
)
@given(text=st.text())
def test_arbitrary_text_is_a_position_or_our_own_error(start, text):
    for candidate in (text, f"{start.game.name} {text}", f"{start}{text}"):
        try:
            position = parse(candidate)
        except StonefieldError:
            continue
        assert parse(str(position)) == position


@settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    deadline=None,
)
@given(text=st.text(max_size=12))
def test_arbitrary_move_text_is_a_move_or_our_own_error(start, text):
    try:
        start.play(text)
    except StonefieldError:
        return


@pytest.mark.full
def test_a_thousand_random_games_keep_every_law(start):
    for seed in range(1000 // len(CASES)):
        for position in random_game(start, seed + 100):
            assert parse(str(position)) == position
        assert position.outcome is not None


def test_an_unknown_game_is_refused_by_name():
    carnac = find_game("carnac")
    with pytest.raises(InvalidOption, match="the games are"):
        find_game("chess")
    assert isinstance(carnac, Game)
