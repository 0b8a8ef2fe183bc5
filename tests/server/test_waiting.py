"""On a first start the engine is compiled: pages hear how long that takes, and when it is over."""

from __future__ import annotations

import pytest

from .page import Page
from .study.reader import Reader, make_study
from .ugi_programs import COMPILING, INFO, program, release

PREPARING, READY = ("engine_preparing", 12), ("engine_ready", None)


@pytest.fixture
def server(server_here, tmp_path):
    """A server whose engine compiles until it is released."""
    return server_here(engine_command=program(tmp_path, INFO, COMPILING))


async def notice(page, wanted: tuple[str, int | None]) -> None:
    """Listen until this notice comes."""
    await page.until(
        lambda heard: heard["type"] == "notice" and (heard["code"], heard.get("seconds")) == wanted
    )


async def test_the_players_of_a_game_hear_of_it(server, tmp_path):
    made = server.make_game("level 9", "Ann")
    async with Page(server, made) as page:
        await notice(page, PREPARING)
        release(tmp_path)
        await notice(page, READY)
        await page.until_state(lambda state: state["moves"])


async def test_a_player_who_asks_for_a_hint_hears_of_it(server, tmp_path):
    made = server.make_game("Ann", "Ben")
    async with Page(server, made) as page:
        await page.send(type="hint", id="hint")
        await notice(page, PREPARING)
        release(tmp_path)
        await notice(page, READY)


@pytest.mark.parametrize(
    "question",
    [
        {"type": "lines", "on": True, "chapter": 1, "node": 0, "count": 1},
        {"type": "review", "on": True, "chapter": 1, "simulations": 300},
    ],
    ids=["lines", "review"],
)
async def test_readers_of_a_study_hear_of_it(server, tmp_path, question):
    made = make_study(
        server, {"kind": "record", "text": '[Game "carnac"]\n[Board "5x4"]\n\n1. c2rw E 2. a1rr *'}
    )
    async with Reader(server, made) as reader:
        await reader.send(**question)
        await notice(reader, PREPARING)
        release(tmp_path)
        await notice(reader, READY)
