"""What goes to a browser runs with nothing but Python: there is no package, and no other file of ours."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from stonefield.course import lessons
from stonefield.games import find_game
from stonefield.pocket.contents import contents
from stonefield.pocket.reviews import row_of
from stonefield.puzzles.puzzle import shipped
from stonefield.records.record import Record
from stonefield.server.presenting.growing_review import key_of
from stonefield.study.documents.chapter import new_chapter
from stonefield.study.documents.files import document_of

from .thinking import prove, think

SCRIPT = """
import sys, time, json
sys.path.insert(0, sys.argv[1])
from stonefield.pocket.pocket import Pocket
pocket = Pocket()
for line in sys.stdin:
    print(pocket.do(json.dumps({**json.loads(line), "now": int(1000 * time.time())})), flush=True)
foreign = {name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names - {"__main__"}
print(json.dumps(sorted(foreign)))
"""
PERSON = {"kind": "person", "name": "Ann"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The files as a browser has them."""
    found = tmp_path_factory.mktemp("bare")
    for name, content in contents():
        (found / name).parent.mkdir(parents=True, exist_ok=True)
        (found / name).write_bytes(content)
    return found


def run(folder, *doings: dict) -> list[dict]:
    """Let a Python without packages do something; what follows, and last the modules that are not its own."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", SCRIPT, str(folder)],
        input="".join(json.dumps(doing) + "\n" for doing in doings),
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def ask(method: str, path: str, body: object = None, query: dict | None = None) -> dict:
    text = None if body is None else json.dumps(body)
    return {"do": "ask", "method": method, "path": path, "query": query or {}, "body": text, "token": "own"}


def requests() -> list[dict]:
    """All that is asked without a game of one's own."""
    found = [ask("GET", path) for path in ("/api/catalogue", "/api/health", "/api/puzzles", "/api/addresses")]
    found.append(ask("POST", "/api/learners", {}))
    found.append(ask("POST", "/api/imports", {"text": '[Game "carnac"]\n\n1. c4rw *'}))
    for game in ("carnac", "caminos"):
        start, lesson = find_game(game).start(), next(one for one in lessons() if one.game == game)
        puzzle = next(one for one in shipped() if one.game == game)
        move, position = str(start.legal_moves()[0]), {"position": [str(start)]}
        document = json.dumps(document_of("", [new_chapter(start)]))
        found += [
            ask("POST", "/api/studies", {"source": {"kind": "start", "game": game}}),
            ask("POST", "/api/studies", {"source": {"kind": "position", "text": str(start)}}),
            ask("POST", "/api/studies/import", {"text": f'[Game "{game}"]\n\n1. {move} *'}),
            ask("POST", "/api/studies/import", {"text": document}),
            ask("GET", f"/api/rules/{game}", query={"lang": ["hu"]}),
            ask("GET", f"/api/showcase/{game}"),
            ask("POST", "/api/games", {"game": game, "seats": [PERSON, {"kind": "engine", "level": 3}]}),
            ask("POST", "/api/positions", {"source": str(start)}),
            ask("POST", "/api/lines", {"position": str(start), "moves": [move]}),
            ask("POST", "/api/moments", {"position": str(start), "moves": [move]}),
            ask("GET", "/api/picture.svg", query=position),
            ask("GET", "/api/picture.svg", query={**position, "view": ["isometric"]}),
            ask("GET", f"/api/lessons/{lesson.id}"),
            ask("POST", f"/api/lessons/{lesson.id}/steps/0/tries", {"moves": [str(lesson.steps[0].show)]}),
            ask("GET", "/api/puzzles/daily", query={"game": [game]}),
            ask("GET", "/api/puzzles/next", query={"game": [game]}),
            ask("GET", f"/api/puzzles/{puzzle.name}"),
            ask("POST", f"/api/puzzles/{puzzle.name}/tries", {"moves": [puzzle.line[0]]}),
            ask("POST", f"/api/puzzles/{puzzle.name}/solution", {}),
            ask("GET", "/api/learners/own"),
            ask("POST", "/api/puzzles/storm", {"game": game}),
        ]
    return found


@pytest.mark.full
def test_everything_is_answered_without_packages(folder):
    wanted = requests()
    rows = dict.fromkeys(("learner", "storm", "late-tries", "practice/carnac", "practice/caminos"))
    _, *answers, foreign = run(folder, {"do": "rows", "rows": rows}, *wanted)
    for asked, said in zip(wanted, answers, strict=True):
        assert said["answer"]["status"] in (200, 201), (asked, said["answer"])
    assert foreign == ["stonefield"]


def test_a_game_with_an_engine_is_kept_and_read_again(folder):
    made, *_ = run(
        folder,
        ask("POST", "/api/games", {"game": "carnac", "seats": [PERSON, {"kind": "engine", "level": 3}]}),
    )
    seated = json.loads(made["answer"]["text"])
    rows = {one["key"]: {"text": one["text"], "edition": one["edition"]} for one in made["writes"]}
    hello = {"type": "hello", "token": seated["token"], "version": None}
    move = {"type": "move", "id": "a", "version": 0, "text": "c4rw"}
    hint = {"type": "hint", "id": "b"}
    line = [{"value": 0.5, "score": 0, "visits": 9, "proven": None, "pv": ["d4rw"]}]
    thought = {"lines": line, "nodes": 9, "milliseconds": 3}
    said = run(
        folder,
        {"do": "rows", "rows": rows},
        {"do": "open", "line": 1, "game": seated["game"]},
        {"do": "say", "line": 1, "message": hello},
        {"do": "say", "line": 1, "message": hint},
        {"do": "thought", "question": 1, "thought": thought, "code": None},
        {"do": "say", "line": 1, "message": move},
    )
    assert [json.loads(text)["type"] for one in said[:-1] for _, text in one["told"]] == [
        *("state", "hint", "accepted", "update"),
    ]
    assert said[3]["asked"][0]["purpose"] == "hint"
    asked = said[5]["asked"][0]
    assert (asked["moves"], asked["purpose"]) == (["c4rw"], "move")
    assert [one["key"] for one in said[5]["writes"]] == list(rows)


def test_a_study_is_changed_and_reviewed_without_packages(folder):
    made, *_ = run(folder, ask("POST", "/api/studies", {"source": {"kind": "start", "game": "carnac"}}))
    study = json.loads(made["answer"]["text"])
    rows = {one["key"]: {"text": one["text"], "edition": one["edition"]} for one in made["writes"]}
    review = {"type": "review", "chapter": 1, "on": True}
    said = [
        {"type": "hello", "token": study["token"], "version": None},
        {"type": "add", "id": "a", "chapter": 1, "node": 0, "moves": ["c4rw"]},
        {"type": "undo", "id": "b"},
        {"type": "add", "id": "c", "chapter": 1, "node": 0, "moves": ["c4rw"]},
    ]
    before = [
        {"do": "rows", "rows": rows},
        {"do": "open", "line": 1, "study": study["study"]},
        *({"do": "say", "line": 1, "message": message} for message in said),
        {"do": "rows", "rows": {row_of(key_of(Record.of(find_game("carnac").start(), ["c4rw"]))): None}},
        {"do": "say", "line": 1, "message": review},
    ]
    *answers, _ = run(folder, *before)
    questions = answers[-1]["asked"]
    thoughts = [
        {"do": "thought", "question": one["id"], "thought": think(one), "code": None} for one in questions
    ]
    *answers, foreign = run(folder, *before, *thoughts)
    told = [json.loads(text) for one in answers for _, text in one["told"]]
    assert [one["review"]["simulations"] for one in told if one["type"] == "review"][:1] == [300]
    assert foreign == ["stonefield"]


@pytest.mark.parametrize("game", ["carnac", "caminos"])
def test_proofs_are_asked_for_and_told_without_packages(folder, game):
    puzzle = next(one for one in shipped() if one.game == game)
    path = f"/api/puzzles/{puzzle.name}"
    wrong = next(str(move) for move in puzzle.start.legal_moves() if str(move) != puzzle.line[0])
    wanted = [
        {**ask("POST", f"{path}/tries", {"moves": [wrong]}), "token": None},
        ask("POST", f"{path}/why", {"moves": list(puzzle.line)}),
    ]
    done = [{"do": "rows", "rows": {"storm": None}}]
    for request in wanted:
        for _ in range(20):
            *_, said, foreign = run(folder, *done, request)
            if said["answer"]:
                break
            (question,) = [one for one in said["asked"] if one["id"] == said["awaits"]]
            thought = {"do": "thought", "question": question["id"], "thought": prove(question), "code": None}
            done += [request, thought]
        assert said["answer"]["status"] == 200, said["answer"]
        assert foreign == ["stonefield"]
