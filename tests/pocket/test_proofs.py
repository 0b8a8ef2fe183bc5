"""What takes proofs, in puzzles and endgames: a device with an engine answers what a server answers."""

from __future__ import annotations

import random

import pytest

from server.serverprocess import ServerProcess
from stonefield.games.game import parse
from stonefield.games.plugin import part_of
from stonefield.puzzles import Puzzle, shipped
from stonefield.server.presenting.questions import rules_from

from .both import Both, differences
from .device import Device
from .thinking import prove

EACH = 8
"""As many puzzles of each game"""
PATIENT = 10
"""As often a server is asked whose prover may have to be compiled first"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server of its own: one on which a storm runs keeps what that has reached to itself."""
    home = tmp_path_factory.mktemp("proofs")
    running = ServerProcess(f"sqlite:///{home}/games.db").start()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def both(server):
    both = Both(server)
    both.device.engine, both.device.failure = prove, "too_large"
    return both


def some(game: str) -> list[Puzzle]:
    puzzles = [puzzle for puzzle in shipped() if puzzle.game == game]
    return random.Random(game).sample(puzzles, EACH)


each_puzzle = pytest.mark.parametrize(
    "puzzle", [*some("carnac"), *some("caminos")], ids=lambda puzzle: puzzle.name
)


def wrong_try(puzzle: Puzzle) -> tuple[list[str], str]:
    """The decisions before a wrong one, and that one."""
    chance = random.Random(puzzle.name)
    position, right = chance.choice(list(puzzle.decisions()))
    before = list(puzzle.line[: puzzle.line.index(right)]) if position != puzzle.start else []
    wrong = [str(move) for move in position.legal_moves() if str(move) != right]
    return before, chance.choice(wrong)


@each_puzzle
def test_a_wrong_try_is_refuted_as_by_a_server(both, puzzle):
    before, wrong = wrong_try(puzzle)
    path = f"/api/puzzles/{puzzle.name}/tries"
    for _ in range(PATIENT):
        there, here = both.ask("POST", path, {"moves": [*before, wrong], "patient": True})
        if there[2]["refutation"] is not None:
            break
    assert list(differences(here, there)) == []
    assert here[2]["right"] is False
    assert here[2]["refutation"] is not None


@pytest.mark.parametrize(
    "puzzle", [*some("carnac")[:4], *some("caminos")[:4]], ids=lambda puzzle: puzzle.name
)
def test_why_a_solution_works_is_said_as_by_a_server(both, puzzle):
    path, line = f"/api/puzzles/{puzzle.name}/why", {"moves": list(puzzle.line)}
    for _ in range(PATIENT):
        there, here = both.ask("POST", path, line)
        if there[0] != 503:
            break
    assert list(differences(here, there)) == []


def test_why_a_solution_works_is_kept_until_it_is_found(both):
    puzzle = next(one for one in shipped() if len(one.line) > 1)
    path = f"/api/puzzles/{puzzle.name}/why"
    there, here = both.ask("POST", path, {"moves": [puzzle.line[0]]})
    assert list(differences(here, there)) == []
    assert here[2]["code"] == "not_tried"


@each_puzzle
def test_an_endgame_is_defended_as_by_a_server(both, puzzle):
    view = f"/api/puzzles/endgames/{puzzle.name}"
    there, here = both.ask("GET", view)
    assert list(differences(here, there)) == []
    if puzzle.result == "hold":
        assert here[0] == 404
        return
    wrong = next(str(move) for move in puzzle.start.legal_moves() if str(move) != puzzle.line[0])
    for move in (puzzle.line[0], wrong, "nowhere"):
        for _ in range(PATIENT):
            there, here = both.ask("POST", f"{view}/moves", {"moves": [move]})
            if there[0] != 503:
                break
        assert list(differences(here, there)) == []


@pytest.mark.parametrize("game", ["carnac", "caminos"])
def test_an_endgame_is_played_to_its_end(game):
    device, moves = Device(engine=prove), []
    view = device.ask("GET", f"/api/puzzles/endgames/next?game={game}").json()
    path = f"/api/puzzles/endgames/{view['endgame']}/moves"
    position = next(one for one in shipped() if one.name == view["endgame"]).start
    while not position.is_over:
        best = prove(
            {
                **rules_from(position),
                "moves": [],
                "prove": list(part_of(game, "packing", None)(position)),
            }
        )
        answer = device.ask("POST", path, {"moves": [*moves, best["move"]]}).json()
        assert answer["kept"], answer
        moves = answer["moves"]
        position = parse(answer["moment"]["position"])
    assert answer["result"] == view["result"]


def first(game: str = "carnac") -> tuple[Puzzle, str]:
    puzzle = next(one for one in shipped() if one.game == game)
    wrong = [str(move) for move in puzzle.start.legal_moves() if str(move) != puzzle.line[0]]
    return puzzle, wrong[0]


def test_a_try_in_a_hurry_is_judged_at_once():
    device, (puzzle, wrong) = Device(), first()
    path = f"/api/puzzles/{puzzle.name}/tries"
    tried = device.ask("POST", path, {"moves": [wrong], "patient": False}).json()
    assert (tried["right"], tried["refutation"]) == (False, None)
    assert device.open_questions == {}


@pytest.mark.parametrize(("failure", "status"), [("too_large", 200), ("engine_failed", 503)])
def test_a_try_without_a_proof_counts_all_the_same(failure, status):
    device, (puzzle, wrong) = Device(engine=lambda question: None), first()
    device.failure = failure
    path, token = f"/api/puzzles/{puzzle.name}/tries", {"token": "own"}
    hasty = device.ask("POST", path, {"moves": [wrong], "patient": False}, **token).json()
    assert hasty["judged"]["rated"]
    answer = device.ask("POST", path, {"moves": [wrong], "patient": True}, **token)
    assert answer.status == status, answer.text
    if status == 200:
        assert answer.json()["refutation"] is None


def test_a_try_that_waits_for_its_proof_is_judged_once():
    device, (puzzle, wrong) = Device(engine=prove), first()
    path = f"/api/puzzles/{puzzle.name}/tries"
    tried = device.ask("POST", path, {"moves": [wrong], "patient": True}, token="own").json()
    assert tried["judged"]["rated"]
    view = device.ask("GET", "/api/learners/own", token="own").json()
    (game,) = [one for one in view["games"] if one["game"] == puzzle.game]
    assert game["tried"] == 1
    assert tried["refutation"]["steps"][-1]["position"] == str(
        parse_after(puzzle, wrong, tried["refutation"]["moves"])
    )


def parse_after(puzzle: Puzzle, *lines) -> object:
    position = parse(puzzle.position)
    for line in lines:
        for move in [line] if isinstance(line, str) else line:
            position = position.play(move)
    return position
