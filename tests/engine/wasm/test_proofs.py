"""The page's engine proves what the native provers prove of puzzles: the same results and the same lines."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from stonefield.games.game import Position
from stonefield.puzzles import Proof, Prover, Unproven, prover_for, shipped

from .loaded import Page

EACH = 12
"""As many puzzles of each kind"""


def of_its_game(game: str, theme: str) -> object:
    return pytest.param(game, theme, marks=pytest.mark.xdist_group(f"wasm {game}"))


each_kind = pytest.mark.parametrize(
    ("game", "theme"),
    [
        *(of_its_game("carnac", theme) for theme in ("last", "quiet")),
        *(of_its_game("caminos", theme) for theme in ("win-in-one", "win-in-two", "win-in-three")),
        of_its_game("caminos", "only-block"),
    ],
)


@pytest.fixture
def page(built: Callable[[str], Path], game: str) -> Iterator[Page]:
    page = Page(built(game))
    yield page
    page.close()


def tries(game: str, theme: str) -> Iterator[tuple[Position, str]]:
    """Positions of puzzles in which something is to be found, each with a wrong decision."""
    chance = random.Random(theme)
    puzzles = [puzzle for puzzle in shipped() if puzzle.game == game and theme in puzzle.themes]
    for puzzle in chance.sample(puzzles, EACH):
        position, right = chance.choice(list(puzzle.decisions()))
        wrong = [str(move) for move in position.legal_moves() if str(move) != right]
        yield position, chance.choice(wrong)


def native(prover: Prover, position: Position, *moves: str) -> Proof | None:
    try:
        return prover.refute(position, *moves) if moves else prover.best(position)
    except Unproven:
        return None


def in_page(page: Page, position: Position, *moves: str) -> Proof | None:
    thought = page.prove(position, *moves)
    if "too_large" in thought.get("error", ""):
        return None
    (line,) = thought["lines"]
    return Proof(line["proven"] or "open", tuple(line["pv"]))


@each_kind
def test_best_play_and_refutations_are_the_native_ones(page, game, theme):
    prover, proven = prover_for(game), 0
    for position, move in tries(game, theme):
        assert in_page(page, position) == native(prover, position), str(position)
        if not position.play(move).is_over:
            proof = native(prover, position, move)
            assert in_page(page, position, move) == proof, f"{position} {move}"
            proven += proof is not None
    assert proven > EACH // 2


@pytest.mark.parametrize("game", [pytest.param("caminos", marks=pytest.mark.xdist_group("wasm caminos"))])
def test_what_cannot_be_proven_is_said(page, game):
    start = next(puzzle for puzzle in shipped() if puzzle.game == game).start.game.start()
    assert in_page(page, start) is None
