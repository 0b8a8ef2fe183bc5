"""What `screenshots.py` shows of people: the lobby, accounts, games of days, chat, moderators."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

from playwright.sync_api import expect
from screenshot_studio import Scene, Studio, page

from browser.signing import sign_up
from server.accounts.browser import PASSWORD, Browser, fresh_name
from server.manners.people import appoint
from server.rated import Someone, play

DAYS = {"bank_hours": 240, "increment_hours": 36}
LIVE = {"seconds": 600, "increment": 10}
OPEN = [{"kind": "person"}, {"kind": "open"}]


def people() -> Iterator[Scene]:
    """Pages and cards."""
    yield page("lobby-quiet", "/lobby")
    yield Scene("lobby", lobby, whole=True)
    yield Scene("lobby-looking", looking)
    yield Scene("lobby-level", offered_a_level)
    yield page("account-guest", "/account")
    yield Scene("account-made", made, whole=True)
    yield Scene("account", account, whole=True)
    yield Scene("account-vacation", vacation, whole=True)
    yield Scene("account-delete", delete)
    yield Scene("account-sign-out", sign_out)
    yield Scene("profile", profile, whole=True)
    yield Scene("profile-new", profile_of_a_newcomer, whole=True)
    yield page("challenges", "/challenges")
    yield Scene("challenges-several", challenges, whole=True)
    yield Scene("challenge", challenge, whole=True)
    yield Scene("challenge-link", challenge_by_link, whole=True)
    yield Scene("turns", turns, whole=True)
    yield Scene("correspondence", slow)
    yield Scene("correspondence-paused", paused)
    yield Scene("plan", planned)
    yield Scene("plan-empty", plan_begun)
    yield Scene("chat", chat)
    yield Scene("chat-settings", chat_settings)
    yield Scene("card-report", reported)
    yield Scene("moderation", moderation, whole=True)
    yield Scene("card-told", told)
    yield Scene("card-rated", rated)
    yield Scene("card-end-rated", rated_end)
    yield Scene("embed", embedded)


# The lobby


def listed(someone: Someone, clock: dict[str, int], **more: Any) -> dict[str, Any]:
    game = {"game": "carnac", "seats": OPEN, "clock": clock, "rated": True}
    answer = someone.post("/api/seeks", json={"game": game, **more})
    assert answer.status_code == 201, answer.text
    seated: dict[str, Any] = answer.json()
    return seated


def lobby(studio: Studio) -> None:
    """Games to play now and at any time, one to watch, and people who are here."""
    ann, ben, cleo = (Someone(studio.server) for _ in range(3))
    listed(ann, DAYS, times=3)
    watched = listed(ben, LIVE)["game"]
    cleo.post(f"/api/seeks/{watched}/take", json={"name": ""})
    studio.open("/")
    sign_up(studio.ann)
    studio.ann.go("/lobby")
    studio.ann.page.get_by_role("switch", name=studio.words.text("people.lobby.shown")).click(force=True)
    listed(cleo, LIVE)
    expect(studio.ann.page.locator("#standing")).to_be_visible()
    expect(studio.button("people.lobby.play.with", name=cleo.name)).to_be_visible()


def looking(studio: Studio) -> None:
    # A game whose maker has just gone is listed for some seconds more: it would be taken.
    while any(seek["live"] for seek in studio.server.client().get("/api/lobby").json()["seeks"]):
        time.sleep(0.5)
    studio.ann.open("/lobby")
    studio.button("people.lobby.find").click()
    expect(studio.ann.page.locator(".looking")).to_be_visible()


def offered_a_level(studio: Studio) -> None:
    studio.ann.page.clock.install()
    looking(studio)
    studio.ann.page.clock.run_for(21_000)
    expect(studio.ann.page.locator(".looking button")).to_be_visible()


# Accounts


def made(studio: Studio) -> None:
    """A guest who has a game has just made an account."""
    studio.play("Ann", "level 3")
    studio.ann.go("/account")
    form = studio.ann.page.get_by_role("form", name=studio.words.text("people.make"))
    form.get_by_label(studio.words.text("people.name"), exact=True).fill(fresh_name())
    form.locator("input[type=password]").fill(PASSWORD)
    form.get_by_role("button", name=studio.words.text("people.make.password")).click()
    expect(studio.ann.page.locator("code").first).to_be_visible()


def account(studio: Studio) -> None:
    studio.play("Ann", "level 3")
    sign_up(studio.ann)
    studio.ann.go("/account")
    expect(studio.ann.page.locator("#sessions + ul li")).to_have_count(1)
    expect(studio.button("people.messages.send")).to_be_visible()


def vacation(studio: Studio) -> None:
    account(studio)
    last = studio.ann.page.locator("input[type=date]")
    last.fill((date.today() + timedelta(days=4)).isoformat())
    studio.button("people.vacation.go").click()
    expect(studio.button("people.vacation.back")).to_be_visible()


def delete(studio: Studio) -> None:
    account(studio)
    studio.button("people.delete").click()
    expect(studio.ann.page.get_by_role("dialog")).to_be_visible()


def sign_out(studio: Studio) -> None:
    account(studio)
    studio.button("people.sign_out").click()
    expect(studio.ann.page.get_by_role("dialog")).to_be_visible()


def profile(studio: Studio) -> None:
    ann, ben = Someone(studio.server), Someone(studio.server)
    for first, second in ((ann, ben), (ben, ann), (ben, ann)):
        play(first, second)
    studio.open(f"/people/{ann.name}")
    studio.ann.page.locator("section details").first.evaluate("one => (one.open = true)")
    expect(studio.ann.page.locator("caption")).to_be_visible()


def profile_of_a_newcomer(studio: Studio) -> None:
    newcomer = Someone(studio.server)
    studio.open("/")
    sign_up(studio.ann)
    studio.ann.go(f"/people/{newcomer.name}")
    expect(studio.ann.page.get_by_role("heading", name=newcomer.name)).to_be_visible()


# Games of days


def proposed(maker: Browser, opponent: str | None = None, **more: Any) -> str:
    wishes = {"game": "carnac", "seats": OPEN, "clock": DAYS, **more}
    answer = maker.post("/api/challenges", json={"wishes": wishes, "opponent": opponent})
    assert answer.status_code == 201, answer.text
    number: str = answer.json()["challenge"]["challenge"]
    return number


def challenges(studio: Studio) -> None:
    """One received, one made."""
    studio.open("/")
    name, ben = sign_up(studio.ann), Someone(studio.server)
    proposed(ben, name, rated=True)
    proposed(as_them(studio), ben.name, game="caminos")
    studio.ann.open("/challenges")
    expect(studio.button("offer.accept")).to_be_visible()


def as_them(studio: Studio) -> Browser:
    """The person in front of the page, asking without it."""
    them = Browser(studio.server)
    them.cookies.update({one["name"]: one["value"] for one in studio.ann.context.cookies()})
    return them


def challenge(studio: Studio) -> None:
    ben = Someone(studio.server)
    studio.open(f"/challenges/{proposed(ben)}")
    expect(studio.button("people.challenge.accept")).to_be_visible()


def challenge_by_link(studio: Studio) -> None:
    studio.open("/challenges")
    studio.button("people.challenge.link").click()
    expect(studio.ann.page.get_by_label(studio.words.text("people.challenge.address"))).to_be_visible()


def turns(studio: Studio) -> None:
    """Games that wait, one of them not for long, and the offer of a rematch."""
    studio.open("/")
    sign_up(studio.ann)
    mine, ben = as_them(studio), Someone(studio.server)
    for clock in (DAYS, {"bank_hours": 20, "increment_hours": 12}, DAYS):
        ben.join(mine.make_game(*OPEN, clock=clock))
    over = mine.make_game(*OPEN, clock=DAYS)
    ben.join(over)
    ben.act(over["game"], "resign")
    ben.act(over["game"], "offer", kind="rematch")
    studio.ann.open("/")
    expect(studio.ann.page.locator("#rematches")).to_be_visible()


def slow(studio: Studio) -> None:
    """The other player decides; the clocks are of days."""
    seated, _ = studio.with_friend(board="small", clock=DAYS)
    studio.server.play(seated, "c3rw")
    expect(studio.button("people.turns.next")).to_be_visible()


def paused(studio: Studio) -> None:
    seated, friend = studio.with_friend(board="small", clock={**DAYS, "weekends_free": True})
    studio.server.play(seated, "c3rw")
    studio.server.act(seated, "pause")
    studio.server.act(friend, "accept", kind="pause")
    expect(studio.button("action.resume")).to_be_visible()


def plan_begun(studio: Studio) -> None:
    slow(studio)
    studio.open(f"/g/{studio.ann.game_id}/plan")
    expect(studio.ann.turn).not_to_be_empty()


def planned(studio: Studio) -> None:
    """An answer for each thing that the other player might do."""
    plan_begun(studio)
    mine = studio.ann.page.locator("[aria-labelledby=plan] button.mine")
    back, reply = studio.button("moves.previous"), studio.words.text("people.plan.reply")
    studio.ann.press("-")
    studio.confirm()
    expect(studio.ann.turn).to_have_text(reply)
    studio.choose("a1")
    expect(mine).to_have_count(1)
    studio.ann.press("Home")
    expect(back).to_be_disabled()
    expect(studio.ann.turn).not_to_be_empty()
    # Who tilts places next.
    studio.ann.press("E")
    studio.confirm()
    expect(back).to_be_enabled()
    expect(studio.ann.turn).not_to_be_empty()
    studio.choose("a1")
    expect(studio.ann.turn).to_have_text(reply)
    studio.ann.press("N")
    studio.confirm()
    expect(mine).to_have_count(2)


# Chat and moderators


def chat(studio: Studio) -> None:
    seated, friend = studio.with_friend(board="small")
    for one, text in (
        (friend, "Hello! Shall we play a slow one?"),
        (seated, "Gladly."),
        (friend, "Good luck"),
    ):
        headers = {"Authorization": f"Bearer {one['token']}"}
        path = f"/api/games/{one['game']}/chat"
        assert studio.server.client().post(path, json={"text": text}, headers=headers).is_success
    studio.ann.page.locator("button[aria-expanded]", has_text=studio.words.text("greet.title")).click()
    expect(studio.ann.page.locator(".chat .line")).to_have_count(3)


def chat_settings(studio: Studio) -> None:
    chat(studio)
    studio.button("people.chat.options").click()


def reported(studio: Studio) -> None:
    chat_settings(studio)
    studio.button("people.report").click()
    expect(studio.ann.page.get_by_role("dialog")).to_be_visible()


def rude(studio: Studio) -> tuple[Someone, Someone, str]:
    """Two people, and the report of the one about the other."""
    ann, ben = Someone(studio.server), Someone(studio.server)
    game = ann.make_game(*OPEN)
    ben.join(game)
    ben.post(f"/api/games/{game['game']}/chat", json={"text": "you are bad at this"})
    wanted = {"game": game["game"], "reason": "insults", "words": "Not nice."}
    report = ann.post("/api/reports", json=wanted).json()["report"]
    return ann, ben, report


def moderation(studio: Studio) -> None:
    _, ben, _ = rude(studio)
    studio.open("/")
    appoint(studio.server, sign_up(studio.ann))
    studio.ann.open("/moderation")
    studio.ann.page.get_by_role("button", name=ben.name).first.click()
    expect(studio.ann.page.locator("blockquote")).to_be_visible()


def told(studio: Studio) -> None:
    """A person is told what a moderator has done."""
    studio.open("/")
    name, cleo = sign_up(studio.ann), Someone(studio.server)
    appoint(studio.server, cleo.name)
    act = {"kind": "mute", "account": name, "days": 3, "why": "Please be kind to the others here."}
    assert cleo.post("/api/moderation/acts", json=act).is_success
    studio.ann.open("/")
    expect(studio.button("people.told.read")).to_be_visible()


# Ratings at the table


def begin_rated(studio: Studio) -> tuple[Browser, Someone, str]:
    studio.open("/")
    sign_up(studio.ann)
    mine, ben = as_them(studio), Someone(studio.server)
    made = ben.make_rated()
    assert made.status_code == 201, made.text
    mine.join(made.json())
    game = made.json()["game"]
    studio.ann.open(f"/g/{game}")
    studio.ann.wait_for_board()
    return mine, ben, game


def rated(studio: Studio) -> None:
    begin_rated(studio)


def rated_end(studio: Studio) -> None:
    mine, ben, game = begin_rated(studio)
    for square in ("a1", "b1", "c1", "d1", "e1"):
        for text in (f"{square}ww", "-"):
            state = mine.state(game)
            mover = mine if state["may"]["move"] else ben
            assert mover.act(game, "move", text=text, version=state["version"]).is_success
    ben.act(game, "resign")
    expect(studio.ann.page.locator("#end-title")).to_be_visible()


def embedded(studio: Studio) -> None:
    seated = studio.server.make_game("Ann", "Ben", board="small")
    studio.server.play(seated, "c3rw", "E", "a1wr")
    studio.ann.page.goto(f"{studio.ann.url}/embed/g/{seated['game']}")
    expect(studio.ann.page.get_by_text("3 / 3")).to_be_visible()
