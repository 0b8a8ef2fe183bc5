"""A page whose own engine thinks: it spares the server, and is believed no more than the rules allow."""

from __future__ import annotations

import pytest

from stonefield.games import carnac
from stonefield.server import metrics
from stonefield.server.play import page_engine

from .page import PATIENCE, Page
from .ugi_programs import HELD, program

OWN = "c3rw"
"""What the person places first; the engine then answers or places."""
QUICK = """
        best = "-" if len(" ".join(moves).split()) % 2 else "a1rr"
        say(f"info depth 1 nodes 1 time 1 multipv 1 winrate 0.25 score 0 visits 1 pv {best}")
        say(f"bestmove {best}")
"""
"""Declines, and then places in a corner."""
USED = 'stonefield_page_thoughts_total{outcome="used",purpose="move"}'


@pytest.fixture
def server(server_here, tmp_path):
    """A server whose own engine answers at once."""
    return server_here(engine_command=program(tmp_path, QUICK))


@pytest.fixture
def silent(server_here, tmp_path):
    """A server whose own engine never answers: what is played comes from a page."""
    return server_here(engine_command=program(tmp_path, HELD))


@pytest.fixture
def impatient(monkeypatch):
    """Pages have next to no time."""
    monkeypatch.setattr(page_engine, "MARGIN", -0.9)


@pytest.fixture
def patient(monkeypatch):
    """No page is late, however busy the machine is."""
    monkeypatch.setattr(page_engine, "MARGIN", PATIENCE)


def thought(text: str, **words) -> dict:
    """A line as an engine in a page writes it."""
    return {"pv": [text], "value": 0.75, "score": 1.5, "visits": 90, "proven": None, **words}


async def asked(page: Page, purpose: str) -> dict:
    """What the page's engine is asked for this; it may have come before the answer to a move."""

    def fits(heard: dict) -> bool:
        return heard["type"] == "think" and heard["purpose"] == purpose

    return next(filter(fits, page.heard), None) or await page.until(fits)


async def answer(page: Page, question: dict, line: dict | None) -> None:
    await page.send(type="thought", id=question["id"], line=line, nodes=100, milliseconds=20)


async def refused(page: Page, request: str | None) -> str:
    heard = await page.until(lambda heard: heard["type"] == "refused" and heard["id"] == request)
    return heard["code"]


def position_of(question: dict) -> carnac.Position:
    """What a question is about, as an engine makes it of the rules and the moves."""
    assert question["position"] is None
    position = carnac.start(**question["options"])
    for text in question["moves"]:
        position = position.play(text)
    return position


def any_move(question: dict) -> str:
    return str(position_of(question).legal_moves()[0])


async def test_the_engine_of_the_page_moves_and_the_servers_is_not_asked(silent, patient):
    made = silent.make_game("Ann", "level 2")
    async with Page(silent, made) as page:
        await page.send(type="think_here", on=True)
        await page.move(OWN)
        question = await asked(page, "move")
        assert (question["game"], question["level"], question["moves"]) == ("carnac", 2, [OWN])
        text = any_move(question)
        await answer(page, question, thought(text))
        await page.until_state(lambda state: len(state["moves"]) == 2)
        assert page.state["moves"][1]["text"] == text
        # The same answer again moves nothing.
        await answer(page, question, thought(text))
        assert await refused(page, question["id"]) == "stale_move"
    assert [move["text"] for move in silent.state(made)["moves"]][:2] == [OWN, text]


async def test_where_the_page_says_nothing_the_servers_own_engine_moves_once(server, impatient):
    made = server.make_game("Ann", "level 1")
    async with Page(server, made) as page:
        await page.send(type="think_here", on=True)
        await page.move(OWN)
        question = await asked(page, "move")
        await page.until_state(lambda state: len(state["moves"]) >= 2)
        await answer(page, question, thought(any_move(question)))
        assert await refused(page, question["id"]) == "stale_move"
        # It is not waited for in vain twice.
        await page.until_state(lambda state: state["turn"]["seat"] == 0)
        assert len([heard for heard in page.heard if heard["type"] == "think"]) == 1


@pytest.mark.parametrize("line", [None, thought("z9rr"), thought("c3rr"), thought("-", pv=["-", "c3rr"])])
async def test_what_is_not_legal_is_refused_and_the_server_thinks_itself(server, patient, line):
    made = server.make_game("Ann", "level 1")
    async with Page(server, made) as page:
        await page.send(type="think_here", on=True)
        await page.move(OWN)
        question = await asked(page, "move")
        await answer(page, question, line)
        if line is not None:
            assert await refused(page, question["id"]) == "illegal_move"
        await page.until_state(lambda state: len(state["moves"]) >= 2)


@pytest.mark.parametrize(
    "nonsense",
    [
        {"value": 1.5},
        {"value": float("nan")},
        {"score": float("inf")},
        {"visits": -1},
        {"proven": "perhaps"},
        {"pv": []},
        {"pv": ["-"] * 17},
        {"pv": ["x" * 65]},
    ],
    ids=str,
)
async def test_numbers_and_sizes_have_limits(server, nonsense):
    made = server.make_game("Ann", "level 1")
    async with Page(server, made) as page:
        await page.send(type="thought", id="think-1", line=thought("-", **nonsense))
        assert await refused(page, None) == "invalid"


async def test_when_the_line_is_lost_the_servers_own_engine_moves_at_once(server, patient):
    made = server.make_game("Ann", "level 1")
    async with Page(server, made) as page:
        await page.send(type="think_here", on=True)
        await page.move(OWN)
        await asked(page, "move")
    async with Page(server, made) as page:
        await page.until_state(lambda state: len(state["moves"]) >= 2)


async def test_a_page_that_thinks_no_more_is_not_waited_for(server, patient):
    made = server.make_game("Ann", "level 1")
    async with Page(server, made) as page:
        await page.send(type="think_here", on=True)
        await page.move(OWN)
        await asked(page, "move")
        await page.send(type="think_here", on=False)
        await page.until_state(lambda state: len(state["moves"]) >= 2)


async def test_what_was_decided_for_a_turn_that_was_taken_back_is_stale(silent, patient):
    made = silent.make_game("Ann", "level 1")
    async with Page(silent, made) as page:
        await page.send(type="think_here", on=True)
        await page.move(OWN)
        question = await asked(page, "move")
        await page.act("undo", version=page.state["version"])
        await answer(page, question, thought(any_move(question)))
        assert await refused(page, question["id"]) == "stale_move"
        assert page.state["moves"] == []


async def test_high_levels_are_the_servers(server):
    made = server.make_game("Ann", "level 9")
    async with Page(server, made) as page:
        await page.send(type="think_here", on=True)
        await page.move(OWN)
        await page.until_state(lambda state: len(state["moves"]) >= 2)
        assert not [heard for heard in page.heard if heard["type"] == "think"]


async def test_only_a_person_who_plays_alone_thinks_for_the_server(server):
    friends = server.make_game("Ann", "open")
    joined = server.join(friends)
    alone = server.make_game("Ann", "level 1")
    watched = server.make_game("level 1", "level 2")
    for made, token, code in (
        (friends, "own", "not_between_people"),
        (joined, "own", "not_between_people"),
        (alone, None, "not_your_seat"),
        (watched, "own", "not_your_seat"),
    ):
        async with Page(server, made, token=token) as page:
            await page.send(type="think_here", on=True)
            assert await refused(page, None) == code


async def test_a_hint_and_a_win_rate_are_what_the_page_thinks_and_told_to_it_alone(silent, patient):
    made = silent.make_game("Ann", "Ben")
    async with Page(silent, made) as page, Page(silent, made) as other:
        await page.send(type="think_here", on=True)
        await page.send(type="hint", id="h")
        question = await asked(page, "hint")
        assert (question["level"], question["milliseconds"]) == (None, 1000)
        await answer(page, question, thought(OWN))
        hint = await page.until(lambda heard: heard["type"] == "hint")
        assert (hint["id"], hint["text"], hint["squares"]) == ("h", OWN, ["c3"])
        assert hint["evaluation"] == {"colour": "red", "win_rate": 0.75, "simulations": 100}

        await page.send(type="winrate", on=True)
        question = await asked(page, "rate")
        await answer(page, question, thought(OWN, value=0.25))
        rate = await page.until(lambda heard: heard["type"] == "winrate")
        assert rate["evaluation"]["win_rate"] == 0.25
        await other.send(type="ping")
        await other.until(lambda heard: heard["type"] == "pong")
        assert {heard["type"] for heard in other.heard} <= {"state", "presence", "pong"}


async def test_where_the_page_cannot_say_it_the_server_gives_the_hint(server, patient):
    made = server.make_game("Ann", "Ben")
    async with Page(server, made) as page:
        await page.send(type="think_here", on=True)
        await page.send(type="hint", id="h")
        await answer(page, await asked(page, "hint"), None)
        assert await page.until(lambda heard: heard["type"] == "hint")


def used() -> float:
    """How many moves of engines in pages were played."""
    lines = metrics.exposition().decode().splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith(USED))


async def test_what_pages_answered_is_counted(silent, patient):
    before, made = used(), silent.make_game("Ann", "level 1")
    async with Page(silent, made) as page:
        await page.send(type="think_here", on=True)
        await page.move(OWN)
        question = await asked(page, "move")
        await answer(page, question, thought(any_move(question)))
        await page.until_state(lambda state: len(state["moves"]) == 2)
    assert used() == before + 1
