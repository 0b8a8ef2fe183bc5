"""The board within a page of another site: shown, stepped through, and nothing refused by the browser."""

from __future__ import annotations

import functools
import http.server
import threading

import pytest
from playwright.sync_api import expect

RECORD = '[Game "carnac"]\n[Board "small"]\n\n1. c3rw E 2. f2rr - 3. a1ww N *\n'


@pytest.fixture
def blog(tmp_path):
    """Serves a page from another address; its address."""
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=tmp_path)
    with http.server.ThreadingHTTPServer(("127.0.0.2", 0), handler) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()

        def write(body: str) -> str:
            main = f'<main style="width: 480px">{body}</main>'
            page = f'<!doctype html><html lang="en"><title>A blog</title>{main}</html>'
            (tmp_path / "index.html").write_text(page, "utf-8")
            return f"http://127.0.0.2:{site.server_port}/"

        yield write
        site.shutdown()


def test_a_board_in_a_blog(people, server, blog, axe_source):
    game = server.client().post("/api/imports", json={"text": RECORD}).json()["game"]
    ann = people()
    said: list[str] = []
    ann.page.on("console", lambda message: said.append(message.text))
    ann.page.goto(
        blog(
            f'<script src="{server.url}/board.js"></script>'
            f'<stonefield-board game="{game}" ply="2" theme="dark" lang="de"></stonefield-board>'
        )
    )
    board = ann.page.frame_locator("iframe")
    expect(board.locator("html")).to_have_attribute("data-appearance", "dark")
    expect(board.get_by_text("2 / 6")).to_be_visible()
    board.get_by_role("button", name="Einen Zug vor").click()
    expect(board.get_by_text("3 / 6")).to_be_visible()
    board.get_by_role("button", name="Zum letzten Zug").click()
    expect(board.get_by_role("button", name="Einen Zug vor")).to_be_disabled()
    ann.page.keyboard.press("Home")
    expect(board.get_by_text("0 / 6")).to_be_visible()
    expect(board.get_by_role("link", name="In Stonefield öffnen")).to_have_attribute("href", f"/g/{game}")
    frame = next(one for one in ann.page.frames if "/embed/" in one.url)
    frame.evaluate(axe_source)
    assert frame.evaluate("axe.run().then(({ violations }) => violations.map(({ id }) => id))") == []
    assert said == []
    # The reader of the blog leaves nothing behind.
    assert ann.context.cookies() == []


def test_a_position_and_what_does_not_exist(people, server, blog):
    ann = people()
    ann.page.goto(
        blog(
            f'<script src="{server.url}/board.js"></script>'
            '<stonefield-board position="carnac small 28 r r1 -" lang="en"></stonefield-board>'
        )
    )
    board = ann.page.frame_locator("iframe")
    expect(board.get_by_role("img", name="Carnac board, 8 columns by 5 rows")).to_be_visible()
    ann.page.evaluate("document.querySelector('stonefield-board').setAttribute('position', 'nonsense')")
    expect(board.get_by_role("alert")).to_contain_text("There is nothing to show here.")
