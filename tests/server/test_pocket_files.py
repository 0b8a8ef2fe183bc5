"""Serving the folder for browsers: made in the background when it is first asked for."""

from __future__ import annotations

import asyncio
import json
import sys

import httpx
import pytest

from stonefield.server.web.pocket_files import PocketFiles
from stonefield.server.web.static_files import PageFiles


@pytest.fixture
def folder(tmp_path):
    """A folder of one file."""
    made = tmp_path / "pocket"
    (made / "v1").mkdir(parents=True)
    (made / "v1" / "python.wasm").write_bytes(b"\0asm")
    (made / "pocket.json").write_text(json.dumps({"version": "v1", "size": 4, "files": []}))
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "static" / "assets").mkdir(parents=True)
    (tmp_path / "static" / "index.html").write_text("<title>Stonefield</title>")
    (tmp_path / "static" / "assets" / "worker-12.js").write_text("work()")
    (tmp_path / "static" / "assets" / "app-12.js").write_text("run()")
    return made


def client_of(folder, code: str) -> tuple[httpx.AsyncClient, PocketFiles]:
    """A client of a server whose folder is made by this code."""
    pocket = PocketFiles((sys.executable, "-c", code))
    page = PageFiles(folder.parent / "static", pocket=pocket)
    return httpx.AsyncClient(transport=httpx.ASGITransport(page), base_url="http://page"), pocket


async def answer_of(client) -> httpx.Response:
    """The list, once it is not being made any more."""
    while (answer := await client.get("/pocket/pocket.json")).status_code == 202:
        assert answer.json() == {"status": "making"}
    return answer


async def test_it_says_that_it_is_being_made_and_then_has_it(folder):
    # It is made as soon as a file is there.
    go = folder.parent / "go"
    code = f"import os, time\nwhile not os.path.exists({str(go)!r}): time.sleep(0.02)\nprint({str(folder)!r})"
    client, pocket = client_of(folder, code)
    assert (await client.get("/pocket/pocket.json")).status_code == 202
    assert (await client.get("/pocket/v1/python.wasm")).status_code == 404
    go.touch()
    answer = await answer_of(client)
    assert (answer.json()["version"], answer.headers["cache-control"]) == ("v1", "no-cache")
    file = await client.get("/pocket/v1/python.wasm")
    assert file.content == b"\0asm"
    assert "immutable" in file.headers["cache-control"]
    assert file.headers["content-type"] == "application/wasm"
    for path in (
        "/pocket/v2/python.wasm",
        "/pocket/v1/%2e%2e/pocket.json",
        "/pocket/v1/%2e%2e/%2e%2e/secret.txt",
    ):
        assert (await client.get(path)).status_code == 404
    await pocket.close()


async def test_where_it_cannot_be_made_the_reason_is_said(folder):
    client, pocket = client_of(folder, "import sys; sys.exit('it needs the extra `pocket`')")
    answer = await answer_of(client)
    assert answer.status_code == 503
    assert (answer.json()["code"], answer.json()["detail"]) == ("no_pocket", "it needs the extra `pocket`")
    await pocket.close()


async def test_nothing_is_made_before_someone_asks(folder):
    client, pocket = client_of(folder, f"open({str(folder.parent / 'begun')!r}, 'w')")
    assert (await client.get("/")).status_code == 200
    assert not (folder.parent / "begun").exists()
    await pocket.close()


async def test_it_is_made_no_longer_when_the_server_stops(folder):
    # As the real one does: it ends with its input.
    client, pocket = client_of(folder, "import sys; sys.stdin.read()")
    assert (await client.get("/pocket/pocket.json")).status_code == 202
    await asyncio.wait_for(pocket.close(), 60)


async def test_only_workers_may_compile(folder):
    client, _ = client_of(folder, "")
    policy = "content-security-policy"
    assert "'wasm-unsafe-eval'" in (await client.get("/assets/worker-12.js")).headers[policy]
    assert policy not in (await client.get("/assets/app-12.js")).headers
    assert policy not in (await client.get("/")).headers
