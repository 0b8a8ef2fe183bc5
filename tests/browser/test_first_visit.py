"""A first minute: one button, a first stone, tips at the moment they matter; and little to download."""

from __future__ import annotations

from playwright.sync_api import expect

from stonefield.locales import Catalogue

KILOBYTE = 1000


def test_one_button_starts_a_game_with_tips(people, server):
    ann = people(settings={"tips": True})
    ann.open("/")
    ann.page.get_by_role("button", name="Play your first game").click()
    expect(ann.turn).to_have_text("Your turn: place a megalith.")
    state = server.state({"game": ann.game_id}, token=False)
    assert state["board"]["name"] == "medium"
    assert [seat["level"] for seat in state["seats"]] == [None, 1]

    tip = ann.page.get_by_role("complementary", name="Tip")
    expect(tip).to_contain_text(Catalogue("en").text("hints.placing"))
    tip.get_by_role("button", name="Got it").click()
    expect(tip).to_have_count(0)
    ann.page.reload()
    expect(ann.turn).to_have_text("Your turn: place a megalith.")
    expect(tip).to_have_count(0)

    ann.square("e4").click()
    ann.after_move(2)
    game = ann.game_id
    # Who has played before is asked what to play.
    ann.open("/")
    expect(ann.page.get_by_role("button", name="Play your first game")).to_have_count(0)
    expect(ann.page.locator(f"a[href='/g/{game}']")).to_have_count(1)


def test_tips_come_at_their_moment_until_they_are_not_wanted(people, server):
    ann = people(settings={"tips": True})
    seated = server.make_game("Ann", "Ben", board="small")
    ann.sit_down(seated)
    tip = ann.page.get_by_role("complementary", name="Tip")
    for words in ("hints.placing", "hints.arrows", "hints.leaving"):
        expect(tip).to_contain_text(Catalogue("en").text(words))
        tip.get_by_role("button", name="Got it").click()
        if words == "hints.placing":
            expect(tip).to_have_count(0)
            ann.square("c3").click()
    expect(tip).to_have_count(0)
    server.play(seated, "E", "c3wr", "-")
    expect(tip).to_contain_text(Catalogue("en").text("hints.dolmen"))
    tip.get_by_role("button", name="No more tips").click()
    expect(tip).to_have_count(0)


def test_the_first_visit_downloads_little(people, server):
    ann = people(settings={"view": "solid"}, viewport={"width": 920, "height": 620})
    sizes: dict[str, int] = {}
    session = ann.context.new_cdp_session(ann.page)
    session.send("Network.enable")
    urls: dict[str, str] = {}
    session.on("Network.requestWillBeSent", lambda e: urls.update({e["requestId"]: e["request"]["url"]}))
    session.on(
        "Network.loadingFinished",
        lambda e: sizes.update({urls.get(e["requestId"], e["requestId"]): int(e["encodedDataLength"])}),
    )
    ann.open("/")
    expect(ann.page.get_by_role("button", name="Play your first game")).to_be_visible()
    ann.page.wait_for_load_state("networkidle")
    assert sum(sizes.values()) < 100 * KILOBYTE, sizes
    assert not [url for url in sizes if "Page-" in url]
    # Who points at a link shall not wait for its page.
    with ann.page.expect_response(lambda response: "/SetupPage-" in response.url):
        ann.page.get_by_role("link", name="On one screen").first.hover()
    ann.page.get_by_role("button", name="Play your first game").click()
    expect(ann.page.locator("canvas")).to_be_visible()
    ann.page.wait_for_load_state("networkidle")
    assert sum(sizes.values()) < 300 * KILOBYTE, sizes
