"""People who go away while their games go on, and what waits for them then."""

from __future__ import annotations

import asyncio

from sqlalchemy import select

from stonefield.server.store.message_tables import outbox

from ..accounts.browser import Browser
from ..test_correspondence import CLOCK
from .receivers import link_in, until

AWAY = 40
"""Seconds after which a person is not present any more."""
WINDOW, DUE, LOOK = 6 * 60, 12, 3
"""Seconds after which a channel may be used again, a message is due, and who is present was looked at."""


def confirmed(browser: Browser, mailbox, mail: str = "ann@example.org", hour: int | None = None) -> None:
    """Give an account a mail address, open the link, and switch mails on."""
    before = len(mailbox.mails)
    assert browser.put("/api/accounts/me/mail", json={"mail": mail}).status_code == 200
    token = link_in(mailbox.wait(before + 1), "#confirm=").rpartition("=")[2]
    assert browser.post("/api/notifications/confirm", json={"token": token}).json() == {"what": "mail"}
    view = browser.put("/api/accounts/me/messages/mail", json={"on": True, "hour": hour}).json()
    assert (view["address"], view["confirmed"], view["mail"]["on"]) == (mail, True, True)


def game_of(ann: Browser, ben: Browser) -> str:
    """A game in which it is the turn of its maker."""
    made = ann.make_game(clock=CLOCK)
    ben.join(made)
    return made["game"]


def play(browser: Browser, game: str) -> None:
    """Decide until the other does."""
    state = browser.state(game)
    while state["legal"]:
        state = browser.move(game)


def leave(server) -> None:
    """All go away, once what waited for them while they were here has been taken back."""
    looking = server.application.messages.presence.look()
    asyncio.run_coroutine_threadsafe(looking, server.loop).result(60)
    until(lambda: not waiting(server))
    later(server, AWAY)


def later(server, seconds: float) -> None:
    """Let time pass, once nothing is being sent that would take too long then."""
    until(lambda: not any(row.attempt for row in waiting(server)))
    server.jump(seconds)


def waiting(server) -> list:
    """What is in the outbox."""
    return asked(server, lambda one: one.execute(select(outbox)).all())


def asked(server, work, *, write: bool = False):
    """What some work in the server's database answers."""
    store = server.application.people.accounts.store
    doing = store.write(work) if write else store.read(work)
    return asyncio.run_coroutine_threadsafe(doing, server.loop).result(60)
