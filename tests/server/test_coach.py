"""The coach in games against engines: costly decisions are pointed out before the engine answers."""

from __future__ import annotations

from .page import Page

SEATS = [{"kind": "person", "name": "Ann"}, {"kind": "engine", "level": 1}]


def make(server, coach: str, seats=SEATS, **options):
    return server.client().post(
        "/api/games", json={"game": "carnac", "options": options, "seats": seats, "coach": coach}
    )


async def play_until_remark(page: Page) -> dict | None:
    """Decide as badly as can be until the coach says something; None if the game ends before."""
    while page.state["status"] == "playing":
        if page.state["may"]["move"]:
            legal = page.state["legal"]
            text = legal["answers"][0]["text"] if legal["answers"] else f"{next(iter(legal['placements']))}ww"
            await page.move(text)
        else:
            message = await page.hear()
            if message["type"] == "coach":
                return message
    return None


async def game_with_remark(server) -> tuple[dict, dict]:
    """A game in which the coach has something to say, and what; level 1 may play so that all goes well."""
    for _ in range(5):
        made = make(server, "inaccuracies", board="5x4").json()
        async with Page(server, made) as page:
            assert page.state["coach"] == "inaccuracies"
            remark = await play_until_remark(page)
            if remark is not None:
                return made, remark
    raise AssertionError("the coach has never said anything")


async def test_a_costly_decision_waits_for_the_persons_choice(server):
    made, remark = await game_with_remark(server)
    async with Page(server, made) as page:
        decision = remark["decision"]
        assert decision["verdict"]
        assert decision["text"] == page.state["moves"][decision["ply"] - 1]["text"]
        count = len(page.state["moves"])
        async with Page(server, made) as again:
            assert (await again.until(lambda message: message["type"] == "coach"))["decision"] == decision
        answer = await page.act("undo", version=page.state["version"])
        assert answer["type"] == "accepted"
        assert len(page.state["moves"]) < count
        assert await play_until_remark(page) is not None
        count = len(page.state["moves"])
        await page.send(type="go_on")
        await page.until_state(lambda state: len(state["moves"]) > count)


def test_there_is_no_coach_between_people(server):
    for other in ({"kind": "open"}, {"kind": "person", "name": "Ben"}):
        refused = make(server, "blunders", [SEATS[0], other])
        assert (refused.status_code, refused.json()["code"]) == (403, "not_between_people")
    engines = [{"kind": "engine", "level": 1}] * 2
    assert make(server, "blunders", engines).status_code == 403
    assert make(server, "sometimes").json()["code"] == "invalid"
