"""Serving the built page."""

from __future__ import annotations

import gzip

import httpx
import pytest

from stonefield.server.web.static_files import PageFiles


@pytest.fixture
def static(tmp_path):
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<title>Stonefield</title>")
    (folder / "sw.js").write_text("self")
    (folder / "app.webmanifest").write_text("{}")
    (folder / "assets" / "app-1234.js").write_text("run()")
    (folder / "assets" / "app-1234.js.gz").write_bytes(gzip.compress(b"run()"))
    (folder / "assets" / "app-1234.js.br").write_bytes(b"packed by brotli")
    (tmp_path / "secret.txt").write_text("secret")
    return folder


def client_of(folder) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(PageFiles(folder)), base_url="http://page")


@pytest.fixture
def client(static):
    return client_of(static)


async def test_every_path_of_the_app_is_the_page(client):
    for path in ("/", "/g/abc", "/new", "/rules/carnac"):
        answer = await client.get(path)
        assert answer.text == "<title>Stonefield</title>"
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert answer.headers["cache-control"] == "no-cache"


async def test_built_files_are_kept_for_ever_and_the_worker_is_not(client):
    assert "immutable" in (await client.get("/assets/app-1234.js")).headers["cache-control"]
    assert (await client.get("/assets/app-1234.js")).headers[
        "content-type"
    ] == "text/javascript; charset=utf-8"
    assert (await client.get("/sw.js")).headers["cache-control"] == "no-cache"
    assert (
        (await client.get("/app.webmanifest")).headers["content-type"].startswith("application/manifest+json")
    )


async def test_packed_files_are_sent_to_those_who_can_read_them(client):
    plain = await client.get("/assets/app-1234.js", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    packed = await client.get("/assets/app-1234.js", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.text == "run()"
    async with client.stream("GET", "/assets/app-1234.js", headers={"Accept-Encoding": "gzip, br"}) as best:
        assert best.headers["content-encoding"] == "br"
        assert b"".join([part async for part in best.aiter_raw()]) == b"packed by brotli"


async def test_what_has_not_changed_is_not_sent_again(client):
    first = await client.get("/sw.js")
    again = await client.get("/sw.js", headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""


@pytest.mark.parametrize(
    "path", ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt", "/%00.js"]
)
async def test_nothing_outside_the_folder_is_served(client, path):
    answer = await client.get(path)
    assert "secret" not in answer.text
    assert answer.status_code == 404


def test_no_path_leads_out_of_the_folder(static):
    for path in ("/../secret.txt", "/assets/../../secret.txt", "//../secret.txt", "/..", "/\0"):
        assert PageFiles(static)._find(path) is None


async def test_missing_files_are_missing(client):
    assert (await client.get("/assets/old-99.js")).status_code == 404
    assert (await client.get("/favicon.ico")).json()["code"] == "not_found"
    assert (await client.get("/api/none")).json()["code"] == "not_found"
    assert (await client.post("/new")).json()["code"] == "method_not_allowed"


async def test_without_the_built_page_there_is_a_clear_word(tmp_path):
    answer = await client_of(tmp_path / "none").get("/")
    assert answer.status_code == 503
    assert "has not been built" in answer.text
    assert "pip install ." in answer.text
