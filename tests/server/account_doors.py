"""The routes of accounts and sessions, each with something to ask for; `doors.py` has all others."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field

import httpx

from .accounts.authenticator import Authenticator
from .asks import Ask

PERSON = {"kind": "person", "name": "Ann"}
PASSWORD = "a rather long one"


@dataclass
class Owners:
    """Accounts on a server, made when they are first asked for."""

    client: httpx.Client
    numbers: itertools.count = field(default_factory=lambda: itertools.count(1))
    known: dict | None = None
    player: dict | None = None
    """An account with finished games, for `rating_doors.py`."""
    moderator: dict | None = None
    """An account that moderates, for `manners_doors.py`, and the database in which it is made one."""
    database: str = ""

    def __post_init__(self) -> None:
        self.origin = str(self.client.base_url).rstrip("/")
        self.device, self.kept = Authenticator(self.origin), Authenticator(self.origin)

    def name(self) -> str:
        """A name that no other could be taken for."""
        return "Owner" + "".join("abcdefghjk"[int(digit)] for digit in str(next(self.numbers))) + "x"

    def fresh(self) -> dict:
        """A new account, and the cookie of its session."""
        wishes = {"name": self.name(), "password": PASSWORD}
        answer = self.client.post("/api/accounts", json=wishes)
        assert answer.status_code == 201, answer.text
        self.client.cookies.clear()
        return {**wishes, **answer.json(), "cookie": answer.headers["set-cookie"].partition(";")[0]}

    @property
    def usual(self) -> dict:
        """An account with some games."""
        if self.known is None:
            self.known = self.fresh()
            wishes = {"game": "carnac", "seats": [PERSON, PERSON]}
            for _ in range(20):
                self.told(Ask("POST", "/api/games", wishes), self.known)
        return self.known

    def told(self, asked: Ask, owner: dict) -> dict:
        """What an account is answered."""
        asked.cookie, asked.origin = owner["cookie"], self.origin
        answer = self.client.request(asked.method, asked.path, json=asked.json, headers=asked.headers)
        assert answer.is_success, answer.text
        return answer.json()

    def creation(self, owner: dict) -> dict:
        """A passkey that was just made."""
        asked = Ask("POST", "/api/accounts/me/passkeys/options")
        return {"passkey": self.device.create(self.told(asked, owner)["options"])}

    def passkey(self, owner: dict) -> str:
        """The id of a new passkey of an account."""
        asked = Ask("POST", "/api/accounts/me/passkeys", self.creation(owner))
        return self.told(asked, owner)["passkeys"][-1]["id"]

    def shown(self) -> dict:
        """A passkey that is shown to sign in."""
        if not self.kept.credentials:
            # Passkeys of the other device may have been removed.
            self.device, device = self.kept, self.device
            self.passkey(self.usual)
            self.device = device
        answer = self.client.post("/api/sessions/passkey-options")
        return {"passkey": self.kept.get(answer.json()["options"])}

    def code(self) -> dict:
        """A recovery code."""
        owner = self.fresh()
        return {"name": owner["name"], "code": owner["recovery_codes"][0]}

    def along(self) -> dict:
        """Games that come along."""
        wishes = {"game": "carnac", "seats": [PERSON, PERSON]}
        games = [self.client.post("/api/games", json=wishes).json() for _ in range(5)]
        return {"games": [{"game": one["game"], "token": one["token"]} for one in games]}


Wishes = Callable[[Owners, dict], object]


def mine(method: str, path: str, json: object = None, *, fresh: bool = False):
    """Something about an account: one that stays, or a ``fresh`` one."""

    def ask(world) -> Ask:
        owners = world.owners
        owner = owners.fresh() if fresh else owners.usual
        content = json(owners, owner) if callable(json) else json
        where = path.format(passkey=owners.passkey(owner) if "{passkey}" in path else "")
        return Ask(method, where, content, cookie=owner["cookie"], origin=owners.origin)

    return ask


def _anyone(method: str, path: str, make: Callable[[Owners], object] = lambda _: None):
    return lambda world: Ask(method, path, make(world.owners))


ME = "/api/accounts/me"
ACCOUNT_ROUTES = {
    "POST /api/accounts": (
        _anyone("POST", "/api/accounts", lambda owners: {"name": owners.name(), "password": PASSWORD}),
    ),
    "POST /api/accounts/passkey-options": (
        _anyone("POST", "/api/accounts/passkey-options", lambda owners: {"name": owners.name()}),
    ),
    "GET /api/accounts/names": (lambda _: Ask("GET", "/api/accounts/names", params={"name": "Free.One"}),),
    "GET /api/accounts/me": (mine("GET", ME),),
    "PATCH /api/accounts/me": (mine("PATCH", ME, {"language": "hu"}),),
    "DELETE /api/accounts/me": (mine("DELETE", ME, fresh=True),),
    "PUT /api/accounts/me/name": (
        mine("PUT", f"{ME}/name", lambda owners, _: {"name": owners.name()}, fresh=True),
    ),
    "PUT /api/accounts/me/password": (mine("PUT", f"{ME}/password", {"password": PASSWORD}),),
    "POST /api/accounts/me/recovery-codes": (mine("POST", f"{ME}/recovery-codes"),),
    "POST /api/accounts/me/passkeys/options": (mine("POST", f"{ME}/passkeys/options"),),
    "POST /api/accounts/me/passkeys": (mine("POST", f"{ME}/passkeys", Owners.creation, fresh=True),),
    "PATCH /api/accounts/me/passkeys/{passkey}": (
        mine("PATCH", f"{ME}/passkeys/{{passkey}}", {"name": "phone"}, fresh=True),
    ),
    "DELETE /api/accounts/me/passkeys/{passkey}": (mine("DELETE", f"{ME}/passkeys/{{passkey}}", fresh=True),),
    "POST /api/accounts/me/along": (mine("POST", f"{ME}/along", lambda owners, _: owners.along()),),
    "GET /api/accounts/me/games": (mine("GET", f"{ME}/games"),),
    "GET /api/accounts/me/export": (mine("GET", f"{ME}/export", fresh=True),),
    "GET /api/accounts/{name}": (lambda world: Ask("GET", f"/api/accounts/{world.owners.usual['name']}"),),
    "POST /api/sessions": (
        _anyone("POST", "/api/sessions", lambda owners: {"name": owners.usual["name"], "password": PASSWORD}),
    ),
    "POST /api/sessions/passkey-options": (_anyone("POST", "/api/sessions/passkey-options"),),
    "POST /api/sessions/passkey": (_anyone("POST", "/api/sessions/passkey", Owners.shown),),
    "POST /api/sessions/recovery": (_anyone("POST", "/api/sessions/recovery", Owners.code),),
    "GET /api/sessions": (mine("GET", "/api/sessions"),),
    "PUT /api/sessions/current/proof": (mine("PUT", "/api/sessions/current/proof", {"password": PASSWORD}),),
    "DELETE /api/sessions/current": (mine("DELETE", "/api/sessions/current", fresh=True),),
    "DELETE /api/sessions": (mine("DELETE", "/api/sessions", fresh=True),),
    "DELETE /api/sessions/{session}": (mine("DELETE", "/api/sessions/none"),),
}
