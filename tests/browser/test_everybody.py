"""For everybody: no accessibility violation, phones, machines without WebGL."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from quick import few

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def violations(ann, axe_source: str, rules: list[str] | None = None) -> list[str]:
    """What axe-core has to say about the page as it stands; all of its rules, or those named."""
    # The page's policy forbids foreign scripts in the page; the debugger may still evaluate one.
    if not ann.page.evaluate("'axe' in window"):
        ann.page.evaluate(axe_source + "; undefined")
    options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    found = ann.page.evaluate("options => axe.run(document, options)", options)
    return [
        f"{problem['id']}: {node['html'][:160]} ({node['failureSummary'][:200]})"
        for problem in found["violations"]
        for node in problem["nodes"]
    ]


# The structure of a page is the same in every light; what may differ is its contrast.
CONTRAST = ["color-contrast"]


@pytest.mark.parametrize("appearance", few(["system", "contrast"]))
def test_no_page_has_an_accessibility_violation(people, server, axe_source, appearance):
    ann = people(
        settings={
            "appearance": appearance,
            "tips": True,
            "winrate": "always" if appearance == "system" else "never",
        }
    )

    def check(where: str) -> None:
        if appearance == "contrast":
            assert violations(ann, axe_source, CONTRAST) == [], where
            return
        assert violations(ann, axe_source) == [], where
        ann.page.emulate_media(color_scheme="dark")
        expect(ann.page.locator("html")).to_have_attribute("data-appearance", "dark")
        assert violations(ann, axe_source, CONTRAST) == [], f"{where}, dark"
        ann.page.emulate_media(color_scheme="light")
        expect(ann.page.locator("html")).to_have_attribute("data-appearance", "light")

    ann.open("/")
    for path in (
        "/new?game=caminos&way=friend",
        "/rules/carnac",
        "/nowhere",
        "/analyse",
        "/puzzles",
        "/account",
        "/",
    ):
        ann.go(path)
        expect(ann.page.locator("h1").first).to_be_visible()
        check(path)

    seated = server.make_game("Ann", "Ben", board="4x3", stock=3)
    server.play(seated, "a1rw", "N")
    ann.sit_down(seated)
    ann.page.wait_for_selector(".decision")
    check("placing")
    ann.square("c1").click()
    expect(ann.page.get_by_role("button", name="Leave it standing")).to_be_visible()
    check("answering")
    server.play(seated, "N", "d1rr")
    expect(ann.page.locator("#end-title")).to_be_visible()
    check("the end")
    ann.page.get_by_role("button", name="Share and save").click()
    check("sharing")
    ann.press("Escape")
    ann.page.get_by_role("button", name="Settings").click()
    check("settings")
    ann.press("Escape")

    ann.sit_down(server.make_game("Ann", "open", game="caminos"))
    expect(ann.turn).to_have_text("Waiting for the other player.")
    check("waiting")
    ann.sit_down(server.make_game("Ann", "Ben", game="caminos", neutral=True))
    expect(ann.turn).to_have_text("Yellow places a neutral piece.")
    check("Caminos")


def test_the_board_in_three_dimensions_is_accessible_too(people, server, axe_source):
    ann = people(settings={"view": "solid"}, viewport={"width": 920, "height": 620})
    seated = server.make_game("Ann", "Ben", board="5x4", stock=6)
    ann.sit_down(seated)
    expect(ann.page.locator("canvas")).to_be_visible()
    ann.wait_for_board()
    assert violations(ann, axe_source) == []
    # The buttons follow the picture: the mouse finds the same square as the keyboard.
    ann.click_square("b2")
    expect(ann.square("b2")).to_have_attribute("aria-label", re.compile("b2, red, standing"))
    ann.press("b")
    expect(ann.page.get_by_role("button", name="Bird’s-eye view")).to_have_attribute("aria-pressed", "true")


def test_a_phone_in_portrait_plays_by_touch(people, server):
    ann = people(settings={"confirm": True}, **PHONE)
    ann.sit_down(server.make_game("Ann", "Ben", board="medium"))
    width = ann.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390
    # The long board stands upright, and a square is as large as a fingertip needs.
    first, last = ann.square("a1").bounding_box(), ann.square("j1").bounding_box()
    assert last["y"] > first["y"] + 300
    assert first["width"] >= 40
    ann.square("c4").tap()
    expect(
        ann.page.get_by_role("group", name="Place on c4, red on top, white east and west?")
    ).to_be_visible()
    ann.page.get_by_role("button", name="Play it").tap()
    ann.after_move(1)
    ann.page.get_by_role("button", name="Tilt east: white on top").tap()
    ann.page.get_by_role("button", name="Play it").tap()
    ann.after_move(2)
    assert ann.label("d4") == "d4, white, lying"
    for path in ("/", "/new?game=caminos&way=engine", "/rules/caminos"):
        ann.go(path)
        expect(ann.page.locator("h1").first).to_be_visible()
        assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390, path


@pytest.mark.full
def test_the_board_keeps_its_place_whatever_is_decided(people, server):
    ann = people()
    seated = server.make_game("Ann", "Ben", board="small")
    ann.sit_down(seated)
    before = ann.square("a1").bounding_box()
    ann.square("c3").click()
    expect(ann.page.get_by_role("button", name="Leave it standing")).to_be_visible()
    assert ann.square("a1").bounding_box() == before
    ann.page.get_by_role("button", name="One move back").click()
    expect(ann.page.get_by_role("button", name="Back to the game")).to_be_visible()
    assert ann.square("a1").bounding_box() == before


def test_the_page_can_be_installed(people, server):
    ann = people(service_workers="allow")
    ann.open("/")
    manifest = ann.page.evaluate(
        "fetch(document.querySelector('link[rel=manifest]').href).then(a => a.json())"
    )
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        kind = ann.page.evaluate("src => fetch(src).then(a => a.headers.get('content-type'))", icon["src"])
        assert kind.startswith(icon["type"])
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    ann.wait_for_service_worker()


def test_without_webgl_the_page_starts_from_above(people, chromium_without_webgl, server):
    ann = people(browser=chromium_without_webgl, settings={"view": "solid"})
    ann.sit_down(server.make_game("Ann", "Ben", board="small"))
    expect(ann.page.locator("svg.flat")).to_be_visible()
    expect(ann.page.locator("canvas")).to_have_count(0)
    expect(ann.page.get_by_role("button", name="In three dimensions")).to_have_count(0)
    ann.square("c3").click()
    expect(ann.square("c3")).to_have_attribute("aria-label", re.compile("c3, red, standing"))


def test_reduced_motion_and_dark_are_taken_from_the_device(people):
    ann = people(settings={"appearance": "system"}, color_scheme="dark", reduced_motion="reduce")
    ann.open("/")
    assert ann.page.locator("html").get_attribute("data-appearance") == "dark"
    assert ann.page.locator("html").get_attribute("data-motion") == "reduced"


@pytest.mark.full
def test_the_author_s_colours_change_stones_and_words(people, server):
    ann = people(settings={"stones": "black-red"})
    ann.sit_down(server.make_game("Ann", "Ben", board="small"))
    ann.press("t")
    ann.square("c3").click()
    ann.after_move(1)
    assert ann.label("c3").startswith("c3, black, standing")
