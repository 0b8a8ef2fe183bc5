"""Reviews and advice on a device: what is said is what a server says after the same searches."""

from __future__ import annotations

import base64
import gzip
import json
import random
from itertools import pairwise

import pytest

from stonefield import records
from stonefield.games import find_game
from stonefield.pocket.reviews import DEPTHS, KEEP_EVERY
from stonefield.pocket.study_advice import SECONDS
from stonefield.records.record import Record
from stonefield.server.jobs.tasks.reviews import judge_review
from stonefield.server.presenting.growing_review import key_of
from stonefield.server.presenting.questions import rules_from, thought_of
from stonefield.study.thoughts import write_thoughts

from .device import Database, Device, Line
from .thinking import think

AT = {"chapter": 1}
BOARDS = {"carnac": "5x4", "caminos": "square"}


def played(game: str, most: int = 200) -> Record:
    """A game by chance."""
    position, chance = find_game(game).start(board=BOARDS[game]), random.Random(5)
    start, moves = position, []
    while not position.is_over and len(moves) < most:
        moves.append(str(chance.choice(position.legal_moves())))
        position = position.play(moves[-1])
    return Record.of(start, moves)


def study_of(device: Device, record: Record) -> dict:
    """A study of a game, on the device."""
    source = {"kind": "record", "text": records.write(record)}
    made = device.ask("POST", "/api/studies", {"source": source})
    assert made.status == 201, made.text
    return made.json()


def let_run(device: Device, line: Line) -> None:
    """Let the engine and the search for reasons come to their ends."""
    while device.open_questions or device.wake_at is not None:
        if device.open_questions:
            device.now += 100
            device.think(think)
        else:
            device.wake()


def reviews_on(line: Line) -> list[dict]:
    return [message["review"] for message in line.heard if message["type"] == "review"]


def expected(record: Record, simulations: int) -> dict:
    """What a server's worker makes of the same thoughts."""
    asked = [
        {**rules_from(record.start), "moves": record.moves[:ply], "nodes": simulations, "multi": 1}
        for ply, position in enumerate(record.positions)
        if not position.is_over
    ]
    thoughts = {ply: thought_of(think(one)) for ply, one in enumerate(asked)}
    stored = judge_review(key_of(record), simulations, write_thoughts(record, thoughts))
    return json.loads(gzip.decompress(base64.b64decode(stored)))


@pytest.mark.parametrize("game", ["carnac", "caminos"])
def test_a_game_is_reviewed_as_a_server_does_it(game):
    device, record = Device(), played(game)
    made = study_of(device, record)
    line = device.open_study(made)
    line.say(type="review", on=True, **AT)
    let_run(device, line)
    told = reviews_on(line)
    assert told[-1] == expected(record, DEPTHS[-1])
    assert any(one["given"] for one in told[-1]["decisions"])
    assert [one["final"] for one in told] == [False] * (len(told) - 1) + [True]
    for before, after in pairwise((one["simulations"], one["done"]) for one in told):
        assert before <= after
    assert line.heard[-1]["nodes"] == list(range(len(record.moves) + 1))


def test_a_review_looks_only_as_deep_as_is_wanted_and_goes_on_later():
    device, record = Device(), played("carnac")
    line = device.open_study(study_of(device, record))
    line.say(type="review", on=True, simulations=300, **AT)
    let_run(device, line)
    assert reviews_on(line)[-1] == expected(record, 300)
    line.say(type="review", on=True, **AT)
    assert {one["nodes"] for one in device.open_questions.values()} == {1200}
    let_run(device, line)
    assert reviews_on(line)[-1] == expected(record, 1200)


def test_a_finished_review_is_there_at_once_in_another_page():
    database, record = Database(), played("carnac")
    device = Device(database)
    made = study_of(device, record)
    line = device.open_study(made)
    line.say(type="review", on=True, **AT)
    let_run(device, line)
    other = Device(database)
    again = other.open_study(made)
    (told,) = [one for one in again.say(type="review", on=True, **AT) if one["type"] == "review"]
    assert told["review"] == reviews_on(line)[-1]
    assert not other.open_questions


def test_a_review_whose_page_was_closed_continues_where_it_was():
    database, record = Database(), played("carnac")
    device = Device(database)
    made = study_of(device, record)
    line = device.open_study(made)
    line.say(type="review", on=True, **AT)
    thought_about = KEEP_EVERY + 2
    for _ in range(thought_about):
        device.think(think)
    # The page is gone without a word; what came after the last writing is lost.
    other = Device(database)
    again = other.open_study(made)
    again.say(type="review", on=True, **AT)
    assert reviews_on(again)[0]["done"] == KEEP_EVERY
    asked = [len(one["moves"]) for one in other.open_questions.values()]
    assert max(asked) < len(record.moves) - KEEP_EVERY + 1
    let_run(other, again)
    assert reviews_on(again)[-1] == expected(record, DEPTHS[-1])


def test_a_review_that_is_stopped_asks_no_more_and_keeps_everything():
    device, record = Device(), played("carnac")
    line = device.open_study(study_of(device, record))
    line.say(type="review", on=True, **AT)
    for _ in range(3):
        device.think(think)
    line.say(type="review", on=False, **AT)
    assert not device.open_questions
    line.say(type="review", on=True, **AT)
    assert reviews_on(line)[-1]["done"] == 3
    let_run(device, line)
    assert reviews_on(line)[-1] == expected(record, DEPTHS[-1])


def test_two_pages_review_the_same_game():
    database, record = Database(), played("carnac")
    devices = [Device(database), Device(database)]
    made = study_of(devices[0], record)
    lines = [device.open_study(made) for device in devices]
    for line in lines:
        line.say(type="review", on=True, **AT)
    while any(device.open_questions or device.wake_at for device in devices):
        for device in devices:
            if device.open_questions:
                device.think(think)
            elif device.wake_at is not None:
                device.wake()
    for line in lines:
        assert reviews_on(line)[-1] == expected(record, DEPTHS[-1])


def test_with_a_study_its_reviews_go():
    database, record = Database(), played("carnac", 5)
    device = Device(database)
    made = study_of(device, record)
    line = device.open_study(made)
    line.say(type="review", on=True, simulations=300, **AT)
    let_run(device, line)
    line.say(type="review", on=False, **AT)
    assert {key.split("/")[0] for key in database.rows} == {"study", "review"}
    other = Device(database)
    path = f"/api/studies/{made['study']}"
    assert other.ask("DELETE", path, token=made["edit"]).status == 403
    assert len(database.rows) == 2
    assert other.ask("DELETE", path, token=made["token"]).status == 204
    assert not database.rows


def test_a_study_is_deleted_while_its_review_runs():
    database, record = Database(), played("carnac", 5)
    device = Device(database)
    made = study_of(device, record)
    line = device.open_study(made)
    line.say(type="review", on=True, **AT)
    device.think(think)
    assert device.ask("DELETE", f"/api/studies/{made['study']}", token=made["token"]).status == 204
    assert not device.open_questions
    assert not database.rows


def test_a_game_that_nothing_was_decided_in_is_not_reviewed():
    device = Device()
    made = device.ask("POST", "/api/studies", {"source": {"kind": "start", "game": "carnac"}}).json()
    (refused,) = device.open_study(made).say(type="review", on=True, **AT)
    assert (refused["type"], refused["code"]) == ("refused", "no_such_review")


@pytest.mark.parametrize(
    "message",
    [
        {"type": "review", "on": True},
        {"type": "lines", "on": True, "node": 0},
        {"type": "hint", "id": "a", "node": 0, "step": 3},
        {"type": "try", "id": "a", "node": 0, "text": "c2rw"},
    ],
    ids=lambda message: message["type"],
)
def test_what_the_engine_does_not_know_is_refused(message):
    device = Device()
    line = device.open_study(study_of(device, played("carnac", 5)))
    line.say(**message, **AT)
    asked = list(device.open_questions)
    device.do("thought", question=asked[0], thought=None, code="not_here")
    (refused,) = [one for one in line.heard if one["type"] == "refused"]
    assert (refused["code"], refused["id"]) == ("not_here", message.get("id"))
    device.open_questions.pop(asked[0], None)
    assert not device.open_questions


def test_lines_are_told_better_and_better():
    device = Device()
    line = device.open_study(study_of(device, played("carnac", 5)))
    line.say(type="lines", on=True, node=2, count=3, **AT)
    let_run(device, line)
    told = [message for message in line.heard if message["type"] == "lines"]
    assert [one["final"] for one in told] == [False] * (len(SECONDS) - 1) + [True]
    assert all(len(one["lines"]) == 3 and one["node"] == 2 for one in told)
    assert sorted(one["simulations"] for one in told) == [one["simulations"] for one in told]


def test_lines_of_another_position_replace_those_before():
    device = Device()
    line = device.open_study(study_of(device, played("carnac", 5)))
    for node in (1, 2):
        line.say(type="lines", on=True, node=node, **AT)
        (question,) = device.open_questions.values()
        assert len(question["moves"]) == node
    line.say(type="lines", on=False, node=2, **AT)
    assert not device.open_questions


def test_help_comes_in_steps():
    device = Device()
    line = device.open_study(study_of(device, played("carnac", 5)))
    said = []
    for step in (1, 2, 3):
        line.say(type="hint", id=f"h{step}", node=1, step=step, **AT)
        let_run(device, line)
        said.append(line.heard[-1])
    assert [(one["type"], one["id"], bool(one["squares"]), one["text"] is None) for one in said] == [
        ("hint", "h1", False, True),
        ("hint", "h2", True, True),
        ("hint", "h3", True, False),
    ]


def test_a_decision_is_tried_and_an_illegal_one_refused():
    device, record = Device(), played("carnac", 5)
    line = device.open_study(study_of(device, record))
    line.say(type="try", id="t", node=0, text=record.moves[0], **AT)
    assert [one["moves"] for one in device.open_questions.values()] == [[], list(record.moves[:1])]
    let_run(device, line)
    assert (line.heard[-1]["type"], line.heard[-1]["text"]) == ("tried", record.moves[0])
    (refused,) = line.say(type="try", id="u", node=0, text="z9zz", **AT)
    assert (refused["id"], refused["code"]) == ("u", "invalid_move")


def test_a_hint_that_is_cancelled_is_asked_no_more():
    device = Device()
    line = device.open_study(study_of(device, played("carnac", 5)))
    line.say(type="hint", id="a", node=0, step=1, **AT)
    (refused,) = line.say(type="cancel", id="a")
    assert (refused["id"], refused["code"]) == ("a", "cancelled")
    assert not device.open_questions


def test_two_pages_of_one_study_follow_each_other_and_a_third_tab_catches_up():
    database = Database()
    device = Device(database)
    made = device.ask("POST", "/api/studies", {"source": {"kind": "start", "game": "carnac"}}).json()
    one, two = device.open_study(made), device.open_study(made)
    assert one.heard[-1] == {"type": "presence", "version": 0, "editors": 2, "readers": 0}
    one.say(type="title", id="a", title="First")
    assert [message["type"] for message in two.heard] == ["state", "update"]
    other = Device(database)
    third = other.open_study(made)
    third.say(type="title", id="b", title="Second")
    # Its page has not heard of that yet: what it does is decided again on what is there.
    one.say(type="comment", id="c", chapter=1, node=0, text="Both")
    state = device.ask("GET", f"/api/studies/{made['study']}", token=made["token"]).json()
    assert (state["title"], state["chapter"]["tree"][0]["comment"], state["version"]) == ("Second", "Both", 3)
    assert [message["version"] for message in two.heard][-1] == 3


def test_a_deleted_study_is_gone_for_all():
    device = Device()
    made = device.ask("POST", "/api/studies", {"source": {"kind": "start", "game": "carnac"}}).json()
    one, two = device.open_study(made), device.open_study(made)
    device.ask("DELETE", f"/api/studies/{made['study']}", token=made["token"])
    assert {device.closed[one.number], device.closed[two.number]} == {4404}
    assert not device.database.rows
