"""Films and pictures in pixels over HTTP: of games here, of records and of positions."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from io import BytesIO

import pytest
from PIL import Image

from attack.payloads import long_game
from stonefield.server.jobs.film_cost import check_film
from stonefield.server.jobs.tasks.pictures import draw_film, draw_short_film
from stonefield.server.protocol.problems import Refusal

from .test_workers import processes
from .working import working

RECORD = '[Game "carnac"]\n[Board "small"]\n\n1. c3rw E 2. f2rr - 3. a1ww N *\n'


def image(answer) -> Image.Image:
    assert answer.status_code == 200, answer.text
    return Image.open(BytesIO(answer.content))


def played(server) -> str:
    made = server.client().post("/api/imports", json={"text": RECORD}).json()
    return made["game"]


def test_a_game_is_a_film_of_every_kind(server):
    address = f"/api/games/{played(server)}/film"
    for kind in ("gif", "webp", "apng"):
        answer = server.client().get(f"{address}.{kind}?size=160&seconds=0.3&view=above")
        film = image(answer)
        assert answer.headers["content-type"] == f"image/{kind}"
        assert (film.width, film.n_frames) == (160, 7)
    drawn = server.client().get(f"{address}.svg?theme=dark&paint=black-red")
    # Films that were passed on before have the old name in their address.
    assert server.client().get(f"{address}.svg?theme=dark&stones=black-red").text == drawn.text
    assert server.client().get(f"{address}.svg?theme=dark").text != drawn.text
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert "animation" in drawn.text
    assert "sandbox" in drawn.headers["content-security-policy"]


def test_a_film_is_sent_again_only_when_it_has_changed(server):
    address = f"/api/games/{played(server)}/film.gif?size=120&view=above&first=2&last=4"
    first = server.client().get(address)
    assert image(first).n_frames == 3
    again = server.client().get(address, headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304


def test_a_record_that_is_sent_becomes_a_film(server):
    wanted = {"text": RECORD, "kind": "webp", "size": 120, "view": "above"}
    assert image(server.client().post("/api/films", json=wanted)).n_frames == 7
    painted, as_before = (
        server.client().post("/api/films", json={**wanted, name: "black-red"}).content
        for name in ("paint", "stones")
    )
    assert painted == as_before


@pytest.mark.parametrize(
    ("wanted", "status", "code"),
    [
        ({"text": "nonsense"}, 422, "invalid_record"),
        ({"text": RECORD + "\n" + RECORD}, 422, "several_records"),
        ({"text": RECORD, "first": 6, "last": 3}, 422, "invalid"),
        ({"text": RECORD, "last": 99}, 422, "invalid"),
        ({"text": RECORD, "kind": "mp4"}, 422, "invalid"),
        ({"text": RECORD, "size": 5_000}, 422, "invalid"),
        ({"text": RECORD, "sound": True}, 422, "invalid"),
    ],
)
def test_what_cannot_be_filmed_is_refused(server, wanted, status, code):
    answer = server.client().post("/api/films", json=wanted)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_position_is_a_picture_in_pixels(server):
    game = played(server)
    assert image(server.client().get(f"/api/games/{game}/picture.png?ply=3&size=300")).width == 300
    assert server.client().get(f"/api/games/{game}/picture.png?ply=50").json()["code"] == "no_such_ply"


def test_any_position_is_a_picture(server):
    position = "carnac medium 28 r w2 c4rw?,d5e5w"
    for kind, begins in (("png", b"\x89PNG"), ("svg", b"<svg")):
        answer = server.client().get(f"/api/picture.{kind}", params={"position": position, "last": "c4rw"})
        assert answer.content.startswith(begins)
    for wrong in ({"position": "carnac nowhere"}, {"position": position, "last": "zz"}, {}):
        assert server.client().get("/api/picture.png", params=wrong).json()["code"] == "invalid"


@pytest.mark.full
def test_a_film_that_takes_too_long_is_refused_with_what_would_do(server):
    wanted = {"text": long_game(), "size": 800, "kind": "webp", "view": "above"}
    answer = server.client().post("/api/films", json=wanted)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    detail = answer.json()["detail"]
    assert "svg instead" in detail
    assert server.client().post("/api/films", json={**wanted, "kind": "svg"}).status_code == 200


@pytest.mark.parametrize(("frames", "width", "height"), [(120, 800, 605), (400, 400, 360), (95, 800, 800)])
def test_what_would_do_does(frames, width, height):
    with pytest.raises(Refusal) as refused:
        check_film(frames, width, height)
    told = [int(number) for number in re.findall(r"at most (\d+)", refused.value.detail)]
    check_film(told[0], width, height)
    if len(told) > 1:
        check_film(frames, told[1], round(height * told[1] / width))


@pytest.fixture
async def jobs():
    async with working() as jobs:
        yield jobs


async def test_a_short_film_does_not_wait_for_long_ones(jobs):
    look = {"view": "above", "theme": "light", "paint": "black-red", "seconds": 1, "first": 0, "last": 1}

    def film(size: int, person: str, *, short: bool) -> asyncio.Future:
        wanted = {**look, "size": size}
        drawing = draw_short_film if short else draw_film
        return asyncio.ensure_future(jobs.do(person, drawing, RECORD, "gif", wanted))

    await film(120, "eve", short=False)
    (maker,) = processes()
    os.kill(maker, signal.SIGSTOP)
    try:
        long = [film(size, "eve", short=False) for size in (130, 140, 150)]
        await asyncio.sleep(0)
        while len(jobs.queue._fair.waiting) == 3:
            await asyncio.sleep(0.01)
        assert await film(160, "ann", short=True)
        assert not any(one.done() for one in long)
    finally:
        os.kill(maker, signal.SIGCONT)
    await asyncio.gather(*long)
