"""Accounts in a browser: one is made behind the page, or the machine has a passkey for it."""

from __future__ import annotations

import json

from server.accounts.browser import PASSWORD, fresh_name

from .player import Player


def sign_up(ann: Player, name: str | None = None, *, language: str = "en") -> str:
    """Make an account and sign the open page in to it; its name."""
    name = name or fresh_name()
    wishes = {"name": name, "password": PASSWORD, "language": language}
    made = ann.context.request.post(
        f"{ann.url}/api/accounts", data=json.dumps(wishes), headers=_headers(ann.url)
    )
    assert made.status == 201, made.text()
    known = json.dumps({"name": name, "learner": made.json()["account"]["learner"]})
    # As another page of the same browser would have done it.
    ann.page.evaluate(
        "known => { localStorage.setItem('stonefield.account', known); dispatchEvent(new Event('storage')) }",
        known,
    )
    return name


def _headers(origin: str) -> dict[str, str]:
    return {"Origin": origin, "Content-Type": "application/json"}


def give_authenticator(ann: Player) -> None:
    """A device with a fingerprint reader, whose finger is always there."""
    session = ann.context.new_cdp_session(ann.page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
