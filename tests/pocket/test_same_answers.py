"""What a device answers is what a server answers, word for word."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from quick import few
from stonefield import records
from stonefield.course import lessons
from stonefield.games import find_game
from stonefield.locales import LANGUAGES
from stonefield.puzzles.puzzle import shipped

from .both import Both, differences

ANN = {"kind": "person", "name": "Ann"}
BEN = {"kind": "person", "name": "Ben"}
GOLDEN = Path(__file__).parents[1] / "golden"
RECORDED = [
    (path.stem, number)
    for path in sorted(GOLDEN.glob("*.stones"))
    for number in range(len(records.read_all(path.read_text("utf-8"))))
]


@pytest.fixture(scope="module")
def both(server):
    return Both(server)


def same(answers: tuple) -> object:
    there, here = answers
    assert list(differences(here, there)) == []
    return there


def test_what_needs_no_game_is_the_same(both):
    for path in (
        *("/api/health", "/api/puzzles", "/api/showcase/carnac", "/api/showcase/caminos"),
        *(f"/api/locales/{language}?part={part}" for language in LANGUAGES for part in ("page", "reasons")),
        *(f"/api/rules/{game}?lang={language}" for game in ("carnac", "caminos") for language in LANGUAGES),
        *("/api/rules/carnac/pictures/tie.svg", "/api/rules/caminos/pictures/path.svg?theme=dark"),
        *("/api/lessons?lang=hu", "/api/lessons"),
    ):
        same(both.ask("GET", path))


def test_the_catalogue_is_that_of_a_server_without_games_of_others(both):
    there, here = both.ask("GET", "/api/catalogue")
    built_in = [game for game in there[2]["games"] if game["name"] in ("carnac", "caminos")]
    same(((*there[:2], {**there[2], "games": built_in}), here))


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.id)
def test_a_lesson_is_the_same_and_judged_the_same(both, lesson):
    shown = same(both.ask("GET", f"/api/lessons/{lesson.id}?lang=de"))[2]
    way: list[str] = []
    for number, view in enumerate(shown["play"]):
        path = f"/api/lessons/{lesson.id}/steps/{number}/tries"
        for wrong in ("z9zz", str(find_game(lesson.game).start().legal_moves()[0])):
            same(both.ask("POST", path, {"moves": [*way[: view["goes_on"] and len(way)], wrong]}))
        way = [*way, view["show"]] if view["goes_on"] else [view["show"]]
        same(both.ask("POST", path, {"moves": way}))


@pytest.mark.parametrize(("file", "number"), RECORDED)
def test_a_recorded_game_is_shown_and_written_the_same(both, file, number):
    record = records.read_all((GOLDEN / f"{file}.stones").read_text("utf-8"))[number]
    made = both.make("/api/imports", text=records.write(record))
    plies = len(record.moves)
    for path in (
        *("", "/replay", "/record/formats", "/record", "/record?format=json", "/picture.svg?view=isometric"),
        *(f"/scenes/{ply}" for ply in sorted({0, 1, plies // 2, plies, plies + 1})),
    ):
        same(both.ask("GET", f"/api/games/{{game}}{path}", made=made))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("game", "options"),
    [
        *(("carnac", {"board": board, "swap": board == "medium"}) for board in ("small", "medium")),
        *(("caminos", {"board": board}) for board in ("square", "octagon", "torus")),
    ],
)
def test_a_game_at_one_screen_is_played_the_same(both, game, options, seed):
    made = both.make(game=game, options=options, seats=[ANN, BEN])
    chance = random.Random(seed)
    position = find_game(game).start(**options)
    said: list[dict] = []
    while not position.is_over:
        move = str(chance.choice(position.legal_moves()))
        position = position.play(move)
        version = len(said)
        said.append({"type": "move", "id": f"m{version}", "version": version, "text": move})
    same(both.talk(made, *said))
    same(both.ask("GET", "/api/games/{game}", made=made))
    same(both.ask("GET", "/api/games/{game}/record", made=made))


def test_undo_redo_offers_resigning_and_a_rematch_are_the_same(both):
    made = both.make(game="carnac", options={"board": "small"}, seats=[ANN, BEN])
    said = [
        {"type": "undo", "id": "a"},
        {"type": "move", "id": "b", "version": 0, "text": "c4rw"},
        {"type": "move", "id": "b", "version": 0, "text": "c4rw"},
        {"type": "move", "id": "c", "version": 0, "text": "d4rw"},
        {"type": "move", "id": "d", "version": 1, "text": "c4rw"},
        {"type": "undo", "id": "e"},
        {"type": "redo", "id": "f"},
        {"type": "redo", "id": "g"},
        {"type": "offer", "id": "h", "kind": "draw"},
        {"type": "pause", "id": "i"},
        {"type": "scene", "ply": 1},
        {"type": "scene", "ply": 99},
        {"type": "greet", "words": "hello"},
        {"type": "speed", "speed": "slow"},
        {"type": "winrate", "on": False},
        {"type": "cancel", "id": "nothing"},
        {"type": "resign", "id": "j"},
        {"type": "resign", "id": "k"},
    ]
    same(both.talk(made, *said))
    same(both.ask("GET", "/api/games/{game}", made=made))
    same(both.ask("GET", "/api/games/{game}", made=made, token=False))


def test_what_a_spectator_may_not_do_is_refused_the_same(both):
    made = both.make(game="caminos", options={"board": "octagon"}, seats=[ANN, BEN])
    move = str(find_game("caminos").start(board="octagon").legal_moves()[0])
    said = [
        {"type": "move", "id": "a", "version": 0, "text": move},
        {"type": "hint", "id": "b"},
        {"type": "resign", "id": "c"},
        {"type": "scene", "ply": 0},
    ]
    same(both.talk(made, *said, token=None))
    same(both.talk(made, token="no token at all"))


@pytest.mark.parametrize(
    "message",
    [
        {"type": "move"},
        {"type": "move", "id": "a", "version": -1, "text": "c4rw"},
        {"type": "move", "id": "a", "version": 0, "text": "x" * 5000},
        {"type": "move", "id": "a", "version": 0, "text": 7},
        {"type": "nothing"},
        {"type": "hint"},
        {"type": "scene", "ply": "0"},
        {"type": "speed", "speed": "at once"},
        {"type": "hello", "version": "new"},
        {"type": "offer", "id": "a", "kind": "tea"},
        {"type": "resign", "id": "a", "more": 1},
    ],
)
def test_messages_that_are_none_get_the_same_code(both, message):
    made = both.make(game="carnac", seats=[ANN, BEN])
    assert same(both.talk(made, message))[-1]["type"] == "refused"


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/games", "{"),
        ("POST", "/api/games", "[]"),
        ("POST", "/api/games", {}),
        ("POST", "/api/games", {"game": "chess", "seats": [ANN, BEN]}),
        ("POST", "/api/games", {"game": "carnac", "seats": [ANN]}),
        ("POST", "/api/games", {"game": "carnac", "seats": [ANN, {"kind": "ghost"}]}),
        ("POST", "/api/games", {"game": "carnac", "seats": [ANN, {"kind": "engine", "level": 11}]}),
        ("POST", "/api/games", {"game": "carnac", "seats": [ANN, BEN], "options": {"board": "round"}}),
        ("POST", "/api/games", {"game": "carnac", "seats": [ANN, BEN], "position": "carnac nowhere"}),
        ("POST", "/api/games", {"game": "carnac", "seats": [ANN, BEN], "surprise": True}),
        ("POST", "/api/games", {"game": "carnac", "seats": [ANN, BEN], "clock": {"minutes": -1}}),
        ("POST", "/api/imports", {"text": "1. nonsense"}),
        ("POST", "/api/imports", {"text": '[Game "carnac"]\n\n1. z9zz *'}),
        ("POST", "/api/positions", {"source": 7}),
        ("POST", "/api/lines", {"position": "carnac", "moves": ["a"]}),
        ("POST", "/api/moments", {"position": "nothing", "moves": []}),
        ("GET", "/api/games/here-nothing", None),
        ("GET", "/api/locales/xx", None),
        ("GET", "/api/locales/de?part=whole", None),
        ("GET", "/api/rules/chess", None),
        ("GET", "/api/rules/carnac?lang=xx", None),
        ("GET", "/api/rules/carnac/pictures/nothing.svg", None),
        ("GET", "/api/showcase/chess", None),
        ("GET", "/api/lessons/nothing", None),
        ("GET", "/api/lessons?lang=xx", None),
        ("POST", "/api/lessons/carnac-1/steps/99/tries", {"moves": []}),
        ("GET", "/api/puzzles/nothing", None),
        ("GET", "/api/puzzles/next?game=chess", None),
        ("GET", "/api/puzzles/next?game=carnac&theme=nothing", None),
        ("GET", "/api/puzzles/next?game=carnac&rating=many", None),
        ("GET", "/api/puzzles/daily?game=chess", None),
        ("GET", "/api/picture.svg?position=nothing", None),
        ("GET", "/api/nothing", None),
        ("DELETE", "/api/catalogue", None),
    ],
)
def test_bad_requests_get_the_same_problem(both, method, path, body):
    there, here = both.ask(method, path, body)
    assert (here[0], here[2]["code"], here[2].get("place")) == (
        there[0],
        there[2]["code"],
        there[2].get("place"),
    )


def test_positions_and_lines_are_the_same(both):
    for game in ("carnac", "caminos"):
        start = find_game(game).start()
        moves = []
        position, chance = start, random.Random(7)
        for _ in range(8):
            moves.append(str(chance.choice(position.legal_moves())))
            position = position.play(moves[-1])
        same(both.ask("POST", "/api/positions", {"source": game}))
        same(both.ask("POST", "/api/positions", {"source": str(position), "edits": []}))
        same(both.ask("POST", "/api/positions", {"source": game, "edits": ["what"]}))
        same(both.ask("POST", "/api/positions", {"source": f"{game} nowhere"}))
        same(both.ask("POST", "/api/lines", {"position": str(start), "moves": moves}))
        same(both.ask("POST", "/api/moments", {"position": str(start), "moves": moves}))


def test_a_set_up_position_is_played_from_the_same(both):
    puzzle = next(one for one in shipped() if one.game == "carnac")
    made = both.make(game="carnac", seats=[ANN, BEN], position=puzzle.position)
    move = puzzle.line[0]
    same(both.talk(made, {"type": "move", "id": "a", "version": 0, "text": move}))


@pytest.mark.parametrize("game", few(["carnac", "caminos"]))
def test_puzzles_are_shown_and_judged_the_same(both, game):
    chosen = random.Random(3).sample([one for one in shipped() if one.game == game], 8)
    for puzzle in chosen:
        same(both.ask("GET", f"/api/puzzles/{puzzle.name}"))
        for moves in (list(puzzle.line[:1]), [str(puzzle.start.legal_moves()[0])], ["z9zz"], []):
            body = {"moves": moves, "patient": False}
            answers = both.ask("POST", f"/api/puzzles/{puzzle.name}/tries", body)
            same(tuple(map(told_plainly, answers)))
        same(both.ask("POST", f"/api/puzzles/{puzzle.name}/solution", {}))
        same(both.ask("GET", f"/api/puzzles/{puzzle.name}/picture.svg"))


def told_plainly(answer: tuple) -> tuple:
    """Without the proof why a wrong decision fails, which a server works out meanwhile."""
    status, media_type, told = answer
    return status, media_type, {name: name == "refutation" or one for name, one in told.items()}


@pytest.mark.parametrize("game", ["carnac", "caminos"])
@pytest.mark.parametrize("easy", ["", "&easy=true"])
def test_the_puzzle_of_the_day_is_the_server_s(both, game, easy, monkeypatch):
    path = f"/api/puzzles/daily?game={game}{easy}"
    there = both.client.get(path).json()
    monkeypatch.setattr(both.device, "now", there["now"])
    here = both.device.ask("GET", path).json()
    assert here["puzzle"]["puzzle"] == there["puzzle"]["puzzle"]
    assert (here["date"], here["ends"]) == (there["date"], there["ends"])
