"""What a page is told agrees with the rules, on every board and in every variant."""

from __future__ import annotations

import random

import pytest

from stonefield.games import caminos, carnac
from stonefield.server.presenting.moment import moment_view
from stonefield.server.presenting.plain import PlainPresenter
from stonefield.server.presenting.presenter import presenter_for
from stonefield.server.presenting.reviews import squares_of
from stonefield.server.protocol.scenes import Legal, Scene
from stonefield.server.protocol.views import MoveDescription, ScoreView

from .models import sent
from .page import placement_text

STARTS = {
    "carnac small": lambda: carnac.start("small", stock=14),
    "carnac medium swap": lambda: carnac.start("medium", stock=10, swap=True),
    "carnac 4x3 final tilt": lambda: carnac.start("4x3", final_tilt=True, first="white"),
    "caminos square": lambda: caminos.start("square"),
    "caminos torus swap points": lambda: caminos.start("torus", swap=True, points=True),
    "caminos diamond neutral": lambda: caminos.start("diamond", neutral=True),
    "caminos octagon four": lambda: caminos.start("octagon", players=4),
}
CARNAC = [name for name in STARTS if name.startswith("carnac")]
CAMINOS = [name for name in STARTS if name.startswith("caminos")]


def random_decisions(start, seed: int) -> list[tuple]:
    """A random game: before each decision, what was decided, and after it."""
    chance, position, decisions = random.Random(seed), start, []
    while not position.is_over:
        move = chance.choice(position.legal_moves())
        decisions.append((position, str(move), position.play(move)))
        position = decisions[-1][2]
    return decisions


def random_game(start, seed: int) -> list:
    """All positions of a random game."""
    return [start, *(after for _, _, after in random_decisions(start, seed))]


def scene_of(positions: list, ply: int) -> dict:
    """The scene after so many decisions, as a page gets it."""
    position = positions[ply]
    presenter = presenter_for(position.game.name)
    return sent(Scene, presenter.scene(positions[ply - 1] if ply else None, position, ply))


def legal_of(position) -> dict:
    """What may be decided, as a page gets it."""
    return sent(Legal, presenter_for(position.game.name).legal(position))


def score_of(position, reason: str) -> dict:
    """The end explained, as a page gets it."""
    return sent(ScoreView, presenter_for(position.game.name).score(position, reason))


@pytest.mark.parametrize("name", STARTS)
def test_scenes_are_complete(name):
    positions = random_game(STARTS[name](), 1)
    for ply, position in enumerate(positions):
        assert scene_of(positions, ply)["tops"] == position.tops
        assert legal_of(position)["game"] == position.game.name
        assert position.phase in ("place", "answer", "neutral")


@pytest.mark.parametrize("name", CARNAC)
def test_each_square_tells_the_falls_that_the_rules_would_allow_there(name):
    for position in random_game(STARTS[name](), 2):
        told = legal_of(position)
        texts = {str(move) for move in position.legal_moves()}
        assert ("swap" in texts) == told["swap"]
        assert {answer["text"] for answer in told["answers"]} == {text for text in texts if len(text) == 1}
        by_rules = {
            text[:-2]: "".join(str(move) for move in position.play(text).legal_moves() if len(str(move)) == 1)
            for text in texts
            if text.endswith("rr")
        }
        falls = {
            square: "".join(letter for letter in "NESW" if letter in answers)
            for square, answers in by_rules.items()
        }
        assert told["placements"] == falls


@pytest.mark.parametrize("name", CARNAC)
def test_each_answer_tells_where_the_stone_would_lie_and_what_it_would_show(name):
    for position in random_game(STARTS[name](), 3):
        for answer in legal_of(position)["answers"]:
            stone = position.play(answer["text"]).stones[-1]
            assert (list(stone.squares), stone.top) == (answer["squares"], answer["colour"])


@pytest.mark.parametrize("name", CAMINOS)
def test_what_is_put_together_from_orientations_is_exactly_what_is_legal(name):
    positions = random_game(STARTS[name](), 4)
    for position in positions[:: max(1, len(positions) // 6)]:
        told = legal_of(position)
        put_together = [
            placement_text(shape, turned["cubes"], anchor)
            for shape, ways in told["shapes"].items()
            for turned in ways
            for anchor in turned["at"].split()
        ]
        assert sorted(put_together) == sorted(
            str(move) for move in position.legal_moves() if str(move) != "swap"
        )
        assert told["swap"] == any(str(move) == "swap" for move in position.legal_moves())


def test_a_fallen_stone_tells_where_it_fell_from():
    positions = [carnac.start("small")]
    for text in ("c3rw", "E", "a1rr", "-"):
        positions.append(positions[-1].play(text))
    shown = [scene_of(positions, ply) for ply in range(5)]
    assert [(scene["last"], scene["origin"]) for scene in shown] == [
        ([], None),
        (["c3"], None),
        (["e3", "d3"], "c3"),
        (["a1"], None),
        (["a1"], None),
    ]


@pytest.mark.parametrize(("fall", "squares"), [("N", ["c4", "c5"]), ("W", ["b3", "a3"]), ("-", ["c3"])])
def test_an_arrow_points_with_the_fall(fall, squares):
    for orientation in ("rr", "rw", "wr", "ww"):
        before = carnac.start("small").play(f"c3{orientation}")
        assert list(squares_of(before, fall)) == squares


@pytest.mark.parametrize("name", STARTS)
def test_move_lists_show_where_each_stone_came_to_be(name):
    start = STARTS[name]()
    presenter = presenter_for(start.game.name)
    for ply, (before, text, after) in enumerate(random_decisions(start, 5), 1):
        described = sent(MoveDescription, presenter.describe_move(before, text, after, ply))
        assert all(after.tops[square] == described["top"] for square in described["squares"])


def test_the_tie_of_the_rule_sheets_is_explained_pair_by_pair():
    position = carnac.parse(
        "carnac large 28 r r1 "
        "a9wr,b9wr,c9d9w,a8b8w,c8d8w,f9g9w,f8g8w,f7g7w,i9j9w,i8wr,l9m9w,l8wr,a6b6w,a5wr,"
        "a3rw,b3rw,c3d3r,a2b2r,c2d2r,f3g3r,f2g2r,f1rw,i3j3r,i2rw,l3m3r,l2rw,d6e6r,d5rw"
    )
    told = score_of(position, position.outcome.reason)
    assert told["decided_by"] == "size"
    assert told["counts"] == {"red": 5, "white": 5}
    assert [pair["decides"] for pair in told["detail"]["pairs"]] == [False, True, False, False, False]
    assert told["detail"]["pairs"][1]["sizes"] == {"red": 5, "white": 6}


def test_more_dolmens_decide_before_any_size():
    position = carnac.parse("carnac 5x3 3 r r1 a1rw,a2b2r,d1e1w")
    told = score_of(position, position.outcome.reason)
    assert told["decided_by"] == "count"
    assert told["detail"]["pairs"] == [{"sizes": {"red": 3, "white": 0}, "decides": False}]


@pytest.mark.parametrize("name", STARTS)
def test_every_end_is_explained(name):
    for seed in range(3):
        end = random_game(STARTS[name](), seed)[-1]
        for reason in (end.outcome.reason, "resign", "time", "agreement", "imported"):
            score_of(end, reason)


def test_pieces_on_the_border_are_counted_where_they_decide():
    for seed in range(40):
        end = random_game(caminos.start("square", points=True), seed)[-1]
        if end.outcome.reason == "border":
            told = score_of(end, "border")
            winner = end.outcome.winner
            assert told["counts"][winner] == min(told["counts"].values())
            assert told["points"][winner] == max(told["counts"].values())
            return
    pytest.skip("no such end among these games")


@pytest.mark.parametrize("name", STARTS)
def test_any_game_can_be_shown_by_its_rules_alone(name):
    plain, start = PlainPresenter(), STARTS[name]()
    decisions = random_decisions(start, 6)
    sent(Scene, plain.scene(None, start, 0))
    for ply, (before, text, after) in enumerate(decisions, 1):
        scene = sent(Scene, plain.scene(before, after, ply))
        assert scene["tops"] == after.tops
        legal = sent(Legal, plain.legal(before))
        texts = [move["text"] for move in legal["moves"]] + ["swap"] * legal["swap"]
        assert sorted(texts) == sorted(str(move) for move in before.legal_moves())
        described = sent(MoveDescription, plain.describe_move(before, text, after, ply))
        assert set(described["squares"]) <= set(after.board.names)
    end = decisions[-1][2]
    score = sent(ScoreView, plain.score(end, end.outcome.reason))
    assert score["points"] == {colour: end.score(colour) for colour in end.game.colours}


@pytest.mark.parametrize("name", STARTS)
def test_the_seat_that_decides_is_the_place_of_its_player(name):
    position, seen = STARTS[name](), []
    for _ in range(2 * len(position.players)):
        turn = moment_view(position)["turn"]
        assert turn["players"][turn["seat"]] == turn["player"] == position.player
        seen.append(turn["seat"])
        position = position.play(next(iter(position.legal_moves())))
    assert set(seen) == set(range(len(position.players)))
