"""Judged positions: decisions are proven again from scratch, and a set does not depend on its parts."""

from __future__ import annotations

from importlib.resources import files
from itertools import chain

import pytest

from stonefield.arena import read_spec, truth
from stonefield.arena.bench import PLAY, questions, run_bench
from stonefield.arena.truth.judge import Verdict, judge_for
from stonefield.arena.truth.judged import Judged, choose, read_judged, shipped
from stonefield.arena.truth.making import judged_of
from stonefield.cli import run
from stonefield.engine.game_engine import engine_for
from stonefield.games.game import StonefieldError, find_game, parse
from stonefield.puzzles import shipped as shipped_puzzles
from stonefield.puzzles.sameness import is_same

SHIPPED = shipped()
CHEAP = {("carnac", "small"), ("carnac", "medium")}
KINDS = {"carnac": {"6", "7", "8"}, "caminos": {"win-in-two", "win-in-three"}}
FEWER = {"large": 80}
"""Where proofs take so long that there are no five hundred positions."""
FULL_SAMPLE = 25
"""Every this-many-th position is proven again by ./test --full."""


def proven_again(one: Judged) -> bool:
    verdict = judge_for(one.game).judge(one.start())
    return verdict is not None and Judged.of(one.seed, one.start(), verdict) == one


def test_a_position_survives_its_line():
    start = parse("carnac small 28 r r1 -")
    one = Judged.of(7, start, Verdict("6", "win", tuple(nth % 3 == 0 for nth in range(224))))
    assert Judged.from_line(one.to_line()) == one
    assert one.keeping() == tuple(str(move) for move in start.legal_moves())[::3]


def test_a_line_cut_short_is_dropped_and_a_broken_one_named():
    line = Judged(1, "6", "win", "AQ", "carnac small 28 r r1 -").to_line()
    assert len(list(read_judged(f"{line}\n{line[:20]}", "part"))) == 1
    with pytest.raises(StonefieldError, match="`part` line 2"):
        list(read_judged(f"{line}\n{line[:20]}\n", "part"))


def test_the_lowest_seeds_are_chosen_and_rare_kinds_are_made_up_for():
    def judged(seed, kind):
        return Judged(seed, kind, "win", "AQ", f"carnac small {seed} r r1 -")

    found = [judged(seed, "6") for seed in range(20)] + [judged(20, "7"), judged(21, "7")]
    chosen = choose(reversed(found + found), 10)
    assert [one.seed for one in chosen] == [20, 21, *range(8)]


def test_the_same_seed_makes_the_same_positions():
    made = [list(judged_of("carnac", "small", seed, judge_for("carnac"))) for seed in (0, 0)]
    assert made[0] == made[1]
    assert all(0 < len(one.keeping()) < len(one.start().legal_moves()) for one in made[0])


def puzzles_of(game: str, asks) -> list:
    """Three puzzles of a game's first board with few decisions, which are proven soon."""
    near = [
        puzzle
        for puzzle in shipped_puzzles()
        if puzzle.game == game and puzzle.board == find_game(game).first_board and asks(puzzle)
    ]
    return sorted(near, key=lambda puzzle: puzzle.choices[0])[:3]


def kept_in(puzzle) -> set[str]:
    verdict = judge_for(puzzle.game).judge(puzzle.start)
    assert verdict is not None
    assert verdict.value == puzzle.result
    moves = puzzle.start.legal_moves()
    return {str(move) for move, keeps in zip(moves, verdict.keeps, strict=True) if keeps}


def test_where_a_puzzle_of_carnac_has_one_solution_the_judge_finds_no_other():
    for puzzle in puzzles_of("carnac", lambda puzzle: True):
        kept = kept_in(puzzle)
        assert puzzle.line[0] in kept
        assert all(is_same(puzzle.start, move, puzzle.line[0]) for move in kept)


@pytest.mark.parametrize("theme", ["win-in-two", "win-in-three"])
def test_the_judge_finds_the_solution_of_a_puzzle_of_caminos(theme):
    """Of a win in two it also finds the wins in three, which are no solutions."""
    for puzzle in puzzles_of("caminos", lambda puzzle: theme in puzzle.themes):
        kept = kept_in(puzzle)
        assert puzzle.line[0] in kept
        if theme == "win-in-three":
            assert kept == {puzzle.line[0]}


def test_decisions_are_marked_as_the_solver_finds_them_one_by_one():
    judge, solve = judge_for("carnac"), engine_for("carnac").solver()
    made = chain.from_iterable(judged_of("carnac", "small", seed, judge) for seed in range(20))
    one = next(one for one in made if one.value == "win")
    assert solve is not None

    def wins(start, move) -> bool:
        after = start.play(move)
        if after.outcome is not None:
            return after.outcome.winner == start.turn
        verdict = solve(after, table_mb=16).verdict
        return verdict.startswith("wins" if after.turn == start.turn else "loses")

    keeping = set(one.keeping())
    for move in map(str, one.start().legal_moves()):
        assert (move in keeping) == wins(one.start(), move), move


@pytest.mark.skipif(not SHIPPED, reason="no positions are shipped yet")
class TestShipped:
    def test_every_board_has_its_positions_of_every_kind(self):
        for game, kinds in KINDS.items():
            here = [one for one in SHIPPED if one.game == game]
            assert {one.kind for one in here} == kinds
            for board in find_game(game).boards:
                assert sum(one.board == board for one in here) >= FEWER.get(board, 500), board

    def test_no_position_comes_twice_and_everywhere_it_matters_what_is_decided(self):
        assert len({one.position for one in SHIPPED}) == len(SHIPPED)
        for one in SHIPPED[::20]:
            assert 0 < len(one.keeping()) < len(one.start().legal_moves())

    def test_they_are_small(self):
        folder = files(truth)
        assert sum(len(folder.joinpath(f"{game}.txt").read_bytes()) for game in KINDS) < 1_000_000

    def test_some_are_proven_again(self):
        for kind in ("6", "7", "win-in-two"):
            several = [one for one in SHIPPED if one.kind == kind]
            assert proven_again(min(several[:50], key=lambda one: len(one.keeps)))

    @pytest.mark.full
    @pytest.mark.parametrize("one", SHIPPED[::FULL_SAMPLE], ids=lambda one: f"{one.board} {one.seed}")
    def test_a_sample_is_proven_again(self, one):
        assert proven_again(one)

    def test_a_game_makes_its_position_again(self):
        one = next(one for one in SHIPPED if (one.game, one.board) in CHEAP and one.kind == "6")
        assert one in judged_of(one.game, one.board, one.seed, judge_for(one.game))

    def test_players_are_scored_by_the_share_of_decisions_that_keep_the_value(self):
        asked = questions(PLAY, game="carnac", board="small", every=25)
        assert 20 <= len(asked) <= 40
        (chance,) = run_bench(read_spec("random"), [], asked)
        (level,) = run_bench(read_spec("level:7"), [], asked, workers=2)
        assert [answer.number for answer in level.answers] == list(asked)
        assert level.right > chance.right

    def test_the_command_prints_shares_by_board_and_by_kind(self, capsys):
        assert run(["bench", "random", "--positions", "play", "--game", "carnac", "--every", "50"]) == 0
        told = capsys.readouterr().out
        assert "carnac small" in told
        assert "carnac, 6" in told
        assert "%" in told


def test_an_unknown_set_is_named(capsys):
    assert run(["bench", "random", "--positions", "chess"]) != 0
    assert "puzzles and play" in capsys.readouterr().err
