"""Setting up a game and waiting for a friend: boards to look at, links that lead somewhere, a way back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from server.serverprocess import ServerProcess


@pytest.mark.full
def test_a_link_that_nobody_else_can_open_is_said_to_be_one(people, server):
    ann = people()
    ann.sit_down(server.make_game("Ann", "open"))
    room = ann.page.get_by_role("region", name="Link for the other player")
    expect(room.get_by_role("note")).to_contain_text("works on this machine only")
    expect(room.get_by_role("note")).to_contain_text("stonefield serve --host 0.0.0.0")
    expect(room.get_by_role("img", name="QR code of the link")).to_have_count(0)


@pytest.mark.full
def test_on_the_network_the_link_and_its_code_have_an_address_for_others(people, page_built, tmp_path):
    server = ServerProcess(f"sqlite:///{tmp_path}/games.db", "--host", "0.0.0.0").start()
    try:
        addresses = server.client().get("/api/addresses").json()["addresses"]
        if not addresses:
            pytest.skip("this machine is on no network")
        ann = people(url=server.url)
        ann.sit_down(server.make_game("Ann", "open"))
        room = ann.page.get_by_role("region", name="Link for the other player")
        expect(room.get_by_role("note")).to_contain_text("You opened this page as 127.0.0.1")
        link = room.get_by_label("Link for the other player")
        expect(link).to_have_value(re.compile(re.escape(f"{addresses[0]}/g/") + r".*#join="))
        expect(room.get_by_role("img", name="QR code of the link")).to_be_visible()
        ann.page.close()
    finally:
        server.kill()


def test_an_invitation_can_be_cancelled(people, server):
    ann = people(expect_errors=True)
    made = server.make_game("Ann", "open")
    ann.sit_down(made)
    ann.page.get_by_role("button", name="Cancel the invitation").click()
    expect(ann.page.get_by_role("button", name="Play your first game")).to_be_visible()
    assert server.client().get(f"/api/games/{made['game']}").status_code == 404


def test_the_last_setup_is_remembered_and_the_rest_is_left_to_chance(people, server):
    ann = people()
    ann.open("/new?game=caminos&way=engine")
    boards = ann.page.get_by_role("group", name="Board")
    # Four boards as pictures, with the sides in the colours of their pairs: two, or four.
    expect(boards.locator("svg")).to_have_count(4)
    colours = "paths => new Set(paths.map(path => path.getAttribute('stroke'))).size"
    pictures = boards.locator("svg").all()
    assert [picture.locator("path").evaluate_all(colours) for picture in pictures] == [2, 2, 4, 4]
    boards.get_by_text("Octagon").click()
    ann.page.get_by_text("I choose the level").click()
    level = ann.page.get_by_role("slider", name="Engine level")
    level.fill("1")
    expect(level).to_have_attribute("aria-valuetext", "Level 1, Wanderer")
    ann.page.get_by_text("More options").click()
    ann.page.get_by_role("group", name="Your colour").get_by_text("Random").click()
    ann.page.get_by_role("button", name="Start the game").click()
    ann.page.wait_for_selector("[data-square]")
    assert server.state({"game": ann.game_id}, token=False)["board"]["name"] == "octagon"

    ann.open("/new?game=caminos&way=engine")
    expect(boards.get_by_role("radio", checked=True)).to_have_value("octagon")
    expect(level).to_have_value("1")


@pytest.mark.full
def test_sizes_have_their_limits_beside_them(people):
    ann = people()
    ann.open("/new?game=carnac&way=screen")
    ann.page.get_by_role("group", name="Board").get_by_text("Other size").click()
    files = ann.page.get_by_label(re.compile("Squares from west to east"))
    expect(ann.page.get_by_text("(3 to 14)")).to_have_count(2)
    files.fill("40")
    ann.page.get_by_role("button", name="Start the game").click()
    assert files.evaluate("field => field.validity.rangeOverflow")
