"""The thinker for Caminos: exact where it must be, within its limits, on every board and variant."""

from __future__ import annotations

import random
import threading
import time
from dataclasses import replace
from functools import cache

import pytest

from quick import few
from stonefield.engine.caminos.engine import ENGINE
from stonefield.engine.caminos.thinker import CaminosThinker
from stonefield.engine.levels import Levelled
from stonefield.engine.thinker import Limits, Settings, Thought
from stonefield.games import caminos

ONE = Settings(threads=1, hash_mb=16, seed=1)
VARIANTS = [
    {},
    {"board": "diamond", "points": True},
    {"board": "octagon", "neutral": True},
    {"board": "torus", "players": 4, "points": True},
    {"players": 4, "neutral": True, "first": "green"},
    {"swap": True, "neutral": True},
    {"board": "nook=###/###/###=a1b1c1|c1c2c3|a3b3c3|a1a2a3", "pieces": "few=D3:##/M2:#"},
]


@pytest.fixture(scope="module")
def thinker() -> CaminosThinker:
    made = CaminosThinker()
    made.warm_up(caminos.start(), ONE)
    return made


def think(thinker, position, settings=ONE, **limits) -> Thought:
    thinker.forget()
    return thinker.think(position, Limits(**limits), settings, stop=threading.Event())


def wins(position: caminos.Position) -> set[str]:
    return {
        str(move)
        for move in position.legal_moves()
        if (outcome := position.play(move).outcome) and outcome.winner == position.turn
    }


def random_positions(seed: int, **options):
    chance = random.Random(seed)
    while True:
        position = caminos.start(**options)
        while not position.is_over:
            yield position
            position = position.play(chance.choice(position.legal_moves()))


@cache
def mate_in_one(seed: int, count: int, **options):
    """Positions in which whoever is on turn can win at once."""
    late = (p for p in random_positions(seed, **options) if len(p.legal_moves()) < 400)
    return [position for position, _ in zip((p for p in late if wins(p)), range(count), strict=False)]


def lets_win(before: caminos.Position, after: caminos.Position) -> bool:
    """Whether a move has let the opponent win at once; an opponent who is out does not."""
    return after.turn != before.turn and bool(wins(after))


@cache
def forced_block(seed: int, count: int, **options):
    """Positions in which the opponent threatens to win at once and some move prevents it."""
    found = []
    for position in random_positions(seed, **options):
        moves = position.legal_moves()
        if not 1 < len(moves) < 90 or wins(position):
            continue
        safe = {str(move) for move in moves if not lets_win(position, position.play(move))}
        if safe and len(safe) < len(moves):
            found.append((position, safe))
        if len(found) == count:
            break
    return found


def levelled(thinker) -> Levelled:
    return Levelled(thinker, ENGINE.levels, ENGINE.network_leads)


LEVELS = [3, 5, 8, *(pytest.param(level, marks=pytest.mark.full) for level in (4, 6, 7, 9, 10))]


def test_the_network_leads_two_seats_on_the_built_in_boards_unless_the_opponent_may_swap():
    leads = [
        {},
        {"board": "diamond", "points": True},
        {"board": "octagon", "neutral": True},
        {"swap": True, "neutral": True},
    ]
    assert [options for options in VARIANTS if ENGINE.network_leads(caminos.start(**options))] == leads
    start = caminos.start(swap=True)
    assert not ENGINE.network_leads(start)
    assert ENGINE.network_leads(start.play(start.legal_moves()[0]))


@pytest.mark.parametrize("level", LEVELS)
def test_a_win_in_one_is_always_seen(thinker, level):
    settings = Settings(threads=1, hash_mb=16, seed=3, level=level)
    for position in [*mate_in_one(1, 5), *mate_in_one(2, 2, board="torus", players=4)]:
        thought = think(levelled(thinker), position, settings)
        assert thought.best in wins(position)
        assert thought.lines[0].proven == "win"


@pytest.mark.parametrize("level", LEVELS)
def test_a_forced_block_is_always_seen(thinker, level):
    settings = Settings(threads=1, hash_mb=16, seed=3, level=level)
    for position, safe in [*forced_block(1, 4), *forced_block(2, 2, board="octagon", points=True)]:
        assert think(levelled(thinker), position, settings).best in safe


@pytest.mark.parametrize("network", [False, True])
def test_wins_and_blocks_are_seen_at_full_strength(thinker, network):
    settings = Settings(threads=1, hash_mb=16, seed=3, network=network)
    for position in mate_in_one(1, 3):
        assert think(thinker, position, settings, nodes=10).best in wins(position)
    for position, safe in forced_block(1, 3, board="diamond"):
        assert think(thinker, position, settings, nodes=10).best in safe


FORK = (
    "caminos diamond classic 2y y1 L1T3S4O2/T4S4O2 gL:d9,e9,f9,f10;gL:e7,f7*3;gL:g7,g8,h7,i7;gL:i5,j5*3;"
    "yL:c5,c6,d6,e6;yL:g5,g6*3;yL:g7+1,g8+1,g9*2;yT:h6,i6*2,j6"
)


def test_full_strength_proves_a_win_in_two_before_it_searches(thinker):
    thought = think(thinker, caminos.parse(FORK), nodes=8)
    assert (thought.best, thought.lines[0].proven) == ("L:f9,f10,f11*2", "win")
    assert wins(caminos.parse(FORK)) == set()


def test_levels_are_left_to_find_it_by_themselves(thinker):
    thought = think(thinker, caminos.parse(FORK), replace(ONE, level=10), nodes=8)
    assert thought.lines[0].proven is None


@pytest.mark.full
def test_wins_and_blocks_are_seen_in_hundreds_of_positions(thinker):
    for board in ("square", "diamond", "octagon", "torus"):
        for position in mate_in_one(7, 60, board=board):
            assert think(thinker, position, nodes=50).best in wins(position)
        for position, safe in forced_block(8, 40, board=board):
            assert think(thinker, position, nodes=50).best in safe


@pytest.mark.parametrize("options", few(VARIANTS, most=2), ids=str)
def test_whole_games_are_played_on_every_variant(thinker, options):
    position = caminos.start(**options)
    thinker.forget()
    while not position.is_over:
        thought = thinker.think(position, Limits(nodes=30), ONE, stop=threading.Event())
        line = thought.lines[0]
        assert 0.0 <= line.win_rate <= 1.0
        following = position
        for move in line.moves:
            following = following.play(move)
        position = position.play(thought.best)
    assert position.outcome is not None


def test_the_same_seed_and_nodes_give_the_same_thought(thinker):
    position = caminos.start("diamond").play("T:e6,f6,f7,g6")
    one, other = (think(thinker, position, nodes=300) for _ in range(2))
    assert (one.lines, one.nodes) == (other.lines, other.nodes)


def test_nodes_are_counted(thinker):
    assert think(thinker, caminos.start(), nodes=200).nodes == 200


def test_a_thought_says_whether_any_move_is_known_to_lose(thinker):
    position, safe = forced_block(1, 1)[0]
    thought = think(thinker, position, nodes=60)
    assert thought.best in safe
    assert thought.lines[0].proven is None
    assert thought.sees_end
    assert not think(thinker, caminos.start(), nodes=60).sees_end


def test_as_many_lines_as_asked_for_come_best_first(thinker):
    settings = Settings(threads=1, hash_mb=16, seed=1, multipv=5)
    thought = think(thinker, caminos.start(), settings, nodes=200)
    assert len(thought.lines) == 5
    assert [line.visits for line in thought.lines] == sorted(
        (line.visits for line in thought.lines), reverse=True
    )
    assert len({line.moves[0] for line in thought.lines}) == 5


def test_a_search_without_limits_ends_when_it_is_stopped(thinker):
    stop = threading.Event()
    reports: list[Thought] = []

    def report(thought: Thought) -> None:
        reports.append(thought)
        stop.set()

    thinker.forget()
    thought = thinker.think(
        caminos.start(), Limits(infinite=True), Settings(hash_mb=16), stop=stop, report=report
    )
    assert reports
    assert thought.best in {str(move) for move in caminos.start().legal_moves()}


def test_a_search_that_is_stopped_before_it_begins_still_has_a_move(thinker):
    stop = threading.Event()
    stop.set()
    position = caminos.start("torus", players=4)
    thought = thinker.think(position, Limits(infinite=True), ONE, stop=stop)
    position.play(thought.best)


def test_a_search_by_time_ends(thinker):
    began = time.monotonic()
    thought = think(thinker, caminos.start(), Settings(hash_mb=16), movetime=0.2)
    assert thought.nodes > 1
    assert time.monotonic() > began


@pytest.mark.full
@pytest.mark.parametrize("network", [False, True])
def test_the_tree_stays_within_its_memory(thinker, network):
    settings = Settings(threads=2, hash_mb=1, seed=1, network=network)
    small = CaminosThinker()
    think(small, caminos.start(), settings, nodes=4000)
    assert small._tree is not None
    assert sum(array.nbytes for array in small._tree) <= 1.1 * (1 << 20)


def test_the_tree_is_kept_for_the_next_decision(thinker):
    settings = Settings(threads=1, hash_mb=16)
    position = caminos.start()
    thinker.forget()
    first = thinker.think(position, Limits(nodes=600), settings, stop=threading.Event())
    after = position.play(first.best)
    second = thinker.think(after, Limits(nodes=1), settings, stop=threading.Event())
    assert second.lines[0].visits > 1


@pytest.mark.full
@pytest.mark.parametrize("network", [False, True])
def test_a_node_that_was_proven_on_the_way_is_looked_at_anew(thinker, network):
    """The opponent walks into a loss that the tree has proven already: the win must still be found."""
    settings = Settings(threads=1, hash_mb=16, network=network)
    checked = 0
    for position in random_positions(3):
        if not 20 < len(position.legal_moves()) < 120 or wins(position):
            continue
        for reply in blunders(position):
            thinker.forget()
            thinker.think(position, Limits(nodes=3000), settings, stop=threading.Event())
            blundered = position.play(reply[0]).play(reply[1])
            thought = thinker.think(blundered, Limits(nodes=50), settings, stop=threading.Event())
            assert thought.best in wins(blundered)
            checked += 1
        if checked >= 3:
            break


def blunders(position: caminos.Position):
    """One of our quiet moves and one of the opponent's after which we can win at once, if there are any."""
    chance = random.Random(str(position))
    moves = [str(move) for move in position.legal_moves()]
    for move in chance.sample(moves, min(4, len(moves))):
        after = position.play(move)
        if after.is_over or after.turn == position.turn:
            continue
        answers = [str(answer) for answer in after.legal_moves()]
        for answer in chance.sample(answers, min(4, len(answers))):
            end = after.play(answer)
            if not end.is_over and end.turn == position.turn and wins(end):
                return [(move, answer)]
    return []


@pytest.mark.parametrize(("network", "nodes"), [(False, 400), (True, 40)])
def test_whole_games_are_played_with_one_tree(thinker, network, nodes):
    settings = Settings(threads=2, hash_mb=16, network=network)
    thinker.forget()
    position = caminos.start("diamond")
    while not position.is_over:
        position = position.play(
            thinker.think(position, Limits(nodes=nodes), settings, stop=threading.Event()).best
        )


def test_a_strong_first_placement_is_swapped(thinker):
    nook = "nook=###/###/###=a1b1c1|c1c2c3|a3b3c3|a1a2a3"
    position = caminos.start(nook, swap=True, pieces="pairs=D3:##/M2:#").play("D:b2,b3")
    thought = think(thinker, position, nodes=400)
    assert thought.best == "swap"
    position.play("swap").play(thought.lines[0].moves[1])


def test_with_swap_the_opening_keeps_the_balance(thinker):
    position = caminos.start(swap=True)
    thought = think(thinker, position, nodes=400)
    assert thought.lines[0].win_rate <= 0.5
    assert thought.lines[0].win_rate > 0.3


def test_in_a_game_for_points_the_win_that_scores_most_is_taken(thinker):
    for position in mate_in_one(4, 4, points=True):
        best = max(position.play(move).score(position.turn) for move in wins(position))
        assert position.play(think(thinker, position, nodes=50).best).score(position.turn) == best


def test_in_a_game_for_points_the_score_is_in_points(thinker):
    position = next(iter(mate_in_one(4, 1, points=True)))
    line = think(thinker, position, nodes=50).lines[0]
    assert line.win_rate == 1.0
    assert line.score == pytest.approx(position.play(line.moves[0]).score(position.turn), abs=0.6)
