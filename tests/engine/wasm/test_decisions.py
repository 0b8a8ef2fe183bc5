"""The page's engine decides as the native one: of a seed and a level the same lines, bit for bit."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from stonefield import caminos, carnac
from stonefield.engine import Limits, Settings, network, thinker_for
from stonefield.engine.arithmetic import EIGHT_BITS
from stonefield.engine.game_engine import levelled_thinker_for

from .loaded import Page, expected, said

GAMES: Mapping[str, ModuleType] = {"carnac": carnac, "caminos": caminos}
SETUPS: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("carnac", {"board": "small"}),
    ("carnac", {"board": "medium", "stock": 40, "first": "white"}),
    ("carnac", {"board": "large", "final_tilt": True}),
    ("carnac", {"board": "small", "swap": True}),
    ("caminos", {"board": "square"}),
    ("caminos", {"board": "diamond", "neutral": True, "first": "green"}),
    ("caminos", {"board": "octagon", "points": True}),
    ("caminos", {"board": "torus", "players": 4}),
    ("caminos", {"board": "square", "swap": True}),
)


SAMPLE = (SETUPS[1], SETUPS[6])
"""What the quick run looks at: a board with options of each game."""


def of_its_game(game: str, *values: Any, full: bool = False) -> Any:
    marks = [pytest.mark.xdist_group(f"wasm {game}"), *([pytest.mark.full] if full else [])]
    return pytest.param(game, *values, marks=marks)


each_setup = pytest.mark.parametrize(
    ("game", "options"), [of_its_game(*setup, full=setup not in SAMPLE) for setup in SETUPS]
)


@pytest.fixture
def page(built: Callable[[str], Path], game: str) -> Iterator[Page]:
    page = Page(built(game))
    yield page
    page.close()


def games_of(game: str, options: Mapping[str, Any], shares: tuple[float, ...]) -> Iterator[tuple[Any, ...]]:
    """Start, moves and position, so far into a random game."""
    chance, start = random.Random(f"{game} {options}"), GAMES[game].start(**options)
    line, moves = [start], []
    while not line[-1].is_over:
        moves.append(str(chance.choice(line[-1].legal_moves())))
        line.append(line[-1].play(moves[-1]))
    for plies in (0, 1, *(int(share * (len(moves) - 1)) for share in shares)):
        yield start, moves[:plies], line[plies]


@each_setup
def test_levels_without_a_network_decide_alike(page, game, options):
    native = levelled_thinker_for(game)
    for start, moves, position in games_of(game, options, (0.4, 0.85, 1)):
        for level in (1, 2, 3, 4.5, 5, 6):
            settings = Settings(threads=1, multipv=3, seed=11, level=level)
            thought = native.think(position, Limits(), settings, stop=threading.Event())
            answer = page.think(start, moves, position, settings)
            assert said(answer) == expected(thought), (level, str(position))
            assert answer["nodes"] == thought.nodes


@each_setup
def test_several_lines_share_a_search_alike(page, game, options):
    native = levelled_thinker_for(game)
    settings = Settings(threads=1, multipv=4, fair_lines=True, seed=3, level=5)
    for start, moves, position in games_of(game, options, (0.5,)):
        thought = native.think(position, Limits(), settings, stop=threading.Event())
        assert said(page.think(start, moves, position, settings)) == expected(thought), str(position)


@pytest.mark.parametrize("game", [of_its_game("carnac")])
def test_what_is_proven_near_the_end_is_proven_alike(page, game):
    proven, native = 0, levelled_thinker_for(game)
    for board in ("small", "medium", "large"):
        for start, moves, position in games_of(game, {"board": board}, (0.75, 0.8, 0.9, 0.95)):
            settings = Settings(threads=1, multipv=2, seed=5, level=7)
            thought = native.think(position, Limits(), settings, stop=threading.Event())
            answer = page.think(start, moves, position, settings)
            assert said(answer) == expected(thought), str(position)
            proven += thought.lines[0].proven is not None
    assert proven >= 4


@each_setup
def test_levels_with_a_network_hardly_ever_decide_otherwise(page, game, options, monkeypatch):
    """The network's logits differ where ONNX Runtime rounds the other way, so the searches may."""
    monkeypatch.setattr(network, "chosen", lambda _: EIGHT_BITS)
    native, same, asked = levelled_thinker_for(game), 0, 0
    for start, moves, position in games_of(game, options, (0.2, 0.4, 0.6, 0.8)):
        settings = Settings(threads=1, seed=2, level=8)
        thought = native.think(position, Limits(), settings, stop=threading.Event())
        answer = page.think(start, moves, position, settings)
        asked, same = asked + 1, same + (answer["move"] == thought.best)
    assert same >= asked - 1


@pytest.mark.parametrize("game", [of_its_game("carnac"), of_its_game("caminos")])
def test_full_strength_searches_without_a_level(page, game):
    for start, moves, position in games_of(game, {}, (0.9,)):
        settings = Settings(threads=1, seed=2)
        thought = thinker_for(game).think(position, Limits(nodes=64), settings, stop=threading.Event())
        answer = page.think(start, moves, position, settings, nodes=64)
        assert answer["lines"][0]["proven"] == thought.lines[0].proven
        assert answer["nodes"] == thought.nodes


@pytest.mark.parametrize(
    ("game", "options"),
    [
        of_its_game("carnac", {"board": "5x4"}),
        of_its_game("caminos", {"pieces": "few=I4:###"}),
    ],
)
def test_what_it_does_not_know_is_refused(page, game, options):
    start = GAMES[game].start(**options)
    assert "not_here" in page.think(start, [], start, Settings(level=1))["error"]
